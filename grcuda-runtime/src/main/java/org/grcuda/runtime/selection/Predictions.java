package org.grcuda.runtime.selection;

import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.LocationSet;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.prediction.FinishModel;
import org.grcuda.runtime.stream.DevicesManager;

/**
 * Tells the {@link FinishModel} what is dispatched and what has ended, and asks it about a
 * computation. Guarded by the scheduling lock.
 */
final class Predictions {

  private final FinishModel model;
  private final int devices;

  /** Whether all devices are of one model. */
  private final boolean alike;

  private final int multiprocessors;

  /** The computation that {@link #profile}, {@link #sizeClass} and {@link #bytes} describe. */
  private Vertex described;

  private KernelProfile profile;
  private int sizeClass;
  private long bytes;

  /**
   * If all devices are of one model, the shortest time that the kernel took on any of them; else
   * -1.
   */
  private double least = -1;

  /**
   * The computation that the model was asked about last; null if the state of the machine has
   * changed since.
   */
  private Vertex modelled;

  Predictions(BandwidthMatrix matrix, DevicesManager machine) {
    devices = machine.count();
    model = new FinishModel(matrix, devices);
    alike = machine.areAlike();
    multiprocessors = machine.leastMultiprocessors();
  }

  /** Uses these bandwidths from now on. */
  void install(BandwidthMatrix matrix) {
    model.install(matrix);
  }

  /** The state of the machine has changed since the model was asked last. */
  void forget() {
    modelled = null;
    described = null;
  }

  /** Expected duration of {@code vertex} on {@code device}; negative if nothing is known. */
  double expectedNanos(Vertex vertex, int device) {
    describe(vertex);
    return expected(vertex, device);
  }

  /** When {@code vertex} would finish on {@code device}: {@link FinishModel#finish}. */
  double finish(Vertex vertex, int device) {
    turnTo(vertex);
    return model.finish(device, expected(vertex, device));
  }

  /** As {@link #finish(Vertex, int)}, if it took {@code nanos} there; negative if unknown. */
  double finish(Vertex vertex, int device, double nanos) {
    turnTo(vertex);
    return model.finish(device, nanos);
  }

  /** {@link FinishModel#finishOnHost}. */
  double finishOnHost(Vertex vertex, double nanos, double queued) {
    turnTo(vertex);
    return model.finishOnHost(nanos, queued);
  }

  /** {@link FinishModel#now}. */
  double now() {
    return model.now();
  }

  /** When {@code device} will have finished its work. */
  double ready(int device) {
    return model.ready(device);
  }

  /** How long the data of {@code vertex} would be under way to {@code device}. */
  double transferNanos(Vertex vertex, int device) {
    turnTo(vertex);
    return model.transferNanos(device);
  }

  /** The part of {@link #transferNanos} for data from the host. */
  double hostTransferNanos(Vertex vertex, int device) {
    turnTo(vertex);
    return model.hostTransferNanos(device);
  }

  /**
   * Later transfer time for computations that wait for {@code vertex}: either to move other results
   * to {@code device}, or to move the result of {@code vertex} to the devices of those others,
   * whichever is less.
   */
  double nextTransferNanos(Vertex vertex, int device) {
    double nanos = 0;
    int children = vertex.held == null ? 0 : vertex.held.childCount();
    for (int i = 0; i < children; i++) {
      Vertex child = vertex.held.child(i);
      long here = written(vertex, child);
      for (Vertex other : child.parents()) {
        int place = other.device();
        if (here > 0 && place != Places.HOST && place != device && !other.isComplete()) {
          nanos += model.transferNanos(place, device, Math.min(here, written(other, child)));
        }
      }
    }
    return nanos;
  }

  /** Bytes that {@code writer} writes and {@code user} uses. */
  private static long written(Vertex writer, Vertex user) {
    long written = 0;
    for (Access access : writer.accesses()) {
      if (access.mode().writes()) {
        for (Access use : user.accesses()) {
          if (use.region().overlaps(access.region())) {
            written += Math.min(use.region().length(), access.region().length());
          }
        }
      }
    }
    return written;
  }

  /** Computation {@code vertex} is about to go to {@code device}; before its data is on the way. */
  void dispatched(Vertex vertex, int device) {
    turnTo(vertex);
    vertex.predicted = model.dispatched(device, expected(vertex, device));
    for (Access access : vertex.accesses()) {
      if (!access.mode().writes()) {
        arrives(access.region(), device);
      }
    }
    forget();
  }

  /** Computation {@code vertex}, of which {@link #dispatched} was told, was refused. */
  void refused(Vertex vertex, int device) {
    model.refused(device);
    vertex.predicted = 0;
  }

  /** Computation {@code vertex}, of which {@link #dispatched} was told, has ended. */
  void ended(Vertex vertex) {
    model.ended(vertex.device(), vertex.predicted);
  }

  /** Expected duration of {@code vertex} on the best device; negative if nothing is known. */
  double bestNanos(Vertex vertex) {
    return expectedNanos(vertex, bestDevice(vertex));
  }

  /** Expected duration of {@code vertex} on the best device; a guess if nothing is known. */
  double likelyNanos(Vertex vertex) {
    int device = bestDevice(vertex);
    double known = expectedNanos(vertex, device);
    return known >= 0 ? known : model.passNanos(device, bytes);
  }

