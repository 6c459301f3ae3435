package org.grcuda.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.grcuda.transport.Transport;

/**
 * What a message costs: two ranks send one back and forth. {@code src/test/c/pingpong.c} does the
 * same with MPI alone. Prints the latency of frames, the bandwidth of payloads and the cost of a
 * poll when nothing is under way.
 */
final class PingPong implements Transport.Events {

  private static final int LARGE = 8 << 20;

  private final Transport transport;
  private final int other;
  private int frames;
  private int payloads;
  private int sent;
  private long next;

  private PingPong(Transport transport) {
    this.transport = transport;
    this.other = 1 - transport.rank();
  }

  public static void main(String[] arguments) {
    try (Transport transport = new MpiProvider().open(System.getenv());
        Arena arena = Arena.ofConfined()) {
      new PingPong(transport).measure(arena.allocate(LARGE, 64).fill((byte) 1));
    }
  }

  private void measure(MemorySegment memory) {
    MemorySegment frame = memory.asSlice(0, 8);
    for (int i = 0; i < 5; i++) {
      double latency = oneWay(100_000, () -> sendFrame(frame), this::receiveFrame);
      double time = oneWay(50, () -> sendPayload(memory), () -> receivePayload(memory));
      double poll = polls(1_000_000);
      if (transport.rank() == 0) {
        System.out.printf(
            "Java 8 B one way: %.2f us; 8 MB: %.2f GB/s; a poll: %.3f us%n",
            latency * 1e6, LARGE / time * 1e-9, poll * 1e6);
      }
      oneWay(1, () -> sendFrame(frame), this::receiveFrame);
    }
  }

  /** Seconds that one of two messages takes. */
  private double oneWay(int rounds, Runnable send, Runnable receive) {
    long start = System.nanoTime();
    for (int i = 0; i < rounds; i++) {
      if (transport.rank() == 0) {
        send.run();
        receive.run();
      } else {
        receive.run();
        send.run();
      }
    }
    return (System.nanoTime() - start) * 1e-9 / (2.0 * rounds);
  }

  private double polls(int count) {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      transport.poll(this);
    }
    return (System.nanoTime() - start) * 1e-9 / count;
  }

  private void sendFrame(MemorySegment frame) {
    while (!transport.send(other, frame)) {
      transport.poll(this);
    }
  }

  private void receiveFrame() {
    while (frames == 0) {
      transport.poll(this);
    }
    frames--;
  }

  private void sendPayload(MemorySegment memory) {
    transport.sendPayload(other, next++, memory.address(), memory.byteSize());
    while (sent == 0) {
      transport.poll(this);
    }
    sent--;
  }

  private void receivePayload(MemorySegment memory) {
    transport.receivePayload(other, next++, memory.address(), memory.byteSize());
    while (payloads == 0) {
      transport.poll(this);
    }
    payloads--;
  }

  @Override
  public void frame(int source, MemorySegment frame) {
    frames++;
  }

  @Override
  public void sent(int target, long id) {
    sent++;
  }

  @Override
  public void received(int source, long id) {
    payloads++;
  }

  @Override
  public void aborted(int source, String reason) {
    throw new IllegalStateException(reason);
  }
}
