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

  /** The packet of the same rows to the target before, which may forward them; null if none may. */
  private Packet before;

  /** Where it has arrived, if it may be forwarded; else null. */
  private Arrival arrival;

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

  /** It may be copied from where {@code packet}, of the same rows, has arrived. */
  void follow(Packet packet) {
    before = packet;
  }

  /** The nearest arrival before it that still has its rows; null if there is none. */
  Arrival holder() {
    Packet packet = before;
    while (packet != null && packet.arrival == null) {
      packet = packet.before;
    }
    return packet != null && packet.arrival.canForward() ? packet.arrival : null;
  }

  /** It leaves for {@code to}, and needs no packet before it any more. */
  void leaveFor(Arrival to) {
    arrival = to;
    before = null;
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
