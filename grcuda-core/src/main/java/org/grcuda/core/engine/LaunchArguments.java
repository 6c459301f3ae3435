package org.grcuda.core.engine;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.grcuda.ElementType;
import org.grcuda.GrCudaException;
import org.grcuda.core.type.Half;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ParameterType.Bits;
import org.grcuda.core.type.ParameterType.Pointer;
import org.grcuda.core.type.ParameterType.Scalar;
import org.grcuda.core.type.ScalarType;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.Access;
import org.grcuda.runtime.Operation;
import org.grcuda.runtime.Region;

/**
 * The arguments of one launch, checked and packed one by one: the parameter block, and what the
 * kernel does to which memory.
 */
public final class LaunchArguments {

  private static final Access[] NO_ACCESSES = {};

  private final GpuKernel kernel;
  private final long[] words;
  private Access[] accesses = NO_ACCESSES;
  private int[] pointerWords = {};
  private int accessCount;

  LaunchArguments(GpuKernel kernel, int pointers) {
    this.kernel = kernel;
    this.words = new long[(kernel.signature().parameterBytes() + 7) >>> 3];
    if (pointers > 0) {
      this.accesses = new Access[pointers];
      this.pointerWords = new int[pointers];
    }
  }

  /**
   * Sets a pointer parameter.
   *
   * @throws GrCudaException if parameter {@code index} is no pointer, points to another type, or
   *     {@code array} was freed, belongs to another context or is a strided view
   */
  public void array(int index, NdArray array) {
    Parameter parameter = kernel.signature().parameters().get(index);
    switch (parameter.type()) {
      case Pointer(ScalarType target) when target.accepts(array.type()) -> {}
      case Bits(int bytes) when bytes == Long.BYTES -> {}
      case ParameterType other ->
          throw mismatch(index, "expected " + expected(other) + ", given " + array.describe());
    }
    array.storage().checkAlive(array);
    if (array.storage().session() != kernel.session()) {
      throw mismatch(index, array.describe() + " belongs to another context");
    }
    if (!array.isContiguous()) {
      throw mismatch(
          index,
          "a strided view of shape "
              + array.describe()
              + " cannot be passed to a kernel; pass the whole array, or a row or slice of it");
    }
    addAccess(new Access(array.region(), kernel.mode(index)), kernel.signature().offset(index) / 8);
  }

  /**
   * Sets a pointer parameter to null.
   *
   * @throws GrCudaException if parameter {@code index} is no pointer
   */
  public void nullPointer(int index) {
    if (!kernel.signature().parameters().get(index).isPointer()) {
      throw wrongType(index, "a null pointer");
    }
  }

  private void addAccess(Access access, int word) {
    if (accessCount == accesses.length) {
      int capacity = Math.max(4, 2 * accessCount);
      accesses = Arrays.copyOf(accesses, capacity);
      pointerWords = Arrays.copyOf(pointerWords, capacity);
    }
    accesses[accessCount] = access;
    pointerWords[accessCount++] = word;
  }

  /**
   * Sets a scalar parameter from an integer.
   *
   * @throws GrCudaException if parameter {@code index} is a pointer, or the value does not fit
   */
  public void integer(int index, long value) {
    Parameter parameter = kernel.signature().parameters().get(index);
    switch (parameter.type()) {
      case Bits bits -> {
        if (!bits.fits(value)) {
          throw mismatch(index, value + " does not fit in " + 8 * bits.sizeBytes() + " bits");
        }
        if (bits.sizeBytes() < Long.BYTES || !address(index, value)) {
          put(index, value, bits.sizeBytes());
        }
      }
      case Scalar(ScalarType type) -> putInteger(index, element(index, type), value);
      case Pointer pointer -> {
        if (!address(index, value)) {
          throw mismatch(index, "expected " + expected(pointer) + ", given the number " + value);
        }
      }
    }
  }

  /** Sets a pointer parameter from an address in an array; false if it lies in none. */
  private boolean address(int index, long value) {
    Region region = kernel.session().resolve(value);
    if (region == null) {
      return false;
    }
    addAccess(new Access(region, kernel.mode(index)), kernel.signature().offset(index) / 8);
    return true;
  }

