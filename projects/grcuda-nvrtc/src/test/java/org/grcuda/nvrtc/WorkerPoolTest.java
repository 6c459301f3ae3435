package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** The places of compiler processes. */
final class WorkerPoolTest {

  private static final int MANY = 1000;

  private static final CompileWait NEVER =
      waiting -> {
        throw new AssertionError("no place is left");
      };

  /** Such as a missing native library. */
  @Test
  void aProcessThatCannotBeStartedTakesNoPlace() {
    WorkerPool pool =
        new WorkerPool(
            () -> {
              throw new NoClassDefFoundError("a library");
            });
    for (int k = 0; k < MANY; k++) {
      assertThrows(NoClassDefFoundError.class, () -> pool.take(NEVER));
    }
  }
}
