package org.grcuda.cpu.device;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.driver.BlockCounts;
import org.grcuda.driver.ClusterSize;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;

/** A kernel of a {@link CpuModule}. */
final class CpuFunction implements Function {

  /** Enough threads to pay for a block, few enough for many blocks. */
  private static final int SUGGESTED_BLOCK = 256;

  /** Work that costs less than handing it to a worker. */
  private static final long BRIEF_NANOS = 2_000;

  private final CpuModule module;
  private final CompiledKernel kernel;
  private final Map<ClusterSize, CpuFunction> clustered = new ConcurrentHashMap<>();
  private volatile double threadNanos;
  private volatile int maxDynamicSharedBytes;

  CpuFunction(CpuModule module, CompiledKernel kernel) {
    this.module = module;
    this.kernel = kernel;
  }

  @Override
  public String name() {
    return kernel.name();
  }

  @Override
  public int registers() {
    return kernel.resources().registers();
  }

  @Override
  public int sharedBytes() {
    return kernel.resources().staticSharedBytes();
  }

  @Override
  public int localBytes() {
    return kernel.resources().localBytesPerThread();
  }

  @Override
  public int maxThreadsPerBlock() {
    return kernel.resources().maxThreadsPerBlock();
  }

  @Override
  public int maxDynamicSharedBytes() {
    return maxDynamicSharedBytes;
  }

  @Override
  public void setMaxDynamicSharedBytes(int bytes) {
    LaunchShape.checkMaxDynamicShared(module.device(), this, bytes);
    maxDynamicSharedBytes = bytes;
  }

  @Override
  public ClusterSize cluster() {
    return kernel.resources().cluster();
  }

  /**
   * The function for launches in clusters, translated when it is first asked for.
   *
   * @param size of a launch's clusters; {@link ClusterSize#NONE} for this function
   * @throws DriverException CUDA_ERROR_NOT_SUPPORTED, for what the kernel does that has no meaning
   *     there
   */
  CpuFunction inClusters(ClusterSize size) {
    if (size.isNone() || size.equals(cluster())) {
      return this;
    }
    return clustered.computeIfAbsent(size, this::translated);
  }

  private CpuFunction translated(ClusterSize size) {
    try {
      return new CpuFunction(module, kernel.inClusters(size));
    } catch (UnsupportedPtxException refusal) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_NOT_SUPPORTED,
          "cuLaunchKernel",
          module.device().ordinal(),
          "in clusters of " + size + " blocks: " + refusal.getMessage(),
          refusal);
    }
  }

  @Override
  public boolean isCooperative() {
    return kernel.resources().cooperative();
  }

  /** As many as the attributes of the device say; memory bounds them, not the cores. */
  @Override
  public long maxResidentBlocks(long threadsPerBlock, int dynamicSharedBytes) {
    CpuDevice device = module.device();
    return (long) device.attribute(DeviceAttribute.MULTIPROCESSOR_COUNT)
        * device.attribute(DeviceAttribute.MAX_BLOCKS_PER_MULTIPROCESSOR);
  }

  @Override
  public int suggestedBlockSize(int dynamicSharedBytes) {
    return Math.min(SUGGESTED_BLOCK, maxThreadsPerBlock());
  }

  @Override
  public long translationNanos() {
    return kernel.translationNanos();
  }

  @Override
  public Function counted(long stride, BlockCounts counts) {
    CompiledKernel counted = kernel.counted(stride, counts);
    if (counted == null) {
      return null;
    }
    CpuFunction function = new CpuFunction(module, counted);
    function.maxDynamicSharedBytes = maxDynamicSharedBytes;
    return function;
  }

  CpuModule module() {
    return module;
  }

  CompiledKernel kernel() {
    return kernel;
  }

  /** Nanoseconds that a block is expected to take, 0 before the first launch. */
  long blockNanos(long threadsPerBlock) {
    double perThread = threadNanos;
    return perThread == 0 ? 0 : Math.max(1, Math.round(perThread * threadsPerBlock));
  }

  /** Whether a launch is sure to take no longer than handing it to a worker. */
  boolean isBrief(LaunchShape shape) {
    long nanos = blockNanos(shape.threadsPerBlock());
    return kernel.isBoundedTime() && nanos > 0 && shape.blocks() <= BRIEF_NANOS / nanos;
  }

  /** Takes a launch into account; a lost update of two at a time does no harm. */
  void measured(long nanos, long blocks, long threadsPerBlock) {
    double perThread = (double) nanos / blocks / threadsPerBlock;
    double before = threadNanos;
    threadNanos = before == 0 ? perThread : 0.75 * before + 0.25 * perThread;
  }
}
