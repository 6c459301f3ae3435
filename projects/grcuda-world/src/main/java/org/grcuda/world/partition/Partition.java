package org.grcuda.world.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An array cut along its first axes into parts, which differ by at most one row along each axis.
 * Parts are numbered row-major. The padded array of a part has the part's elements, and a halo
 * before and behind them along each of those axes.
 */
public final class Partition {

  private final long[] shape;
  private final int[] grid;
  private final int halo;
  private final boolean corners;
  private final boolean periodic;

  /**
   * A partition; {@link PartitionCheck} says what is legal.
   *
   * @param shape elements along each axis
   * @param grid parts along each of the first axes
   * @param halo cells on each side of a part
   * @param corners whether the cells of the halo that are diagonal to a part take part too
   * @param periodic whether the last part along an axis is the neighbour of the first
   */
  public Partition(long[] shape, int[] grid, int halo, boolean corners, boolean periodic) {
    this.shape = shape.clone();
    this.grid = grid.clone();
    this.halo = halo;
    this.corners = corners;
    this.periodic = periodic;
  }

  /** Elements along each axis. */
  public long[] shape() {
    return shape.clone();
  }

  /** Parts along each of the axes that are cut. */
  public int[] grid() {
    return grid.clone();
  }

  /** Cells on each side of a part. */
  public int halo() {
    return halo;
  }

  /** Parts in all. */
  public int parts() {
    int parts = 1;
    for (int along : grid) {
      parts *= along;
    }
    return parts;
  }

  /** The rank that owns a part: ranks own blocks of parts that differ by at most one part. */
  public int owner(int part, int ranks) {
    return (int) block(part, ranks, parts());
  }

  /** The block of element {@code i} of {@code n}, of {@code blocks} blocks. */
  private static long block(long i, long blocks, long n) {
    return ((i + 1) * blocks - 1) / n;
  }

  /** The part that has an element. */
  public int partOf(long... indices) {
    int part = 0;
    for (int axis = 0; axis < grid.length; axis++) {
      part = part * grid[axis] + (int) block(indices[axis], grid[axis], shape[axis]);
    }
    return part;
  }

  /** The place of a part along an axis. */
  private int coordinate(int part, int axis) {
    int rest = part;
    for (int a = grid.length - 1; a > axis; a--) {
      rest /= grid[a];
    }
    return rest % grid[axis];
  }

  /** The first index of a part along an axis. */
  public long begin(int part, int axis) {
    return axis < grid.length ? start(coordinate(part, axis), axis) : 0;
  }

  /** The index behind the last one of a part along an axis. */
  public long end(int part, int axis) {
    return axis < grid.length ? start(coordinate(part, axis) + 1L, axis) : shape[axis];
  }

  private long start(long coordinate, int axis) {
    return coordinate * shape[axis] / grid[axis];
  }

  /** The elements of a part, in the whole array. */
  public Box owned(int part) {
    Box box = Box.all(shape());
    for (int axis = 0; axis < shape.length; axis++) {
      box.from()[axis] = begin(part, axis);
      box.to()[axis] = end(part, axis);
    }
    return box;
  }

  /** The shape of a part with its halo. */
  public long[] padded(int part) {
    long[] padded = owned(part).shape();
    for (int axis = 0; axis < grid.length; axis++) {
      padded[axis] += 2L * halo;
    }
    return padded;
  }

  /** The elements of a part, in its padded array. */
  public Box inner(int part) {
    long[] from = new long[shape.length];
    Arrays.fill(from, 0, grid.length, halo);
    long[] to = owned(part).shape();
    for (int axis = 0; axis < grid.length; axis++) {
      to[axis] += halo;
    }
    return new Box(from, to);
  }

  /** The neighbour of a part; -1 if the array ends there. */
  public int neighbour(int part, int axis, Side side) {
    int along = grid[axis];
    int at = coordinate(part, axis);
    int next = side == Side.LOW ? at - 1 : at + 1;
    if (!periodic && (next < 0 || next >= along)) {
      return -1;
    }
    int stride = 1;
    for (int a = axis + 1; a < grid.length; a++) {
      stride *= grid[a];
    }
    return part + (Math.floorMod(next, along) - at) * stride;
  }

  /**
   * The faces along one axis after another, each ordered by receiver and side. The faces of an axis
   * hold what those of the axes before have brought, if corners take part.
   */
  public List<List<Face>> faces() {
    List<List<Face>> phases = new ArrayList<>();
    if (halo > 0) {
      for (int axis = grid.length - 1; axis >= 0; axis--) {
        phases.add(faces(axis));
      }
    }
    return phases;
  }

  private List<Face> faces(int axis) {
    List<Face> faces = new ArrayList<>();
    for (int part = 0; part < parts(); part++) {
      for (Side side : Side.values()) {
        int sender = neighbour(part, axis, side);
        if (sender >= 0) {
          faces.add(face(part, sender, axis, side));
        }
      }
    }
    return faces;
  }

  private Face face(int receiver, int sender, int axis, Side side) {
    Box target = crossSection(receiver, axis);
    Box source = crossSection(sender, axis);
    long mine = end(receiver, axis) - begin(receiver, axis);
    long theirs = end(sender, axis) - begin(sender, axis);
    target.from()[axis] = side == Side.LOW ? 0 : mine + halo;
    source.from()[axis] = side == Side.LOW ? theirs : halo;
    target.to()[axis] = target.from()[axis] + halo;
    source.to()[axis] = source.from()[axis] + halo;
    return new Face(receiver, sender, axis, side, source, target);
  }

  /** The elements of a part; with corners, and the cells of the halo along the axes before. */
  private Box crossSection(int part, int axis) {
    Box box = inner(part);
    for (int before = axis + 1; corners && before < grid.length; before++) {
      box.from()[before] -= neighbour(part, before, Side.LOW) < 0 ? 0 : halo;
      box.to()[before] += neighbour(part, before, Side.HIGH) < 0 ? 0 : halo;
    }
    return box;
  }
}
