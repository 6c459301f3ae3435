package org.grcuda.core.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateCached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.CachedLibrary;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.profiles.InlinedBranchProfile;
import java.lang.ref.Reference;
import java.math.BigInteger;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.Values;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** Stores one interop value in an element, or says why it cannot be stored. */
@GenerateUncached
@GenerateInline
@GenerateCached(false)
abstract class StoreElementNode extends Node {

  /** Stores {@code value} at {@code index}, which is within bounds, of the row {@code target}. */
  abstract void execute(
      Node node,
      DeviceArray target,
      long index,
      ElementAccess access,
      ReadinessProfile readiness,
      Object value);

  @Specialization
  static void storeInt(
      DeviceArray target, long index, ElementAccess access, ReadinessProfile readiness, int value) {
    storeInteger(target, index, access, readiness, value);
  }

  @Specialization
  static void storeLong(
      DeviceArray target,
      long index,
      ElementAccess access,
      ReadinessProfile readiness,
      long value) {
    storeInteger(target, index, access, readiness, value);
  }

  private static void storeInteger(
      DeviceArray target,
      long index,
      ElementAccess access,
      ReadinessProfile readiness,
      long value) {
    if (!access.type().fits(value)) {
      throw rejected(target, index, access, value);
    }
    access.writeInteger(target.addressToWrite(index, readiness), value);
    Reference.reachabilityFence(target);
  }

  @Specialization
  static void storeDouble(
      DeviceArray target,
      long index,
      ElementAccess access,
      ReadinessProfile readiness,
      double value) {
    if (access.type().kind() == ElementType.Kind.FLOATING) {
      access.writeFloating(target.addressToWrite(index, readiness), value);
      Reference.reachabilityFence(target);
    } else if (access.type().fits(value)) {
      access.writeInteger(target.addressToWrite(index, readiness), ElementType.integerBits(value));
      Reference.reachabilityFence(target);
    } else {
      throw rejected(target, index, access, value);
    }
  }

  @Specialization
  static void storeBoolean(
      DeviceArray target,
      long index,
      ElementAccess access,
      ReadinessProfile readiness,
      boolean value) {
    storeInteger(target, index, access, readiness, value ? 1 : 0);
  }

  @Specialization(
      replaces = {"storeInt", "storeLong", "storeDouble", "storeBoolean"},
      limit = "3")
  static void storeAny(
      Node node,
      DeviceArray target,
      long index,
      ElementAccess access,
      ReadinessProfile readiness,
      Object value,
      @CachedLibrary("value") InteropLibrary interop,
      @Cached InlinedBranchProfile rare) {
    try {
      if (interop.fitsInLong(value)) {
        storeInteger(target, index, access, readiness, interop.asLong(value));
      } else if (interop.fitsInDouble(value)) {
        storeDouble(target, index, access, readiness, interop.asDouble(value));
      } else {
        rare.enter(node);
        storeRare(target, index, access, readiness, value);
      }
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException("a number that cannot be read", e);
    }
  }

  @TruffleBoundary
  private static void storeRare(
      DeviceArray target,
      long index,
      ElementAccess access,
      ReadinessProfile readiness,
      Object value)
      throws UnsupportedMessageException {
    InteropLibrary interop = InteropLibrary.getUncached();
    if (interop.isBoolean(value)) {
      storeBoolean(target, index, access, readiness, interop.asBoolean(value));
    } else if (interop.fitsInBigInteger(value)) {
      storeBigInteger(target, index, access, readiness, interop.asBigInteger(value));
    } else {
      throw GuestException.of(
          GrCudaException.Kind.TYPE,
          place(target, index) + ": expected a number, given " + Values.describe(value));
    }
  }

  private static void storeBigInteger(
      DeviceArray target,
      long index,
      ElementAccess access,
      ReadinessProfile readiness,
      BigInteger value) {
    if (!access.type().fits(value)) {
      throw rejected(target, index, access, value);
    }
    if (access.type().kind() == ElementType.Kind.FLOATING) {
      access.writeFloating(target.addressToWrite(index, readiness), value.doubleValue());
      Reference.reachabilityFence(target);
    } else {
      access.writeInteger(target.addressToWrite(index, readiness), value.longValue());
      Reference.reachabilityFence(target);
    }
  }

  @TruffleBoundary
  private static GuestException rejected(
      DeviceArray target, long index, ElementAccess access, Number value) {
    return GuestException.of(
        GrCudaException.Kind.VALUE, place(target, index) + ": " + access.type().rejection(value));
  }

  private static String place(DeviceArray target, long index) {
    return target.array().describe() + ", index " + index;
  }
}
