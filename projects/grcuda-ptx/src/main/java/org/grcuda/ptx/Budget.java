package org.grcuda.ptx;

/**
 * How many registers and elements of initialisers a module may still have: 2^20, or as many as its
 * text has characters. A few short declarations could ask for more than fits into memory.
 */
final class Budget {

  /** The budget of every module. */
  private static final long LEAST = 1 << 20;

  private final long most;
  private long left;

  Budget(String source) {
    this.most = Math.max(LEAST, source.length());
    this.left = most;
  }

  /** Takes {@code count} from the budget, if so many are left. */
  boolean take(long count) {
    if (count < 0 || count > left) {
      return false;
    }
    left -= count;
    return true;
  }

  long most() {
    return most;
  }
}
