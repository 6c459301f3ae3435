package org.grcuda.core.guest;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.math.BigDecimal;
import java.math.BigInteger;

/** An unsigned 64-bit integer beyond the range of {@code long}. */
@ExportLibrary(InteropLibrary.class)
public final class BigNumber implements TruffleObject {

  private final BigInteger value;

  public BigNumber(BigInteger value) {
    this.value = value;
  }

  @ExportMessage
  boolean isNumber() {
    return true;
  }

  @ExportMessage
  boolean fitsInByte() {
    return false;
  }

  @ExportMessage
  boolean fitsInShort() {
    return false;
  }

  @ExportMessage
  boolean fitsInInt() {
    return false;
  }

  @ExportMessage
  boolean fitsInLong() {
    return false;
  }

  @ExportMessage
  boolean fitsInBigInteger() {
    return true;
  }

  @ExportMessage
  boolean fitsInFloat() {
    return new BigDecimal(value.floatValue()).toBigInteger().equals(value);
  }

  @ExportMessage
  boolean fitsInDouble() {
    return new BigDecimal(value.doubleValue()).toBigInteger().equals(value);
  }

  @ExportMessage
  byte asByte() throws UnsupportedMessageException {
    throw UnsupportedMessageException.create();
  }

  @ExportMessage
  short asShort() throws UnsupportedMessageException {
    throw UnsupportedMessageException.create();
  }

  @ExportMessage
  int asInt() throws UnsupportedMessageException {
    throw UnsupportedMessageException.create();
  }

  @ExportMessage
  long asLong() throws UnsupportedMessageException {
    throw UnsupportedMessageException.create();
  }

  @ExportMessage
  BigInteger asBigInteger() {
    return value;
  }

  @ExportMessage
  float asFloat() throws UnsupportedMessageException {
    if (!fitsInFloat()) {
      throw UnsupportedMessageException.create();
    }
    return value.floatValue();
  }

  @ExportMessage
  double asDouble() throws UnsupportedMessageException {
    if (!fitsInDouble()) {
      throw UnsupportedMessageException.create();
    }
    return value.doubleValue();
  }

  @ExportMessage
  Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
    return value.toString();
  }
}
