package org.grcuda.core.memory;

import java.util.Arrays;
import org.grcuda.types.Order;

/**
 * The dimensions of arrays of one shape, merged as far as their elements follow each other with one
 * stride: a dense array is one run. The fastest-varying run comes first.
 */
public final class Runs {

  private final long[] extents;
  private final long[][] strides;
  private int count = 1;

  private Runs(int most, int arrays) {
    this.extents = new long[most];
    this.strides = new long[arrays][most];
  }

  /**
   * @param order in which dimensions the elements are counted
   * @param shape elements along each dimension
   * @param strides of each array, along each dimension
   */
  public static Runs of(Order order, long[] shape, long[]... strides) {
    Runs runs = new Runs(Math.max(1, shape.length), strides.length);
    runs.extents[0] = 1;
    for (int a = 0; a < strides.length; a++) {
      runs.strides[a][0] = 1;
    }
    for (int i = 0; i < shape.length; i++) {
      int d = order.dimension(i, shape.length);
      if (shape[d] > 1) {
        runs.add(shape[d], Arrays.stream(strides).mapToLong(all -> all[d]).toArray());
      }
    }
    return runs;
  }

  private void add(long extent, long[] distances) {
    int last = count - 1;
    if (extents[last] > 1 && !follows(distances)) {
      last = count++;
      extents[last] = 1;
    }
    if (extents[last] == 1) {
      for (int a = 0; a < strides.length; a++) {
        strides[a][last] = distances[a];
      }
    }
    extents[last] *= extent;
  }

  private boolean follows(long[] distances) {
    for (int a = 0; a < strides.length; a++) {
      if (distances[a] != strides[a][count - 1] * extents[count - 1]) {
        return false;
      }
    }
    return true;
  }

  /** How many there are, at least one. */
  public int count() {
    return count;
  }

  /** Elements of a run; 1 beyond the last. */
  public long extent(int run) {
    return run < count ? extents[run] : 1;
  }

  /** Distance between the elements of a run in array {@code array}. */
  public long stride(int array, int run) {
    return run < count ? strides[array][run] : 0;
  }
}
