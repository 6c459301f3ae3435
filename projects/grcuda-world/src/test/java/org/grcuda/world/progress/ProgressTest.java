package org.grcuda.world.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.grcuda.transport.ForwardingTransport;
import org.grcuda.transport.Loopback;
import org.grcuda.transport.Transport;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordWriter;
import org.junit.jupiter.api.Test;

/** Which thread drives, and when. */
final class ProgressTest {

  private static final long BRIEF = 1_000_000;
  private static final long LONG = 3_600_000_000_000L;

  /** The threads that have sent frames. */
  private final List<Thread> senders = new ArrayList<>();

  private boolean hasVirtualTime;

  private Progress progress() {
    Transport transport =
        new ForwardingTransport(Loopback.connect(2).getFirst()) {
          @Override
          public boolean send(int target, MemorySegment frame) {
            senders.add(Thread.currentThread());
            return super.send(target, frame);
          }

          @Override
          public boolean hasVirtualTime() {
            return hasVirtualTime;
          }
        };
    return new Progress(transport, Credits.USUAL, false);
  }

  private static byte[] record() {
    return new RecordWriter(Kind.INVOKE).finish();
  }

  @Test
  void whatSendsPostLeavesAtOnce() {
    try (Progress progress = progress()) {
      progress.sending(() -> progress.post(1, record()));
      assertEquals(List.of(Thread.currentThread()), senders);
      assertFalse(progress.isBusy());
    }
  }

  @Test
  void inVirtualTimeItLeavesWhenTheRankWaits() {
    hasVirtualTime = true;
    try (Progress progress = progress()) {
      progress.sending(() -> progress.post(1, record()));
      assertEquals(List.of(), senders);
      assertTrue(progress.isBusy());
    }
  }

  @Test
  void sendThatFailsLeavesTheDrivingToOthers() {
    try (Progress progress = progress()) {
      Runnable fails =
          () -> {
            throw new IllegalStateException("no such array");
          };
      assertThrows(IllegalStateException.class, () -> progress.sending(fails));
      progress.sending(() -> progress.post(1, record()));
      assertEquals(1, senders.size());
    }
  }

  @Test
  void drivingIsNoticedUnlessItIsThatOfTheThreadInTheBackground() {
    try (Progress progress = progress()) {
      progress.drive();
      assertTrue(progress.wasDriven(LONG));
      while (progress.wasDriven(BRIEF)) {
        Thread.onSpinWait();
      }
      progress.driveIfFree();
      assertFalse(progress.wasDriven(BRIEF));
    }
  }
}
