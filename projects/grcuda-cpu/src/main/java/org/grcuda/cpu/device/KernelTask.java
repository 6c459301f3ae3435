package org.grcuda.cpu.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.function.Consumer;
import org.grcuda.cpu.check.KernelWatch;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.KernelHeap;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.driver.LaunchShape;

/**
 * One launch; a unit is a block. Its memory, taken when it begins, is one frame: the parameter
 * block, then shared and local memory of one running block for each worker that takes part.
 */
class KernelTask extends ParallelTask {

  /** Alignment of the parameter block and of shared memory, which PTX may ask for up to 1024. */
  private static final long ALIGNMENT = 1024;

  /**
   * Bytes beside shared memory that no other worker accesses: machine code that stores for some
   * lanes of a vector writes back what it read for the others.
   */
  private static final long MARGIN = 64;

  /** The device it runs on, as its blocks see it. */
  record Environment(
      Memory memory,
      KernelHeap heap,
      int workers,
      Consumer<String> output,
      KernelWatch watch,
      RunningKernels running) {}

  /** The two words by which the blocks of a cooperative grid meet (cooperative_groups/details). */
  private static final long WORKSPACE_BYTES = ALIGNMENT;

  private final CpuFunction function;
  private final LaunchShape shape;
  private final long[] parameters;
  private final long sequence;
  private final Environment environment;
  private final Consumer<Throwable> onEnd;
  private final boolean cooperative;
  // Read by the thread that stops the kernel.
  private volatile Launch launch;
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
    this(function, shape, parameters, sequence, environment, onEnd, false, shape.blocks());
  }

  /**
   * A launch.
   *
   * @param cooperative whether its blocks wait for each other
   * @param units in which it is given to workers
   */
  KernelTask(
      CpuFunction function,
      LaunchShape shape,
      long[] parameters,
      long sequence,
      Environment environment,
      Consumer<Throwable> onEnd,
      boolean cooperative,
      long units) {
    super(units);
    this.cooperative = cooperative;
    this.function = function;
    this.shape = shape;
    this.parameters = parameters;
    this.sequence = sequence;
    this.environment = environment;
    this.onEnd = onEnd;
  }

  @Override
  long expectedUnitNanos() {
    if (cooperative) {
      return 0;
    }
    return function.blockNanos(shape.threadsPerBlock());
  }

  @Override
  void prepare(int participants) {
    prepareSlots(participants);
  }

  /** Makes the launch, with memory for {@code slots} blocks at a time. */
  final void prepareSlots(int slots) {
    CompiledKernel.Resources resources = function.kernel().resources();
    long parameterBytes = aligned(8L * parameters.length + MARGIN);
    sharedBytes = aligned((long) resources.staticSharedBytes() + shape.dynamicSharedBytes());
    slotBytes =
        headerBytes()
            + aligned(
                sharedBytes + resources.localBytesPerThread() * shape.threadsPerBlock() + MARGIN);
    // The allocator's ranges have a smaller alignment than a frame needs.
    long workspaceBytes = cooperative ? WORKSPACE_BYTES : 0;
    frameBytes = ALIGNMENT + parameterBytes + workspaceBytes + slots * slotBytes;
    frame = environment.memory.takeFrame(frameBytes);
    if (frame < 0) {
      throw new FrameException(
          String.format(
              Locale.ROOT,
              "%,d bytes of shared and local memory for %d blocks at a time",
              slots * slotBytes,
              slots));
    }
    long parameterBlock = aligned(frame);
    long workspace = cooperative ? parameterBlock + parameterBytes : 0;
    firstSlot = parameterBlock + parameterBytes + workspaceBytes + headerBytes();
    if (cooperative) {
      Memory.ALL.asSlice(workspace, WORKSPACE_BYTES).fill((byte) 0);
    }
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
            sequence,
            environment.heap,
            workspace);
    environment.running.add(this);
  }

  /** Makes it fail. */
  void stop(String reason) {
    fail(
        new KernelFault(
            KernelFault.Kind.CANCELLED,
            "kernel '%s' was stopped: %s".formatted(function.name(), reason)));
  }

  /** Bytes before the shared memory of each slot, a multiple of {@link #ALIGNMENT}. */
  long headerBytes() {
    return 0;
  }

  /** The distance of the shared memories of two neighbouring slots. */
  final long slotBytes() {
    return slotBytes;
  }

  final LaunchShape shape() {
    return shape;
  }

  /** Gives a block its memory. */
  final void placeInMemory(BlockContext context, long slot) {
    context.launch = launch;
    context.shared = firstSlot + slot * slotBytes;
    context.local = context.shared + sharedBytes;
    environment.watch.attach(context);
  }

  /** Gives a block its memory, and its index in the grid. */
  final void place(BlockContext context, int slot, long block) {
    placeInMemory(context, slot);
    long row = block / shape.gridX();
    context.blockIndexX = (int) (block % shape.gridX());
    context.blockIndexY = (int) (row % shape.gridY());
    context.blockIndexZ = (int) (row / shape.gridY());
  }

  final CompiledKernel kernel() {
    return function.kernel();
  }

  final boolean isStopped() {
    return launch.isCancelled();
  }

  @Override
  void run(long from, long to, Worker worker) {
    CompiledKernel kernel = function.kernel();
    BlockContext context = worker.context();
    Launch running = launch;
    for (long block = from; block < to && !running.isCancelled(); ) {
      int count = (int) Math.min(to - block, Integer.MAX_VALUE);
      place(context, worker.participant(), block);
      kernel.runBlocks(context, count);
      block += count;
    }
    environment.running.gotOn();
  }

  @Override
  void cancel() {
    if (launch != null) {
      launch.cancel();
    }
  }

  @Override
  void finish(Throwable failure) {
    environment.running.remove(this);
    if (frame >= 0) {
      environment.memory.releaseFrame(frame, frameBytes);
    }
    if (failure == null && !cooperative) {
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
