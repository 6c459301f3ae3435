package org.grcuda.cuda;

import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.LibraryHandle;

/**
 * A function of a {@link CudaLibrary}.
 *
 * @param library its library
 * @param name its symbol
 * @param address its address
 * @param arguments number of arguments after the handle
 * @param byValue which of them are given by value
 */
record CudaLibraryFunction(
    CudaLibrary library, String name, long address, int arguments, long byValue)
    implements CudaCallable {

  @Override
  public NativeHandle holder() {
    return library;
  }

  @Override
  public int parameterBytes() {
    return Long.BYTES * (arguments + Long.bitCount(byValue) * LibraryHandle.WORDS_OF_VALUE);
  }

  @Override
  public int registers() {
    return 0;
  }

  @Override
  public int sharedBytes() {
    return 0;
  }

  @Override
  public int localBytes() {
    return 0;
  }

  @Override
  public int maxThreadsPerBlock() {
    return 1;
  }

  @Override
  public int maxDynamicSharedBytes() {
    return 0;
  }

  @Override
  public void setMaxDynamicSharedBytes(int bytes) {
    throw new DriverException(
        CudaResult.CUDA_ERROR_NOT_SUPPORTED,
        "cuFuncSetAttribute",
        library.owner().ordinal(),
        name + " is a function of a library");
  }

  @Override
  public boolean isCooperative() {
    return false;
  }

  @Override
  public long maxResidentBlocks(long threadsPerBlock, int dynamicSharedBytes) {
    return 1;
  }

  @Override
  public int suggestedBlockSize(int dynamicSharedBytes) {
    return 1;
  }
}
