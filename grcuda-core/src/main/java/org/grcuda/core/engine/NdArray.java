package org.grcuda.core.engine;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * A device array, or a view of one: a shape and strides over a {@link Storage}. Immutable; views
 * share the memory.
 */
public final class NdArray {

  private final Storage storage;
  private final ElementType type;
  private final long[] shape;
  private final long[] strides;
  private final long offset;
  private final boolean view;
  // The last access that reads and the last that writes: most launches use an array as one of them
  // did. Accesses are immutable, so it does no harm if threads make several. One field more, for
  // the region, and this object, of 48 bytes, would be so large that submitting took 10 % longer.
  private Access reading;
  private Access writing;

  /**
   * @param shape elements along each dimension, at least one dimension
   * @param strides distance in elements between neighbours along each dimension
   * @param offset position of the first element in the storage, in elements
   */
  private NdArray(
      Storage storage, ElementType type, long[] shape, long[] strides, long offset, boolean view) {
    this.storage = storage;
    this.type = type;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.view = view;
  }

  private NdArray view(ElementType part, long[] extents, long[] distances, long first) {
    return new NdArray(storage, part, extents, distances, first, true);
  }

  /** A new array over the whole of {@code storage}. */
  static NdArray over(Storage storage, long[] shape, Order order) {
    return new NdArray(storage, storage.type(), shape, order.strides(shape), 0, false);
  }

  /**
   * The bytes of an array of this shape.
   *
   * @throws GrCudaException if there is none: an extent is below 1, or the size beyond 64 bits
   */
  public static long bytes(ElementType type, long... shape) {
    return ArrayShape.bytes(type, shape);
  }

  /** The memory it lies in. */
  public Storage storage() {
    return storage;
  }

  /** The type of its elements. */
  public ElementType type() {
    return type;
  }

  /** Whether it is a row, a slice or another view, and not the array that was allocated. */
  public boolean isView() {
    return view;
  }

  /** Number of dimensions, at least 1. */
  public int rank() {
    return shape.length;
  }

  /** Elements along dimension {@code dimension}. */
  public long extent(int dimension) {
    return shape[dimension];
  }

  /** Elements along each dimension, a copy. */
  public long[] shape() {
    return shape.clone();
  }

  /** Distance in elements between neighbours along dimension {@code dimension}. */
  public long stride(int dimension) {
    return strides[dimension];
  }

  /** Distance in elements between neighbours along each dimension, a copy. */
  long[] strides() {
    return strides.clone();
  }

  /** Elements in all. */
  public long size() {
    long size = 1;
    for (long extent : shape) {
      size *= extent;
    }
    return size;
  }

  /**
   * The first {@code rows} rows of this array, for a time: until {@link Storage#endLease} of its
   * storage.
   */
  public NdArray leased(long rows) {
    return new NdArray(storage.lease(), type, shape, strides, offset, true).slice(0, rows);
  }

  /**
   * Whether it is in the memory of one device for good, which the host reaches by copies only:
   * {@link Computations#allocateOn}, and variables of modules on GPUs.
   */
  public boolean isAway() {
    Allocation allocation = storage.allocation();
    int home = allocation.home();
    return home != Places.HOST
        && !(allocation.isForeign() && storage.session().driver().device(home).isReachedByHost());
  }

  /** Bytes of the elements in all. */
  public long bytes() {
    return size() * type.sizeBytes();
  }

  /** Address of the first element. */
  public long address() {
    return storage.address() + offset * type.sizeBytes();
  }

  /** Whether the elements lie without gaps, in row-major or in column-major order. */
  public boolean isContiguous() {
    return !view || isDense(Order.C) || isDense(Order.F);
  }

  /** Whether the elements lie without gaps in {@code order}. */
  public boolean isDense(Order order) {
    long stride = 1;
    for (int i = 0; i < shape.length; i++) {
      int d = order.dimension(i, shape.length);
      if (shape[d] > 1 && strides[d] != stride) {
        return false;
      }
      stride *= shape[d];
    }
    return true;
  }

  /** The memory that an access touches; for a strided view, its hull. */
  public Region region() {
    if (!view) {
      // This avoids reading the shape, which takes time if it is in no cache.
      return storage.allocation().whole();
    }
    Access known = reading != null ? reading : writing;
    return known == null ? access(AccessMode.READ).region() : known.region();
  }

