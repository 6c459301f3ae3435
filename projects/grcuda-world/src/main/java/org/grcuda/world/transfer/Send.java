package org.grcuda.world.transfer;

import org.grcuda.DeviceArray;
import org.grcuda.spi.HostTask;

/** The vertex that ends when an array has left its memory. */
final class Send implements HostTask.Body {

  private final Outgoing outgoing;
  private final TransferKey key;
  private final DeviceArray source;
  private HostTask task;

  Send(Outgoing outgoing, TransferKey key, DeviceArray source) {
    this.outgoing = outgoing;
    this.key = key;
    this.source = source;
  }

  TransferKey key() {
    return key;
  }

  /** Bytes that it sends. */
  long bytes() {
    return source.byteSize();
  }

  @Override
  public void begin(HostTask begun, long[] addresses) {
    task = begun;
    outgoing.ready(this, addresses[0]);
  }

  @Override
  public void cancelled(String reason) {
    outgoing.cancelled(key, reason);
  }

  /** The array may change. */
  void finish() {
    task.finish(null);
    outgoing.ended();
  }
}
