package org.grcuda.transport.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.grcuda.transport.Transport;
import org.grcuda.transport.TransportException;

/**
 * What every transport must do, as programs that all ranks run: each in a thread of its own, or in
 * a process of its own. A check begins and ends with nothing under way.
 */
public final class TransportChecks {

  private static final int CHUNK = 4 << 20;

  private static final Map<String, Consumer<Peer>> CHECKS = checks();

  private final Peer peer;

  /** The checks as one of the ranks runs them, which does nothing else meanwhile. */
  public TransportChecks(Transport transport) {
    this.peer = new Peer(transport);
  }

  private static Map<String, Consumer<Peer>> checks() {
    Map<String, Consumer<Peer>> checks = new LinkedHashMap<>();
    checks.put("frames keep their order", TransportChecks::framesKeepTheirOrder);
    checks.put("the sender may change its frame", TransportChecks::senderMayChangeItsFrame);
    checks.put("refused frames lose nothing", TransportChecks::refusedFramesLoseNothing);
    checks.put("the largest frame", TransportChecks::largestFrame);
    checks.put("payloads of every size", TransportChecks::payloadsOfEverySize);
    checks.put("payloads asked for first", TransportChecks::payloadsAskedForFirst);
    checks.put("payloads in any order", TransportChecks::payloadsInAnyOrder);
    checks.put("busy while payloads are under way", TransportChecks::busyWhilePayloads);
    checks.put("events call the transport", TransportChecks::eventsCallTheTransport);
    checks.put("a failed event loses no other", TransportChecks::failedEventLosesNoOther);
    return checks;
  }

  /** All checks by name, except {@link #sizesDiffer}. */
  public static Iterable<String> names() {
    return CHECKS.keySet();
  }

  /** Runs one check. All ranks run the same ones, in the same order. */
  public void run(String name) {
    CHECKS.get(name).accept(peer);
    peer.barrier();
    peer.awaitRest();
  }

  private static void framesKeepTheirOrder(Peer peer) {
    int frames = 60;
    for (int i = 0; i < frames; i++) {
      for (int target = 0; target < peer.size(); target++) {
        peer.send(target, frame(peer.rank(), target, i));
      }
    }
    for (int i = 0; i < frames; i++) {
      for (int source = 0; source < peer.size(); source++) {
        assertArrayEquals(frame(source, peer.rank(), i), peer.receive(source), "frame " + i);
      }
    }
  }

  /** Small frames follow large ones, which some transports send in another way. */
  private static byte[] frame(int source, int target, int index) {
    int[] sizes = {8, Transport.FRAME_BYTES, 1, 64, 5000, 0, 30_000};
    return Peer.bytes(sizes[index % sizes.length], (source * 100L + target) * 1000 + index);
  }

