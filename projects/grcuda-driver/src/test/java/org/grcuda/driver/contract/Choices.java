package org.grcuda.driver.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;

/** Every way to choose: runs, each from the start, along choices that count up like a number. */
public final class Choices {

  private final List<Integer> choices = new ArrayList<>();
  private final List<Integer> alternatives = new ArrayList<>();
  private int depth;

  /** The first run is to begin. */
  public Choices() {}

  /** A run begins. */
  public void begin() {
    depth = 0;
  }

  /** A number from 0 to {@code count - 1}. */
  public int choose(int count) {
    if (depth == choices.size()) {
      choices.add(0);
      alternatives.add(count);
    }
    assertEquals(alternatives.get(depth), count, "the same choices gave another run");
    return choices.get(depth++);
  }

  /** Ends a run and goes on to the next; false if that was the last. */
  public boolean next() {
    assertEquals(choices.size(), depth, "the same choices gave another run");
    while (!choices.isEmpty()) {
      int last = choices.size() - 1;
      if (choices.get(last) + 1 < alternatives.get(last)) {
        choices.set(last, choices.get(last) + 1);
        return true;
      }
      choices.removeLast();
      alternatives.removeLast();
    }
    return false;
  }

  @Override
  public String toString() {
    return "choices " + choices;
  }
}
