package org.grcuda.cpu.device;

import java.util.function.Consumer;

/** Tells of a failure as if a worker had met it. */
final class FailedTask extends ParallelTask {

  private final Throwable failure;
  private final Consumer<Throwable> onEnd;

  FailedTask(Throwable failure, Consumer<Throwable> onEnd) {
    super(1);
    this.failure = failure;
    this.onEnd = onEnd;
  }

  @Override
  long expectedUnitNanos() {
    return 0;
  }

  @Override
  void run(long from, long to, Worker worker) {
    // It was run before.
  }

  @Override
  void finish(Throwable none) {
    onEnd.accept(failure);
  }
}
