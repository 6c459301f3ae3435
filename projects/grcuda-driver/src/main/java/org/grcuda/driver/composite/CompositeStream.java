package org.grcuda.driver.composite;

import java.util.ArrayDeque;
import org.grcuda.driver.Device;
import org.grcuda.driver.Stream;

/** A stream of one of the drivers, and the submissions that are held back before they get there. */
final class CompositeStream implements Stream {

  private final CompositeDevice device;
  private final Stream inner;

  /** Guarded by the bridge. */
  private final ArrayDeque<Crossing> held = new ArrayDeque<>();

  private volatile boolean closed;

  CompositeStream(CompositeDevice device, Stream inner) {
    this.device = device;
    this.inner = inner;
  }

  Stream inner() {
    return inner;
  }

  /** Submissions that are held back, the oldest first. */
  ArrayDeque<Crossing> held() {
    return held;
  }

  /** The last submission that was held back has gone to the driver. */
  void drained() {
    if (closed) {
      inner.close();
    }
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public boolean isIdle() {
    return device.bridge().isReleased(this) && inner.isIdle();
  }

  @Override
  public void synchronize() {
    device.bridge().awaitReleased(stream -> stream == this);
    inner.synchronize();
  }

  @Override
  public void close() {
    closed = true;
    if (device.bridge().isReleased(this)) {
      inner.close();
    }
  }
}
