package org.grcuda.runtime;

import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.runtime.history.SizeClass;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.prediction.FinishModel;

/**
 * Tells the model of finish times what is dispatched and what has ended, and asks it about a
 * computation. Guarded by the scheduling lock.
 */
final class Predictions {

  private final FinishModel model;
  private final int devices;
  private Vertex current;
  private KernelProfile profile;
  private int sizeClass;

  Predictions(BandwidthMatrix matrix, int devices) {
    model = new FinishModel(matrix, devices);
    this.devices = devices;
  }

  /** Goes by these bandwidths from now on. */
  void install(BandwidthMatrix matrix) {
    model.install(matrix);
  }

  /** What it is asked about next may be as before, but the machine is not. */
  void forget() {
    current = null;
  }

  /** What {@code vertex} is expected to take on {@code device}; negative if nothing is known. */
  double expectedNanos(Vertex vertex, int device) {
    turnTo(vertex);
    return expected(device);
  }

  /** When {@code vertex} would finish on {@code device}: {@link FinishModel#finish}. */
  double finish(Vertex vertex, int device) {
    turnTo(vertex);
    return model.finish(device, expected(device));
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

  /** Computation {@code vertex} is about to go to {@code device}; before its data is on the way. */
  void dispatched(Vertex vertex, int device) {
    turnTo(vertex);
    vertex.predicted = model.dispatched(device, expected(device));
    for (Access access : vertex.accesses()) {
      available(access, device, vertex.predicted);
    }
    current = null;
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

  private double expected(int device) {
    return profile == null ? -1 : profile.estimateNanos(device, sizeClass);
  }

  private void turnTo(Vertex vertex) {
    if (vertex == current) {
      return;
    }
    current = vertex;
    long bytes = 0;
    for (Access access : vertex.accesses()) {
      bytes += access.region().length();
    }
    profile = null;
    if (vertex.operation() instanceof Operation.Launch launch && launch.profile() != null) {
      profile = launch.profile();
      sizeClass = SizeClass.of(launch.shape().blocks() * launch.shape().threadsPerBlock(), bytes);
    }
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

  /** Remembers since when {@code device} will have what a computation there uses. */
  private void available(Access access, int device, double finish) {
    Region region = access.region();
    IntervalMap<LocationSet> map = region.allocation().locations();
    boolean writes = access.mode().writes();
    int i = map.count() == 1 ? 0 : map.find(region.offset());
    for (; i < map.count() && map.start(i) < region.end(); i++) {
      LocationSet here = map.value(i);
      if (writes || !Places.contains(here.places, device)) {
        if (here.available == null) {
          here.available = new double[devices];
        }
        here.available[device] = writes ? finish : model.arrival();
      }
    }
  }
}
