package org.grcuda.world;

import org.grcuda.BooleanArray;
import org.grcuda.ByteArray;
import org.grcuda.DeviceArray;
import org.grcuda.DoubleArray;
import org.grcuda.FloatArray;
import org.grcuda.HalfArray;
import org.grcuda.IntArray;
import org.grcuda.LongArray;
import org.grcuda.ShortArray;
import org.grcuda.UByteArray;
import org.grcuda.UIntArray;
import org.grcuda.ULongArray;
import org.grcuda.UShortArray;

/** Elements as doubles. */
final class Elements {

  private Elements() {}

  /** The only element of an array of real numbers. */
  static double only(DeviceArray array) {
    return switch (array) {
      case BooleanArray one -> one.get(0) ? 1 : 0;
      case ByteArray one -> one.get(0);
      case UByteArray one -> one.get(0);
      case ShortArray one -> one.get(0);
      case UShortArray one -> one.get(0);
      case IntArray one -> one.get(0);
      case UIntArray one -> one.get(0);
      case LongArray one -> one.get(0);
      case ULongArray one -> unsigned(one.get(0));
      case HalfArray one -> one.get(0);
      case FloatArray one -> one.get(0);
      case DoubleArray one -> one.get(0);
      default -> throw new IllegalStateException("an element of " + array);
    };
  }

  private static double unsigned(long bits) {
    // The last bit of a number beyond 2^63 only decides how it is rounded.
    return bits >= 0 ? bits : 2.0 * (bits >>> 1 | bits & 1);
  }
}
