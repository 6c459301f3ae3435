package org.grcuda.cuda;

import org.junit.jupiter.api.BeforeEach;

/** The contract, on the double of the oldest driver: CUDA 12.0, without what came later. */
class OldDriverContractTest extends CudaDriverContractTest {

  private static final Recording RECORDING = Recording.built("oldest", "-DOLD_DRIVER");

  @Override
  Recording recording() {
    return RECORDING;
  }

  @Override
  @BeforeEach
  void reset() {
    super.reset();
    RECORDING.setVersion(12_000);
  }

  @Override
  protected boolean listsKernels() {
    return false;
  }
}
