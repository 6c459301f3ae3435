package org.grcuda.tests.hostfunctions;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.HostFunction;
import org.grcuda.IntArray;
import org.grcuda.tests.NativeCompiler;
import org.grcuda.tests.Repository;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions of real libraries of C and C++: what arrives there, and what comes back. */
@TestInstance(Lifecycle.PER_CLASS)
final class HostFunctionTest {

  private final GrCuda cuda = GrCuda.open();
  private Path c;
  private Path cxx;

  @BeforeAll
  void compile(@TempDir Path folder) throws IOException {
    c = NativeCompiler.c(folder, "functions", Repository.resource("/hostfunctions/functions.c"));
    cxx =
        NativeCompiler.cxx(
            folder, "functionsxx", Repository.resource("/hostfunctions/functions.cpp"));
  }

  @AfterAll
  void close() {
    cuda.close();
  }

  private Object call(String signature, Object... arguments) {
    return cuda.bind(c, signature).call(arguments);
  }

  /** The extremes of each type there and back, in the smallest Java type that holds all of it. */
  @ParameterizedTest
  @CsvSource({
    "bool, 0, false",
    "bool, 1, true",
    "char, -128, -128",
    "sint8, -128, -128",
    "sint8, 127, 127",
    "uint8, 255, 255",
    "sint16, -32768, -32768",
    "uint16, 65535, 65535",
    "sint32, -2147483648, -2147483648",
    "uint32, 4294967295, 4294967295",
    "sint64, -9223372036854775808, -9223372036854775808",
    "uint64, 18446744073709551615, 18446744073709551615",
    "uint64, 9223372036854775807, 9223372036854775807",
    "float, 16777217, 1.6777216E7",
    "double, 16777217, 1.6777217E7",
  })
  void scalars(String type, BigInteger value, String expected) {
    Object result = call("same_%s(x: %s): %s".formatted(type, type, type), value);
    assertEquals(expected, result.toString());
    assertEquals(javaType(type, value), result.getClass());
  }

  private static Class<?> javaType(String type, BigInteger value) {
    return switch (type) {
      case "bool" -> Boolean.class;
      case "float" -> Float.class;
      case "double" -> Double.class;
      case "uint32", "sint64" -> Long.class;
      case "uint64" -> value.bitLength() < 64 ? Long.class : BigInteger.class;
      default -> Integer.class;
    };
  }

  /** Compilers differ in who extends a narrow argument; both ways it must arrive. */
  @ParameterizedTest
  @CsvSource({
    "sint8, -1",
    "uint8, 200",
    "sint16, -2",
    "uint16, 40000",
    "uint32, 3000000000",
  })
  void narrowArgumentsAreExtended(String type, long value) {
    assertEquals(value, call("wide_%s(x: %s): sint64".formatted(type, type), value));
  }

  @Test
  void argumentsBeyondTheRegisters() {
    String types =
        "sint8, double, uint16, float, sint64, bool, double, uint8, sint32, float, double, double,"
            + " double, double, double, sint16, uint8, double";
    HostFunction weigh = cuda.bind(c, "weigh", "(" + types + "): double");
    Object[] arguments = {
      -1, 2.5, 65535, 0.5f, -4L, true, 1e6, 255, -7, 2f, 3.0, 4.0, 5.0, 6.0, 7.0, -300, 128, 9.5
    };
    double expected = 0;
    for (int i = 0; i < arguments.length; i++) {
      double value = arguments[i] instanceof Boolean ? 1 : ((Number) arguments[i]).doubleValue();
      expected += (i + 1) * value;
    }
    assertEquals(expected, weigh.call(arguments));
  }

  @Test
  void strings() {
    String length = "length(text: string): uint64";
    assertEquals(7L, call(length, "grüße"));
    assertEquals(0L, call(length, ""));
    BigInteger ofNull = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    assertEquals(ofNull, call(length, (Object) null));
    String after = "after(text: string, mark: char): string";
    assertEquals("=ß=1", call(after, "x=ß=1", (int) '='));
    assertNull(call(after, "x=ß=1", (int) '?'));
    assertEquals("grüß dich", call("greeting(): string"));
  }

  @Test
  void deviceArraysDecayToPointers() {
    FloatArray m = cuda.floatArray(3, 4);
    m.fill(1);
    m.row(1).fill(10);
    String sum = "sum(x: in pointer float, n: sint32): float";
    assertEquals(48f, call(sum, m, 12));
    assertEquals(40f, call(sum, m.row(1), 4));
    assertEquals(20f, call(sum, m.row(1).slice(2, 4), 2));
    assertNull(call("scale(x: inout pointer float, factor: float, n: sint32): void", m, 2, 4));
    assertEquals(2f, m.get(3));
    assertEquals(10f, m.get(4));
  }

