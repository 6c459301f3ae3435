package org.grcuda.world.progress;

import org.grcuda.world.frame.FrameException;

/** What is on its way to one rank, or waits there to be handled. */
final class Window {

  private final Credits most;
  private long records;
  private long bytes;
  private boolean isOpen;

  Window(Credits most) {
    this.most = most;
  }

  /** Takes a credit for a record, if there is one. */
  boolean take(long length) {
    if (isOpen) {
      return true;
    }
    if (records >= most.records() || bytes >= most.bytes()) {
      return false;
    }
    records++;
    bytes += length;
    return true;
  }

  /** The rank has handled so much. */
  void giveBack(long handledRecords, long handledBytes) {
    if (isOpen) {
      return;
    }
    records -= handledRecords;
    bytes -= handledBytes;
    if (records < 0 || bytes < 0) {
      throw new FrameException("more credits than were taken");
    }
  }

  /** From now on the rank takes everything. */
  void open() {
    isOpen = true;
  }
}
