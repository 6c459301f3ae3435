package org.grcuda.world;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.grcuda.transport.ForwardingTransport;
import org.grcuda.transport.Transport;

/** A rank of which a test sees the frames that it is told. */
final class ObservedTransport extends ForwardingTransport {

  private final Consumer<MemorySegment> frames;

  /**
   * @param frames takes each before the rank does
   */
  ObservedTransport(Transport transport, Consumer<MemorySegment> frames) {
    super(transport);
    this.frames = frames;
  }

  @Override
  public boolean poll(Events events) {
    return super.poll(
        new Events() {
          @Override
          public void frame(int source, MemorySegment frame) {
            frames.accept(frame);
            events.frame(source, frame);
          }

          @Override
          public void sent(int target, long id) {
            events.sent(target, id);
          }

          @Override
          public void received(int source, long id) {
            events.received(source, id);
          }

          @Override
          public void aborted(int source, String reason) {
            events.aborted(source, reason);
          }
        });
  }
}
