package org.grcuda.driver;

/** Code loaded on one device, with its global variables. */
public interface Module extends AutoCloseable {

  /**
   * A kernel of this module (cuModuleGetFunction).
   *
   * @param name its symbol, mangled where the source was C++
   * @throws DriverException CUDA_ERROR_NOT_FOUND, listing the kernels that exist
   */
  Function function(String name);

  /**
   * A global variable (cuModuleGetGlobal).
   *
   * @throws DriverException CUDA_ERROR_NOT_FOUND, listing the variables that exist
   */
  GlobalVariable global(String name);

  /** Unloads the code. Kernels still running must have completed. Idempotent. */
  @Override
  void close();

  /** Address and size in bytes of a {@code __device__} or {@code __constant__} variable. */
  record GlobalVariable(long address, long bytes) {}
}
