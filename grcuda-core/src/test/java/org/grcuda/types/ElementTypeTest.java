package org.grcuda.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ElementTypeTest {

  private static final String LEGAL =
      " Legal types: boolean, char, short, int, long, float, double, byte, uchar, ushort, uint,"
          + " ulong, half, complex64, complex128";

  @ParameterizedTest
  @CsvSource({
    "boolean, 1",
    "char, 1",
    "short, 2",
    "int, 4",
    "long, 8",
    "float, 4",
    "double, 8",
    "byte, 1",
    "uchar, 1",
    "ushort, 2",
    "uint, 4",
    "ulong, 8",
    "half, 2",
    "complex64, 8",
    "complex128, 16"
  })
  void sizes(String name, int sizeBytes) {
    ElementType type = ElementType.parse(name);
    assertEquals(name, type.typeName());
    assertEquals(sizeBytes, type.sizeBytes());
    assertEquals(sizeBytes, type.alignment());
  }

  @ParameterizedTest
  @CsvSource({
    "bool, BOOLEAN", "sint8, BYTE", "int8, BYTE", "uint8, UCHAR", "sint16, SHORT", "uint16, USHORT",
    "sint32, INT", "int32, INT", "uint32, UINT", "sint64, LONG", "uint64, ULONG", "sll64, LONG",
    "float16, HALF", "float32, FLOAT", "float64, DOUBLE"
  })
  void aliases(String alias, ElementType type) {
    assertEquals(type, ElementType.parse(alias));
  }

  @ParameterizedTest
  @CsvSource({
    "flaot, '; did you mean ''float''?'",
    "Double, '; did you mean ''double''?'",
    "int23, '; did you mean ''int32''?'",
    "string, .",
    "'', ."
  })
  void unknownNames(String name, String suggestion) {
    var unknown = assertThrows(UnknownTypeException.class, () -> ElementType.parse(name));
    assertEquals("unknown element type '" + name + "'" + suggestion + LEGAL, unknown.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "boolean, 0, 1", "char, -128, 127", "byte, -128, 127", "short, -32768, 32767",
    "int, -2147483648, 2147483647", "uchar, 0, 255", "ushort, 0, 65535", "uint, 0, 4294967295"
  })
  void rangesOfIntegers(String name, long minimum, long maximum) {
    ElementType type = ElementType.parse(name);
    assertTrue(type.fits(minimum) && type.fits(maximum));
    assertTrue(type.fits((double) minimum) && type.fits((double) maximum));
    assertFalse(type.fits(minimum - 1) || type.fits(maximum + 1));
    assertFalse(type.fits(minimum - 1.0) || type.fits(maximum + 1.0));
    assertFalse(type.fits(0.5) || type.fits(Double.NaN) || type.fits(Double.NEGATIVE_INFINITY));
    assertFalse(type.fits(BigInteger.TWO.pow(64)));
    String range = " is out of range for " + name + " (" + minimum + " to " + maximum + ")";
    assertEquals((maximum + 1) + range, type.rejection(maximum + 1));
    assertEquals("0.5 is not an integer and cannot be stored as " + name, type.rejection(0.5));
  }

  @Test
  void rangesOf64Bits() {
    assertTrue(ElementType.LONG.fits(Long.MIN_VALUE) && ElementType.LONG.fits(-0x1p63));
    assertFalse(ElementType.LONG.fits(0x1p63) || ElementType.ULONG.fits(-1));
    assertTrue(ElementType.ULONG.fits(0x1p63) && ElementType.ULONG.fits(Math.nextDown(0x1p64)));
    assertFalse(ElementType.ULONG.fits(0x1p64));
    BigInteger largest = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    assertTrue(ElementType.ULONG.fits(largest));
    assertFalse(ElementType.LONG.fits(largest) || ElementType.ULONG.fits(BigInteger.TWO.pow(64)));
    assertEquals(
        "-1 is out of range for ulong (0 to 18446744073709551615)",
        ElementType.ULONG.rejection(-1L));
    assertEquals(0x8000_0000_0000_0000L, ElementType.integerBits(0x1p63));
    assertEquals(0xFFFF_FFFF_FFFF_F800L, ElementType.integerBits(Math.nextDown(0x1p64)));
    assertEquals(-7, ElementType.integerBits(-7.0));
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF", "FLOAT", "DOUBLE"})
  void floatingTypesTakeEveryNumber(ElementType type) {
    assertTrue(type.fits(Long.MIN_VALUE) && type.fits(1e300) && type.fits(Double.NaN));
    assertTrue(type.fits(BigInteger.TWO.pow(200)));
  }

  @Test
  void complexTypesTakeNoNumber() {
    assertFalse(ElementType.COMPLEX64.fits(0) || ElementType.COMPLEX128.fits(0.0));
    assertEquals(
        "a complex64 element is a list of two numbers, got 3", ElementType.COMPLEX64.rejection(3));
    assertEquals(ElementType.FLOAT, ElementType.COMPLEX64.componentType());
    assertEquals(ElementType.DOUBLE, ElementType.COMPLEX128.componentType());
    assertEquals(ElementType.INT, ElementType.INT.componentType());
  }
}
