package org.grcuda.runtime.route;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.UsageException;
import org.grcuda.runtime.computation.Region;

/** The sending end of a router at one of its sources. Methods may be called from any thread. */
public final class Sender {

  private final Router router;
  private final int index;
  private final String endpoint;
  private final List<Receiver> until = new ArrayList<>();
  private boolean closed;

  Sender(Router router, int index, String endpoint) {
    this.router = router;
    this.index = index;
    this.endpoint = endpoint;
  }

  /** Position of its endpoint in the router's list of sources. */
  public int index() {
    return index;
  }

  /** Closes it by itself when all that {@code receivers} receive was received and released. */
  public void closeAfter(List<Receiver> receivers) {
    router.locked(
        () -> {
          until.addAll(receivers);
          receivers.forEach(receiver -> receiver.closes(this));
          closeIfDone();
        });
  }

  /**
   * Sends rows, in packets of at most the router's size. Later computations that write them wait
   * until they were copied.
   *
   * @param source the rows
   * @param tag a number that goes with them
   * @param last whether to {@link #close} afterwards
   * @throws UsageException if it is closed
   */
  public Message send(Region source, int tag, boolean last) {
    return router.send(this, source, null, tag, last);
  }

  /**
   * Sends the first rows of a buffer, as many as a computation counts; one packet, or nothing if
   * that is 0.
   *
   * @param buffer at most a packet
   */
  public Message send(Region buffer, RowCount count, int tag, boolean last) {
    return router.send(this, buffer, count, tag, last);
  }

  /** Sends no rows: nothing arrives anywhere. */
  public Message sendNothing(int tag, boolean last) {
    return router.sendNothing(this, tag, last);
  }

  /** Says that nothing more will be sent. Idempotent. */
  public void close() {
    router.close(this);
  }

  /** As {@link #close}; packets that have not left are dropped, and their messages fail. */
  public void abort() {
    router.abort(this);
  }

  /** Whether it was closed. */
  public boolean isClosed() {
    return router.exchange().get(() -> closed);
  }

  /** The router that it sends to. */
  public Router router() {
    return router;
  }

  // With the scheduling lock held.

  void requireOpen() {
    if (closed) {
      throw new UsageException(this + " is closed");
    }
  }

  boolean closed() {
    return closed;
  }

  void markClosed() {
    closed = true;
  }

  /** Closes it if what it waits for is done. Returns whether it did. */
  boolean closeIfDone() {
    if (closed || until.isEmpty() || !until.stream().allMatch(Receiver::isDone)) {
      return false;
    }
    router.closed(this);
    return true;
  }

  @Override
  public String toString() {
    return "sender " + endpoint + " of " + router;
  }
}
