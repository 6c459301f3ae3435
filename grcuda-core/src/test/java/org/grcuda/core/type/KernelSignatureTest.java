package org.grcuda.core.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.types.ElementType;
import org.grcuda.types.UnknownTypeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KernelSignatureTest {

  @Test
  void parametersLieAtTheirNaturalAlignment() {
    KernelSignature signature =
        KernelSignature.inferred(
            "k",
            List.of(
                Parameter.scalar("a", ScalarType.SINT8),
                Parameter.scalar("b", ScalarType.UINT16),
                Parameter.scalar("c", ScalarType.CHAR),
                Parameter.pointer("d", Direction.IN, ScalarType.FLOAT),
                Parameter.scalar("e", ScalarType.HALF),
                Parameter.scalar("f", ScalarType.DOUBLE),
                new Parameter("g", new ParameterType.Bits(4), Direction.IN)));
    assertEquals(
        List.of(0, 2, 4, 8, 16, 24, 32),
        IntStream.range(0, signature.parameterCount()).map(signature::offset).boxed().toList());
    assertEquals(36, signature.parameterBytes());
    assertEquals(
        "k(a: sint8, b: uint16, c: char, d: in pointer float, e: half, f: double, g: bits32)",
        signature.text());
  }

  @Test
  void valuesInStructsHavePlacesAfterTheParameters() {
    StructType inner =
        StructType.of(
            List.of(
                new StructType.Member("a", Parameter.scalar("a", ScalarType.CHAR), 3, 0),
                new StructType.Member("b", Parameter.scalar("b", ScalarType.SINT16), 0, 0)));
    Parameter pointer = Parameter.pointer("p", Direction.IN, ScalarType.FLOAT);
    StructType outer =
        StructType.of(
            List.of(
                new StructType.Member("s", new Parameter("s", inner, Direction.IN), 2, 0),
                new StructType.Member("p", pointer, 0, 0)));
    assertEquals(6, inner.sizeBytes());
    assertEquals(24, outer.sizeBytes());
    assertEquals(8, outer.alignment());
    assertTrue(outer.fits(32, 16) && !outer.fits(24, 4) && !outer.fits(32, 8));
    KernelSignature signature =
        KernelSignature.inferred(
            "k",
            List.of(
                Parameter.scalar("n", ScalarType.SINT32), new Parameter("o", outer, Direction.IN)));
    assertEquals(
        "k(n: sint32, o: struct {s: struct {a: char[3], b: sint16}[2], p: in pointer float})",
        signature.text());
    assertEquals(
        List.of(0, 8, 8, 9, 10, 12, 14, 15, 16, 18, 24),
        IntStream.range(0, signature.values().size()).map(signature::offset).boxed().toList());
    assertEquals(2, signature.firstPart(1));
    assertEquals("argument 2 'o', member 's[1].a[2]'", signature.describe(8));
    assertEquals(32, signature.parameterBytes());
  }

  @Test
  void anEmptyListHasNoParameterBlock() {
    KernelSignature signature = new KernelSignature("k", List.of(), "k()");
    assertEquals(0, signature.parameterBytes());
    assertEquals(0, signature.parameterCount());
  }

  @Test
  void messagesCountFromOne() {
    assertEquals("argument 2 'y'", Parameter.scalar("y", ScalarType.BOOL).describe(1));
    assertEquals("argument 1", Parameter.scalar("", ScalarType.BOOL).describe(0));
  }

  @Test
  void bitsAreSignedOrUnsigned() {
    var bits = new ParameterType.Bits(4);
    assertTrue(bits.fits(0xFFFF_FFFFL) && bits.fits(Integer.MIN_VALUE));
    assertFalse(bits.fits(0x1_0000_0000L) || bits.fits(Integer.MIN_VALUE - 1L));
    assertTrue(new ParameterType.Bits(8).fits(Long.MIN_VALUE));
  }

  @ParameterizedTest
  @CsvSource({
    "void, complex128, true", "float, float, true", "float, complex64, true", "float, int, false",
    "float, double, false", "uint32, int, true", "sint32, float, false", "char, byte, true",
    "bool, uchar, true", "char, boolean, true", "half, ushort, true", "uint16, half, true",
    "double, complex64, false", "sll64, ulong, true", "string, char, true", "string, int, false"
  })
  void whatAPointerTakes(String pointer, String array, boolean accepted) {
    assertEquals(accepted, ScalarType.parse(pointer).accepts(ElementType.parse(array)));
  }

  @Test
  void unknownTypeNames() {
    var unknown = assertThrows(UnknownTypeException.class, () -> ScalarType.parse("sint23"));
    assertEquals(
        "unknown type 'sint23'; did you mean 'sint32'? Legal types: bool, char, sint8, uint8,"
            + " char8, char16, char32, wchar, sint16, uint16, sint32, uint32, sint64, uint64,"
            + " sll64, ull64, float, double, half, void, string",
        unknown.getMessage());
  }
}
