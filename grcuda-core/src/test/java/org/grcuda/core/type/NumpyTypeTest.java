package org.grcuda.core.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteOrder;
import java.util.Optional;
import org.grcuda.types.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumpyTypeTest {

  @ParameterizedTest
  @CsvSource({
    "f4, FLOAT",
    "<f8, DOUBLE",
    "=i2, SHORT",
    "|u1, UCHAR",
    "?, BOOLEAN",
    "b, BYTE",
    "l, LONG",
    "Q, ULONG",
    "e, HALF",
    "F, COMPLEX64",
    "c16, COMPLEX128"
  })
  void codesMeanTypes(String code, ElementType type) {
    NumpyType found = NumpyType.find(code).orElseThrow();
    assertEquals(type, found.element());
    assertEquals(true, found.isNative());
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void everyTypeHasACode(ElementType type) {
    NumpyType found = NumpyType.find(NumpyType.code(type)).orElseThrow();
    assertEquals(type.kind(), found.element().kind());
    assertEquals(type.sizeBytes(), found.element().sizeBytes());
  }

  @Test
  void theOtherByteOrderIsNotNative() {
    boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    assertFalse(NumpyType.find(little ? ">f8" : "<f8").orElseThrow().isNative());
    assertEquals(true, NumpyType.find(little ? ">u1" : "<u1").orElseThrow().isNative());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "float", "f3", "U4", "O", "i16", "f4 ", "<", "c4"})
  void othersMeanNothing(String code) {
    assertEquals(Optional.empty(), NumpyType.find(code));
  }
}
