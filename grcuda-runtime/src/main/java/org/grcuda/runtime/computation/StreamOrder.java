package org.grcuda.runtime.computation;

import java.util.Arrays;

/**
 * Streams are in order: a computation that comes after another also comes after everything before
 * that one on its stream. So of many computations to wait for, the last of each stream stands for
 * the others.
 */
public final class StreamOrder {

  private StreamOrder() {}

  /**
   * Removes from the first {@code count} of {@code items} those that have completed and those that
   * another stands for; the others move to the front, in their order. Transfers to one place from
   * different places do not stand for each other: they use different copies. Called with the
   * scheduling lock held.
   *
   * @param items transfers in the order in which they were dispatched
   * @return how many are left
   */
  public static int prune(Vertex[] items, int count) {
    for (int i = 0; i < count; i++) {
      ComputeStream stream = items[i].stream;
      if (stream != null && !stream.isTransfer()) {
        stream.seen = Math.max(stream.seen, items[i].sequence);
      }
    }
    int first = count;
    for (int i = count - 1; i >= 0; i--) {
      if (!items[i].isComplete() && isLast(items[i])) {
        items[--first] = items[i];
      }
    }
    for (int i = first; i < count; i++) {
      if (items[i].stream != null) {
        items[i].stream.seen = 0;
      }
    }
    int left = count - first;
    System.arraycopy(items, first, items, 0, left);
    Arrays.fill(items, left, count, null);
    return left;
  }

  private static boolean isLast(Vertex vertex) {
    ComputeStream stream = vertex.stream;
    if (stream == null) {
      // It is held back.
      return true;
    }
    if (!(vertex.operation() instanceof Operation.Transfer transfer)) {
      return vertex.sequence == stream.seen;
    }
    long source = Places.of(transfer.from());
    boolean last = (stream.seen & source) == 0;
    stream.seen |= source;
    return last;
  }
}