  /** {@link #region} and what a computation does with it. */
  Access access(AccessMode mode) {
    Access known = mode.writes() ? writing : reading;
    if (known == null || known.mode() != mode || !isCurrent(known)) {
      known = new Access(view ? hullRegion() : storage.allocation().whole(), mode);
      if (mode.writes()) {
        writing = known;
      } else {
        reading = known;
      }
    }
    return known;
  }

  private boolean isCurrent(Access known) {
    return view || known.region() == storage.allocation().whole();
  }

  private Region hullRegion() {
    long last = 0;
    for (int d = 0; d < shape.length; d++) {
      last += (shape[d] - 1) * strides[d];
    }
    Region whole = storage.allocation().whole();
    long bytes = (last + 1) * type.sizeBytes();
    return offset == 0 && bytes == whole.length()
        ? whole
        : new Region(storage.allocation(), offset * type.sizeBytes(), bytes);
  }

  /** The view {@code [index]} along the first dimension, of one dimension less. */
  public NdArray row(long index) {
    return select(0, index);
  }

  /** The view of the elements at {@code index} of {@code dimension}, without that dimension. */
  public NdArray select(int dimension, long index) {
    return view(
        type,
        without(shape, dimension),
        without(strides, dimension),
        offset + index * strides[dimension]);
  }

  private static long[] without(long[] all, int dimension) {
    long[] rest = new long[all.length - 1];
    System.arraycopy(all, 0, rest, 0, dimension);
    System.arraycopy(all, dimension + 1, rest, dimension, rest.length - dimension);
    return rest;
  }

  /** A dense array as one row, in the order in which the elements lie in memory. */
  public NdArray flat() {
    return rank() == 1 ? this : view(type, new long[] {size()}, new long[] {1}, offset);
  }

  /** How the dimensions of a dense array lie in memory; C where that makes no difference. */
  public Order order() {
    return isDense(Order.F) && !isDense(Order.C) ? Order.F : Order.C;
  }

  /**
   * The message that says why it cannot be an argument of a computation of {@code session}; null if
   * it can. This does not check whether it was freed: see {@link Storage#checkAlive}.
   */
  public String refusal(Computations session) {
    if (storage.session() != session) {
      return describe() + " belongs to another context";
    }
    if (!isContiguous()) {
      return "a strided view of shape "
          + describe()
          + " cannot be passed; pass the whole array, or a row or slice of it";
    }
    return null;
  }

