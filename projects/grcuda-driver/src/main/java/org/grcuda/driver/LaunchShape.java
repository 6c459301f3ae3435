package org.grcuda.driver;

/**
 * Grid, block and dynamic shared memory of a launch.
 *
 * @param gridX blocks along x, at least 1; y and z likewise
 * @param blockX threads of a block along x, at least 1; y and z likewise
 * @param dynamicSharedBytes bytes of dynamic shared memory per block
 * @param cluster blocks of a cluster; {@link ClusterSize#NONE} for those that the kernel declares,
 *     if it does
 */
public record LaunchShape(
    int gridX,
    int gridY,
    int gridZ,
    int blockX,
    int blockY,
    int blockZ,
    int dynamicSharedBytes,
    ClusterSize cluster) {

  /** A shape without clusters, or with those that the kernel declares. */
  public LaunchShape(
      int gridX, int gridY, int gridZ, int blockX, int blockY, int blockZ, int dynamicSharedBytes) {
    this(gridX, gridY, gridZ, blockX, blockY, blockZ, dynamicSharedBytes, ClusterSize.NONE);
  }

  /** This shape with other dynamic shared memory. */
  public LaunchShape withDynamicShared(int bytes) {
    return new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, bytes, cluster);
  }

  /** This shape in clusters. */
  public LaunchShape withCluster(ClusterSize size) {
    return new LaunchShape(gridX, gridY, gridZ, blockX, blockY, blockZ, dynamicSharedBytes, size);
  }

  /**
   * Checks this shape against the limits of a device and a kernel, as cuLaunchKernel does.
   *
   * @throws DriverException CUDA_ERROR_INVALID_VALUE for a dimension or an amount of shared memory
   *     out of the device's range, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES for more threads than the
   *     kernel can have in a block, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE for more blocks than
   *     the device can run at once, if the blocks wait for each other,
   *     CUDA_ERROR_INVALID_CLUSTER_SIZE for clusters that do not divide the grid, have too many
   *     blocks or are others than the kernel declares, CUDA_ERROR_NOT_SUPPORTED for clusters on a
   *     device without them
   */
  public void check(Device device, Function function) {
    checkDimension(device, "gridX", gridX, DeviceAttribute.MAX_GRID_DIM_X);
    checkDimension(device, "gridY", gridY, DeviceAttribute.MAX_GRID_DIM_Y);
    checkDimension(device, "gridZ", gridZ, DeviceAttribute.MAX_GRID_DIM_Z);
    checkDimension(device, "blockX", blockX, DeviceAttribute.MAX_BLOCK_DIM_X);
    checkDimension(device, "blockY", blockY, DeviceAttribute.MAX_BLOCK_DIM_Y);
    checkDimension(device, "blockZ", blockZ, DeviceAttribute.MAX_BLOCK_DIM_Z);
    int threadLimit = device.attribute(DeviceAttribute.MAX_THREADS_PER_BLOCK);
    if (threadsPerBlock() > threadLimit) {
      throw refused(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          device,
          "a block of %d x %d x %d = %d threads, at most %d"
              .formatted(blockX, blockY, blockZ, threadsPerBlock(), threadLimit));
    }
    if (threadsPerBlock() > function.maxThreadsPerBlock()) {
      throw refused(
          CudaResult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
          device,
          "a block of %d threads, kernel %s takes at most %d"
              .formatted(threadsPerBlock(), function.name(), function.maxThreadsPerBlock()));
    }
    checkShared(device, function);
    checkClusters(device, function);
    if (function.isCooperative()) {
      checkResident(device, function);
    }
  }

  private void checkResident(Device device, Function function) {
    long resident = function.maxResidentBlocks(threadsPerBlock(), dynamicSharedBytes);
    if (blocks() > resident) {
      throw refused(
          CudaResult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
          device,
          "a grid of %d blocks that wait for each other (kernel %s), at most %d of %d threads fit"
              .formatted(blocks(), function.name(), resident, threadsPerBlock()));
    }
  }

  private void checkClusters(Device device, Function function) {
    ClusterSize declared = function.cluster();
    boolean given = !cluster.isNone();
    ClusterSize size = given ? cluster : declared;
    if (size.isNone()) {
      return;
    }
    if (given && device.attribute(DeviceAttribute.CLUSTER_LAUNCH) == 0) {
      throw refused(
          CudaResult.CUDA_ERROR_NOT_SUPPORTED,
          device,
          "clusters of %s blocks: the device has none (compute capability %d.%d, they begin at 9.0)"
              .formatted(
                  size,
                  device.attribute(DeviceAttribute.COMPUTE_CAPABILITY_MAJOR),
                  device.attribute(DeviceAttribute.COMPUTE_CAPABILITY_MINOR)));
    }
    if (given && !declared.isNone() && !declared.equals(cluster)) {
      throw refused(
          CudaResult.CUDA_ERROR_INVALID_CLUSTER_SIZE,
          device,
          "clusters of %s blocks, kernel %s declares %s"
              .formatted(cluster, function.name(), declared));
    }
    if (size.blocks() > ClusterSize.MOST_BLOCKS) {
      throw refused(
          CudaResult.CUDA_ERROR_INVALID_CLUSTER_SIZE,
          device,
          "clusters of %s blocks, at most %d in all".formatted(size, ClusterSize.MOST_BLOCKS));
    }
    if (!size.divides(this)) {
      throw refused(
          CudaResult.CUDA_ERROR_INVALID_CLUSTER_SIZE,
          device,
          "a grid of (%d, %d, %d) blocks, kernel %s takes multiples of its clusters' %s"
              .formatted(gridX, gridY, gridZ, function.name(), size));
    }
  }

  private void checkShared(Device device, Function function) {
    int plain = device.attribute(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK);
    int limit = Math.max(plain, function.sharedBytes() + function.maxDynamicSharedBytes());
    if (dynamicSharedBytes < 0 || (long) dynamicSharedBytes + function.sharedBytes() > limit) {
      throw refused(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          device,
          "%d bytes of dynamic and %d of static shared memory per block, at most %d in all"
              .formatted(dynamicSharedBytes, function.sharedBytes(), limit));
    }
  }

  /**
   * Checks a new limit of a kernel's dynamic shared memory.
   *
   * @throws DriverException CUDA_ERROR_INVALID_VALUE
   */
  public static void checkMaxDynamicShared(Device device, Function function, int bytes) {
    int limit = device.attribute(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    if (bytes < 0 || (long) bytes + function.sharedBytes() > limit) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          "cuFuncSetAttribute",
          device.ordinal(),
          "%d bytes of dynamic and %d of static shared memory per block, at most %d in all"
              .formatted(bytes, function.sharedBytes(), limit));
    }
  }

  private static void checkDimension(
      Device device, String name, int value, DeviceAttribute limitAttribute) {
    int limit = device.attribute(limitAttribute);
    if (value < 1 || value > limit) {
      throw refused(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          device,
          "%s is %d, expected 1 to %d".formatted(name, value, limit));
    }
  }

  private static DriverException refused(CudaResult result, Device device, String detail) {
    return new DriverException(result, "cuLaunchKernel", device.ordinal(), detail);
  }

  /** Threads of a block. */
  public long threadsPerBlock() {
    return (long) blockX * blockY * blockZ;
  }

  /** Blocks of the grid. */
  public long blocks() {
    return (long) gridX * gridY * gridZ;
  }
}
