package org.grcuda.bench.messages;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.grcuda.transport.Transport;

/** Two ranks send messages back and forth over a transport alone. */
final class TransportPingPong implements Transport.Events {

  private final Transport transport;
  private final int other;
  private int frames;
  private int payloads;
  private int sent;
  private long next;

  TransportPingPong(Transport transport) {
    this.transport = transport;
    this.other = 1 - transport.rank();
  }

  /** Seconds that a frame of {@code bytes} bytes takes one way. */
  double small(int bytes, int messages) {
    MemorySegment frame = MemorySegment.ofArray(new byte[bytes]);
    return oneWay(messages, () -> sendFrame(frame), this::receiveFrame);
  }

  /** Seconds that a payload of {@code bytes} bytes takes one way. */
  double large(int bytes, int messages) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(bytes, 64).fill((byte) 1);
      double time = oneWay(messages, () -> sendPayload(memory), () -> receivePayload(memory));
      // The last payload has left before its memory is released.
      oneWay(1, () -> sendFrame(memory.asSlice(0, 1)), this::receiveFrame);
      return time;
    }
  }

  private double oneWay(int messages, Runnable send, Runnable receive) {
    long start = System.nanoTime();
    for (int i = 0; i < messages; i++) {
      if (transport.rank() == 0) {
        send.run();
        receive.run();
      } else {
        receive.run();
        send.run();
      }
    }
    return (System.nanoTime() - start) * 1e-9 / (2.0 * messages);
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