  /**
   * This array, whose elements must lie without gaps.
   *
   * @param method the method that needs that, for the message
   * @param done what the method does, as a participle
   * @throws GrCudaException if it is a strided view
   */
  public NdArray dense(String method, String done) {
    if (!isContiguous()) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          method + ": a strided view of shape " + describe() + " cannot be " + done);
    }
    return this;
  }

  /**
   * The first {@code count} elements of a dense array, in memory order.
   *
   * @param what the argument that says how many, for the message
   * @throws GrCudaException unless {@code 1 <= count <= size}
   */
  public NdArray first(String what, long count) {
    if (count < 1 || count > size()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, what + ": expected 1 to " + size() + ", given " + count);
    }
    return flat().slice(0, count);
  }

  /**
   * The view of the same elements, in the order in which they lie in memory, under another shape.
   *
   * @param extents of which one may be -1: it is computed from the others
   * @throws GrCudaException if it is a strided view, or the shape has another number of elements
   */
  public NdArray reshape(long... extents) {
    dense("reshape", "reshaped");
    return reshape(order(), extents);
  }

  /**
   * The view of the same elements under another shape: elements that follow each other, counted in
   * {@code order}, also follow each other in the view.
   *
   * @param extents of which one may be -1: it is computed from the others
   * @return null if no strides make such a view, so that the elements have to be copied
   * @throws GrCudaException if the shape has another number of elements
   */
  public NdArray reshape(Order order, long... extents) {
    long[] resolved = ArrayShape.resolve(this, extents);
    long[] distances = ArrayShape.strides(shape, strides, resolved, order);
    return distances == null ? null : view(type, resolved, distances, offset);
  }

  /**
   * The view with the dimensions in another order: dimension {@code i} is this array's {@code
   * axes[i]}.
   *
   * @throws GrCudaException unless the axes are the dimensions from 0, each once
   */
  public NdArray transposed(long... axes) {
    ArrayShape.checkAxes(this, axes);
    long[] extents = new long[axes.length];
    long[] distances = new long[axes.length];
    for (int d = 0; d < axes.length; d++) {
      extents[d] = shape[(int) axes[d]];
      distances[d] = strides[(int) axes[d]];
    }
    return view(type, extents, distances, offset);
  }

  /** The view with the dimensions in reverse order. */
  public NdArray transposed() {
    return transposed(LongStream.rangeClosed(1, rank()).map(d -> rank() - d).toArray());
  }

  /** The memory from the first element to the last, as one row. */
  NdArray hull() {
    long elements = region().length() / type.sizeBytes();
    return view(type, new long[] {elements}, new long[] {1}, offset);
  }

  /** The real (0) or the imaginary (1) parts of a complex array, as a strided view. */
  public NdArray part(int index) {
    return parts().select(rank(), index);
  }

  /**
   * The view of one element.
   *
   * @param indices one along each dimension; or one alone, in the memory order of a dense array
   * @throws GrCudaException if there is no such element
   */
  public NdArray element(long... indices) {
    if (indices.length == 1 && rank() > 1) {
      checkIndex(indices[0], size(), "");
      return dense("an element by one index", "read so").flat().element(indices);
    }
    if (indices.length != rank()) {
      throw new GrCudaException(
          GrCudaException.Kind.ARITY,
          describe()
              + " takes "
              + rank()
              + (rank() == 1 ? " index" : " indices")
              + ", given "
              + indices.length);
    }
    long position = offset;
    for (int d = 0; d < indices.length; d++) {
      checkIndex(indices[d], shape[d], rank() == 1 ? "" : " in dimension " + (d + 1));
      position += indices[d] * strides[d];
    }
    return view(type, new long[] {1}, new long[] {1}, position);
  }

  private void checkIndex(long index, long extent, String where) {
    if (Long.compareUnsigned(index, extent) >= 0) {
      throw new GrCudaException(
          GrCudaException.Kind.INDEX,
          "index "
              + index
              + where
              + " is out of range for "
              + describe()
              + ": legal are 0 to "
              + (extent - 1));
    }
  }

  /**
   * A complex array as an array of its parts, with a last dimension for the real and the imaginary
   * part.
   */
  public NdArray parts() {
    long[] extents = Arrays.copyOf(shape, shape.length + 1);
    long[] distances = Arrays.copyOf(strides, strides.length + 1);
    Arrays.setAll(distances, d -> 2 * distances[d]);
    extents[shape.length] = 2;
    distances[shape.length] = 1;
    return view(type.componentType(), extents, distances, 2 * offset);
  }

  /**
   * The view of the elements {@code from} to {@code to}, exclusive, along the first dimension.
   *
   * @throws GrCudaException unless {@code 0 <= from < to <= extent(0)}
   */
  public NdArray slice(long from, long to) {
    return slice(0, from, to, 1);
  }

  /**
   * The view of every {@code step}th element from {@code from} to {@code to}, exclusive, along
   * {@code dimension}.
   *
   * @throws GrCudaException unless {@code 0 <= from < to <= extent(dimension)} and {@code step} is
   *     positive
   */
  public NdArray slice(int dimension, long from, long to, long step) {
    if (from < 0 || from >= to || to > shape[dimension]) {
      throw new GrCudaException(
          GrCudaException.Kind.INDEX,
          describe()
              + ": slice from "
              + from
              + " to "
              + to
              + " is not within 0 to "
              + shape[dimension]
              + " with at least one element");
    }
    if (step < 1) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          describe() + ": slice with step " + step + ": a step is at least 1");
    }
    long[] sliced = shape.clone();
    sliced[dimension] = (to - from - 1) / step + 1;
    long[] distances = strides.clone();
    distances[dimension] *= step;
    return view(type, sliced, distances, offset + from * strides[dimension]);
  }

  /** Type and shape, as the expression that would make it: {@code float[28][28]}. */
  public String describe() {
    var text = new StringBuilder(type.typeName());
    for (long extent : shape) {
      text.append('[').append(extent).append(']');
    }
    return text.toString();
  }
}