  /**
   * Of the devices that {@code vertex} may use, the one where it takes the least time; device 0 if
   * all devices are of one model.
   */
  private int bestDevice(Vertex vertex) {
    if (alike) {
      return 0;
    }
    describe(vertex);
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int device = 0; device < devices; device++) {
      double known = expected(vertex, device);
      double nanos = known >= 0 ? known : model.passNanos(device, bytes);
      if (nanos < least && vertex.placement().allows(device)) {
        least = nanos;
        best = device;
      }
    }
    return best;
  }

  /**
   * Share of a device that {@code vertex} can use: a kernel with fewer blocks than the device has
   * multiprocessors leaves the others to other kernels.
   */
  double share(Vertex vertex) {
    LaunchShape shape = vertex.operation().shape();
    return shape == null ? 1 : Math.min(1, shape.blocks() / (double) multiprocessors);
  }

  /** How much of a device's time {@code vertex} is expected to take. */
  double workNanos(Vertex vertex) {
    return share(vertex) * likelyNanos(vertex);
  }

  /** How long a transfer from the host of all that {@code vertex} reads and writes would take. */
  double linkNanos(Vertex vertex) {
    long used = 0;
    for (Access access : vertex.accesses()) {
      used += access.region().length();
    }
    return model.transferNanos(Places.HOST, bestDevice(vertex), used);
  }

  /**
   * How long the transfer to some device takes of the data that {@code vertex} needs and only the
   * host holds.
   */
  double hostNanos(Vertex vertex) {
    double nanos = 0;
    int device = bestDevice(vertex);
    for (Access access : vertex.accesses()) {
      if (access.mode().keepsContents() && access.allocation().hasContents()) {
        nanos += hostNanos(access.region(), device);
      }
    }
    return nanos;
  }

  private double hostNanos(Region region, int device) {
    double nanos = 0;
    IntervalMap<LocationSet> map = region.allocation().locations();
    int i = map.count() == 1 ? 0 : map.find(region.offset());
    for (; i < map.count() && map.start(i) < region.end(); i++) {
      LocationSet here = map.value(i);
      if (here.places == Places.of(Places.HOST) && !here.awaited) {
        long from = Math.max(region.offset(), map.start(i));
        nanos +=
            model.transferNanos(Places.HOST, device, Math.min(region.end(), map.end(i)) - from);
      }
    }
    return nanos;
  }

  /**
   * Marks the data that {@code vertex} needs as awaited or not, so that it is counted only once.
   */
  void await(Vertex vertex, boolean awaited) {
    for (Access access : vertex.accesses()) {
      Region region = access.region();
      IntervalMap<LocationSet> map = region.allocation().locations();
      int begin = map.split(region.offset(), LocationSet::copy);
      int end = map.split(region.end(), LocationSet::copy);
      for (int i = begin; i < end; i++) {
        map.value(i).awaited = awaited;
      }
    }
  }

  /**
   * When all that was dispatched, {@code vertex}, and {@code backlog} would have ended, if devices
   * and links from the host shared it evenly.
   */
  double horizon(Vertex vertex, Backlog backlog) {
    double kernels = backlog.kernelNanos() + workNanos(vertex);
    double fromHost = backlog.hostNanos() + hostNanos(vertex);
    return model.horizon(kernels, fromHost);
  }

  /** The duration: of a kernel from its history, of a copy or fill from its bytes. */
  private double expected(Vertex vertex, int device) {
    if (profile != null) {
      return least >= 0 ? least : profile.estimateNanos(device, sizeClass);
    }
    return vertex.operation().shape() != null ? -1 : model.passNanos(device, bytes);
  }

  private void describe(Vertex vertex) {
    if (vertex == described) {
      return;
    }
    described = vertex;
    bytes = 0;
    for (Access access : vertex.accesses()) {
      bytes += access.region().length();
    }
    least = -1;
    profile = vertex.operation().profile();
    if (profile != null) {
      sizeClass = vertex.operation().sizeClass(vertex.accesses());
      if (alike) {
        findLeast();
      }
    }
  }

  /**
   * If all devices are of one model and a kernel took longer on one of them, it shared that device
   * with others.
   */
  private void findLeast() {
    for (int device = 0; device < devices; device++) {
      double known = profile.aloneNanos(device, sizeClass);
      if (known >= 0 && (least < 0 || known < least)) {
        least = known;
      }
    }
  }

  private void turnTo(Vertex vertex) {
    describe(vertex);
    if (vertex == modelled) {
      return;
    }
    modelled = vertex;
    model.begin(bytes, share(vertex));
    for (Vertex parent : vertex.parents()) {
      if (parent.predicted != 0 && !parent.isComplete()) {
        model.after(parent.device(), parent.predicted);
      }
    }
    Access[] accesses = vertex.accesses();
    for (int i = 0; i < accesses.length; i++) {
      if (accesses[i].mode().keepsContents() && accesses[i].allocation().hasContents()) {
        needs(accesses[i].region());
      }
    }
  }

  private void needs(Region region) {
    IntervalMap<LocationSet> map = region.allocation().locations();
    if (map.count() == 1) {
      LocationSet all = map.value(0);
      model.needs(region.length(), all.places, all.available);
      return;
    }
    for (int i = map.find(region.offset()); i < map.count() && map.start(i) < region.end(); i++) {
      long from = Math.max(region.offset(), map.start(i));
      LocationSet here = map.value(i);
      model.needs(Math.min(region.end(), map.end(i)) - from, here.places, here.available);
    }
  }

  /**
   * Remembers when the copy of {@code region} that is brought to {@code device} arrives. Data that
   * is written there needs no such time: its users come after the writer anyway.
   */
  private void arrives(Region region, int device) {
    IntervalMap<LocationSet> map = region.allocation().locations();
    int i = map.count() == 1 ? 0 : map.find(region.offset());
    for (; i < map.count() && map.start(i) < region.end(); i++) {
      LocationSet here = map.value(i);
      if (!Places.contains(here.places, device)) {
        if (here.available == null) {
          here.available = new double[devices];
        }
        here.available[device] = model.arrival();
      }
    }
  }
}
