package org.grcuda.driver;

/** A kernel loaded on one device. */
public interface Function {

  /** Its symbol. */
  String name();

  /** Registers per thread (CU_FUNC_ATTRIBUTE_NUM_REGS). */
  int registers();

  /** Bytes of statically allocated shared memory (CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES). */
  int sharedBytes();

  /** Bytes of local memory per thread (CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES). */
  int localBytes();

  /** Most threads a block may have (CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK). */
  int maxThreadsPerBlock();

  /**
   * Most bytes of dynamic shared memory of a block, if it may have more than a device gives without
   * an opt-in (CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES); 0 before {@link
   * #setMaxDynamicSharedBytes}.
   */
  int maxDynamicSharedBytes();

  /**
   * Lets launches use up to {@code bytes} of dynamic shared memory (cuFuncSetAttribute).
   *
   * @throws DriverException CUDA_ERROR_INVALID_VALUE if this and the static shared memory are more
   *     than {@link DeviceAttribute#MAX_SHARED_MEMORY_PER_BLOCK_OPTIN}
   */
  void setMaxDynamicSharedBytes(int bytes);

  /**
   * Whether the blocks of its grid wait for each other (grid.sync() of cooperative groups). Its
   * launches are then cooperative (cuLaunchCooperativeKernel), so all blocks must fit the device at
   * once.
   */
  boolean isCooperative();

  /**
   * The clusters that its code declares ({@code __cluster_dims__}). {@link ClusterSize#NONE} if it
   * declares none, or if only the driver knows them, which then checks them itself.
   */
  default ClusterSize cluster() {
    return ClusterSize.NONE;
  }

  /**
   * Most blocks that a device can run at once (cuOccupancyMaxActiveBlocksPerMultiprocessor times
   * multiprocessors).
   */
  long maxResidentBlocks(long threadsPerBlock, int dynamicSharedBytes);

  /**
   * The block size that fills a multiprocessor best (cuOccupancyMaxPotentialBlockSize).
   *
   * @param dynamicSharedBytes dynamic shared memory per block
   */
  int suggestedBlockSize(int dynamicSharedBytes);

  /**
   * Nanoseconds that its launches have spent so far on translating it further, such as for the
   * shape of their blocks. If devices share the translation, the launches on all of them count. 0
   * if everything is translated when the module is loaded.
   */
  default long translationNanos() {
    return 0;
  }

  /**
   * A function that does the same, but counts what every {@code stride}-th block of its launches
   * does. Null if the backend cannot count.
   */
  default Function counted(long stride, BlockCounts counts) {
    return null;
  }
}
