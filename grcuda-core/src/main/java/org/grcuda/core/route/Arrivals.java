package org.grcuda.core.route;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * What arrives at receivers, until nothing more will. Each segment is released when the next is
 * asked for, unless the program keeps it.
 */
public final class Arrivals implements Iterator<Segment> {

  private final List<ArrayReceiver> receivers;
  private Segment current;
  private Segment next;
  private boolean isOver;

  /** What arrives at {@code receivers}, at least one, of one context. */
  public Arrivals(List<ArrayReceiver> receivers) {
    this.receivers = receivers;
  }

  /** Waits until that is known. */
  @Override
  public boolean hasNext() {
    if (next == null && !isOver) {
      if (current != null && !current.isKept()) {
        current.release();
      }
      current = null;
      next = ArrayReceiver.receive(receivers);
      isOver = next == null;
    }
    return next != null;
  }

  @Override
  public Segment next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    current = next;
    next = null;
    return current;
  }
}
