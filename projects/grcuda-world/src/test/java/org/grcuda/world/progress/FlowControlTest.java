package org.grcuda.world.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.grcuda.transport.Loopback;
import org.grcuda.transport.Transport;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.progress.FlowControl.Flow;
import org.junit.jupiter.api.Test;

/** Credits between two ranks that one thread drives. */
final class FlowControlTest {

  private static final int RECORD = RecordWriter.HEADER + Integer.BYTES;

  private final List<Transport> transports = Loopback.connect(2);
  private final Progress first = progress(0, new Credits(4, 1000));
  private final Progress second = progress(1, new Credits(4, 1000));
  private int arrived;
  private int left;

  private Progress progress(int rank, Credits credits) {
    Progress progress = new Progress(transports.get(rank), credits, false);
    progress.begin();
    progress.on(Kind.INVOKE, (source, record) -> arrived++);
    return progress;
  }

  private void send(int bytes) {
    byte[] more = new byte[bytes - RECORD];
    first.postCall(1, new RecordWriter(Kind.INVOKE).addBytes(more).finish(), () -> left++);
  }

  private void drive() {
    for (int i = 0; i < 3; i++) {
      first.drive();
      second.drive();
    }
  }

  private void handle(int records, int bytes) {
    for (int i = 0; i < records; i++) {
      second.flows().handled(Flow.CALLS, 0, bytes);
    }
    drive();
  }

  @Test
  void recordsWaitForCredits() {
    for (int i = 0; i < 10; i++) {
      send(20);
    }
    drive();
    assertEquals(4, arrived);
    assertEquals(4, left);
    handle(1, 20);
    assertEquals(4, arrived, "one is not worth a record");
    handle(1, 20);
    assertEquals(6, arrived);
    handle(4, 20);
    assertEquals(10, arrived);
  }

  @Test
  void bytesAreBoundedUpToTheLastRecord() {
    for (int i = 0; i < 4; i++) {
      send(600);
    }
    drive();
    assertEquals(2, arrived);
    handle(1, 600);
    assertEquals(3, arrived);
  }

  @Test
  void otherRecordsOvertakeCalls() {
    for (int i = 0; i < 5; i++) {
      send(20);
    }
    first.post(1, new RecordWriter(Kind.INVOKE).addInt(0).finish());
    drive();
    assertEquals(5, arrived);
    assertEquals(4, left);
  }

  @Test
  void aRankThatEndsTakesEverything() {
    for (int i = 0; i < 10; i++) {
      send(20);
    }
    drive();
    first.flows().open(1);
    drive();
    assertEquals(10, arrived);
  }

  @Test
  void aRankThatHasLeftSaysNothingMore() {
    second.leave(() -> {});
    drive();
    for (int i = 0; i < 5; i++) {
      send(20);
    }
    drive();
    handle(4, 20);
    assertEquals(4, arrived, "it gives no credits, as their taker may be gone");
  }

  @Test
  void creditsThatWereNotTakenAreRefused() {
    handle(2, 20);
    GrCudaException error =
        assertThrows(GrCudaException.class, () -> first.awaitUntil(() -> false, nanos -> {}));
    assertEquals("more credits than were taken", error.getMessage());
  }

  @Test
  void anUnknownFlowIsRefused() {
    second.post(0, new RecordWriter(Kind.CREDIT).addByte(7).addLong(1).addLong(1).finish());
    drive();
    GrCudaException error =
        assertThrows(GrCudaException.class, () -> first.awaitUntil(() -> false, nanos -> {}));
    assertEquals("credits for flow 7", error.getMessage());
  }
}
