package org.grcuda.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.grcuda.driver.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Waits that submit work when they see that earlier work has ended, on a machine whose host is busy
 * for 10 microseconds with each submission.
 */
class SubmittingWaitTest extends ModelMachine {

  private static final int LINKS = 20;

  @Override
  String machine() {
    return MACHINE.replace("\"submission\": 0", "\"submission\": 10");
  }

  /**
   * A chain of computations; each is submitted after the end of the one before, and then something
   * on the other device.
   */
  private final class Chain implements BooleanSupplier {

    private final List<Event> ends = new ArrayList<>();
    private final double bytes;

    /** Each computation moves {@code bytes} bytes; nothing is done if these are 0. */
    Chain(double bytes) {
      this.bytes = bytes;
    }

    @Override
    public boolean getAsBoolean() {
      if (!ends.isEmpty() && !ends.getLast().isComplete()) {
        return false;
      }
      if (ends.size() == LINKS) {
        return true;
      }
      Event end = devices.get(0).createEvent(false);
      Event other = devices.get(1).createEvent(false);
      submit(
          0,
          s -> {
            if (bytes > 0) {
              launch(s, 0, streams.get(0), FULL, bytes);
            }
            s.record(streams.get(0), end);
          });
      submit(1, s -> s.record(streams.get(1), other));
      ends.add(end);
      return false;
    }
  }

  /** Computations of 0, 1, 10 and 20 microseconds: shorter than a submission, as long, longer. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 100_000, 1_000_000, 2_000_000})
  void timePassesUntilTheLastOfAChainHasEnded(double bytes) throws InterruptedException {
    Chain chain = new Chain(bytes);
    assertTrue(driver.awaitUntil(chain));
    assertEquals(LINKS, chain.ends.size());
    assertTrue(chain.ends.getLast().isComplete());
  }

  @Test
  void aWaitThatSubmitsNothingEndsWhenNothingGoesOn() throws InterruptedException {
    submit(0, s -> launch(s, 0, streams.get(0), FULL, MB));
    assertFalse(driver.awaitUntil(() -> false));
    assertEquals(20_000, driver.hostNanos());
  }
}
