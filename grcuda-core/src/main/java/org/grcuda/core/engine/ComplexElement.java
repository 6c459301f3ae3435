package org.grcuda.core.engine;

import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.Complex;
import org.grcuda.types.ElementType;

/** Complex numbers as elements: two floats or two doubles, the real part first. */
public final class ComplexElement {

  private ComplexElement() {}

  /** The element of a complex type at {@code address}. */
  public static Complex load(ElementType type, long address, Object owner) {
    return type == ElementType.COMPLEX64
        ? new Complex(
            HostMemory.getFloat(address, owner), HostMemory.getFloat(address + Float.BYTES, owner))
        : new Complex(
            HostMemory.getDouble(address, owner),
            HostMemory.getDouble(address + Double.BYTES, owner));
  }

  /** Stores an element of a complex type at {@code address}. */
  public static void store(ElementType type, long address, Complex value, Object owner) {
    if (type == ElementType.COMPLEX64) {
      HostMemory.putFloat(address, (float) value.re(), owner);
      HostMemory.putFloat(address + Float.BYTES, (float) value.im(), owner);
    } else {
      HostMemory.putDouble(address, value.re(), owner);
      HostMemory.putDouble(address + Double.BYTES, value.im(), owner);
    }
  }

  /** Stores {@code value} in every element of a complex array; asynchronous. */
  public static void fill(NdArray array, Complex value) {
    Computations session = array.storage().session();
    if (array.type() == ElementType.COMPLEX64) {
      session.fill(array, bits((float) value.im()) << Float.SIZE | bits((float) value.re()));
    } else {
      session.fill(
          array, Double.doubleToRawLongBits(value.re()), Double.doubleToRawLongBits(value.im()));
    }
  }

  private static long bits(float value) {
    return Float.floatToRawIntBits(value) & 0xffffffffL;
  }
}
