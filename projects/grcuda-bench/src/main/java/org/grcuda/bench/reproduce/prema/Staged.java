package org.grcuda.bench.reproduce.prema;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import org.grcuda.runtime.sync.Idling;
import org.grcuda.transport.Transport;

/**
 * Messages between buffers of the host over a transport alone, as a program with MPI sends and
 * receives them: begins them, and then waits for all.
 */
final class Staged implements Transport.Events, AutoCloseable {

  private final LastingTransport transport;
  private final Arena arena = Arena.ofShared();
  private final Map<Integer, Long> sent = new HashMap<>();
  private final Map<Integer, Long> received = new HashMap<>();
  private final Buffer flag;
  private int pending;

  Staged(LastingTransport transport) {
    this.transport = transport;
    flag = buffer(transport.rank(), Long.BYTES);
  }

  /** Memory of the host for messages to or from a rank. */
  record Buffer(int rank, MemorySegment memory) {}

  Buffer buffer(int rank, long bytes) {
    return new Buffer(rank, arena.allocate(bytes, ValueLayout.JAVA_LONG.byteAlignment()));
  }

  void send(Buffer buffer) {
    send(buffer.rank, buffer.memory);
  }

  private void send(int target, MemorySegment memory) {
    pending++;
    long id = sent.merge(target, 1L, Long::sum) - 1;
    transport.sendPayload(target, id, memory.address(), memory.byteSize());
  }

  void receive(Buffer buffer) {
    receive(buffer.rank, buffer.memory);
  }

  private void receive(int source, MemorySegment memory) {
    pending++;
    long id = received.merge(source, 1L, Long::sum) - 1;
    transport.receivePayload(source, id, memory.address(), memory.byteSize());
  }

  /** Waits for all that was begun. */
  void await() {
    if (transport.hasVirtualTime()) {
      transport.awaitUntil(this::hasEnded);
      return;
    }
    Idling idling = new Idling();
    while (pending > 0) {
      if (transport.poll(this)) {
        idling.reset();
      } else if (idling.isSleepy()) {
        Thread.yield();
      }
    }
  }

  private boolean hasEnded() {
    while (pending > 0 && transport.poll(this)) {
      // More may have arrived.
    }
    return pending == 0;
  }

  /** Waits until all ranks wait: each tells ranks 1, 2, 4, ... further, in as many rounds. */
  void barrier() {
    int size = transport.size();
    for (int step = 1; step < size; step *= 2) {
      receive(Math.floorMod(transport.rank() - step, size), flag.memory.asSlice(0, 1));
      send((transport.rank() + step) % size, flag.memory.asSlice(1, 1));
      await();
    }
  }

  @Override
  public void frame(int source, MemorySegment frame) {
    transport.keep(source, frame);
  }

  @Override
  public void sent(int target, long id) {
    pending--;
  }

  @Override
  public void received(int source, long id) {
    pending--;
  }

  @Override
  public void aborted(int source, String reason) {
    throw new IllegalStateException(reason);
  }

  @Override
  public void close() {
    arena.close();
  }
}
