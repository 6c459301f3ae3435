package org.grcuda.bench.reproduce.prema;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import org.grcuda.transport.ForwardingTransport;
import org.grcuda.transport.Transport;

/**
 * A transport that a program uses alone, and that outlives the world that then uses it. A rank that
 * opens its world first greets ranks that are not as far: they {@linkplain #keep keep} the frames.
 */
final class LastingTransport extends ForwardingTransport {

  private record Frame(int source, byte[] bytes) {}

  private final ArrayDeque<Frame> kept = new ArrayDeque<>();

  LastingTransport(Transport transport) {
    super(transport);
  }

  /** Keeps a frame for the world. */
  void keep(int source, MemorySegment frame) {
    kept.add(new Frame(source, frame.toArray(ValueLayout.JAVA_BYTE)));
  }

  @Override
  public boolean poll(Events events) {
    Frame frame = kept.poll();
    if (frame == null) {
      return super.poll(events);
    }
    events.frame(frame.source, MemorySegment.ofArray(frame.bytes));
    return true;
  }

  /** Nothing: whoever has made the transport closes it. */
  @Override
  public void close() {}
}
