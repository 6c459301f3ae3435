package org.grcuda.world;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.grcuda.transport.Transport;

/**
 * A rank of which a test sees the frames that it is told.
 *
 * @param frames takes each before the rank does
 */
record ObservedTransport(Transport transport, Consumer<MemorySegment> frames) implements Transport {

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
  public boolean poll(Events events) {
    return transport.poll(
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

  @Override
  public boolean isBusy() {
    return transport.isBusy();
  }

  @Override
  public void abort(int code, String reason) {
    transport.abort(code, reason);
  }

  @Override
  public void close() {
    transport.close();
  }
}
