package org.grcuda.core.dag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.sync.Blocker;

/**
 * What the memory of null devices would hold: rows of 4 bytes that change when commands complete,
 * in an order of choice. A thread that waits completes something.
 */
final class NullMemory implements Blocker {

  static final int ROW = 4;

  private final IntUnaryOperator choice;
  private final Map<Long, Integer> rows = new HashMap<>();
  private final Map<String, Runnable> kernels = new HashMap<>();
  private final Set<String> doubtful = new HashSet<>();
  private final Set<String> failed = new HashSet<>();

  /** Host tasks that have begun. */
  private final List<Runnable> tasks = new ArrayList<>();

  private DagRig rig;

  /**
   * @param choice gives a number from 0 to below its argument
   */
  NullMemory(IntUnaryOperator choice) {
    this.choice = choice;
  }

  void use(DagRig used) {
    rig = used;
  }

  /** Launches of {@code kernel} do {@code action} when they complete. */
  void kernel(String kernel, Runnable action) {
    kernels.put(kernel, action);
  }

  /** The launch of {@code kernel} may fail. */
  void mayFail(String kernel) {
    doubtful.add(kernel);
  }

  /** Whether the launch of {@code kernel} has failed. What comes after it on a device goes on. */
  boolean hasFailed(String kernel) {
    return failed.contains(kernel);
  }

  void task(Runnable finish) {
    tasks.add(finish);
  }

  void finishTasks() {
    tasks.forEach(Runnable::run);
    tasks.clear();
  }

  void write(Region region, int[] values) {
    for (int i = 0; i < values.length; i++) {
      rows.put(address(region) + (long) i * ROW, values[i]);
    }
  }

  void check(Region region, int[] expected) {
    int[] found = new int[expected.length];
    Arrays.setAll(found, i -> rows.getOrDefault(address(region) + (long) i * ROW, -2));
    if (!Arrays.equals(expected, found)) {
      throw new AssertionError(
          "expected " + Arrays.toString(expected) + ", found " + Arrays.toString(found));
    }
  }

  private static long address(Region region) {
    return region.allocation().hostAddress() + region.offset();
  }

  /** Completes one command or host task; false if there is none that can. */
  boolean progress() {
    List<QueuedCommand> ready = rig.driver.ready();
    int count = ready.size() + tasks.size();
    if (count == 0) {
      return false;
    }
    int index = choice.applyAsInt(count);
    if (index < ready.size()) {
      complete(ready.get(index));
    } else {
      tasks.remove(index - ready.size()).run();
    }
    return true;
  }

  private void complete(QueuedCommand command) {
    String kernel = command.kernel();
    if (doubtful.contains(kernel) && choice.applyAsInt(8) == 0) {
      DriverException failure =
          new DriverException(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, "cuLaunchKernel", 0, kernel);
      failed.add(kernel);
      rig.driver.fail(command, failure);
      return;
    }
    if (command.kind() == Command.COPY) {
      for (long at = 0; at < command.word(2); at += ROW) {
        rows.put(command.word(0) + at, rows.getOrDefault(command.word(1) + at, -2));
      }
    } else if (command.kind() == Command.LAUNCH) {
      kernels.get(kernel).run();
    }
    rig.driver.complete(command);
  }

  @Override
  public <T> void block(Interruptible<T> wait, T subject) {
    if (!progress()) {
      throw new AssertionError("waits for ever for " + subject);
    }
  }
}
