package org.grcuda;

import org.grcuda.core.engine.DeviceCopy;
import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * A device array whose class tells the type of its elements. This is the common part of all those
 * classes; each adds {@code get}, {@code set} and {@code fill} for one element type.
 *
 * @param <S> the class itself
 * @param <A> the Java array for copies
 */
public abstract sealed class TypedArray<S extends TypedArray<S, A>, A> extends DeviceArray
    permits BooleanArray,
        ByteArray,
        UByteArray,
        ShortArray,
        UShortArray,
        IntArray,
        UIntArray,
        LongArray,
        ULongArray,
        HalfArray,
        FloatArray,
        DoubleArray,
        Complex64Array,
        Complex128Array {

  private final JavaArrays<A> javaArrays;

  TypedArray(NdArray array, JavaArrays<A> javaArrays) {
    super(array);
    this.javaArrays = javaArrays;
  }

  /** A view of this array. */
  abstract S view(NdArray view);

  /**
   * The view of elements {@code from} to {@code to}, exclusive, along the first dimension: it
   * shares the memory. Computations on slices that do not overlap run side by side.
   *
   * @throws GrCudaException unless {@code 0 <= from < to <=} the elements along that dimension
   */
  public final S slice(long from, long to) {
    return view(array().slice(from, to));
  }

  /**
   * The view of row {@code index} of an array of several dimensions: it shares the memory. In an
   * array in {@link Order#F} the elements of a row do not lie side by side: the row is read and
   * written element by element, and cannot be an argument of a kernel.
   *
   * @throws GrCudaException if there is no such row, or the array has only one dimension
   */
  public final S row(long index) {
    return view(rowOf(index));
  }

  /**
   * The view of all elements as one row, in the order in which they lie in memory.
   *
   * @throws GrCudaException if this is a view whose elements do not lie side by side
   */
  public final S flat() {
    return view(array().dense("flat", "flattened").flat());
  }

  /**
   * The view of all elements under another shape, in the same order.
   *
   * @throws GrCudaException if the shape has another number of elements, or this is a view whose
   *     elements do not lie side by side
   */
  public final S reshape(long... shape) {
    return view(array().reshape(shape));
  }

  /**
   * The view with the dimensions in reverse order: it shares the memory. If its elements do not lie
   * side by side, it is read and written element by element, as a {@link #row}.
   */
  public final S transpose() {
    return view(array().transposed());
  }

  /**
   * Copies all elements from {@code source}, from its beginning on.
   *
   * @throws GrCudaException if {@code source} is shorter
   */
  public final void copyFrom(A source) {
    checkLength("copyFrom", source);
    store(array().dense("copyFrom", "copied in bulk"), source, 0);
  }

  /**
   * Copies the first {@code count} elements from {@code source}, from its value {@code offset} on.
   *
   * @throws GrCudaException if {@code source} is shorter, or {@code count} not within 1 and the
   *     length
   */
  public final void copyFrom(A source, int offset, int count) {
    NdArray part = part("copyFrom", count);
    checkRange("copyFrom", source, offset, count);
    store(part, source, offset);
  }

  /**
   * Copies all elements to {@code target}, from its beginning on.
   *
   * @throws GrCudaException if {@code target} is shorter
   */
  public final void copyTo(A target) {
    checkLength("copyTo", target);
    load(array().dense("copyTo", "copied in bulk"), target, 0);
  }

  /**
   * Copies the first {@code count} elements to {@code target}, from its value {@code offset} on.
   *
   * @throws GrCudaException if {@code target} is shorter, or {@code count} not within 1 and the
   *     length
   */
  public final void copyTo(A target, int offset, int count) {
    NdArray part = part("copyTo", count);
    checkRange("copyTo", target, offset, count);
    load(part, target, offset);
  }

  /**
   * All elements, in the order in which they lie in memory, as a new Java array.
   *
   * @throws GrCudaException if there are more than a Java array can hold
   */
  public final A toArray() {
    long values = length() * valuesPerElement();
    if (values > Integer.MAX_VALUE) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "toArray: the elements of " + this + " do not fit in a Java array; copy slices of it");
    }
    A elements = javaArrays.allocate((int) values);
    load(array().dense("toArray", "copied in bulk"), elements, 0);
    return elements;
  }

  /**
   * Copies as many elements as this array has from the beginning of {@code source}, asynchronously.
   *
   * @throws GrCudaException if {@code source} is shorter, has another order in memory, or shares
   *     part of this array's memory
   */
  public final void copyFrom(S source) {
    DeviceCopy.from(array(), source.array());
  }

  /**
   * Copies all elements to the beginning of {@code target}, asynchronously. It throws for the same
   * reasons as the copy from an array.
   */
  public final void copyTo(S target) {
    DeviceCopy.to(array(), target.array());
  }

  private void store(NdArray target, A source, int offset) {
    int values = (int) (target.size() * valuesPerElement());
    session()
        .hostAccess()
        .copy(
            target,
            AccessMode.OVERWRITE,
            address -> javaArrays.store(source, offset, values, address));
  }

  private void load(NdArray source, A target, int offset) {
    int values = (int) (source.size() * valuesPerElement());
    session()
        .hostAccess()
        .copy(source, AccessMode.READ, address -> javaArrays.load(address, target, offset, values));
  }

  /** Values of the Java array for each element: 2 for complex elements. */
  private int valuesPerElement() {
    return type().sizeBytes() / type().componentType().sizeBytes();
  }

  private NdArray part(String method, int count) {
    return array().dense(method, "copied in bulk").first(method + ", argument 3 'count'", count);
  }

  private void checkLength(String method, A values) {
    DeviceCopy.checkCount(method, length(), javaArrays.length(values) / valuesPerElement());
  }

  private void checkRange(String method, A values, int offset, int count) {
    int length = javaArrays.length(values);
    if (offset < 0 || offset > length) {
      throw new GrCudaException(
          GrCudaException.Kind.INDEX,
          method + ", argument 2 'offset': expected 0 to " + length + ", given " + offset);
    }
    DeviceCopy.checkCount(method, count, (length - offset) / valuesPerElement());
  }
}
