package org.grcuda.transport;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/** Passes every call on to another transport: for classes that change some of them. */
public abstract class ForwardingTransport implements Transport {

  private final Transport transport;

  /** Passes calls on to {@code transport}. */
  protected ForwardingTransport(Transport transport) {
    this.transport = transport;
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
  public boolean poll(Events events) {
    return transport.poll(events);
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

  @Override
  public void close() {
    transport.close();
  }
}
