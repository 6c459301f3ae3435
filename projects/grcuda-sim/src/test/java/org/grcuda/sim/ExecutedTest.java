package org.grcuda.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Event;
import org.junit.jupiter.api.Test;

/** Commands that are executed as well. */
class ExecutedTest extends ModelMachine {

  @Override
  boolean computes() {
    return true;
  }

  @Test
  void launchThatCannotBeExecutedFailsAndItsStreamGoesOn() {
    long from = driver.allocateHost(MB);
    long to = devices.get(0).allocate(MB);
    Event failed = devices.get(0).createEvent(false);
    submit(
        0,
        s -> {
          s.copy(streams.get(0), to, from, MB);
          launch(s, 0, streams.get(0), FULL, 100 * MB);
          s.record(streams.get(0), failed);
        });
    modules.get(0).close();
    assertEquals(MB / 10, end());
    assertEquals(CudaResult.CUDA_ERROR_UNKNOWN, failed.failure().result());
    assertTrue(failed.failure().getMessage().contains("cuLaunchKernel on device 0"));
    Event next = devices.get(0).createEvent(false);
    submit(
        0,
        s -> {
          s.copy(streams.get(0), to, from, MB);
          s.record(streams.get(0), next);
        });
    assertEquals(MB / 10, end());
    assertNull(next.failure());
  }
}
