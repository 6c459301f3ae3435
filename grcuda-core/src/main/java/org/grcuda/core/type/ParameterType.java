package org.grcuda.core.type;

/** The type of one parameter of a kernel or of a host function. */
public sealed interface ParameterType
    permits ParameterType.Scalar,
        ParameterType.LowBytes,
        ParameterType.Pointer,
        ParameterType.Bits,
        StructType {

  /** Bytes of the parameter in the parameter block. */
  int sizeBytes();

  /** Its alignment there, in bytes: the natural one (PTX ISA, "Kernel Function Parameters"). */
  default int alignment() {
    return Math.max(1, sizeBytes());
  }

  /**
   * A value.
   *
   * @param type its type; {@link ScalarType#VOID} as the result of a function only
   */
  record Scalar(ScalarType type) implements ParameterType {

    @Override
    public int sizeBytes() {
      return type.sizeBytes();
    }

    @Override
    public String toString() {
      return type.typeName();
    }
  }

  /**
   * An integer that is declared wider than the kernel's: the kernel takes the low bytes.
   *
   * @param declared the type that the signature gives it
   * @param sizeBytes bytes of the kernel's parameter: 1, 2 or 4
   */
  record LowBytes(ScalarType declared, int sizeBytes) implements ParameterType {

    @Override
    public String toString() {
      return declared.typeName();
    }
  }

  /**
   * An address.
   *
   * @param target what it points to; {@link ScalarType#VOID} where that is unknown
   */
  record Pointer(ScalarType target) implements ParameterType {

    @Override
    public int sizeBytes() {
      return Long.BYTES;
    }

    @Override
    public String toString() {
      return "pointer " + target;
    }
  }

  /**
   * An integer of which compiled code tells only the size: PTX declares {@code int} and {@code
   * unsigned int} in the same way.
   *
   * @param sizeBytes 1, 2, 4 or 8
   */
  record Bits(int sizeBytes) implements ParameterType {

    /** Whether the value fits, taken as signed or as unsigned. */
    public boolean fits(long value) {
      int bits = 8 * sizeBytes;
      return bits == 64 || (value >= -1L << (bits - 1) && value < 1L << bits);
    }

    @Override
    public String toString() {
      return "bits" + 8 * sizeBytes;
    }
  }
}
