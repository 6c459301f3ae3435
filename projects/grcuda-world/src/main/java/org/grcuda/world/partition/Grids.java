package org.grcuda.world.partition;

import java.util.Arrays;

/** How many parts to cut along each axis. */
public final class Grids {

  private Grids() {}

  /**
   * The grid of {@code parts} parts over the first {@code axes} axes whose cuts go through the
   * fewest elements. Of several, the one with the most parts along the first axis, then along the
   * second.
   *
   * @return null if there is none without empty parts
   */
  public static int[] of(int parts, int axes, long[] shape) {
    int[] grid = new int[axes];
    int[] best = new int[axes];
    search(parts, 0, grid, best, shape);
    return best[0] == 0 ? null : best;
  }

  private static void search(int rest, int axis, int[] grid, int[] best, long[] shape) {
    if (axis == grid.length - 1) {
      grid[axis] = rest;
      if (rest <= shape[axis] && (best[0] == 0 || cut(grid, shape) < cut(best, shape))) {
        System.arraycopy(grid, 0, best, 0, grid.length);
      }
      return;
    }
    for (int along = rest; along >= 1; along--) {
      if (rest % along == 0 && along <= shape[axis]) {
        grid[axis] = along;
        search(rest / along, axis + 1, grid, best, shape);
      }
    }
  }

  private static double cut(int[] grid, long[] shape) {
    double elements = Arrays.stream(shape).asDoubleStream().reduce(1, (a, b) -> a * b);
    double cut = 0;
    for (int axis = 0; axis < grid.length; axis++) {
      cut += (grid[axis] - 1) * (elements / shape[axis]);
    }
    return cut;
  }
}
