package org.grcuda.runtime;

import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.prediction.FinishModel;

/**
 * Tells the model of finish times what is dispatched and what has ended, and asks it about a
 * computation. Guarded by the scheduling lock.
 */
final class Predictions {

  private final FinishModel model;
  private final int devices;

  /** What {@link #profile}, {@link #sizeClass} and {@link #bytes} are about. */
  private Vertex described;

  private KernelProfile profile;
  private int sizeClass;
  private long bytes;

  /** What the model was asked about last; null if that was in another state of the machine. */
  private Vertex modelled;

  Predictions(BandwidthMatrix matrix, int devices) {
    model = new FinishModel(matrix, devices);
    this.devices = devices;
  }

  /** Goes by these bandwidths from now on. */
  void install(BandwidthMatrix matrix) {
    model.install(matrix);
  }

  /** The machine is not as it was when the model was asked last. */
  void forget() {
    modelled = null;
    described = null;
  }

  /** What {@code vertex} is expected to take on {@code device}; negative if nothing is known. */
  double expectedNanos(Vertex vertex, int device) {
    describe(vertex);
    return expected(vertex, device);
  }

  /** When {@code vertex} would finish on {@code device}: {@link FinishModel#finish}. */
  double finish(Vertex vertex, int device) {
    turnTo(vertex);
    return model.finish(device, expected(vertex, device));
  }

  /** When {@code device} will have done what it was given. */
  double ready(int device) {
    return model.ready(device);
  }

  /** How long the data of {@code vertex} would be under way to {@code device}. */
  double transferNanos(Vertex vertex, int device) {
    turnTo(vertex);
    return model.transferNanos(device);
  }

  /**
   * How long the data of others would be under way to {@code device} for computations that wait for
   * {@code vertex}, or the data of that one to where those others run, whichever is less.
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

  /** Of kernels the history, of copies and fills their bytes. */
  private double expected(Vertex vertex, int device) {
    if (profile != null) {
      return profile.estimateNanos(device, sizeClass);
    }
    return vertex.operation() instanceof Operation.Launch ? -1 : model.passNanos(device, bytes);
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
    profile = null;
    if (vertex.operation() instanceof Operation.Launch launch && launch.profile() != null) {
      profile = launch.profile();
      sizeClass = launch.sizeClass(vertex.accesses());
    }
  }

  private void turnTo(Vertex vertex) {
    describe(vertex);
    if (vertex == modelled) {
      return;
    }
    modelled = vertex;
    model.begin(bytes);
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
   * Remembers since when {@code device} will have a copy of {@code region} that is brought there.
   * What is written there needs no more than that those who use it come after the writer.
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
