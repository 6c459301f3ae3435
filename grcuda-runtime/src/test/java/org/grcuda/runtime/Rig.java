package org.grcuda.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.completion.CompletionTracker;
import org.grcuda.runtime.completion.WorkSignal;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.KernelLookup;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.Assertions;

/** A runtime on null devices, and short ways to submit to it. Parents are given by hand. */
public final class Rig implements AutoCloseable {

  /** Sets no parents: the test has. */
  public static final DependencyTracker BY_HAND =
      new DependencyTracker() {
        @Override
        public void findParents(Vertex vertex) {}

        @Override
        public void record(Vertex vertex, Access[] uses, Operation operation) {}
      };

  public final NullDriver driver;
  public final GpuRuntime runtime;
  private final Map<Device, Map<String, Function>> functions = new HashMap<>();

  public Rig(NullSettings settings, UnaryOperator<RuntimeOptions.Builder> options) {
    this(settings, options, Blocker.uninterruptible());
  }

  public Rig(
      NullSettings settings, UnaryOperator<RuntimeOptions.Builder> options, Blocker blocker) {
    this(settings, options, blocker, made -> made);
  }

  private Rig(
      NullSettings settings,
      UnaryOperator<RuntimeOptions.Builder> options,
      Blocker blocker,
      UnaryOperator<Driver> seen) {
    driver = new NullDriver(settings);
    RuntimeOptions chosen =
        options.apply(RuntimeOptions.defaults(settings.deviceCount()).with()).build();
    runtime = GpuRuntime.open(seen.apply(driver), chosen, blocker);
  }

  /** Devices whose time passes while a thread waits, and only then. */
  public static Rig inVirtualTime(
      NullSettings settings, UnaryOperator<RuntimeOptions.Builder> options) {
    return new Rig(settings, options, Blocker.uninterruptible(), VirtualTimeDriver::new);
  }

  /**
   * As {@link #inVirtualTime}, with commands that complete in an order of choice.
   *
   * @param step completes or fails one of the commands that can complete, of which there may be
   *     none; returns whether it has
   */
  public static Rig inVirtualTime(
      NullSettings settings,
      UnaryOperator<RuntimeOptions.Builder> options,
      Predicate<List<QueuedCommand>> step) {
    return new Rig(
        settings,
        options,
        Blocker.uninterruptible(),
        driver -> new VirtualTimeDriver(driver, step));
  }

  /** Devices that the runtime sees as something else. */
  public static Rig seenAs(UnaryOperator<Driver> seen, NullSettings settings) {
    return seenAs(seen, settings, options -> options);
  }

  /** Devices that the runtime sees as something else. */
  public static Rig seenAs(
      UnaryOperator<Driver> seen,
      NullSettings settings,
      UnaryOperator<RuntimeOptions.Builder> options) {
    return new Rig(settings, options, Blocker.uninterruptible(), seen);
  }

  /** {@code devices} devices that hold everything back. */
  public static Rig holding(int devices, UnaryOperator<RuntimeOptions.Builder> options) {
    Rig rig = new Rig(NullSettings.defaults().withDevices(devices), options);
    rig.driver.hold();
    return rig;
  }

  /** A kernel that each device loads before its first launch there. */
  public Operation launch(String kernel, int... pointerWords) {
    return launch(kernel, new LaunchShape(1, 1, 1, 32, 1, 1, 0), pointerWords);
  }

  public Operation launch(String kernel, LaunchShape shape, int... pointerWords) {
    int words = pointerWords.length;
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
    return new Operation.Launch(lookup, shape, new long[words], 8 * words, pointerWords);
  }

  private synchronized boolean isKnown(Device device, String kernel) {
    return functions.getOrDefault(device, Map.of()).containsKey(kernel);
  }

  private synchronized Function function(Device device, String kernel) {
    return functions
        .computeIfAbsent(device, key -> new HashMap<>())
        .computeIfAbsent(kernel, key -> device.loadModule(new byte[0]).function(key));
  }

  /** A launch with no accesses after {@code parents}, all of which it takes data from. */
  public Vertex submit(String kernel, Vertex... parents) {
    return submit(vertex(kernel, parents));
  }