  @Test
  void addresses() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_FLOAT, 1, 2, 3);
      long address = memory.address();
      assertEquals(6f, call("sum(x: in pointer float, n: sint32): float", address, 3));
      assertEquals(address, call("address(x: in pointer void): uint64", memory));
      assertEquals(
          address - 8, call("offset(x: inout pointer void, bytes: sint64): pointer", memory, -8));
    }
    assertEquals(true, call("is_null(x: in pointer void): bool", (Object) null));
    assertEquals(true, call("is_null(x: in pointer void): bool", 0));
    assertEquals(0L, call("offset(x: inout pointer void, bytes: sint64): pointer", 8, -8));
  }

  /** Memory of the Java heap is copied there and, unless it is an input, back. */
  @Test
  void javaMemory() {
    float[] array = {1, 2, 3};
    String scale = "scale(x: inout pointer float, factor: float, n: sint32): void";
    call(scale, array, 2, 3);
    assertArrayEquals(new float[] {2, 4, 6}, array);
    call(scale, FloatBuffer.wrap(array, 1, 2), 10, 2);
    assertArrayEquals(new float[] {2, 40, 60}, array);
    call("scale(x: in pointer float, factor: float, n: sint32): void", array, 2, 3);
    assertArrayEquals(new float[] {2, 40, 60}, array);
    byte[] bytes = new byte[4];
    String copy = "copy_bytes(from: in pointer void, to: out pointer void, bytes: uint64): void";
    call(copy, new int[] {0x04030201}, bytes, 4);
    assertArrayEquals(new byte[] {1, 2, 3, 4}, bytes);
    ByteBuffer direct = ByteBuffer.allocateDirect(4);
    call(copy, bytes, direct, 4);
    assertEquals(0x01020304, direct.getInt(0));
    short[] unsigned = {-1};
    assertNull(call("copy_bytes", "(const pointer uint16, pointer, uint64): void", unsigned));
  }

  private Object call(String name, String types, short[] memory) {
    return cuda.bind(c, name, types).call(memory, new byte[2], 2);
  }

  @Test
  void readOnlyMemoryIsRefusedForOutputs() {
    MemorySegment memory = MemorySegment.ofArray(new float[1]).asReadOnly();
    assertEquals(0f, call("sum(x: in pointer float, n: sint32): float", memory, 1));
    assertEquals(
        "host function 'scale', argument 1 'x': the memory is read-only; declare the parameter"
            + " 'in' if the function only reads it",
        assertThrows(
                GrCudaException.class,
                () -> call("scale(x: out pointer float, f: float, n: sint32): void", memory, 1, 1))
            .getMessage());
  }

  @Test
  void arraysOfAnotherContextAreRefused() {
    try (GrCuda other = GrCuda.open()) {
      FloatArray foreign = other.floatArray(5);
      assertEquals(
          "host function 'sum', argument 1 'x': float[5] belongs to another context",
          assertThrows(
                  GrCudaException.class,
                  () -> call("sum(x: in pointer float, n: sint32): float", foreign, 5))
              .getMessage());
    }
  }

  @Test
  void functionsOfCxx() {
    assertEquals(42, cuda.bind(cxx, "cxx plain(x: sint32): sint32").call(41));
    assertEquals(41.5, cuda.bind(cxx, "cxx plain(x: double): double").call(41));
    IntArray x = cuda.intArray(3);
    x.copyFrom(new int[] {1, 2, 3});
    HostFunction dot =
        cuda.bind(
            cxx, "cxx a::b::dot(x: in pointer sint32, y: in pointer sint32, n: sint32): sint64");
    assertEquals(14L, dot.call(x, x, 3));
    assertEquals("a::b::dot", dot.name());
    HostFunction name =
        cuda.bind(cxx, "cxx a::b::name", "(char16, char32, wchar, sll64, ull64, sint8): string");
    assertEquals("a::b::name", name.call(1, 2, 3, 4, 5, 6));
    assertEquals(-0.5f, cuda.bind(cxx, "cxx a::negate(x: half): half").call(0.5));
    assertEquals(10, cuda.bind(cxx, "c_linkage(x: sint32): sint32").call(5));
    assertEquals(42, cuda.bind(cxx, "_Z5plaini(x: sint32): sint32").call(41));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plain(x: sint32): sint32 | no function 'plain' in library '%s'; it is a C++ function,"
            + " which needs 'cxx' before its name: plain(sint32), plain(double)",
        "cxx plain(x: float): float | no function 'plain' (symbol '_Z5plainf') in library '%s';"
            + " with other parameters it has plain(sint32), plain(double)",
        "cxx c_linkage(x: sint32): sint32 | no function 'c_linkage' (symbol '_Z9c_linkagei') in"
            + " library '%s'; it has C linkage: leave out 'cxx'",
        "cxx a::b::dott(x: sint32): sint32 | no function 'a::b::dott' (symbol '_ZN1a1b4dottEi') in"
            + " library '%s'; did you mean 'cxx a::b::dot'?",
        "c_linkge(x: sint32): sint32 | no function 'c_linkge' in library '%s'; did you mean"
            + " 'c_linkage'?",
      })
  void missingFunctions(String signature, String message) {
    GrCudaException error = assertThrows(GrCudaException.class, () -> cuda.bind(cxx, signature));
    assertEquals(message.formatted(cxx), error.getMessage());
    assertEquals(GrCudaException.Kind.NOT_FOUND, error.kind());
  }

  @Test
  void librariesThatCannotBeLoaded(@TempDir Path folder) throws IOException {
    Path text = Files.writeString(folder.resolve("text.so"), "no library at all");
    Path none = folder.resolve("none.so");
    assertEquals(
        "cannot load library '"
            + none
            + "': cannot open shared object file: No such file or"
            + " directory",
        assertThrows(GrCudaException.class, () -> cuda.bind(none, "f(): void")).getMessage());
    assertEquals(
        "cannot load library '" + text + "': file too short",
        assertThrows(GrCudaException.class, () -> cuda.bind(text, "f(): void")).getMessage());
  }
}
