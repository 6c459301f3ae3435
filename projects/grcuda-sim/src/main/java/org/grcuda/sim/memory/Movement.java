package org.grcuda.sim.memory;

import java.util.ArrayList;
import java.util.List;

/** Transfers that belong together, with the actions that wait for all of them. */
public final class Movement {

  private int outstanding;
  private List<Runnable> waiting = new ArrayList<>(1);

  Movement() {}

  /** Whether all have arrived. */
  public boolean isOver() {
    return outstanding == 0;
  }

  /** Calls {@code next} when all have arrived. */
  public void then(Runnable next) {
    waiting.add(next);
  }

  void begin(int transfers) {
    outstanding += transfers;
  }

  /** Makes this end no earlier than {@code other}; does nothing if that is null, over, or this. */
  void follow(Movement other) {
    if (other != null && other != this && !other.isOver()) {
      outstanding++;
      other.then(this::arrived);
    }
  }

  void arrived() {
    outstanding--;
    if (outstanding == 0) {
      List<Runnable> released = waiting;
      waiting = List.of();
      released.forEach(Runnable::run);
    }
  }
}
