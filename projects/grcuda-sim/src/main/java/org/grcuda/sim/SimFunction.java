package org.grcuda.sim;

import org.grcuda.driver.ClusterSize;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.sim.topology.DeviceModel;

/** A kernel on a simulated device: compiled by the functional backend. */
final class SimFunction implements Function {

  /** Blocks that are suggested. */
  private static final int SUGGESTED_BLOCK = 256;

  private final SimModule module;
  private final Function functional;
  private final DeviceModel model;
  private final LaunchCounts counts = new LaunchCounts();

  SimFunction(SimModule module, Function functional) {
    this.module = module;
    this.functional = functional;
    this.model = module.device().model();
  }

  SimModule module() {
    return module;
  }

  Function functional() {
    return functional;
  }

  /** What its launches do. */
  LaunchCounts counts() {
    return counts;
  }

  @Override
  public String name() {
    return functional.name();
  }

  @Override
  public int registers() {
    return functional.registers();
  }

  @Override
  public int sharedBytes() {
    return functional.sharedBytes();
  }

  @Override
  public int localBytes() {
    return functional.localBytes();
  }

  @Override
  public int maxThreadsPerBlock() {
    return functional.maxThreadsPerBlock();
  }

  @Override
  public int maxDynamicSharedBytes() {
    return functional.maxDynamicSharedBytes();
  }

  @Override
  public void setMaxDynamicSharedBytes(int bytes) {
    LaunchShape.checkMaxDynamicShared(module.device(), this, bytes);
    functional.setMaxDynamicSharedBytes(bytes);
  }

  @Override
  public ClusterSize cluster() {
    return functional.cluster();
  }

  @Override
  public boolean isCooperative() {
    return functional.isCooperative();
  }

  @Override
  public long maxResidentBlocks(long threadsPerBlock, int dynamicSharedBytes) {
    return Math.max(1, blocksPerMultiprocessor(threadsPerBlock, dynamicSharedBytes))
        * (long) model.multiprocessors();
  }

  @Override
  public int suggestedBlockSize(int dynamicSharedBytes) {
    return Math.min(SUGGESTED_BLOCK, maxThreadsPerBlock());
  }

  /**
   * Blocks that a multiprocessor runs at once, as its threads, blocks and shared memory allow.
   * Registers do not count, as nothing allocates them.
   */
  private long blocksPerMultiprocessor(long threadsPerBlock, int dynamicSharedBytes) {
    // Threads come in warps.
    long threads = (threadsPerBlock + 31) / 32 * 32;
    long most = Math.min(model.blocks(), model.threads() / threads);
    long shared = (long) sharedBytes() + dynamicSharedBytes;
    return shared == 0 ? most : Math.min(most, model.shared() / shared);
  }

  /** Largest share of the device's resident threads that a launch can have. */
  double occupancy(LaunchShape shape) {
    long threads = shape.threadsPerBlock();
    long blocks = Math.min(shape.blocks(), maxResidentBlocks(threads, shape.dynamicSharedBytes()));
    return (double) blocks * threads / ((double) model.multiprocessors() * model.threads());
  }
}
