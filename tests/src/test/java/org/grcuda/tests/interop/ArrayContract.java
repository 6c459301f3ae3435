package org.grcuda.tests.interop;

import static org.grcuda.tests.interop.InteropContract.INTEROP;

import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;

/** What interop demands of objects with array elements. */
final class ArrayContract {

  private ArrayContract() {}

  static void check(Object object, InteropContract contract) throws InteropException {
    if (!INTEROP.hasArrayElements(object)) {
      return;
    }
    long size = INTEROP.getArraySize(object);
    contract.demand(size >= 0, "the size is " + size);
    for (long index : new long[] {-1, size, size + 1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      outside(object, index, contract);
    }
    if (size > 0) {
      inside(object, 0, contract);
      inside(object, size - 1, contract);
    }
  }

  private static void outside(Object object, long index, InteropContract contract) {
    String at = " at " + index;
    contract.demand(!INTEROP.isArrayElementReadable(object, index), "readable" + at);
    contract.demand(!INTEROP.isArrayElementModifiable(object, index), "modifiable" + at);
    contract.demand(!INTEROP.isArrayElementInsertable(object, index), "insertable" + at);
    contract.demand(!INTEROP.isArrayElementRemovable(object, index), "removable" + at);
    contract.refuses(
        "read" + at,
        () -> INTEROP.readArrayElement(object, index),
        InvalidArrayIndexException.class,
        AbstractTruffleException.class);
    contract.refuses(
        "write" + at,
        () -> INTEROP.writeArrayElement(object, index, 1),
        InvalidArrayIndexException.class,
        UnsupportedMessageException.class,
        AbstractTruffleException.class);
  }

  private static void inside(Object object, long index, InteropContract contract)
      throws InteropException {
    String at = " at " + index;
    contract.demand(INTEROP.isArrayElementReadable(object, index), "not readable" + at);
    contract.demand(!INTEROP.isArrayElementInsertable(object, index), "insertable" + at);
    contract.demand(!INTEROP.isArrayElementRemovable(object, index), "removable" + at);
    Object element = INTEROP.readArrayElement(object, index);
    if (INTEROP.isArrayElementModifiable(object, index)) {
      INTEROP.writeArrayElement(object, index, element);
    } else {
      contract.refuses(
          "write" + at,
          () -> INTEROP.writeArrayElement(object, index, element),
          UnsupportedMessageException.class,
          AbstractTruffleException.class);
    }
    contract.refuses(
        "removal" + at,
        () -> INTEROP.removeArrayElement(object, index),
        UnsupportedMessageException.class);
  }
}
