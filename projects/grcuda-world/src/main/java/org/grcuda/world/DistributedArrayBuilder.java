package org.grcuda.world;

import java.util.Arrays;
import org.grcuda.DeviceArray;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.array.ArrayWorld;
import org.grcuda.world.partition.Grids;
import org.grcuda.world.partition.Partition;
import org.grcuda.world.partition.PartitionCheck;

/**
 * A distributed array about to be made. All ranks make it with the same settings.
 *
 * @param <A> the class of the arrays of its parts
 */
public final class DistributedArrayBuilder<A extends DeviceArray> {

  private final ArrayWorld world;
  private final ElementType type;
  private final long[] shape;
  private int parts;
  private int axes = 1;
  private int[] grid;
  private int halo;
  private boolean corners;
  private boolean periodic;

  DistributedArrayBuilder(ArrayWorld world, ElementType type, long... shape) {
    this.world = world;
    this.type = type;
    this.shape = shape.clone();
  }

  /**
   * Parts in all: at least as many as ranks. By default there is one for each device of each rank,
   * if every rank has as many devices as this one, but no more than the shape and the halo admit.
   */
  public DistributedArrayBuilder<A> parts(int count) {
    if (count < 1) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "DistributedArray, 'parts': expected at least 1, given " + count);
    }
    parts = count;
    return this;
  }

  /**
   * The number of axes that are cut, from the first on: 1 to 3, and 1 by default. With more, {@link
   * #parts} are laid out so that the cuts go through the fewest elements.
   */
  public DistributedArrayBuilder<A> axes(int count) {
    int most = Math.min(PartitionCheck.MOST_AXES, shape.length);
    if (count < 1 || count > most) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "DistributedArray, 'axes': expected 1 to " + most + ", given " + count);
    }
    axes = count;
    return this;
  }

  /** Parts along each of the first axes, in place of {@link #parts} and {@link #axes}. */
  public DistributedArrayBuilder<A> grid(int... along) {
    grid = along.clone();
    return this;
  }

  /** Cells of the halo on each side of a part, along each axis that is cut; 0 by default. */
  public DistributedArrayBuilder<A> halo(int cells) {
    halo = cells;
    return this;
  }

  /**
   * Whether exchanges fill the cells of the halo that are diagonal to a part, too. They go along
   * one axis after another then. It makes no difference if one axis is cut.
   */
  public DistributedArrayBuilder<A> corners(boolean with) {
    corners = with;
    return this;
  }

  /** Whether the last part along an axis is the neighbour of the first. */
  public DistributedArrayBuilder<A> periodic(boolean around) {
    periodic = around;
    return this;
  }

  /**
   * Makes the array.
   *
   * @throws GrCudaException if there is no such partition, or memory is exhausted
   */
  public DistributedArray<A> create() {
    int ranks = world.messages().size();
    PartitionCheck.shape(shape);
    int[] along = grid == null ? laidOut(ranks) : grid;
    PartitionCheck.grid(shape, along, ranks);
    PartitionCheck.halo(shape, along, halo, periodic);
    return new DistributedArray<>(
        world, type, new Partition(shape, along, halo, corners, periodic));
  }

  private int[] laidOut(int ranks) {
    if (parts == 0) {
      return usual(ranks);
    }
    int[] best = axes == 1 ? new int[] {parts} : Grids.of(parts, axes, shape);
    if (best == null) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "DistributedArray, 'parts': an array of shape "
              + Arrays.toString(shape)
              + " cannot be cut into "
              + parts
              + " boxes along "
              + axes
              + " axes; take another number, or give the parts along each axis");
    }
    return best;
  }

  private int[] usual(int ranks) {
    for (int count = ranks * world.cuda().devices().size(); count > ranks; count--) {
      int[] best = Grids.of(count, axes, shape);
      if (best != null && fits(best)) {
        return best;
      }
    }
    int[] least = Grids.of(ranks, axes, shape);
    return least == null ? new int[] {ranks} : least;
  }

  private boolean fits(int[] along) {
    for (int axis = 0; axis < along.length; axis++) {
      if (shape[axis] / along[axis] < halo) {
        return false;
      }
    }
    return true;
  }
}