  /** A launch with no accesses and no parents, on {@code device}. */
  public Vertex submitOn(int device, String kernel) {
    Placement there = Placement.onDevice(device);
    return submit(new Vertex(kernel, launch(kernel), new Access[0], there));
  }

  public Vertex submit(Vertex vertex) {
    return runtime.submit(vertex, BY_HAND);
  }

  public Vertex vertex(String kernel, Vertex... parents) {
    Vertex vertex = new Vertex(kernel, launch(kernel), new Access[0], Placement.ANYWHERE);
    vertex.setParents(unfinished(parents), null);
    return vertex;
  }

  private static Vertex[] unfinished(Vertex[] parents) {
    return Arrays.stream(parents)
        .filter(parent -> !parent.isComplete() || parent.isFailed())
        .toArray(Vertex[]::new);
  }

  /** Completes the held launch of {@code kernel}. */
  public void complete(String kernel) {
    driver.complete(ready(kernel));
    poll();
  }

  /** Fails the held launch of {@code kernel}. */
  public void fail(String kernel) {
    driver.fail(ready(kernel), illegalAddress());
    poll();
  }

  public static DriverException illegalAddress() {
    return new DriverException(
        CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, "cuLaunchKernel", 0, "somewhere");
  }

  public QueuedCommand ready(String kernel) {
    return driver.ready().stream()
        .filter(command -> command.kernel().equals(kernel))
        .findFirst()
        .orElseThrow(() -> new AssertionError(kernel + " is not ready: " + driver.pending()));
  }

  public CompletionTracker completion() {
    return runtime.parts().completion;
  }

  public WorkSignal signal() {
    return runtime.parts().signal;
  }

  /** Lets the runtime see everything that has completed. */
  public void poll() {
    runtime.lock();
    try {
      runtime.parts().completion.pollAll();
    } finally {
      runtime.unlock();
    }
  }

  /** Kernels whose events the submission of {@code kernel} waits for, in order. */
  public List<String> waits(String kernel) {
    List<QueuedCommand> log = driver.log();
    long submission = launchOf(kernel).submission();
    List<String> names = new ArrayList<>();
    for (QueuedCommand command : log) {
      if (command.submission() == submission && command.kind() == Command.WAIT) {
        names.add(recorder(log, command));
      }
    }
    return names;
  }

  /** Name of the kernel whose submission last recorded the event that {@code wait} waits for. */
  private static String recorder(List<QueuedCommand> log, QueuedCommand wait) {
    long submission = -1;
    for (QueuedCommand command : log) {
      if (command.index() < wait.index()
          && command.kind() == Command.RECORD
          && command.event() == wait.event()) {
        submission = command.submission();
      }
    }
    for (QueuedCommand command : log) {
      if (command.submission() == submission && command.kind() == Command.LAUNCH) {
        return command.kernel();
      }
    }
    throw new AssertionError("nothing recorded the event of " + wait);
  }

  public QueuedCommand launchOf(String kernel) {
    return driver.log().stream()
        .filter(command -> command.kernel().equals(kernel))
        .findFirst()
        .orElseThrow(() -> new AssertionError(kernel + " was not launched"));
  }

  /** Kernels in the order in which they were handed to the driver. */
  public List<String> launched() {
    return commands(Command.LAUNCH).stream().map(QueuedCommand::kernel).toList();
  }

  /** Waits until the runtime's own thread sleeps on the end of one of {@code any}. */
  public void awaitSleepOn(Vertex... any) {
    eventually(
        () -> {
          runtime.lock();
          try {
            return Arrays.stream(any).anyMatch(Vertex::isWaitedFor);
          } finally {
            runtime.unlock();
          }
        });
  }

  /** Waits until another thread of the runtime has made {@code condition} true. */
  public static void eventually(BooleanSupplier condition) {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          while (!condition.getAsBoolean()) {
            Thread.sleep(1);
          }
        });
  }

  public List<QueuedCommand> commands(Command kind) {
    return driver.log().stream().filter(command -> command.kind() == kind).toList();
  }

  @Override
  public void close() {
    driver.release();
    runtime.close();
    driver.close();
  }
}
