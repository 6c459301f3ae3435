package org.grcuda.transport.contract;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.grcuda.transport.Transport;

/** One rank of a check: polls while it waits, and keeps what it is told. */
class Peer implements Transport.Events {

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

  private final Transport transport;
  private final List<Deque<byte[]>> frames;
  private final Set<Payload> sent = new HashSet<>();
  private final Set<Payload> received = new HashSet<>();

  /** A payload to or from a rank. */
  private record Payload(int rank, long id) {}

  Peer(Transport transport) {
    this.transport = transport;
    this.frames =
        IntStream.range(0, transport.size())
            .<Deque<byte[]>>mapToObj(i -> new ArrayDeque<>())
            .toList();
  }

  /** With the frames that have arrived for {@code other}, and for them. */
  Peer(Peer other) {
    this.transport = other.transport;
    this.frames = other.frames;
  }

  Transport transport() {
    return transport;
  }

  int rank() {
    return transport.rank();
  }

  int size() {
    return transport.size();
  }

  /** The rank after this one, in a ring. */
  int next() {
    return (rank() + 1) % size();
  }

  /** The rank before this one, in a ring. */
  int previous() {
    return (rank() + size() - 1) % size();
  }

  @Override
  public void frame(int source, MemorySegment frame) {
    frames.get(source).add(frame.toArray(JAVA_BYTE));
  }

  @Override
  public void sent(int target, long id) {
    addNew(sent, target, id, "sent");
  }

  @Override
  public void received(int source, long id) {
    addNew(received, source, id, "received");
  }

  private static void addNew(Set<Payload> payloads, int rank, long id, String what) {
    if (!payloads.add(new Payload(rank, id))) {
      throw new AssertionError("payload " + id + " told twice as " + what);
    }
  }

  @Override
  public void aborted(int source, String reason) {
    throw new AssertionError("rank " + source + ": " + reason);
  }

  void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE;
    while (!condition.getAsBoolean()) {
      if (!transport.poll(this)) {
        Thread.yield();
      }
      if (System.nanoTime() > end) {
        throw new AssertionError("rank " + rank() + " waits for " + what);
      }
    }
  }

  /** Sends a frame, and polls until it is taken. */
  void send(int target, byte[] frame) {
    await("room for a frame", () -> transport.send(target, MemorySegment.ofArray(frame)));
  }

  /** The next frame of {@code source}. */
  byte[] receive(int source) {
    await("a frame of rank " + source, () -> !frames.get(source).isEmpty());
    return frames.get(source).remove();
  }

  void awaitRest() {
    await("the end of what is under way", () -> !transport.isBusy());
  }

  boolean isSent(int target, long id) {
    return sent.contains(new Payload(target, id));
  }

  boolean isReceived(int source, long id) {
    return received.contains(new Payload(source, id));
  }

  void awaitSent(int target, long id) {
    await("payload " + id + " to be sent", () -> sent.remove(new Payload(target, id)));
  }

  void awaitReceived(int source, long id) {
    await("payload " + id + " to arrive", () -> received.remove(new Payload(source, id)));
  }

  /** Returns when every rank has called it, and has received all frames sent before. */
  void barrier() {
    byte[] token = "barrier".getBytes(US_ASCII);
    if (rank() == 0) {
      List<Integer> others = new ArrayList<>(IntStream.range(1, size()).boxed().toList());
      others.forEach(rank -> assertArrayEquals(token, receive(rank)));
      others.forEach(rank -> send(rank, token));
    } else {
      send(0, token);
      assertArrayEquals(token, receive(0));
    }
  }

  /** Bytes that {@code seed} determines. */
  static byte[] bytes(int count, long seed) {
    byte[] bytes = new byte[count];
    long word = seed * 0x9E3779B97F4A7C15L + count;
    for (int i = 0; i < count; i++) {
      word = word * 6364136223846793005L + 1442695040888963407L;
      bytes[i] = (byte) (word >>> 56);
    }
    return bytes;
  }

  /** Native memory with {@link #bytes}. */
  static MemorySegment memory(Arena arena, int count, long seed) {
    MemorySegment memory = arena.allocate(Math.max(1, count), 64).asSlice(0, count);
    memory.copyFrom(MemorySegment.ofArray(bytes(count, seed)));
    return memory;
  }
}
