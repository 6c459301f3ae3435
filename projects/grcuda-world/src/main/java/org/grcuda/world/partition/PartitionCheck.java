package org.grcuda.world.partition;

import java.util.Arrays;
import org.grcuda.types.GrCudaException;

/** Which partitions are legal. */
public final class PartitionCheck {

  /** Axes that can be cut. */
  public static final int MOST_AXES = 3;

  /** Parts of one array. */
  public static final int MOST_PARTS = 1 << 20;

  private PartitionCheck() {}

  /**
   * Refuses a shape without elements.
   *
   * @throws GrCudaException for a shape without extents, or with one below 1
   */
  public static void shape(long... shape) {
    if (shape.length == 0 || Arrays.stream(shape).anyMatch(extent -> extent < 1)) {
      throw refused(
          "shape",
          "expected one or more extents, each at least 1, given " + Arrays.toString(shape));
    }
  }

  /**
   * Refuses parts that cannot be.
   *
   * @param shape legal
   * @param grid parts along each of the first axes
   * @throws GrCudaException for more axes than there are, empty parts, or fewer parts than ranks
   */
  public static void grid(long[] shape, int[] grid, int ranks) {
    int axes = Math.min(MOST_AXES, shape.length);
    if (grid.length < 1 || grid.length > axes) {
      throw refused(
          "parts",
          "expected parts along "
              + (axes == 1 ? "the only axis" : "1 to " + axes + " axes")
              + " of an array of shape "
              + Arrays.toString(shape)
              + ", given "
              + Arrays.toString(grid));
    }
    long parts = 1;
    for (int axis = 0; axis < grid.length; axis++) {
      if (grid[axis] < 1 || grid[axis] > shape[axis]) {
        throw refused(
            "parts",
            "expected 1 to "
                + shape[axis]
                + " along axis "
                + axis
                + ", which has as many elements, given "
                + grid[axis]);
      }
      parts = Math.min(parts * grid[axis], Integer.MAX_VALUE);
    }
    if (parts < ranks || parts > MOST_PARTS) {
      throw refused(
          "parts",
          "expected "
              + ranks
              + " to "
              + MOST_PARTS
              + " parts, at least one for each rank, given "
              + parts);
    }
  }

  /**
   * Refuses halos that reach beyond the neighbour.
   *
   * @param shape legal
   * @param grid legal
   * @throws GrCudaException for a halo below 0, or wider than the smallest part
   */
  public static void halo(long[] shape, int[] grid, int halo, boolean periodic) {
    for (int axis = 0; axis < grid.length; axis++) {
      boolean alone = grid[axis] == 1 && !periodic;
      long most = alone ? Short.MAX_VALUE : shape[axis] / grid[axis];
      if (halo < 0 || halo > most) {
        throw refused(
            "halo",
            "expected 0 to "
                + most
                + (alone ? "" : ", the elements of the smallest part along axis " + axis)
                + ", given "
                + halo
                + (halo < 0 ? "" : "; take a narrower halo, or fewer parts"));
      }
    }
  }

  private static GrCudaException refused(String argument, String why) {
    return new GrCudaException(
        GrCudaException.Kind.VALUE, "DistributedArray, '" + argument + "': " + why);
  }
}
