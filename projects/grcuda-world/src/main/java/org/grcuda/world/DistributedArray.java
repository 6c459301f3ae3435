package org.grcuda.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.DeviceArray;
import org.grcuda.spi.AnyArray;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;
import org.grcuda.world.array.ArrayWorld;
import org.grcuda.world.array.Exchange;
import org.grcuda.world.array.PartSums;
import org.grcuda.world.array.WholeArrays;
import org.grcuda.world.partition.Partition;

/**
 * An array in parts, over the devices of all ranks of a program. Each part is an ordinary device
 * array of one rank, with a halo: cells around its elements that {@link #exchange} fills from the
 * neighbours. Elements and halo cells are 0 at first.
 *
 * <p>All ranks make the same arrays in the same order, and call {@link #exchange}, {@link #sum},
 * {@link #get}, {@link #gather()} and {@link #gather(int)} of each in the same order. One thread at
 * a time may use it.
 *
 * @param <A> the class of the arrays of its parts
 */
public final class DistributedArray<A extends DeviceArray> implements AutoCloseable {

  private final ArrayWorld world;
  private final ElementType type;
  private final Partition partition;
  private final int number;
  private final List<Part<A>> parts;
  private final List<Part<A>> own;
  private final List<DeviceArray> padded;
  private final Exchange exchange;

  DistributedArray(ArrayWorld world, ElementType type, Partition partition) {
    this.world = world;
    this.type = type;
    this.partition = partition;
    this.number = world.nextArray();
    int rank = world.messages().rank();
    int devices = world.cuda().devices().size();
    List<Part<A>> made = new ArrayList<>();
    List<DeviceArray> arrays = new ArrayList<>();
    int local = 0;
    for (int part = 0; part < partition.parts(); part++) {
      int owner = partition.owner(part, world.messages().size());
      DeviceArray array = null;
      if (owner == rank) {
        array = world.cuda().array(type, Order.C, partition.padded(part));
        AnyArray.prefer(array, local % devices);
        AnyArray.fill("fill", array, 0);
        local++;
      }
      arrays.add(array);
      made.add(new Part<>(partition, part, owner, array));
    }
    this.parts = List.copyOf(made);
    this.own = made.stream().filter(Part::isLocal).toList();
    this.padded = Collections.unmodifiableList(arrays);
    this.exchange = new Exchange(world, number, partition, padded);
  }

  /** The type of its elements. */
  public ElementType type() {
    return type;
  }

  /** Elements along each axis. */
  public long[] shape() {
    return partition.shape();
  }

  /** Parts along each of the axes that are cut. */
  public int[] grid() {
    return partition.grid();
  }

  /** Cells of the halo on each side of a part. */
  public int halo() {
    return partition.halo();
  }

  /** The parts of this rank, in their order. */
  public List<Part<A>> parts() {
    return own;
  }

  /** The parts of all ranks, in their order. Only those of this rank have arrays here. */
  public List<Part<A>> allParts() {
    return parts;
  }

  /**
   * Fills the halo of each part from its neighbours. Returns at once: a computation that uses halo
   * cells waits for them, and the exchange waits for the computations that write the elements which
   * it takes. Cells outside the array stay as they are.
   */
  public void exchange() {
    exchange.run();
  }

  /**
   * Stores {@code value} in every element of the parts of this rank and in their halos,
   * asynchronously.
   *
   * @throws GrCudaException if the elements cannot hold the value
   */
  public void fill(Number value) {
    own.forEach(part -> part.fill(value));
  }

