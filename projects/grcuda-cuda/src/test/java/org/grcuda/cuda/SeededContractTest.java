package org.grcuda.cuda;

import org.junit.jupiter.api.BeforeEach;

/** The contract, where commands are executed later, in an order that a seed chooses. */
class SeededContractTest extends CudaDriverContractTest {

  private static final long SEED = Long.getLong("grcuda.test.seed", 1);

  @Override
  @BeforeEach
  void reset() {
    super.reset();
    recording().seeded(SEED);
  }
}
