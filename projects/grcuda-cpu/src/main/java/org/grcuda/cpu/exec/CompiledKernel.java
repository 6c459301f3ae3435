package org.grcuda.cpu.exec;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.grcuda.driver.BlockCounts;
import org.grcuda.driver.ClusterSize;
import org.grcuda.ptx.text.SourceLines;

/**
 * A kernel, ready to run. Immutable; blocks may run on any number of threads at once, each with its
 * own {@link BlockContext}.
 */
public final class CompiledKernel {

  /**
   * What a launch must provide.
   *
   * @param parameters in order
   * @param parameterBytes size of the parameter block
   * @param staticSharedBytes shared memory that the kernel declares, a multiple of 16
   * @param localBytesPerThread local memory of one thread, a multiple of 16
   * @param registers registers that a GPU would use, estimated from the registers live at once
   * @param maxThreadsPerBlock 1024, or what {@code .maxntid} or {@code .reqntid} say
   * @param cooperative whether its blocks wait for each other ({@code grid.sync()})
   * @param cluster blocks of a cluster, which run together
   */
  public record Resources(
      List<KernelParameter> parameters,
      int parameterBytes,
      int staticSharedBytes,
      int localBytesPerThread,
      int registers,
      int maxThreadsPerBlock,
      boolean cooperative,
      ClusterSize cluster) {

    /** The resources of a kernel whose blocks are independent. */
    public Resources(
        List<KernelParameter> parameters,
        int parameterBytes,
        int staticSharedBytes,
        int localBytesPerThread,
        int registers,
        int maxThreadsPerBlock) {
      this(
          parameters,
          parameterBytes,
          staticSharedBytes,
          localBytesPerThread,
          registers,
          maxThreadsPerBlock,
          false,
          ClusterSize.NONE);
    }
  }

  private final String name;
  private final Resources resources;
  private final BlockCode code;
  private final SourceLines source;
  private final boolean boundedTime;
  // Null where the kernel cannot be counted.
  private final Supplier<BlockCode> counting;
  // Null where the clusters are those of the resources.
  private final Function<ClusterSize, CompiledKernel> clusters;

  /**
   * @param source where its lines come from
   */
  public CompiledKernel(String name, Resources resources, BlockCode code, SourceLines source) {
    this(name, resources, code, source, false, null, null);
  }

  private CompiledKernel(
      String name,
      Resources resources,
      BlockCode code,
      SourceLines source,
      boolean boundedTime,
      Supplier<BlockCode> counting,
      Function<ClusterSize, CompiledKernel> clusters) {
    this.clusters = clusters;
    this.boundedTime = boundedTime;
    this.counting = counting;
    this.source = source;
    this.name = name;
    this.resources = resources;
    this.code = code;
  }

  /** The same kernel, with the knowledge whether its threads execute no instruction twice. */
  public CompiledKernel withBoundedTime(boolean bounded) {
    return new CompiledKernel(name, resources, code, source, bounded, counting, clusters);
  }

  /**
   * The same kernel, which can be counted.
   *
   * @param other gives code that does the same, and counts in {@link BlockContext#counts}
   */
  public CompiledKernel withCounting(Supplier<BlockCode> other) {
    return new CompiledKernel(name, resources, code, source, boundedTime, other, clusters);
  }

  /** The same kernel, with every {@code stride}-th block counted; null if it cannot be counted. */
  public CompiledKernel counted(long stride, BlockCounts counts) {
    if (counting == null || resources.cooperative() || resources.cluster().blocks() > 1) {
      return null;
    }
    BlockCode sampled = new CountedCode(code, counting.get(), stride, counts);
    return new CompiledKernel(name, resources, sampled, source, boundedTime, null, null);
  }

  /**
   * The same kernel, whose launches may have clusters.
   *
   * @param others translates it for clusters of a size
   */
  public CompiledKernel withClusters(Function<ClusterSize, CompiledKernel> others) {
    return new CompiledKernel(name, resources, code, source, boundedTime, counting, others);
  }

  /**
   * This kernel as if it declared clusters.
   *
   * @throws UnsupportedPtxException naming what it does that has no meaning there
   */
  public CompiledKernel inClusters(ClusterSize size) {
    return clusters.apply(size);
  }

  /** Whether no input makes it run for long: its threads execute no instruction twice. */
  public boolean isBoundedTime() {
    return boundedTime;
  }

  /** As {@link BlockCode#translationNanos}. */
  public long translationNanos() {
    return code.translationNanos();
  }

  /** Its symbol. */
  public String name() {
    return name;
  }

  /** What a launch must provide. */
  public Resources resources() {
    return resources;
  }

  /**
   * Runs all threads of one block, on the calling thread, to their end.
   *
   * @throws KernelFault if a thread does something for which a GPU would stop it; names kernel,
   *     block and thread
   */
  public void runBlock(BlockContext context) {
    runBlocks(context, 1);
  }

  /**
   * As {@link #runBlock}, for {@code blocks} blocks in the order of the grid, x fastest; the
   * context's index moves along.
   */
  public void runBlocks(BlockContext context, int blocks) {
    context.thread = 0;
    try {
      code.runBlocks(context, blocks);
    } catch (KernelFault fault) {
      throw fault.in(name, context, source);
    } catch (StackOverflowError overflow) {
      throw tooDeep(overflow).in(name, context, source);
    }
  }

  /**
   * Runs one block of a cooperative grid, as {@link BlockCode#advance} does.
   *
   * @return whether it has ended
   * @throws KernelFault as {@link #runBlock}
   */
  public boolean advanceBlock(BlockContext context) {
    context.thread = 0;
    try {
      return code.advance(context);
    } catch (KernelFault fault) {
      throw fault.in(name, context, source);
    } catch (StackOverflowError overflow) {
      throw tooDeep(overflow).in(name, context, source);
    }
  }

  private static KernelFault tooDeep(StackOverflowError overflow) {
    KernelFault fault =
        new KernelFault(KernelFault.Kind.STACK_OVERFLOW, "calls are nested too deeply");
    fault.addSuppressed(overflow);
    return fault;
  }
}
