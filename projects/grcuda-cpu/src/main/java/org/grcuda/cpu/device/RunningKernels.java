package org.grcuda.cpu.device;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** The kernels that run on one device, so that they can be stopped. */
final class RunningKernels {

  private final Set<KernelTask> tasks = new HashSet<>();
  private final LongAdder steps = new LongAdder();
  private String stopped;

  /** A kernel begins: it fails at once if kernels are stopped. */
  void add(KernelTask task) {
    String reason;
    synchronized (this) {
      tasks.add(task);
      reason = stopped;
    }
    if (reason != null) {
      task.stop(reason);
    }
  }

  /** A kernel has ended. */
  synchronized void remove(KernelTask task) {
    tasks.remove(task);
  }

  /** Some blocks of a kernel have ended. */
  void gotOn() {
    steps.increment();
  }

  /** A value that changes while kernels make progress. */
  long progress() {
    return steps.sum();
  }

  /** Stops running kernels, and those that begin later. */
  void stop(String reason) {
    List<KernelTask> running;
    synchronized (this) {
      if (stopped != null) {
        return;
      }
      stopped = reason;
      running = List.copyOf(tasks);
    }
    running.forEach(task -> task.stop(reason));
  }
}