  private static void senderMayChangeItsFrame(Peer peer) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment frame = arena.allocate(Transport.FRAME_BYTES);
      for (int i = 1; i <= 20; i++) {
        frame.fill((byte) i);
        peer.await("room", () -> peer.transport().send(peer.next(), frame));
      }
      frame.fill((byte) 0);
      for (int i = 1; i <= 20; i++) {
        byte[] got = peer.receive(peer.previous());
        assertEquals(i, got[0]);
        assertEquals(i, got[got.length - 1]);
      }
    }
  }

  /** To itself, as a rank that does not poll takes nothing. */
  private static void refusedFramesLoseNothing(Peer peer) {
    int most = 4096;
    byte[] frame = new byte[Transport.FRAME_BYTES];
    int taken = 0;
    while (taken < most && send(peer, peer.rank(), frame, taken)) {
      taken++;
    }
    assertTrue(taken > 0 && taken < most, "taken without a poll: " + taken);
    for (int i = 0; i < taken; i++) {
      assertEquals(i % 100, peer.receive(peer.rank())[0]);
    }
    assertTrue(send(peer, peer.rank(), frame, 77));
    assertEquals(77, peer.receive(peer.rank())[0]);
  }

  private static boolean send(Peer peer, int target, byte[] frame, int number) {
    frame[0] = (byte) (number % 100);
    return peer.transport().send(target, MemorySegment.ofArray(frame));
  }

  private static void largestFrame(Peer peer) {
    byte[] largest = Peer.bytes(Transport.FRAME_BYTES, peer.rank());
    peer.send(peer.next(), largest);
    assertArrayEquals(
        Peer.bytes(Transport.FRAME_BYTES, peer.previous()), peer.receive(peer.previous()));
    MemorySegment larger = MemorySegment.ofArray(new byte[Transport.FRAME_BYTES + 1]);
    assertThrows(IllegalArgumentException.class, () -> peer.transport().send(peer.next(), larger));
  }

  private static void payloadsOfEverySize(Peer peer) {
    int[] sizes = {0, 1, 4096, 70_001, CHUNK, CHUNK + 1, 5 * CHUNK + 12_345};
    for (int i = 0; i < sizes.length; i++) {
      for (int target = 0; target < peer.size(); target++) {
        if (peer.rank() == 0) {
          exchange(peer, target, sizes[i], i, false);
        } else if (peer.rank() == target) {
          exchange(peer, 0, sizes[i], i, false);
        }
      }
    }
  }

  private static void payloadsAskedForFirst(Peer peer) {
    int even = peer.rank() / 2 * 2;
    int other = Math.min(even + (1 - peer.rank() % 2), peer.size() - 1);
    exchange(peer, other, 1 << 20, 3, true);
    exchange(peer, other, 8, 4, true);
  }

  /** Sends a payload to {@code other} and takes one from it; both call this. */
  private static void exchange(Peer peer, int other, int bytes, long id, boolean asksFirst) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = Peer.memory(arena, bytes, peer.rank());
      MemorySegment to = Peer.memory(arena, bytes, -1);
      Transport transport = peer.transport();
      if (asksFirst) {
        transport.receivePayload(other, id, to.address(), bytes);
        peer.send(other, new byte[] {1});
        peer.receive(other);
        transport.sendPayload(other, id, from.address(), bytes);
      } else {
        transport.sendPayload(other, id, from.address(), bytes);
        peer.send(other, new byte[] {1});
        peer.receive(other);
        transport.receivePayload(other, id, to.address(), bytes);
      }
      peer.awaitSent(other, id);
      from.fill((byte) 0);
      peer.awaitReceived(other, id);
      assertEquals(-1, to.mismatch(MemorySegment.ofArray(Peer.bytes(bytes, other))));
    }
  }

  /** Several at a time, taken in another order than they are sent in, with frames between them. */
  private static void payloadsInAnyOrder(Peer peer) {
    int count = 100;
    int bytes = 20_000;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment[] from = new MemorySegment[count];
      MemorySegment[] to = new MemorySegment[count];
      for (int i = 0; i < count; i++) {
        from[i] = Peer.memory(arena, bytes + i, i * 10L + peer.rank());
        to[i] = Peer.memory(arena, bytes + i, -1);
        peer.transport().sendPayload(peer.next(), i, from[i].address(), bytes + i);
        peer.send(peer.next(), new byte[] {(byte) i});
      }
      for (int i = count - 1; i >= 0; i--) {
        peer.transport().receivePayload(peer.previous(), i, to[i].address(), bytes + i);
      }
      for (int i = 0; i < count; i++) {
        assertEquals(i, peer.receive(peer.previous())[0]);
      }
      for (int i = 0; i < count; i++) {
        peer.awaitReceived(peer.previous(), i);
        byte[] expected = Peer.bytes(bytes + i, i * 10L + peer.previous());
        assertEquals(-1, to[i].mismatch(MemorySegment.ofArray(expected)), "payload " + i);
        peer.awaitSent(peer.next(), i);
      }
    }
  }

  private static void busyWhilePayloads(Peer peer) {
    try (Arena arena = Arena.ofConfined()) {
      int bytes = 1 << 20;
      MemorySegment from = Peer.memory(arena, bytes, 1);
      MemorySegment to = Peer.memory(arena, bytes, 2);
      Transport transport = peer.transport();
      peer.awaitRest();
      transport.sendPayload(peer.rank(), 1, from.address(), bytes);
      assertTrue(transport.isBusy(), "an offered payload");
      transport.receivePayload(peer.rank(), 1, to.address(), bytes);
      assertTrue(transport.isBusy(), "a payload under way");
      peer.await(
          "the payload",
          () -> {
            boolean done = peer.isSent(peer.rank(), 1) && peer.isReceived(peer.rank(), 1);
            return done || !transport.isBusy();
          });
      assertFalse(transport.isBusy());
      peer.awaitSent(peer.rank(), 1);
      peer.awaitReceived(peer.rank(), 1);
      transport.receivePayload(peer.rank(), 2, to.address(), bytes);
      assertTrue(transport.isBusy(), "a payload asked for");
      transport.sendPayload(peer.rank(), 2, from.address(), bytes);
      peer.awaitSent(peer.rank(), 2);
      peer.awaitReceived(peer.rank(), 2);
      assertFalse(transport.isBusy());
    }
  }

  private static void eventsCallTheTransport(Peer peer) {
    Transport transport = peer.transport();
    peer.send(peer.rank(), new byte[] {1});
    int[] seen = {0};
    Peer answering =
        new Peer(peer) {
          @Override
          public void frame(int source, MemorySegment frame) {
            if (source != rank()) {
              super.frame(source, frame);
            } else if (++seen[0] < 5) {
              assertTrue(transport.send(source, frame));
            }
          }
        };
    answering.await("five frames", () -> seen[0] == 5);
  }

  private static void failedEventLosesNoOther(Peer peer) {
    for (byte i = 0; i < 5; i++) {
      peer.send(peer.rank(), new byte[] {i});
    }
    int[] failures = {0};
    Peer failing =
        new Peer(peer) {
          @Override
          public void frame(int source, MemorySegment frame) {
            super.frame(source, frame);
            if (source == rank()) {
              failures[0]++;
              throw new ArithmeticException("planted");
            }
          }
        };
    while (failures[0] < 5) {
      try {
        failing.await("a frame", () -> failures[0] == 5);
      } catch (ArithmeticException e) {
        assertEquals("planted", e.getMessage());
      }
    }
    for (byte i = 0; i < 5; i++) {
      assertEquals(i, failing.receive(peer.rank())[0]);
    }
  }

  /**
   * A receiver that expects another size than is sent learns of it. The connection is of no use
   * afterwards.
   *
   * @param sent bytes that are sent
   * @param expected bytes that the receiver expects
   */
  public static void sizesDiffer(Transport transport, int sent, int expected) {
    Peer peer = new Peer(transport);
    int rank = peer.rank();
    // A transport may use the memory after the error.
    MemorySegment from = Peer.memory(Arena.global(), sent, 1);
    MemorySegment to = Peer.memory(Arena.global(), expected, 2);
    TransportException error =
        assertThrows(
            TransportException.class,
            () -> {
              transport.sendPayload(rank, 5, from.address(), sent);
              transport.receivePayload(rank, 5, to.address(), expected);
              peer.awaitReceived(rank, 5);
            });
    String message = error.getMessage();
    assertTrue(message.startsWith("rank " + rank + " sends "), message);
    assertTrue(message.endsWith(", and rank " + rank + " expects " + expected), message);
  }
}
