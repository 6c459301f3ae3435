package org.grcuda.bench.reproduce.prema;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import org.grcuda.transport.Transport;

/**
 * A transport that a program uses alone, and that outlives the world that then uses it. A rank that
 * opens its world first greets ranks that are not as far: they {@linkplain #keep keep} the frames.
 */
final class LastingTransport implements Transport {

  private record Frame(int source, byte[] bytes) {}

  private final Transport transport;
  private final ArrayDeque<Frame> kept = new ArrayDeque<>();

  LastingTransport(Transport transport) {
    this.transport = transport;
  }

  /** Keeps a frame for the world. */
  void keep(int source, MemorySegment frame) {
    kept.add(new Frame(source, frame.toArray(ValueLayout.JAVA_BYTE)));
  }

  @Override
  public boolean poll(Events events) {
    Frame frame = kept.poll();
    if (frame == null) {
      return transport.poll(events);
    }
    events.frame(frame.source, MemorySegment.ofArray(frame.bytes));
    return true;
  }

  @Override
  public int rank() {
    return transport.rank();
  }

  @Override
  public int size() {
    return transport.size();
  }

  @Override
  public String description() {
    return transport.description();
  }

  @Override
  public boolean send(int target, MemorySegment frame) {
    return transport.send(target, frame);
  }

  @Override
  public void sendPayload(int target, long id, long address, long bytes) {
    transport.sendPayload(target, id, address, bytes);
  }

  @Override
  public void receivePayload(int source, long id, long address, long bytes) {
    transport.receivePayload(source, id, address, bytes);
  }

  @Override
  public boolean isBusy() {
    return transport.isBusy();
  }

  @Override
  public boolean hasVirtualTime() {
    return transport.hasVirtualTime();
  }

  @Override
  public void awaitUntil(BooleanSupplier isMet) {
    transport.awaitUntil(isMet);
  }

  @Override
  public void abort(int code, String reason) {
    transport.abort(code, reason);
  }

  /** Nothing: whoever has made the transport closes it. */
  @Override
  public void close() {}
}
