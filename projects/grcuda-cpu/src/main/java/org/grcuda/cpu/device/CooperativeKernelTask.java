package org.grcuda.cpu.device;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.driver.LaunchShape;

/**
 * A launch whose blocks wait for each other. Each block has memory of its own. Blocks that have
 * begun and can go on are in a queue, from which the participating workers take them. One worker is
 * enough for all blocks to make progress.
 */
final class CooperativeKernelTask extends KernelTask {

  /** How long a worker sleeps while others have all the blocks. */
  private static final long PAUSE_NANOS = 20_000;

  private final int blocks;
  private final Queue<BlockContext> ready = new ConcurrentLinkedQueue<>();
  private final AtomicLong live;

  CooperativeKernelTask(
      CpuFunction function,
      LaunchShape shape,
      long[] parameters,
      long sequence,
      Environment environment,
      Consumer<Throwable> onEnd) {
    super(
        function,
        shape,
        parameters,
        sequence,
        environment,
        onEnd,
        true,
        Math.min(shape.blocks(), environment.workers()));
    this.blocks = Math.toIntExact(shape.blocks());
    this.live = new AtomicLong(blocks);
  }

  @Override
  void prepare(int participants) {
    prepareSlots(blocks);
    for (int block = 0; block < blocks; block++) {
      BlockContext context = new BlockContext();
      place(context, block, block);
      ready.add(context);
    }
  }

  @Override
  void run(long from, long to, Worker worker) {
    while (live.get() > 0 && !isStopped()) {
      BlockContext context = ready.poll();
      if (context == null) {
        LockSupport.parkNanos(PAUSE_NANOS);
      } else {
        context.worker = worker.context().worker;
        if (kernel().advanceBlock(context)) {
          live.decrementAndGet();
        } else {
          ready.add(context);
        }
      }
    }
  }
}
