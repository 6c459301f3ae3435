package org.grcuda.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.completion.KeptBack;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.history.KernelHistory;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.runtime.history.SizeClass;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.sync.Blocker;

/**
 * A program on a {@link SimulatedMachine}, through the runtime: the policies decide as they do for
 * a real one. The host takes no time, and holds the scheduling lock throughout, so that no other
 * thread of the runtime has a say.
 */
final class SimulatedProgram implements AutoCloseable {

  private static final long TERABYTE = 1L << 40;
  private static final LaunchShape SHAPE = new LaunchShape(640, 1, 1, 1024, 1, 1, 0);

  private final NullDriver driver;
  private final GpuRuntime runtime;
  private final SimulatedMachine machine;
  private final KernelHistory history = new KernelHistory();
  private final Map<String, KernelProfile> profiles = new HashMap<>();
  private final Map<Allocation, Vertex> writers = new HashMap<>();
  private final Map<Allocation, Set<Vertex>> readers = new HashMap<>();
  private final boolean known;
  private int launches;

  /**
   * @param known whether the history knows how long kernels take
   */
  SimulatedProgram(
      BandwidthMatrix matrix,
      int devices,
      boolean known,
      UnaryOperator<RuntimeOptions.Builder> options) {
    this.known = known;
    driver =
        new NullDriver(
            NullSettings.defaults().withDevices(devices).withHostMemory(TERABYTE, false));
    RuntimeOptions chosen =
        options.apply(RuntimeOptions.defaults(devices).with().bandwidths(matrix)).build();
    runtime = GpuRuntime.open(driver, chosen, Blocker.uninterruptible());
    machine = new SimulatedMachine(driver, matrix);
    driver.hold();
    runtime.lock();
  }

  /** Memory of {@code bytes} bytes, valid on the host. */
  Allocation array(String name, long bytes) {
    Allocation made = runtime.memory().allocate(name, bytes);
    machine.onHost(made);
    return made;
  }

  /** Launches a kernel that takes {@code nanos} where it has a device for itself. */
  Vertex launch(String kernel, double nanos, List<Allocation> read, List<Allocation> written) {
    String name = kernel + "#" + launches++;
    List<Access> accesses = new ArrayList<>();
    long bytes = 0;
    for (Allocation one : read) {
      accesses.add(new Access(one.whole(), AccessMode.READ));
      bytes += one.bytes();
    }
    for (Allocation one : written) {
      accesses.add(new Access(one.whole(), AccessMode.WRITE));
      bytes += one.bytes();
    }
    machine.define(name, new SimulatedMachine.Work(nanos, read, written));
    KernelProfile profile = profiles.computeIfAbsent(kernel, key -> history.profile(key, ""));
    if (known) {
      int sizeClass = SizeClass.of(SHAPE.blocks() * SHAPE.threadsPerBlock(), bytes);
      for (int device = 0; device < driver.deviceCount(); device++) {
        profile.add(device, sizeClass, (long) nanos);
      }
    }
    Operation operation =
        new Operation.Launch(
            device -> device.loadModule(new byte[0]).function(name),
            SHAPE,
            new long[0],
            0,
            new int[0],
            profile);
    Vertex vertex =
        new Vertex(name, operation, accesses.toArray(Access[]::new), Placement.ANYWHERE);
    vertex.setParents(parents(read, written), null);
    runtime.submit(vertex, Rig.BY_HAND);
    record(vertex, read, written);
    return vertex;
  }

  private Vertex[] parents(List<Allocation> read, List<Allocation> written) {
    Set<Vertex> parents = new LinkedHashSet<>();
    for (Allocation one : read) {
      parents.add(writers.get(one));
    }
    for (Allocation one : written) {
      Set<Vertex> since = readers.getOrDefault(one, Set.of());
      parents.addAll(since);
      if (since.isEmpty()) {
        parents.add(writers.get(one));
      }
    }
    parents.removeIf(parent -> parent == null || parent.isComplete());
    return parents.toArray(Vertex[]::new);
  }

  private void record(Vertex vertex, List<Allocation> read, List<Allocation> written) {
    for (Allocation one : read) {
      readers.computeIfAbsent(one, key -> new LinkedHashSet<>()).add(vertex);
    }
    for (Allocation one : written) {
      writers.put(one, vertex);
      readers.remove(one);
    }
  }

  /** The host reads {@code array}, after its writer. */
  void read(Allocation array) {
    await(writers.get(array));
    runtime.memory().hostAccess(array.whole(), AccessMode.READ);
    machine.read(array);
  }

  /** The host overwrites {@code array}, after its users; that takes no time. */
  void write(Allocation array) {
    List.copyOf(readers.getOrDefault(array, Set.of())).forEach(this::await);
    await(writers.get(array));
    runtime.memory().hostAccess(array.whole(), AccessMode.OVERWRITE);
    machine.onHost(array);
    writers.remove(array);
    readers.remove(array);
  }

  /** The host waits for the writer of {@code array}. */
  void await(Allocation array) {
    await(writers.get(array));
  }

  private void await(Vertex vertex) {
    if (vertex == null) {
      return;
    }
    KeptBack kept = runtime.parts().kept;
    if (kept != null && !vertex.isDispatched()) {
      kept.demand(vertex);
    }
    runtime.parts().completion.pollAll();
    while (!vertex.isComplete()) {
      if (!machine.step()) {
        throw new IllegalStateException(vertex + " never ends");
      }
      runtime.parts().completion.pollAll();
    }
  }

  /** Nanoseconds until everything submitted has ended. */
  double end() {
    KeptBack kept = runtime.parts().kept;
    if (kept != null) {
      kept.flush();
    }
    while (machine.step()) {
      runtime.parts().completion.pollAll();
    }
    return machine.now();
  }

  /** Bytes that went from one device to another. */
  double movedBetweenDevices() {
    return machine.movedBetweenDevices();
  }

  @Override
  public void close() {
    driver.release();
    runtime.unlock();
    runtime.close();
    driver.close();
  }
}
