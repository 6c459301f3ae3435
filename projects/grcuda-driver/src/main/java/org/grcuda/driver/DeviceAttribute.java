package org.grcuda.driver;

/**
 * Device attributes, with the number and the name that the CUDA driver API gives them (CUDA Driver
 * API, enum CUdevice_attribute).
 */
public enum DeviceAttribute {
  MAX_THREADS_PER_BLOCK(1, "maxThreadsPerBlock"),
  MAX_BLOCK_DIM_X(2, "maxBlockDimX"),
  MAX_BLOCK_DIM_Y(3, "maxBlockDimY"),
  MAX_BLOCK_DIM_Z(4, "maxBlockDimZ"),
  MAX_GRID_DIM_X(5, "maxGridDimX"),
  MAX_GRID_DIM_Y(6, "maxGridDimY"),
  MAX_GRID_DIM_Z(7, "maxGridDimZ"),
  MAX_SHARED_MEMORY_PER_BLOCK(8, "maxSharedMemoryPerBlock"),
  TOTAL_CONSTANT_MEMORY(9, "totalConstantMemory"),
  WARP_SIZE(10, "warpSize"),
  MAX_REGISTERS_PER_BLOCK(12, "maxRegistersPerBlock"),
  CLOCK_RATE(13, "clockRate"),
  MULTIPROCESSOR_COUNT(16, "multiProcessorCount"),
  INTEGRATED(18, "integrated"),
  CAN_MAP_HOST_MEMORY(19, "canMapHostMemory"),
  CONCURRENT_KERNELS(31, "concurrentKernels"),
  MEMORY_CLOCK_RATE(36, "memoryClockRate"),
  GLOBAL_MEMORY_BUS_WIDTH(37, "globalMemoryBusWidth"),
  L2_CACHE_SIZE(38, "l2CacheSize"),
  MAX_THREADS_PER_MULTIPROCESSOR(39, "maxThreadsPerMultiProcessor"),
  ASYNC_ENGINE_COUNT(40, "asyncEngineCount"),
  UNIFIED_ADDRESSING(41, "unifiedAddressing"),
  COMPUTE_CAPABILITY_MAJOR(75, "computeCapabilityMajor"),
  COMPUTE_CAPABILITY_MINOR(76, "computeCapabilityMinor"),
  MANAGED_MEMORY(83, "managedMemory"),
  CONCURRENT_MANAGED_ACCESS(89, "concurrentManagedAccess"),
  COOPERATIVE_LAUNCH(95, "cooperativeLaunch"),
  MAX_SHARED_MEMORY_PER_BLOCK_OPTIN(97, "maxSharedMemoryPerBlockOptin");

  private final int code;
  private final String propertyName;

  DeviceAttribute(int code, String propertyName) {
    this.code = code;
    this.propertyName = propertyName;
  }

  /** The value of the CUdevice_attribute enumerator. */
  public int code() {
    return code;
  }

  /** The camel-case name under which a device's properties list it. */
  public String propertyName() {
    return propertyName;
  }
}