  /**
   * Copies the elements of the parts of this rank from an array of all elements, asynchronously;
   * halos stay as they are.
   *
   * @param whole of the same type and shape, row-major and dense
   * @throws GrCudaException if it has another type, shape or order
   */
  public void copyFrom(A whole) {
    if (whole.type() != type
        || !Arrays.equals(whole.shape(), shape())
        || whole.order() != Order.C) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          "copyFrom, argument 1 'whole': expected a row-major array "
              + describe()
              + ", given "
              + whole
              + (whole.order() == Order.C ? "" : " in order F"));
    }
    try (WholeArrays copies = copies()) {
      copies.scatter(whole);
    }
  }

  /** A new array of all elements, on every rank. */
  public A gather() {
    return gather(IntStream.range(0, world.messages().size()).boxed().toList());
  }

  /**
   * A new array of all elements on {@code rank}.
   *
   * @return null on the other ranks
   * @throws GrCudaException if there is no such rank
   */
  public A gather(int rank) {
    int ranks = world.messages().size();
    if (rank < 0 || rank >= ranks) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "gather, argument 1 'rank': expected 0 to " + (ranks - 1) + ", given " + rank);
    }
    return gather(List.of(rank));
  }

  @SuppressWarnings("unchecked") // the class for the type
  private A gather(List<Integer> targets) {
    A whole = null;
    if (targets.contains(world.messages().rank())) {
      whole = (A) world.cuda().array(type, Order.C, shape());
    }
    try (WholeArrays copies = copies()) {
      copies.gather(whole, targets);
    }
    return whole;
  }

  private WholeArrays copies() {
    return new WholeArrays(world, number, partition, padded);
  }

  /**
   * The sum of all elements, on every rank: the same bits for any number of ranks and devices, as
   * long as the parts are the same. Integers are added in 64 bits; other numbers are added as
   * doubles. Waits for the computations that write the elements.
   *
   * @throws GrCudaException if the elements are complex numbers
   */
  public double sum() {
    checkReal("sum");
    return PartSums.of(world, partition, padded);
  }

  /**
   * An element, on every rank; the elements of parts of this rank are also in the part's {@link
   * Part#inner}. Waits for the computation that writes it.
   *
   * @return the value; integers beyond 2^53 are rounded
   * @throws GrCudaException if there is no such element, or elements are complex numbers
   */
  public double get(long... indices) {
    checkReal("get");
    checkIndices(indices);
    Part<A> part = parts.get(partition.partOf(indices));
    double[] mine = {};
    if (part.isLocal()) {
      mine = new double[] {part.value(indices)};
    }
    return world.collectives().gather("DistributedArray.get", mine)[part.owner()][0];
  }

  private void checkReal(String method) {
    if (type.kind() == ElementType.Kind.COMPLEX) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          method
              + ": expected an array of real numbers, this one is "
              + describe()
              + "; take gather, or the parts");
    }
  }

  private void checkIndices(long[] indices) {
    long[] shape = shape();
    if (indices.length != shape.length) {
      throw new GrCudaException(
          GrCudaException.Kind.ARITY,
          "get: "
              + describe()
              + " takes "
              + shape.length
              + (shape.length == 1 ? " index" : " indices")
              + ", given "
              + indices.length);
    }
    for (int axis = 0; axis < shape.length; axis++) {
      if (indices[axis] < 0 || indices[axis] >= shape[axis]) {
        throw new GrCudaException(
            GrCudaException.Kind.INDEX,
            "get: index "
                + indices[axis]
                + " of axis "
                + axis
                + " is out of range for "
                + describe()
                + ": legal are 0 to "
                + (shape[axis] - 1));
      }
    }
  }

  private String describe() {
    var text = new StringBuilder(type.typeName());
    for (long extent : shape()) {
      text.append('[').append(extent).append(']');
    }
    return text.toString();
  }

  /** Frees the arrays of the parts of this rank, ordered after the computations that use them. */
  @Override
  public void close() {
    exchange.close();
    for (DeviceArray array : padded) {
      if (array != null) {
        array.close();
      }
    }
  }

  /** Type, shape and parts, such as {@code float[64][64] in 8 x 2 parts}. */
  @Override
  public String toString() {
    StringBuilder grid = new StringBuilder();
    for (int along : partition.grid()) {
      grid.append(grid.isEmpty() ? "" : " x ").append(along);
    }
    return describe()
        + " in "
        + grid
        + (partition.parts() == 1 ? " part" : " parts")
        + (halo() == 0 ? "" : ", halo " + halo());
  }
}
