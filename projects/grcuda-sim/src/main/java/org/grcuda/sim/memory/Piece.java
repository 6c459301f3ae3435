package org.grcuda.sim.memory;

/** Neighbouring bytes of a managed allocation that are at the same places. */
final class Piece {

  final long begin;
  long end;

  /** The places that hold it, bit place + 1; 0 before anyone has touched it. */
  long places;

  /** Whether readers get copies of their own (CU_MEM_ADVISE_SET_READ_MOSTLY). */
  boolean readMostly;

  /** When it was last used, in uses of managed memory. */
  long lastUse;

  /** The last movement of it, which may be under way; null if there was none. */
  Movement movement;

  /** Commands that have begun and not ended, and use it. */
  int users;

  Piece(long begin, long end) {
    this.begin = begin;
    this.end = end;
  }

  /** The part from {@code from} on, which this one loses. */
  Piece split(long from) {
    Piece rest = new Piece(from, end);
    rest.places = places;
    rest.readMostly = readMostly;
    rest.lastUse = lastUse;
    rest.movement = movement;
    rest.users = users;
    end = from;
    return rest;
  }

  long bytes() {
    return end - begin;
  }

  boolean isAt(int place) {
    return (places & bit(place)) != 0;
  }

  static long bit(int place) {
    return 1L << (place + 1);
  }

  /** The place to read it from: the first of those that hold it, devices before the host. */
  int source() {
    long devices = places >>> 1;
    return devices != 0 ? Long.numberOfTrailingZeros(devices) : SimMemory.HOST;
  }
}
