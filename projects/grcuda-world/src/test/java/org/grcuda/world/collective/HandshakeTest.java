package org.grcuda.world.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteOrder;
import java.util.List;
import org.grcuda.transport.Loopback;
import org.grcuda.transport.Transport;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.progress.Credits;
import org.grcuda.world.progress.Progress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks that do not fit together end with an error that names both. */
@Timeout(60)
final class HandshakeTest {

  private static final Identity USUAL =
      new Identity("1.0", ByteOrder.LITTLE_ENDIAN, "heat.py (12ab)");

  private final List<Transport> transports = Loopback.connect(2);
  private final Progress first = new Progress(transports.get(0), Credits.USUAL, false);
  private final Progress second = new Progress(transports.get(1), Credits.USUAL, false);

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  private static String error(Progress rank) {
    return assertThrows(GrCudaException.class, () -> rank.awaitUntil(() -> false, nanos -> {}))
        .getMessage();
  }

  private void greet(Identity zero, Identity one) {
    new Handshake(second, one).greet();
    new Handshake(first, zero).greet();
  }

  private void assertRefused(String message, Identity other) {
    greet(USUAL, other);
    assertEquals(message, error(first));
    String remedy = message.substring(message.indexOf(": "));
    assertTrue(error(second).endsWith(remedy), "the other learns of it, too");
  }

  private void assertTaken(Identity zero, Identity one) {
    greet(zero, one);
    for (int i = 0; i < 10; i++) {
      first.drive();
      second.drive();
    }
    assertTrue(!first.hasFailed() && !second.hasFailed());
  }

  @Test
  void anotherVersionIsRefused() {
    assertRefused(
        "rank 1 runs grcuda 2.0, and rank 0 grcuda 1.0: install one version on all machines",
        new Identity("2.0", USUAL.order(), USUAL.program()));
  }

  @Test
  void anotherProtocolIsRefused() {
    new Handshake(first, USUAL).greet();
    second.post(0, new RecordWriter(Kind.HELLO).addInt(7).finish());
    second.drive();
    assertEquals(
        "rank 1 runs grcuda of protocol 7, and rank 0 grcuda 1.0 of protocol 3: install one version"
            + " on all machines",
        error(first));
  }

  @Test
  void anotherByteOrderIsRefused() {
    assertRefused(
        "rank 1 has big-endian numbers, and rank 0 little-endian ones: start all ranks on machines"
            + " of one kind",
        new Identity("1.0", ByteOrder.BIG_ENDIAN, USUAL.program()));
  }

  @Test
  void anotherProgramIsRefused() {
    assertRefused(
        "rank 1 runs heat.py (34cd), and rank 0 heat.py (12ab): give all machines the same text,"
            + " or allow other programs by the option grcuda.ProgramCheck=off",
        new Identity("1.0", USUAL.order(), "heat.py (34cd)"));
  }

  @Test
  void ranksOfOneKindAreTaken() {
    assertTaken(USUAL, USUAL);
  }

  @Test
  void aProgramThatIsNotKnownIsTaken() {
    assertTaken(USUAL, new Identity("1.0", USUAL.order(), ""));
  }
}
