package org.grcuda.sim.memory;

/** Moves of pieces that begin together: neighbouring pieces with the same route are one move. */
final class Moves {

  private final Mover mover;
  private final boolean faults;
  private final Movement arrival;
  private int from;
  private int to;
  private long begin;
  private long end;
  private Movement before;

  /**
   * @param faults whether page faults move them
   * @param arrival is over when all have arrived
   */
  Moves(Mover mover, boolean faults, Movement arrival) {
    this.mover = mover;
    this.faults = faults;
    this.arrival = arrival;
  }

  /**
   * Moves the bytes from {@code first} to before {@code last}.
   *
   * @param after a movement that must be over before; null for none
   */
  void add(int source, int target, long first, long last, Movement after) {
    if (first != end || source != from || target != to || after != before) {
      begin();
      from = source;
      to = target;
      begin = first;
      before = after;
    }
    end = last;
  }

  /** Lets the last of them begin. */
  void begin() {
    if (end > begin) {
      start(from, to, end - begin, before);
    }
    begin = end;
  }

  private void start(int source, int target, long bytes, Movement after) {
    arrival.begin(1);
    Runnable move = () -> mover.move(source, target, bytes, faults, arrival::arrived);
    if (after == null) {
      move.run();
    } else {
      after.then(move);
    }
  }
}
