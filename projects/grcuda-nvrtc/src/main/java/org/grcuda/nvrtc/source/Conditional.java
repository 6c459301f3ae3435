package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.List;

/** The state of an {@code #if} that has not ended. */
final class Conditional {

  private final boolean within;
  private boolean active;
  private boolean taken;
  private boolean unknown;
  private final List<int[]> branches = new ArrayList<>();

  /**
   * @param within whether the compiler sees the place where it is
   */
  Conditional(boolean within) {
    this.within = within;
  }

  /** Whether the compiler sees, or may see, the present branch. */
  boolean isActive() {
    return active;
  }

  /** Whether the condition of a further branch counts. */
  boolean mayFollow() {
    return within && !taken;
  }

  /** Whether it is not known which branch the compiler sees. */
  boolean isUnknown() {
    return unknown;
  }

  /** Ranges of the branches taken. */
  List<int[]> branches() {
    return branches;
  }

  /**
   * Begins the next branch.
   *
   * @param value of its condition, null if not known
   * @param position the number of tokens so far
   */
  void next(Long value, int position) {
    end(position);
    active = within && !taken && (value == null || value != 0);
    unknown |= active && value == null;
    taken |= value != null && value != 0;
    if (active) {
      branches.add(new int[] {position, position});
    }
  }

  /** Ends the present branch. */
  void end(int position) {
    if (active) {
      branches.getLast()[1] = position;
    }
  }

  /** Whether brackets are closed in the branch in which they are opened. */
  boolean isBalanced(List<Token> stream) {
    for (int[] branch : branches) {
      int braces = 0;
      int parentheses = 0;
      for (Token token : stream.subList(branch[0], branch[1])) {
        braces += token.is("{") ? 1 : token.is("}") ? -1 : 0;
        parentheses += token.is("(") ? 1 : token.is(")") ? -1 : 0;
        if (braces < 0 || parentheses < 0) {
          return false;
        }
      }
      if (braces != 0 || parentheses != 0) {
        return false;
      }
    }
    return true;
  }
}
