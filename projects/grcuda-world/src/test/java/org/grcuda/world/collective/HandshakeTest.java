package org.grcuda.world.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.grcuda.transport.Loopback;
import org.grcuda.transport.Transport;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.progress.Credits;
import org.grcuda.world.progress.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks of different versions end with an error that names both. */
@Timeout(60)
final class HandshakeTest {

  private static String error(Progress rank) {
    return assertThrows(GrCudaException.class, () -> rank.awaitUntil(() -> false, nanos -> {}))
        .getMessage();
  }

  @Test
  void anotherVersionIsRefused() {
    List<Transport> transports = Loopback.connect(2);
    Progress first = new Progress(transports.get(0), Credits.USUAL);
    Progress second = new Progress(transports.get(1), Credits.USUAL);
    new Handshake(second, "2.0").greet();
    new Handshake(first, "1.0").greet();
    String message = error(first);
    assertEquals(
        "rank 1 runs grcuda 2.0, and rank 0 grcuda 1.0: install one version on all machines",
        message);
    assertTrue(error(second).contains("install one version"), "the other learns of it, too");
    first.close();
    second.close();
  }

  @Test
  void anotherProtocolIsRefused() {
    List<Transport> transports = Loopback.connect(2);
    Progress first = new Progress(transports.get(0), Credits.USUAL);
    Progress second = new Progress(transports.get(1), Credits.USUAL);
    new Handshake(first, "1.0").greet();
    second.post(0, new RecordWriter(Kind.HELLO).addInt(7).finish());
    second.drive();
    assertEquals(
        "rank 1 runs grcuda of protocol 7, and rank 0 grcuda 1.0 of protocol 2: install one version"
            + " on all machines",
        error(first));
    first.close();
    second.close();
  }
}
