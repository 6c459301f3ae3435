package org.grcuda.cpu.x86;

import java.util.Arrays;

/**
 * An expression for a function of three bits, by AND, OR and XOR of two sources: what VPTERNLOG
 * does in one instruction (Intel SDM volume 2), in as few as possible.
 *
 * @param operation the last operation
 * @param source its number if it is a source, else -1
 * @param left the first operand, or null
 * @param right the second one, or null
 * @param registers how many temporary registers it takes
 */
record TernaryLogic(
    Operation operation, int source, TernaryLogic left, TernaryLogic right, int registers) {

  /** How an expression is computed. */
  enum Operation {
    SOURCE,
    ONES,
    ZERO,
    AND,
    /** Not the first, and the second. */
    AND_NOT,
    OR,
    XOR
  }

  private static final int FUNCTIONS = 256;
  private static final int ALL = FUNCTIONS - 1;

  /** The functions that are a source: bit {@code i} of a table is for the sources' bits in i. */
  private static final int[] SOURCES = {0xf0, 0xcc, 0xaa};

  /** The expressions, found when the first one is needed. */
  private static final class Expressions {
    private static final TernaryLogic[] OF = search();
  }

  /** The expression for a table; it takes at most two temporary registers. */
  static TernaryLogic of(int table) {
    return Expressions.OF[table];
  }

  /** Whether a function depends on a source. */
  static boolean reads(int table, int source) {
    int distance = 4 >> source;
    return ((table >> distance ^ table) & ~SOURCES[source] & ALL) != 0;
  }

  /** From the functions with few operations to those with more. */
  private static TernaryLogic[] search() {
    TernaryLogic[] found = new TernaryLogic[FUNCTIONS];
    for (int s = 0; s < SOURCES.length; s++) {
      found[SOURCES[s]] = new TernaryLogic(Operation.SOURCE, s, null, null, 0);
    }
    found[ALL] = new TernaryLogic(Operation.ONES, -1, null, null, 1);
    found[0] = new TernaryLogic(Operation.ZERO, -1, null, null, 1);
    // The functions in the order of their costs, and for each cost where the first one is.
    int[] functions = Arrays.copyOf(SOURCES, FUNCTIONS);
    int[] starts = new int[FUNCTIONS];
    starts[1] = SOURCES.length;
    functions[starts[1]] = ALL;
    int size = starts[1] + 2;
    for (int cost = 1; size < FUNCTIONS; cost++) {
      for (int left = 0; left < cost; left++) {
        int right = cost - 1 - left;
        for (int a = starts[left]; a < starts[left + 1]; a++) {
          for (int b = starts[right]; b < starts[right + 1]; b++) {
            size = combine(found, functions[a], functions[b], functions, size);
          }
        }
      }
      starts[cost + 1] = size;
    }
    return found;
  }

  /** Appends the new functions of two others to a list; returns its new size. */
  private static int combine(TernaryLogic[] found, int a, int b, int[] functions, int size) {
    int end = add(found, a & b, Operation.AND, a, b, functions, size);
    end = add(found, ~a & b, Operation.AND_NOT, a, b, functions, end);
    end = add(found, a | b, Operation.OR, a, b, functions, end);
    return add(found, a ^ b, Operation.XOR, a, b, functions, end);
  }

  private static int add(
      TernaryLogic[] found, int f, Operation operation, int a, int b, int[] functions, int size) {
    if (found[f] != null) {
      return size;
    }
    found[f] = new TernaryLogic(operation, -1, found[a], found[b], registers(found, a, b));
    functions[size] = f;
    return size + 1;
  }

  private static int registers(TernaryLogic[] found, int a, int b) {
    int first = found[a].registers;
    int second = found[b].registers;
    return Math.max(1, first == second && first > 0 ? first + 1 : Math.max(first, second));
  }
}
