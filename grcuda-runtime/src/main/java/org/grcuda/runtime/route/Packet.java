package org.grcuda.runtime.route;

import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;

/** A part of a message, on its way to one target. Guarded by the scheduling lock. */
final class Packet {

  private final Vertex vertex;
  private final Region source;
  private final Message message;
  private final long offset;
  private long rows;
  private Throwable error;

  /**
   * @param vertex the send
   * @param source what it copies, or the beginning of that
   * @param offset rows of the message before it
   * @param rows how many it has; -1 if they are being counted
   */
  Packet(Vertex vertex, Region source, Message message, long offset, long rows) {
    this.vertex = vertex;
    this.source = source;
    this.message = message;
    this.offset = offset;
    this.rows = rows;
  }

  Vertex vertex() {
    return vertex;
  }

  Message message() {
    return message;
  }

  long offset() {
    return offset;
  }

  long rows() {
    return rows;
  }

  Region source() {
    return source;
  }

  /** Whether it is known how many rows it has, or that it has failed. */
  boolean isCounted() {
    return rows >= 0 || error != null;
  }

  void count(long counted) {
    rows = counted;
  }

  /** Why nobody knows how many rows it has; null if somebody does. */
  Throwable error() {
    return error;
  }

  void fail(Throwable reason) {
    error = reason;
  }
}
