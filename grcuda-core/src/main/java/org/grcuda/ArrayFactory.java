package org.grcuda;

import java.lang.reflect.Array;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Session;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * Makes device arrays: of a type and a shape, or of the elements of a Java array.
 *
 * <p>A shape is the number of elements along each of one or more dimensions, each at least 1. Every
 * method throws a {@link GrCudaException} if the shape is impossible, memory is exhausted, or the
 * context is closed.
 */
public abstract sealed class ArrayFactory permits GrCuda, ArrayFactory.Homed {

  ArrayFactory() {}

  /** A new array, its contents undefined. */
  abstract NdArray allocate(ElementType type, Order order, long[] shape);

  static void checkShape(ElementType type, long[] shape) {
    if (shape.length == 0) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, "an array of " + type + " needs at least one dimension");
    }
  }

  /**
   * A new array of elements of {@code type}, in {@code order}, its contents undefined. Its class is
   * the one for the type, such as {@link FloatArray}.
   */
  public final DeviceArray array(ElementType type, Order order, long... shape) {
    return DeviceArray.of(allocate(type, order, shape));
  }

  /** A new array of truth values, row-major, its contents undefined. */
  public final BooleanArray booleanArray(long... shape) {
    return booleanArray(Order.C, shape);
  }

  /** A new array of truth values, in {@code order}, its contents undefined. */
  public final BooleanArray booleanArray(Order order, long... shape) {
    return new BooleanArray(allocate(ElementType.BOOLEAN, order, shape));
  }

  /** A new array of 8-bit integers, row-major, its contents undefined. */
  public final ByteArray byteArray(long... shape) {
    return byteArray(Order.C, shape);
  }

  /** A new array of 8-bit integers, in {@code order}, its contents undefined. */
  public final ByteArray byteArray(Order order, long... shape) {
    return new ByteArray(allocate(ElementType.BYTE, order, shape));
  }

  /** A new array of unsigned 8-bit integers, row-major, its contents undefined. */
  public final UByteArray ubyteArray(long... shape) {
    return ubyteArray(Order.C, shape);
  }

  /** A new array of unsigned 8-bit integers, in {@code order}, its contents undefined. */
  public final UByteArray ubyteArray(Order order, long... shape) {
    return new UByteArray(allocate(ElementType.UCHAR, order, shape));
  }

  /** A new array of 16-bit integers, row-major, its contents undefined. */
  public final ShortArray shortArray(long... shape) {
    return shortArray(Order.C, shape);
  }

  /** A new array of 16-bit integers, in {@code order}, its contents undefined. */
  public final ShortArray shortArray(Order order, long... shape) {
    return new ShortArray(allocate(ElementType.SHORT, order, shape));
  }

  /** A new array of unsigned 16-bit integers, row-major, its contents undefined. */
  public final UShortArray ushortArray(long... shape) {
    return ushortArray(Order.C, shape);
  }

  /** A new array of unsigned 16-bit integers, in {@code order}, its contents undefined. */
  public final UShortArray ushortArray(Order order, long... shape) {
    return new UShortArray(allocate(ElementType.USHORT, order, shape));
  }

  /** A new array of 32-bit integers, row-major, its contents undefined. */
  public final IntArray intArray(long... shape) {
    return intArray(Order.C, shape);
  }

  /** A new array of 32-bit integers, in {@code order}, its contents undefined. */
  public final IntArray intArray(Order order, long... shape) {
    return new IntArray(allocate(ElementType.INT, order, shape));
  }

  /** A new array of unsigned 32-bit integers, row-major, its contents undefined. */
  public final UIntArray uintArray(long... shape) {
    return uintArray(Order.C, shape);
  }

  /** A new array of unsigned 32-bit integers, in {@code order}, its contents undefined. */
  public final UIntArray uintArray(Order order, long... shape) {
    return new UIntArray(allocate(ElementType.UINT, order, shape));
  }

  /** A new array of 64-bit integers, row-major, its contents undefined. */
  public final LongArray longArray(long... shape) {
    return longArray(Order.C, shape);
  }

  /** A new array of 64-bit integers, in {@code order}, its contents undefined. */
  public final LongArray longArray(Order order, long... shape) {
    return new LongArray(allocate(ElementType.LONG, order, shape));
  }

  /** A new array of unsigned 64-bit integers, row-major, its contents undefined. */
  public final ULongArray ulongArray(long... shape) {
    return ulongArray(Order.C, shape);
  }

  /** A new array of unsigned 64-bit integers, in {@code order}, its contents undefined. */
  public final ULongArray ulongArray(Order order, long... shape) {
    return new ULongArray(allocate(ElementType.ULONG, order, shape));
  }

  /** A new array of binary16 numbers, row-major, its contents undefined. */
  public final HalfArray halfArray(long... shape) {
    return halfArray(Order.C, shape);
  }

  /** A new array of binary16 numbers, in {@code order}, its contents undefined. */
  public final HalfArray halfArray(Order order, long... shape) {
    return new HalfArray(allocate(ElementType.HALF, order, shape));
  }

  /** A new array of floats, row-major, its contents undefined. */
  public final FloatArray floatArray(long... shape) {
    return floatArray(Order.C, shape);
  }

  /** A new array of floats, in {@code order}, its contents undefined. */
  public final FloatArray floatArray(Order order, long... shape) {
    return new FloatArray(allocate(ElementType.FLOAT, order, shape));
  }

  /** A new array of doubles, row-major, its contents undefined. */
  public final DoubleArray doubleArray(long... shape) {
    return doubleArray(Order.C, shape);
  }

  /** A new array of doubles, in {@code order}, its contents undefined. */
  public final DoubleArray doubleArray(Order order, long... shape) {
    return new DoubleArray(allocate(ElementType.DOUBLE, order, shape));
  }

  /** A new array of complex numbers of two floats, row-major, its contents undefined. */
  public final Complex64Array complex64Array(long... shape) {
    return complex64Array(Order.C, shape);
  }

  /** A new array of complex numbers of two floats, in {@code order}, its contents undefined. */
  public final Complex64Array complex64Array(Order order, long... shape) {
    return new Complex64Array(allocate(ElementType.COMPLEX64, order, shape));
  }

  /** A new array of complex numbers of two doubles, row-major, its contents undefined. */
  public final Complex128Array complex128Array(long... shape) {
    return complex128Array(Order.C, shape);
  }

  /** A new array of complex numbers of two doubles, in {@code order}, its contents undefined. */
  public final Complex128Array complex128Array(Order order, long... shape) {
    return new Complex128Array(allocate(ElementType.COMPLEX128, order, shape));
  }

  /**
   * A new array of these elements: of the given shape, row-major, or a row if no shape is given.
   */
  public final BooleanArray array(boolean[] elements, long... shape) {
    return filled(booleanArray(shapeOf(elements.length, shape)), elements);
  }

  /**
   * A new array of these elements: of the given shape, row-major, or a row if no shape is given.
   */
  public final ByteArray array(byte[] elements, long... shape) {
    return filled(byteArray(shapeOf(elements.length, shape)), elements);
  }

  /**
   * A new array of these elements: of the given shape, row-major, or a row if no shape is given.
   */
  public final ShortArray array(short[] elements, long... shape) {
    return filled(shortArray(shapeOf(elements.length, shape)), elements);
  }

  /**
   * A new array of these elements: of the given shape, row-major, or a row if no shape is given.
   */
  public final UShortArray array(char[] elements, long... shape) {
    return filled(ushortArray(shapeOf(elements.length, shape)), elements);
  }

  /**
   * A new array of these elements: of the given shape, row-major, or a row if no shape is given.
   */
  public final IntArray array(int[] elements, long... shape) {
    return filled(intArray(shapeOf(elements.length, shape)), elements);
  }

  /**
   * A new array of these elements: of the given shape, row-major, or a row if no shape is given.
   */
  public final LongArray array(long[] elements, long... shape) {
    return filled(longArray(shapeOf(elements.length, shape)), elements);
  }

  /**
   * A new array of these elements: of the given shape, row-major, or a row if no shape is given.
   */
  public final FloatArray array(float[] elements, long... shape) {
    return filled(floatArray(shapeOf(elements.length, shape)), elements);
  }

  /**
   * A new array of these elements: of the given shape, row-major, or a row if no shape is given.
   */
  public final DoubleArray array(double[] elements, long... shape) {
    return filled(doubleArray(shapeOf(elements.length, shape)), elements);
  }

  private static long[] shapeOf(int length, long[] shape) {
    return shape.length == 0 ? new long[] {length} : shape;
  }

  private static <S extends TypedArray<S, A>, A> S filled(S array, A elements) {
    if (array.length() != Array.getLength(elements)) {
      array.close();
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "array: "
              + array
              + " has "
              + array.length()
              + " elements, given "
              + Array.getLength(elements));
    }
    array.copyFrom(elements);
    return array;
  }

  /** Makes arrays that stay in the memory of one device. */
  static final class Homed extends ArrayFactory {

    private final Session session;
    private final Endpoint endpoint;

    Homed(Session session, Endpoint endpoint) {
      if (endpoint.device() >= session.deviceCount()) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE,
            endpoint + ": this context has devices 0 to " + (session.deviceCount() - 1) + " only");
      }
      this.session = session;
      this.endpoint = endpoint;
    }

    @Override
    NdArray allocate(ElementType type, Order order, long[] shape) {
      checkShape(type, shape);
      if (order == Order.F && shape.length > 1) {
        throw new GrCudaException(
            GrCudaException.Kind.UNSUPPORTED, "an array that stays on a device has order C");
      }
      return session.allocateOn(endpoint.device(), type, shape);
    }
  }
}
