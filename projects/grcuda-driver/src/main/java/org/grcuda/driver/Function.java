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
   * The block size that fills a multiprocessor best (cuOccupancyMaxPotentialBlockSize).
   *
   * @param dynamicSharedBytes dynamic shared memory per block
   */
  int suggestedBlockSize(int dynamicSharedBytes);
}
