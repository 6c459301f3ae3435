package org.grcuda.cpu.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.function.Consumer;
import org.grcuda.cpu.check.KernelWatch;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.driver.LaunchShape;

/**
 * One launch; a unit is a block. Its memory, taken when it begins, is one frame: the parameter
 * block, then shared and local memory of one running block for each worker that takes part.
 */
final class KernelTask extends ParallelTask {

  /** Alignment of the parameter block and of shared memory, which PTX may ask for up to 1024. */
  private static final long ALIGNMENT = 1024;

  /** The device it runs on, as its blocks see it. */
  record Environment(Memory memory, int workers, Consumer<String> output, KernelWatch watch) {}

  private final CpuFunction function;
  private final LaunchShape shape;
  private final long[] parameters;
  private final long sequence;
  private final Environment environment;
  private final Consumer<Throwable> onEnd;
  private Launch launch;
  private long frame = -1;
  private long frameBytes;
  private long firstSlot;
  private long sharedBytes;
  private long slotBytes;

  KernelTask(
      CpuFunction function,
      LaunchShape shape,
      long[] parameters,
      long sequence,
      Environment environment,
      Consumer<Throwable> onEnd) {
    super(shape.blocks());
    this.function = function;
    this.shape = shape;
    this.parameters = parameters;
    this.sequence = sequence;
    this.environment = environment;
    this.onEnd = onEnd;
  }

  @Override
  long expectedUnitNanos() {
    return function.blockNanos(shape.threadsPerBlock());
  }

  @Override
  void prepare(int participants) {
    CompiledKernel.Resources resources = function.kernel().resources();
    long parameterBytes = aligned(8L * parameters.length);
    sharedBytes = aligned((long) resources.staticSharedBytes() + shape.dynamicSharedBytes());
    slotBytes = aligned(sharedBytes + resources.localBytesPerThread() * shape.threadsPerBlock());
    // A range of the allocator is aligned to less than a frame must be.
    frameBytes = ALIGNMENT + parameterBytes + participants * slotBytes;
    frame = environment.memory.takeFrame(frameBytes);
    if (frame < 0) {
      throw new FrameException(
          String.format(
              Locale.ROOT,
              "%,d bytes of shared and local memory for %d blocks at a time",
              participants * slotBytes,
              participants));
    }
    long parameterBlock = aligned(frame);
    firstSlot = parameterBlock + parameterBytes;
    MemorySegment.copy(
        parameters,
        0,
        Memory.ALL,
        ValueLayout.JAVA_LONG_UNALIGNED,
        parameterBlock,
        parameters.length);
    launch =
        new Launch(
            new Launch.Shape(shape.gridX(), shape.gridY(), shape.gridZ()),
            new Launch.Shape(shape.blockX(), shape.blockY(), shape.blockZ()),
            shape.dynamicSharedBytes(),
            parameterBlock,
            function.module().globals(),
            environment.memory.accessible(),
            environment.output,
            environment.workers,
            sequence);
  }

  @Override
  void run(long from, long to, Worker worker) {
    CompiledKernel kernel = function.kernel();
    BlockContext context = worker.context();
    context.launch = launch;
    context.shared = firstSlot + worker.participant() * slotBytes;
    context.local = context.shared + sharedBytes;
    environment.watch.attach(context);
    long row = from / shape.gridX();
    int x = (int) (from % shape.gridX());
    int y = (int) (row % shape.gridY());
    int z = (int) (row / shape.gridY());
    for (long block = from; block < to && !launch.isCancelled(); block++) {
      context.blockIndexX = x;
      context.blockIndexY = y;
      context.blockIndexZ = z;
      kernel.runBlock(context);
      if (++x == shape.gridX()) {
        x = 0;
        if (++y == shape.gridY()) {
          y = 0;
          z++;
        }
      }
    }
  }

  @Override
  void cancel() {
    if (launch != null) {
      launch.cancel();
    }
  }

  @Override
  void finish(Throwable failure) {
    if (frame >= 0) {
      environment.memory.releaseFrame(frame, frameBytes);
    }
    if (failure == null) {
      function.measured(busyNanos(), units(), shape.threadsPerBlock());
    }
    onEnd.accept(failure);
  }

  private static long aligned(long bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /** There is no memory for the running blocks. */
  static final class FrameException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FrameException(String detail) {
      super(detail);
    }
  }
}
