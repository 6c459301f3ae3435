package org.grcuda.core.dag;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.KernelLookup;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.sync.Blocker;

/** A DAG over a runtime on null devices, and short ways to submit to it. */
final class DagRig implements AutoCloseable {

  /** A wait where none is expected. */
  static final Blocker NEVER =
      new Blocker() {
        @Override
        public <T> void block(Interruptible<T> wait, T subject) {
          throw new AssertionError("waited for " + subject);
        }
      };

  final NullDriver driver;
  final GpuRuntime runtime;
  final ComputationDag dag;
  private final Map<Device, Map<String, Function>> functions = new HashMap<>();

  DagRig(
      NullSettings settings,
      UnaryOperator<RuntimeOptions.Builder> options,
      DependencyPolicy policy,
      Blocker blocker) {
    driver = new NullDriver(settings);
    RuntimeOptions chosen =
        options.apply(RuntimeOptions.defaults(settings.deviceCount()).with()).build();
    runtime = GpuRuntime.open(driver, chosen, blocker);
    dag = new ComputationDag(runtime, policy);
  }

  /** One device that holds everything back; whoever waits fails. */
  static DagRig holding() {
    DagRig rig =
        new DagRig(NullSettings.defaults(), options -> options, DependencyPolicy.AUTO, NEVER);
    rig.driver.hold();
    return rig;
  }

  Allocation allocate(String name, long bytes) {
    return dag.allocate(name, bytes);
  }

  static Access in(Allocation allocation) {
    return new Access(allocation.whole(), AccessMode.READ);
  }

  static Access out(Allocation allocation) {
    return new Access(allocation.whole(), AccessMode.WRITE);
  }

  static Access inout(Allocation allocation) {
    return new Access(allocation.whole(), AccessMode.READ_WRITE);
  }

  static Access access(Allocation allocation, long offset, long length, AccessMode mode) {
    return new Access(new Region(allocation, offset, length), mode);
  }

  Vertex launch(String kernel, Access... accesses) {
    return dag.submit(kernel, operation(kernel), accesses);
  }

  /** A kernel that each device loads before its first launch there. */
  Operation operation(String kernel) {
    KernelLookup lookup =
        new KernelLookup() {
          @Override
          public Function on(Device device) {
            return function(device, kernel);
          }

          @Override
          public boolean isLoaded(Device device) {
            return isKnown(device, kernel);
          }
        };
    return new Operation.Launch(
        lookup, new LaunchShape(1, 1, 1, 32, 1, 1, 0), new long[0], 0, new int[0]);
  }

  private synchronized boolean isKnown(Device device, String kernel) {
    return functions.getOrDefault(device, Map.of()).containsKey(kernel);
  }

  private synchronized Function function(Device device, String kernel) {
    return functions
        .computeIfAbsent(device, key -> new HashMap<>())
        .computeIfAbsent(kernel, key -> device.loadModule(new byte[0]).function(key));
  }

  /** Completes the held launch of {@code kernel}, and what must come before it in its stream. */
  void complete(String kernel) {
    driver.complete(ready(kernel));
  }

  void fail(String kernel) {
    driver.fail(
        ready(kernel),
        new DriverException(
            CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, "cuLaunchKernel", 0, "in " + kernel));
  }

  /** The launch of {@code kernel}, after the prefetches of its submission were completed. */
  private QueuedCommand ready(String kernel) {
    while (true) {
      List<QueuedCommand> ready = driver.ready();
      QueuedCommand prefetch = null;
      for (QueuedCommand command : ready) {
        if (command.kernel().equals(kernel)) {
          return command;
        }
        if (command.kind() == Command.PREFETCH) {
          prefetch = command;
        }
      }
      if (prefetch == null) {
        throw new AssertionError(kernel + " is not ready: " + driver.pending());
      }
      driver.complete(prefetch);
    }
  }

  static List<Vertex> parents(Vertex vertex) {
    return Arrays.asList(vertex.parents());
  }

  @Override
  public void close() {
    driver.release();
    runtime.close();
    driver.close();
  }
}
