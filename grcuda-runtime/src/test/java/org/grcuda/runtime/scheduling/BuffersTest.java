package org.grcuda.runtime.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What devices have taken, and how fast they get on. */
final class BuffersTest {

  private long now;
  private final Buffers buffers = new Buffers(2, 2, () -> now);

  private void endAt(long nanos) {
    now = nanos;
    buffers.end(0, 1);
  }

  @Test
  void aDeviceIsFullOfAsMuchAsItMayTake() {
    buffers.take(0, 1);
    buffers.take(0, 0.5);
    assertFalse(buffers.isFull(0));
    buffers.take(0, 0.5);
    assertTrue(buffers.isFull(0));
    assertFalse(buffers.isFull(1), "the other has taken nothing");
    assertEquals(3, buffers.count(0));
    buffers.end(0, 0.5);
    assertEquals(1.5, buffers.shares(0));
  }

  @Test
  void thePaceIsThatFromEndToEnd() {
    assertEquals(0, buffers.nanosEach(0), "nothing has ended");
    now = 1000;
    buffers.take(0, 1);
    buffers.take(0, 1);
    endAt(1080);
    assertEquals(80, buffers.nanosEach(0), "since it began");
    endAt(1240);
    assertEquals(90, buffers.nanosEach(0), "an eighth of it is that of the last");
  }

  @Test
  void endsThatAreSeenTogetherShareTheTime() {
    for (int i = 0; i < 4; i++) {
      buffers.take(0, 1);
    }
    endAt(100);
    endAt(100);
    assertEquals(100, buffers.nanosEach(0));
    endAt(300);
    assertEquals(100, buffers.nanosEach(0), "two in 200");
  }

  @Test
  void timeInWhichADeviceHasNothingDoesNotCount() {
    buffers.take(0, 1);
    endAt(100);
    now = 10_000;
    buffers.take(0, 1);
    endAt(10_100);
    assertEquals(100, buffers.nanosEach(0));
  }
}
