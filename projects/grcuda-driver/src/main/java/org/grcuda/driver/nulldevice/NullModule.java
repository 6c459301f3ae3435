package org.grcuda.driver.nulldevice;

import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.grcuda.driver.UsageException;

/** Code that is not looked at: it has every kernel that is asked for, and no variable. */
final class NullModule implements Module {

  private final NullDevice device;
  private volatile boolean closed;

  NullModule(NullDevice device) {
    this.device = device;
  }

  @Override
  public Function function(String name) {
    requireOpen();
    return new NullFunction(this, name);
  }

  @Override
  public GlobalVariable global(String name) {
    requireOpen();
    throw new DriverException(
        CudaResult.CUDA_ERROR_NOT_FOUND,
        "cuModuleGetGlobal",
        device.ordinal(),
        "no variable '" + name + "': a module of the null device has none");
  }

  @Override
  public void close() {
    closed = true;
  }

  NullDevice device() {
    return device;
  }

  void requireOpen() {
    device.requireOpen();
    if (closed) {
      throw new UsageException("the module is closed");
    }
  }

  /** A kernel with the attributes of a small one. */
  record NullFunction(NullModule module, String name) implements Function {

    @Override
    public int registers() {
      return 32;
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
      return 1024;
    }

    @Override
    public int maxDynamicSharedBytes() {
      return 0;
    }

    @Override
    public void setMaxDynamicSharedBytes(int bytes) {
      LaunchShape.checkMaxDynamicShared(module.device(), this, bytes);
    }

    @Override
    public boolean isCooperative() {
      return false;
    }

    @Override
    public long maxResidentBlocks(long threadsPerBlock, int dynamicSharedBytes) {
      return Long.MAX_VALUE;
    }

    @Override
    public int suggestedBlockSize(int dynamicSharedBytes) {
      return 256;
    }
  }
}
