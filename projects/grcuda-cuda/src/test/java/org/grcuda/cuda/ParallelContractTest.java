package org.grcuda.cuda;

import org.junit.jupiter.api.BeforeEach;

/** The contract, where threads execute commands. */
class ParallelContractTest extends CudaDriverContractTest {

  @Override
  @BeforeEach
  void reset() {
    super.reset();
    recording().parallel();
  }
}
