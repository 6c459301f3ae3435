package org.grcuda.sim.memory;

/**
 * The copy of a piece at one place. The copies of a device that are not in use form a ring in the
 * order of their last use, around a sentinel whose {@link #newer} is the oldest.
 */
final class Copy {

  final Piece piece;
  final int place;

  /** The movement that brings it; null once it is there. */
  private Movement arrival;

  /** The next place that holds the piece; null after the last. */
  Copy next;

  private Copy older = this;
  private Copy newer = this;

  Copy(Piece piece, int place) {
    this.piece = piece;
    this.place = place;
  }

  /** Of a ring without copies. */
  static Copy sentinel() {
    return new Copy(null, SimMemory.HOST);
  }

  /** The movement that brings it; null if it is there. */
  Movement arrival() {
    if (arrival != null && arrival.isOver()) {
      arrival = null;
    }
    return arrival;
  }

  void arrivesWith(Movement movement) {
    arrival = movement;
  }

  /** The copy used next after this one. */
  Copy newer() {
    return newer;
  }

  boolean isLinked() {
    return newer != this;
  }

  /** Puts this, which is in no ring, right after {@code other} in the order of use. */
  void linkAfter(Copy other) {
    older = other;
    newer = other.newer;
    older.newer = this;
    newer.older = this;
  }

  /** Puts this, which is in no ring, last in the order of use. */
  void linkLast(Copy sentinel) {
    linkAfter(sentinel.older);
  }

  /** Takes this out of its ring, if it is in one. */
  void unlink() {
    older.newer = newer;
    newer.older = older;
    older = this;
    newer = this;
  }

  /** The same of {@code rest}, a part split off its piece. */
  Copy split(Piece rest) {
    Copy other = new Copy(rest, place);
    other.arrival = arrival;
    if (isLinked()) {
      other.linkAfter(this);
    }
    return other;
  }
}
