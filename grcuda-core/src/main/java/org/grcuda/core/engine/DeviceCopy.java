package org.grcuda.core.engine;

import java.util.Arrays;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/** Copies between device arrays, and the checks that all copies share. */
public final class DeviceCopy {

  private static final String BULK = "copied in bulk";

  private DeviceCopy() {}

  /** Copies as many elements as {@code target} has from the beginning of {@code source}. */
  public static void from(NdArray target, NdArray source) {
    NdArray elements = alike("copyFrom", target, source).dense("copyFrom", BULK);
    target.storage().session().copy(target.dense("copyFrom", BULK), elements);
  }

  /** Copies all elements of {@code source} to the beginning of {@code target}. */
  public static void to(NdArray source, NdArray target) {
    NdArray elements = alike("copyTo", source, target).dense("copyTo", BULK);
    source.storage().session().copy(elements, source.dense("copyTo", BULK));
  }

  /**
   * As many elements of {@code other} as {@code array} has, as a row, which may be strided; refuses
   * an array that does not match.
   */
  public static NdArray alike(String method, NdArray array, NdArray other) {
    if (other.type() != array.type()) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          method + ": expected a device array of " + array.type() + ", given " + other.describe());
    }
    checkOrder(method, array, other);
    if (other.rank() > 1) {
      other.dense(method, BULK);
    }
    checkCount(method, array.size(), other.size());
    return other.flat().slice(0, array.size());
  }

  /** Refuses a copy between arrays of several dimensions that lie in memory in different orders. */
  public static void checkOrder(String method, NdArray array, NdArray other) {
    if (array.rank() > 1
        && other.rank() > 1
        && !bothDense(Order.C, array, other)
        && !bothDense(Order.F, array, other)) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          method
              + ": "
              + array.describe()
              + " and "
              + other.describe()
              + " lie in memory in different orders (C and F)");
    }
  }

  /** Whether both are dense, of one shape, and have their elements in the same order. */
  static boolean sameLayout(NdArray a, NdArray b) {
    return Arrays.equals(a.shape(), b.shape())
        && (bothDense(Order.C, a, b) || bothDense(Order.F, a, b));
  }

  private static boolean bothDense(Order order, NdArray a, NdArray b) {
    return a.isDense(order) && b.isDense(order);
  }

  /** Refuses another side of a copy that has fewer bytes than {@code array}. */
  public static void checkBytes(String method, NdArray array, long given) {
    if (given < array.bytes()) {
      checkCount(method, array.size(), given / array.type().sizeBytes());
    }
  }

  /** Refuses another side of a copy that has fewer elements than expected. */
  public static void checkCount(String method, long expected, long given) {
    if (given < expected) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          method
              + ": expected at least "
              + expected
              + (expected == 1 ? " element" : " elements")
              + ", given "
              + given);
    }
  }
}
