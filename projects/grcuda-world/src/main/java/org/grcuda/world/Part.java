package org.grcuda.world;

import java.util.Arrays;
import org.grcuda.DeviceArray;
import org.grcuda.spi.AnyArray;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.partition.Box;
import org.grcuda.world.partition.Partition;

/**
 * A part of a distributed array.
 *
 * @param <A> the class of its arrays
 */
public final class Part<A extends DeviceArray> {

  private final Partition partition;
  private final int index;
  private final int owner;
  private final A padded;
  private final A inner;

  @SuppressWarnings("unchecked") // the class for the type
  Part(Partition partition, int index, int owner, DeviceArray padded) {
    this.partition = partition;
    this.index = index;
    this.owner = owner;
    Box box = partition.inner(index);
    this.padded = (A) padded;
    this.inner = padded == null ? null : (A) AnyArray.box(padded, box.from(), box.to());
  }

  /** Its number, from 0: row-major among the parts of the array. */
  public int index() {
    return index;
  }

  /** The rank whose memory it is in. */
  public int owner() {
    return owner;
  }

  /** Whether its arrays are on this rank. */
  public boolean isLocal() {
    return padded != null;
  }

  /** The first index of its elements along each axis of the whole array. */
  public long[] begin() {
    return partition.owned(index).from();
  }

  /** The index behind its last element, along each axis of the whole array. */
  public long[] end() {
    return partition.owned(index).to();
  }

  /** Its elements along each axis, without halo. */
  public long[] shape() {
    return partition.owned(index).shape();
  }

  /** Its elements along the first axis. */
  public long rows() {
    return shape()[0];
  }

  /** Its elements along the second axis; 1 if there is none. */
  public long columns() {
    long[] shape = shape();
    return shape.length < 2 ? 1 : shape[1];
  }

  /**
   * Its elements and its halo, an ordinary device array. Along each axis that is cut there are as
   * many cells before and behind the elements as the halo is wide.
   *
   * @throws GrCudaException if another rank owns it
   */
  public A padded() {
    checkLocal("padded");
    return padded;
  }

  /**
   * Its elements without the halo, a view of {@link #padded}. If only the first axis is cut, it is
   * dense, and kernels take it; else it is strided, and kernels take the padded array.
   *
   * @throws GrCudaException if another rank owns it
   */
  public A inner() {
    checkLocal("inner");
    return inner;
  }

  /**
   * Stores {@code value} in every element and in the halo, asynchronously, on the device of this
   * part.
   *
   * @throws GrCudaException if the elements cannot hold the value, or another rank owns it
   */
  public void fill(Number value) {
    checkLocal("fill");
    AnyArray.fill("fill, argument 1 'value'", padded, value);
  }

  /** The element at an index of the whole array: one of this part, which is local. */
  double value(long... indices) {
    Box box = partition.inner(index);
    long[] from = indices.clone();
    Arrays.setAll(from, axis -> indices[axis] - begin()[axis] + box.from()[axis]);
    long[] to = Arrays.stream(from).map(each -> each + 1).toArray();
    return Elements.only(AnyArray.box(padded, from, to));
  }

  private void checkLocal(String member) {
    if (padded == null) {
      throw new GrCudaException(
          GrCudaException.Kind.INDEX,
          member
              + ": rank "
              + owner
              + " owns part "
              + index
              + "; take its elements with get or gather of the distributed array, or the parts of"
              + " this rank");
    }
  }

  /** Number and elements, such as {@code part 3 of rank 1: [96, 0] to [128, 128]}. */
  @Override
  public String toString() {
    return "part "
        + index
        + " of rank "
        + owner
        + ": "
        + Arrays.toString(begin())
        + " to "
        + Arrays.toString(end());
  }
}
