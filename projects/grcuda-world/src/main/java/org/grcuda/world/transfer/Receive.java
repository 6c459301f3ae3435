package org.grcuda.world.transfer;

import org.grcuda.DeviceArray;
import org.grcuda.spi.HostTask;
import org.grcuda.types.GrCudaException;

/** The vertex that ends when an array has arrived. */
final class Receive implements HostTask.Body {

  private final Matching matching;
  private final TransferKey key;
  private final DeviceArray target;
  private HostTask task;

  Receive(Matching matching, TransferKey key, DeviceArray target) {
    this.matching = matching;
    this.key = key;
    this.target = target;
  }

  TransferKey key() {
    return key;
  }

  /** Bytes that it expects. */
  long bytes() {
    return target.byteSize();
  }

  @Override
  public void begin(HostTask begun, long[] addresses) {
    task = begun;
    matching.posted(this, addresses[0]);
  }

  @Override
  public void cancelled(String reason) {
    matching.cancelled(key);
  }

  /** It has ended; {@code error} is null if the elements are there. */
  void finish(GrCudaException error) {
    task.finish(error);
    matching.ended();
  }
}
