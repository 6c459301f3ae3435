package org.grcuda.bench;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

/**
 * The smallest possible foreign array. Reading its elements costs what the host language itself
 * needs for any foreign object.
 */
@ExportLibrary(InteropLibrary.class)
final class MinimalArray implements TruffleObject {

  private final double[] elements;

  MinimalArray(int length) {
    this.elements = new double[length];
  }

  @ExportMessage
  boolean hasArrayElements() {
    return true;
  }

  @ExportMessage
  long getArraySize() {
    return elements.length;
  }

  @ExportMessage
  boolean isArrayElementReadable(long index) {
    return index >= 0 && index < elements.length;
  }

  @ExportMessage
  Object readArrayElement(long index) throws InvalidArrayIndexException {
    if (!isArrayElementReadable(index)) {
      throw InvalidArrayIndexException.create(index);
    }
    return elements[(int) index];
  }
}