  /**
   * Sets a scalar parameter from an integer of any size: up to 2^64 - 1 where the parameter is
   * unsigned, or its sign unknown.
   */
  public void integer(int index, BigInteger value) {
    if (value.bitLength() < Long.SIZE) {
      integer(index, value.longValue());
      return;
    }
    switch (kernel.signature().parameters().get(index).type()) {
      case Bits(int bytes) when bytes == Long.BYTES && ElementType.ULONG.fits(value) ->
          put(index, value.longValue(), bytes);
      case Scalar(ScalarType type) when element(index, type).kind() == ElementType.Kind.FLOATING ->
          floating(index, value.doubleValue());
      case Scalar(ScalarType type) when element(index, type).fits(value) ->
          put(index, value.longValue(), Long.BYTES);
      case Scalar(ScalarType type) -> throw mismatch(index, element(index, type).rejection(value));
      case ParameterType other ->
          throw mismatch(index, "expected " + expected(other) + ", given the number " + value);
    }
  }

  private void putInteger(int index, ElementType type, long value) {
    if (type.kind() == ElementType.Kind.FLOATING) {
      putFloating(index, type, value);
    } else if (type.fits(value)) {
      put(index, value, type.sizeBytes());
    } else {
      throw mismatch(index, type.rejection(value));
    }
  }

  /**
   * Sets a scalar parameter from a floating-point number.
   *
   * @throws GrCudaException if parameter {@code index} is a pointer, or an integer and the value is
   *     none or does not fit
   */
  public void floating(int index, double value) {
    Parameter parameter = kernel.signature().parameters().get(index);
    if (parameter.type() instanceof Scalar(ScalarType type)) {
      ElementType element = element(index, type);
      if (element.kind() == ElementType.Kind.FLOATING) {
        putFloating(index, element, value);
      } else if (element.fits(value)) {
        put(index, ElementType.integerBits(value), element.sizeBytes());
      } else {
        throw mismatch(index, element.rejection(value));
      }
    } else if (value == Math.rint(value) && Math.abs(value) <= 0x1p64) {
      integer(index, new BigDecimal(value).toBigInteger());
    } else {
      throw mismatch(index, "expected " + expected(parameter.type()) + ", given " + value);
    }
  }

  /** Sets a scalar parameter from a truth value: {@code bool}, or an integer as 0 or 1. */
  public void bool(int index, boolean value) {
    integer(index, value ? 1 : 0);
  }

  /** Refuses an argument that is neither a number nor a device array. */
  public GrCudaException wrongType(int index, String given) {
    Parameter parameter = kernel.signature().parameters().get(index);
    return mismatch(index, "expected " + expected(parameter.type()) + ", given " + given);
  }

  private ElementType element(int index, ScalarType type) {
    return type.elementType()
        .orElseThrow(() -> mismatch(index, type + " is not a parameter type of kernels"));
  }

  private void putFloating(int index, ElementType type, double value) {
    long bits =
        switch (type) {
          case DOUBLE -> Double.doubleToRawLongBits(value);
          case HALF -> Half.ofDouble(value) & 0xffffL;
          default -> Float.floatToRawIntBits((float) value) & 0xffffffffL;
        };
    put(index, bits, type.sizeBytes());
  }

  private void put(int index, long bits, int bytes) {
    int offset = kernel.signature().offset(index);
    long mask = bytes == Long.BYTES ? -1 : (1L << (8 * bytes)) - 1;
    words[offset >>> 3] |= (bits & mask) << (8 * (offset & 7));
  }

  private GrCudaException mismatch(int index, String problem) {
    Parameter parameter = kernel.signature().parameters().get(index);
    return new GrCudaException(
        GrCudaException.Kind.TYPE,
        "kernel '" + kernel.name() + "', " + parameter.describe(index) + ": " + problem);
  }

  private static String expected(ParameterType type) {
    return switch (type) {
      case Pointer(ScalarType target) when target == ScalarType.VOID -> "a device array";
      case Pointer(ScalarType target) -> "a device array of " + target;
      case Scalar(ScalarType scalar) -> scalar.typeName();
      case Bits(int bytes) when bytes == Long.BYTES -> "a device array or a 64-bit integer";
      case Bits(int bytes) -> "a " + 8 * bytes + "-bit integer";
    };
  }

  /** What was packed, for a launch of {@code shape}. */
  Operation.Launch operation(LaunchShape shape) {
    int[] pointers =
        accessCount == pointerWords.length
            ? pointerWords
            : Arrays.copyOf(pointerWords, accessCount);
    return new Operation.Launch(
        kernel, shape, words, kernel.signature().parameterBytes(), pointers);
  }

  /** The memory that the launch uses, in the order of the parameters. */
  Access[] accesses() {
    return accessCount == accesses.length ? accesses : Arrays.copyOf(accesses, accessCount);
  }
}
