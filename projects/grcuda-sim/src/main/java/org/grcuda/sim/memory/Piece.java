package org.grcuda.sim.memory;

/** Neighbouring bytes of a managed allocation that are at the same places. */
final class Piece {

  final Pages pages;
  final long begin;
  long end;

  /** Whether readers get copies of their own (CU_MEM_ADVISE_SET_READ_MOSTLY). */
  boolean readMostly;

  /** When it was last used, in uses of managed memory. */
  long lastUse;

  /** Number of commands that use it, and have begun and not ended. */
  int users;

  // Null before anyone has touched it.
  private Copy copies;

  Piece(Pages pages, long begin, long end) {
    this.pages = pages;
    this.begin = begin;
    this.end = end;
  }

  /** Splits off the part from {@code from} on, and returns it. */
  Piece split(long from) {
    Piece rest = new Piece(pages, from, end);
    rest.readMostly = readMostly;
    rest.lastUse = lastUse;
    rest.users = users;
    for (Copy copy = copies; copy != null; copy = copy.next) {
      rest.add(copy.split(rest));
    }
    end = from;
    return rest;
  }

  long bytes() {
    return end - begin;
  }

  /** The first of the places that hold it, with those behind it; null if none does. */
  Copy copies() {
    return copies;
  }

  boolean isAt(int place) {
    return at(place) != null;
  }

  /** The copy at {@code place}; null if there is none. */
  Copy at(int place) {
    Copy copy = copies;
    while (copy != null && copy.place != place) {
      copy = copy.next;
    }
    return copy;
  }

  /** Adds a copy at one more place, in the order of the places. */
  void add(Copy added) {
    if (copies == null || added.place < copies.place) {
      added.next = copies;
      copies = added;
      return;
    }
    Copy before = copies;
    while (before.next != null && before.next.place < added.place) {
      before = before.next;
    }
    added.next = before.next;
    before.next = added;
  }

  /** A place holds it no longer. */
  void remove(Copy removed) {
    removed.unlink();
    if (copies == removed) {
      copies = removed.next;
      return;
    }
    Copy before = copies;
    while (before.next != removed) {
      before = before.next;
    }
    before.next = removed.next;
  }

  /** Whether it differs from {@code other} only in the address, and nobody uses either. */
  boolean isLike(Piece other) {
    if (readMostly != other.readMostly || users > 0 || other.users > 0) {
      return false;
    }
    Copy mine = copies;
    Copy theirs = other.copies;
    while (mine != null && theirs != null && mine.place == theirs.place) {
      if (mine.arrival() != null || theirs.arrival() != null) {
        return false;
      }
      mine = mine.next;
      theirs = theirs.next;
    }
    return mine == null && theirs == null;
  }

  /**
   * Joins {@code rest}, the next piece, which {@link #isLike} this; it counts as used when either
   * was.
   */
  void join(Piece rest) {
    end = rest.end;
    Copy theirs = rest.copies;
    for (Copy mine = copies; mine != null; mine = mine.next) {
      if (rest.lastUse > lastUse && theirs.isLinked()) {
        mine.unlink();
        mine.linkAfter(theirs);
      }
      theirs.unlink();
      theirs = theirs.next;
    }
    lastUse = Math.max(lastUse, rest.lastUse);
  }
}
