package org.grcuda.tests.interop;

import static org.grcuda.tests.interop.InteropContract.INTEROP;

import com.oracle.truffle.api.interop.InteropException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** What interop demands of integers. */
final class NumberContract {

  private NumberContract() {}

  static void check(Object object, InteropContract contract) throws InteropException {
    if (!INTEROP.isNumber(object) || !INTEROP.fitsInBigInteger(object)) {
      return;
    }
    BigInteger value = INTEROP.asBigInteger(object);
    contract.demand(
        INTEROP.fitsInLong(object) == value.bitLength() < Long.SIZE, "fitsInLong of " + value);
    contract.demand(
        INTEROP.fitsInInt(object) == value.bitLength() < Integer.SIZE, "fitsInInt of " + value);
    contract.demand(
        INTEROP.fitsInDouble(object) == isExact(value, value.doubleValue()),
        "fitsInDouble of " + value);
    contract.demand(
        INTEROP.fitsInFloat(object) == isExact(value, value.floatValue()),
        "fitsInFloat of " + value);
    if (INTEROP.fitsInDouble(object)) {
      contract.demand(INTEROP.asDouble(object) == value.doubleValue(), "asDouble of " + value);
    }
  }

  private static boolean isExact(BigInteger value, double rounded) {
    return new BigDecimal(rounded).compareTo(new BigDecimal(value)) == 0;
  }
}
