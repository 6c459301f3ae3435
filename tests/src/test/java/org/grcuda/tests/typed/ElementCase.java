package org.grcuda.tests.typed;

import java.lang.reflect.Array;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.grcuda.BooleanArray;
import org.grcuda.ByteArray;
import org.grcuda.Complex128Array;
import org.grcuda.Complex64Array;
import org.grcuda.DoubleArray;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.HalfArray;
import org.grcuda.IntArray;
import org.grcuda.LongArray;
import org.grcuda.ShortArray;
import org.grcuda.TypedArray;
import org.grcuda.UByteArray;
import org.grcuda.UIntArray;
import org.grcuda.ULongArray;
import org.grcuda.UShortArray;
import org.grcuda.types.Complex;
import org.grcuda.types.ElementType;
import org.grcuda.types.Order;

/**
 * One class of typed arrays, with the methods that it adds to what all have in common.
 *
 * @param <S> the class
 * @param <A> the Java array it is copied from and to
 * @param <V> an element
 * @param type of the elements
 * @param elements six of them: the extreme ones among them
 * @param java the same six as a Java array
 * @param make makes an array
 */
record ElementCase<S extends TypedArray<S, A>, A, V>(
    ElementType type,
    List<V> elements,
    A java,
    Make<S> make,
    Getters<S, V> get,
    Setters<S, V> set,
    BiConsumer<S, V> fill) {

  interface Make<S> {
    S of(GrCuda cuda, Order order, long... shape);
  }

  interface Get1<S, V> {
    V of(S array, long i);
  }

  interface Get2<S, V> {
    V of(S array, long i, long j);
  }

  interface Get3<S, V> {
    V of(S array, long i, long j, long k);
  }

  /** Element access by one, two and three indices. */
  record Getters<S, V>(Get1<S, V> get1, Get2<S, V> get2, Get3<S, V> get3) {

    V of(S array, long... at) {
      return switch (at.length) {
        case 1 -> get1.of(array, at[0]);
        case 2 -> get2.of(array, at[0], at[1]);
        default -> get3.of(array, at[0], at[1], at[2]);
      };
    }
  }

  interface Set1<S, V> {
    void in(S array, long i, V value);
  }

  interface Set2<S, V> {
    void in(S array, long i, long j, V value);
  }

  interface Set3<S, V> {
    void in(S array, long i, long j, long k, V value);
  }

  /** Element access by one, two and three indices. */
  record Setters<S, V>(Set1<S, V> set1, Set2<S, V> set2, Set3<S, V> set3) {

    void in(S array, V value, long... at) {
      switch (at.length) {
        case 1 -> set1.in(array, at[0], value);
        case 2 -> set2.in(array, at[0], at[1], value);
        default -> set3.in(array, at[0], at[1], at[2], value);
      }
    }
  }

  /** Values of the Java array for each element. */
  int width() {
    return Array.getLength(java) / elements.size();
  }

  /** A Java array of {@code count} elements, all zero. */
  @SuppressWarnings("unchecked")
  A zeros(int count) {
    return (A) Array.newInstance(java.getClass().componentType(), count * width());
  }

  @Override
  public String toString() {
    return type.typeName();
  }

  /** Every class. */
  static Stream<ElementCase<?, ?, ?>> all() {
    return Stream.of(integers(), floats(), complexNumbers()).flatMap(List::stream);
  }

  private static List<ElementCase<?, ?, ?>> integers() {
    return List.of(
        new ElementCase<BooleanArray, boolean[], Boolean>(
            ElementType.BOOLEAN,
            List.of(true, false, false, true, true, false),
            new boolean[] {true, false, false, true, true, false},
            GrCuda::booleanArray,
            new Getters<>(BooleanArray::get, BooleanArray::get, BooleanArray::get),
            new Setters<>(BooleanArray::set, BooleanArray::set, BooleanArray::set),
            BooleanArray::fill),
        new ElementCase<ByteArray, byte[], Byte>(
            ElementType.BYTE,
            List.of((byte) -128, (byte) 127, (byte) -1, (byte) 0, (byte) 1, (byte) 77),
            new byte[] {-128, 127, -1, 0, 1, 77},
            GrCuda::byteArray,
            new Getters<>(ByteArray::get, ByteArray::get, ByteArray::get),
            new Setters<>(ByteArray::set, ByteArray::set, ByteArray::set),
            ByteArray::fill),
        new ElementCase<UByteArray, byte[], Integer>(
            ElementType.UCHAR,
            List.of(0, 255, 128, 127, 1, 77),
            new byte[] {0, -1, -128, 127, 1, 77},
            GrCuda::ubyteArray,
            new Getters<>(UByteArray::get, UByteArray::get, UByteArray::get),
            new Setters<>(UByteArray::set, UByteArray::set, UByteArray::set),
            UByteArray::fill),
        new ElementCase<ShortArray, short[], Short>(
            ElementType.SHORT,
            List.of((short) -32768, (short) 32767, (short) -1, (short) 0, (short) 1, (short) 777),
            new short[] {-32768, 32767, -1, 0, 1, 777},
            GrCuda::shortArray,
            new Getters<>(ShortArray::get, ShortArray::get, ShortArray::get),
            new Setters<>(ShortArray::set, ShortArray::set, ShortArray::set),
            ShortArray::fill),
        new ElementCase<UShortArray, char[], Integer>(
            ElementType.USHORT,
            List.of(0, 65535, 32768, 32767, 1, 777),
            new char[] {0, 65535, 32768, 32767, 1, 777},
            GrCuda::ushortArray,
            new Getters<>(UShortArray::get, UShortArray::get, UShortArray::get),
            new Setters<>(UShortArray::set, UShortArray::set, UShortArray::set),
            UShortArray::fill),
        new ElementCase<IntArray, int[], Integer>(
            ElementType.INT,
            List.of(Integer.MIN_VALUE, Integer.MAX_VALUE, -1, 0, 1, 77777),
            new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE, -1, 0, 1, 77777},
            GrCuda::intArray,
            new Getters<>(IntArray::get, IntArray::get, IntArray::get),
            new Setters<>(IntArray::set, IntArray::set, IntArray::set),
            IntArray::fill),
        new ElementCase<UIntArray, int[], Long>(
            ElementType.UINT,
            List.of(0L, 4294967295L, 2147483648L, 2147483647L, 1L, 77777L),
            new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1, 77777},
            GrCuda::uintArray,
            new Getters<>(UIntArray::get, UIntArray::get, UIntArray::get),
            new Setters<>(UIntArray::set, UIntArray::set, UIntArray::set),
            UIntArray::fill),
        new ElementCase<LongArray, long[], Long>(
            ElementType.LONG,
            List.of(Long.MIN_VALUE, Long.MAX_VALUE, -1L, 0L, 1L, 7777777777L),
            new long[] {Long.MIN_VALUE, Long.MAX_VALUE, -1L, 0L, 1L, 7777777777L},
            GrCuda::longArray,
            new Getters<>(LongArray::get, LongArray::get, LongArray::get),
            new Setters<>(LongArray::set, LongArray::set, LongArray::set),
            LongArray::fill),
        new ElementCase<ULongArray, long[], Long>(
            ElementType.ULONG,
            List.of(Long.MIN_VALUE, Long.MAX_VALUE, -1L, 0L, 1L, 7777777777L),
            new long[] {Long.MIN_VALUE, Long.MAX_VALUE, -1L, 0L, 1L, 7777777777L},
            GrCuda::ulongArray,
            new Getters<>(ULongArray::get, ULongArray::get, ULongArray::get),
            new Setters<>(ULongArray::set, ULongArray::set, ULongArray::set),
            ULongArray::fill));
  }

  private static List<ElementCase<?, ?, ?>> floats() {
    return List.of(
        new ElementCase<HalfArray, float[], Float>(
            ElementType.HALF,
            List.of(-65504f, 65504f, 0x1p-24f, -0f, 0.5f, Float.NEGATIVE_INFINITY),
            new float[] {-65504f, 65504f, 0x1p-24f, -0f, 0.5f, Float.NEGATIVE_INFINITY},
            GrCuda::halfArray,
            new Getters<>(HalfArray::get, HalfArray::get, HalfArray::get),
            new Setters<>(HalfArray::set, HalfArray::set, HalfArray::set),
            HalfArray::fill),
        new ElementCase<FloatArray, float[], Float>(
            ElementType.FLOAT,
            List.of(-Float.MAX_VALUE, Float.MIN_VALUE, Float.NaN, -0f, 0.1f, 1f),
            new float[] {-Float.MAX_VALUE, Float.MIN_VALUE, Float.NaN, -0f, 0.1f, 1f},
            GrCuda::floatArray,
            new Getters<>(FloatArray::get, FloatArray::get, FloatArray::get),
            new Setters<>(FloatArray::set, FloatArray::set, FloatArray::set),
            FloatArray::fill),
        new ElementCase<DoubleArray, double[], Double>(
            ElementType.DOUBLE,
            List.of(-Double.MAX_VALUE, Double.MIN_VALUE, Double.NaN, -0d, 0.1, 1d),
            new double[] {-Double.MAX_VALUE, Double.MIN_VALUE, Double.NaN, -0d, 0.1, 1d},
            GrCuda::doubleArray,
            new Getters<>(DoubleArray::get, DoubleArray::get, DoubleArray::get),
            new Setters<>(DoubleArray::set, DoubleArray::set, DoubleArray::set),
            DoubleArray::fill));
  }

  private static List<ElementCase<?, ?, ?>> complexNumbers() {
    return List.of(
        new ElementCase<Complex64Array, float[], Complex>(
            ElementType.COMPLEX64,
            List.of(
                new Complex(1, -2),
                new Complex(Float.MAX_VALUE, Float.MIN_VALUE),
                new Complex(0, -0d),
                new Complex(3, 3),
                new Complex(0.5, 0),
                new Complex(-1, 1)),
            new float[] {1, -2, Float.MAX_VALUE, Float.MIN_VALUE, 0, -0f, 3, 3, 0.5f, 0, -1, 1},
            GrCuda::complex64Array,
            new Getters<>(Complex64Array::get, Complex64Array::get, Complex64Array::get),
            new Setters<>(Complex64Array::set, Complex64Array::set, Complex64Array::set),
            Complex64Array::fill),
        new ElementCase<Complex128Array, double[], Complex>(
            ElementType.COMPLEX128,
            List.of(
                new Complex(1, -2),
                new Complex(Double.MAX_VALUE, Double.MIN_VALUE),
                new Complex(0, -0d),
                new Complex(3, 3),
                new Complex(0.1, 0),
                new Complex(-1, 1)),
            new double[] {1, -2, Double.MAX_VALUE, Double.MIN_VALUE, 0, -0d, 3, 3, 0.1, 0, -1, 1},
            GrCuda::complex128Array,
            new Getters<>(Complex128Array::get, Complex128Array::get, Complex128Array::get),
            new Setters<>(Complex128Array::set, Complex128Array::set, Complex128Array::set),
            Complex128Array::fill));
  }
}
