package org.grcuda;

import java.util.function.Function;
import org.grcuda.core.engine.NdArray;
import org.grcuda.types.ElementType;

/**
 * A class of device arrays, as a value.
 *
 * @param <A> the class
 */
public final class ArrayType<A extends DeviceArray> {

  /** {@link BooleanArray}. */
  public static final ArrayType<BooleanArray> BOOLEAN =
      new ArrayType<>(ElementType.BOOLEAN, BooleanArray::new);

  /** {@link ByteArray}. */
  public static final ArrayType<ByteArray> BYTE = new ArrayType<>(ElementType.BYTE, ByteArray::new);

  /** {@link UByteArray}. */
  public static final ArrayType<UByteArray> UBYTE =
      new ArrayType<>(ElementType.UCHAR, UByteArray::new);

  /** {@link ShortArray}. */
  public static final ArrayType<ShortArray> SHORT =
      new ArrayType<>(ElementType.SHORT, ShortArray::new);

  /** {@link UShortArray}. */
  public static final ArrayType<UShortArray> USHORT =
      new ArrayType<>(ElementType.USHORT, UShortArray::new);

  /** {@link IntArray}. */
  public static final ArrayType<IntArray> INT = new ArrayType<>(ElementType.INT, IntArray::new);

  /** {@link UIntArray}. */
  public static final ArrayType<UIntArray> UINT = new ArrayType<>(ElementType.UINT, UIntArray::new);

  /** {@link LongArray}. */
  public static final ArrayType<LongArray> LONG = new ArrayType<>(ElementType.LONG, LongArray::new);

  /** {@link ULongArray}. */
  public static final ArrayType<ULongArray> ULONG =
      new ArrayType<>(ElementType.ULONG, ULongArray::new);

  /** {@link HalfArray}. */
  public static final ArrayType<HalfArray> HALF = new ArrayType<>(ElementType.HALF, HalfArray::new);

  /** {@link FloatArray}. */
  public static final ArrayType<FloatArray> FLOAT =
      new ArrayType<>(ElementType.FLOAT, FloatArray::new);

  /** {@link DoubleArray}. */
  public static final ArrayType<DoubleArray> DOUBLE =
      new ArrayType<>(ElementType.DOUBLE, DoubleArray::new);

  /** {@link Complex64Array}. */
  public static final ArrayType<Complex64Array> COMPLEX64 =
      new ArrayType<>(ElementType.COMPLEX64, Complex64Array::new);

  /** {@link Complex128Array}. */
  public static final ArrayType<Complex128Array> COMPLEX128 =
      new ArrayType<>(ElementType.COMPLEX128, Complex128Array::new);

  private final ElementType elements;
  private final Function<NdArray, A> maker;

  private ArrayType(ElementType elements, Function<NdArray, A> maker) {
    this.elements = elements;
    this.maker = maker;
  }

  /** The type of the elements. */
  public ElementType elements() {
    return elements;
  }

  A of(NdArray array) {
    return maker.apply(array);
  }

  @Override
  public String toString() {
    return elements.typeName();
  }
}
