package org.grcuda.core.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import java.math.BigInteger;
import org.grcuda.core.guest.BigNumber;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.ElementType;
import org.grcuda.types.Half;

/**
 * Elements of device arrays as interop values. Each type has a constant with methods of its own;
 * there is no switch. Partial evaluation follows a constant receiver, but not the table behind a
 * switch over an enum. With a switch it would box every element (measured: 5.6 times the time of a
 * typed array, not 1).
 */
enum ElementAccess {
  /** {@link ElementType#BOOLEAN}. */
  BOOLEAN {
    @Override
    Object read(long address) {
      return HostMemory.getByte(address) != 0;
    }

    @Override
    void writeInteger(long address, long value) {
      HostMemory.putByte(address, (byte) value);
    }
  },
  /** {@link ElementType#CHAR}. */
  CHAR {
    @Override
    Object read(long address) {
      return HostMemory.getByte(address);
    }

    @Override
    void writeInteger(long address, long value) {
      HostMemory.putByte(address, (byte) value);
    }
  },
  /** {@link ElementType#BYTE}. */
  BYTE {
    @Override
    Object read(long address) {
      return HostMemory.getByte(address);
    }

    @Override
    void writeInteger(long address, long value) {
      HostMemory.putByte(address, (byte) value);
    }
  },
  /** {@link ElementType#UCHAR}. */
  UCHAR {
    @Override
    Object read(long address) {
      return HostMemory.getByte(address) & 0xff;
    }

    @Override
    void writeInteger(long address, long value) {
      HostMemory.putByte(address, (byte) value);
    }
  },
  /** {@link ElementType#SHORT}. */
  SHORT {
    @Override
    Object read(long address) {
      return HostMemory.getShort(address);
    }

    @Override
    void writeInteger(long address, long value) {
      HostMemory.putShort(address, (short) value);
    }
  },
  /** {@link ElementType#USHORT}. */
  USHORT {
    @Override
    Object read(long address) {
      return HostMemory.getShort(address) & 0xffff;
    }

    @Override
    void writeInteger(long address, long value) {
      HostMemory.putShort(address, (short) value);
    }
  },
  /** {@link ElementType#INT}. */
  INT {
    @Override
    Object read(long address) {
      return HostMemory.getInt(address);
    }

    @Override
    void writeInteger(long address, long value) {
      HostMemory.putInt(address, (int) value);
    }
  },
  /** {@link ElementType#UINT}. */
  UINT {
    @Override
    Object read(long address) {
      return HostMemory.getInt(address) & 0xffffffffL;
    }

    @Override
    void writeInteger(long address, long value) {
      HostMemory.putInt(address, (int) value);
    }
  },
  /** {@link ElementType#LONG}. */
  LONG {
    @Override
    Object read(long address) {
      return HostMemory.getLong(address);
    }

    @Override
    void writeInteger(long address, long value) {
      HostMemory.putLong(address, value);
    }
  },
  /** {@link ElementType#ULONG}. */
  ULONG {
    @Override
    Object read(long address) {
      return unsigned(HostMemory.getLong(address));
    }

    @Override
    void writeInteger(long address, long value) {
      HostMemory.putLong(address, value);
    }
  },
  /** {@link ElementType#HALF}. */
  HALF {
    @Override
    Object read(long address) {
      return half(HostMemory.getShort(address));
    }

    @Override
    void writeInteger(long address, long value) {
      writeFloating(address, value);
    }

    @Override
    void writeFloating(long address, double value) {
      HostMemory.putShort(address, halfBits(value));
    }
  },
  /** {@link ElementType#FLOAT}. */
  FLOAT {
    @Override
    Object read(long address) {
      return (double) HostMemory.getFloat(address);
    }

    @Override
    void writeInteger(long address, long value) {
      writeFloating(address, value);
    }

    @Override
    void writeFloating(long address, double value) {
      HostMemory.putFloat(address, (float) value);
    }
  },
  /** {@link ElementType#DOUBLE}. */
  DOUBLE {
    @Override
    Object read(long address) {
      return HostMemory.getDouble(address);
    }

    @Override
    void writeInteger(long address, long value) {
      writeFloating(address, value);
    }

    @Override
    void writeFloating(long address, double value) {
      HostMemory.putDouble(address, value);
    }
  };

  private final ElementType type = ElementType.valueOf(name());

  private static final ElementAccess[] BY_TYPE = byType();

  private static ElementAccess[] byType() {
    ElementAccess[] byType = new ElementAccess[ElementType.values().length];
    for (ElementAccess access : values()) {
      byType[access.type.ordinal()] = access;
    }
    return byType;
  }

  /** The access to elements of {@code type}; null for a complex one, which are pairs. */
  static ElementAccess of(ElementType type) {
    return BY_TYPE[type.ordinal()];
  }

  /** The type of the elements. */
  final ElementType type() {
    return type;
  }

  /** The element at {@code address}. */
  abstract Object read(long address);

  /** Stores an integer that fits the type, or is rounded to it. */
  abstract void writeInteger(long address, long value);

  /** Stores a number, rounded to the type, which is a floating one. */
  void writeFloating(long address, double value) {
    throw new IllegalStateException(this + " is not a floating-point type");
  }

  private static Object unsigned(long bits) {
    return bits >= 0 ? (Object) bits : bigNumber(bits);
  }

  @TruffleBoundary
  private static Object bigNumber(long bits) {
    return new BigNumber(new BigInteger(Long.toUnsignedString(bits)));
  }

  @TruffleBoundary
  private static double half(short bits) {
    return Half.toFloat(bits);
  }

  @TruffleBoundary
  private static short halfBits(double value) {
    return Half.ofDouble(value);
  }
}
