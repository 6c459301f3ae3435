package org.grcuda.runtime.route;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.runtime.computation.Vertex;

/** What one call sends. */
public final class Message {

  private final Exchange exchange;
  private final Sender sender;
  private final int tag;
  private final List<Vertex> sends = new ArrayList<>();
  private long total;

  Message(Exchange exchange, Sender sender, int tag, long total) {
    this.exchange = exchange;
    this.sender = sender;
    this.tag = tag;
    this.total = total;
  }

  Sender sender() {
    return sender;
  }

  int tag() {
    return tag;
  }

  /** Its rows. */
  long total() {
    return total;
  }

  void count(long rows) {
    total = rows;
  }

  void add(Vertex send) {
    sends.add(send);
  }

  /** Whether every target has all of it, or will never have it. */
  public boolean isDone() {
    return exchange.areDone(sends);
  }

  /**
   * Waits until {@link #isDone}.
   *
   * @throws org.grcuda.runtime.computation.ComputationFailedException if a packet of it failed
   * @throws org.grcuda.driver.UsageException if no receiver can take it any more
   */
  public void await() {
    exchange.await(this, sends);
  }

  @Override
  public String toString() {
    return "message of " + sender;
  }
}
