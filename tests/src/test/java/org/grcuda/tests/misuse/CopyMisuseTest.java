package org.grcuda.tests.misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.tests.Hosts;
import org.grcuda.types.Complex;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies from and to what one host alone has, and that cannot be copied from or to. */
@TestInstance(Lifecycle.PER_CLASS)
final class CopyMisuseTest {

  private static final String CANNOT_STORE =
      "copyTo, argument 1: cannot store float elements in a list";
  private static final String NO_ARRAY =
      "copyFrom, argument 1: expected an array, a list or a buffer, given ";
  private static final String READ_ONLY = "copyTo, argument 1: the memory is read-only";

  private static final String OTHER_BUFFER =
      "copyTo, argument 1: expected a ByteBuffer or a buffer of float values, given one of int";
  private static final String OTHER_ORDER =
      "copyTo, argument 1: expected a buffer in LITTLE_ENDIAN, given one in BIG_ENDIAN";

  private final Context context = Hosts.open(Map.of());
  private final Value x = context.eval("grcuda", "float[4]");

  /** Host, function of the array, message. */
  static Stream<Arguments> guests() {
    return Stream.of(
        Arguments.of("python", "lambda x: x.copyTo(bytes(16))", CANNOT_STORE),
        Arguments.of("python", "lambda x: x.copyTo((1, 2, 3, 4))", CANNOT_STORE),
        Arguments.of("python", "lambda x: x.copyFrom('abcd')", NO_ARRAY + "the string 'abcd'"),
        Arguments.of("python", "lambda x: x.copyFrom(None)", NO_ARRAY + "null"),
        Arguments.of(
            "python",
            "lambda x: x.copyFrom(bytearray(15))",
            "copyFrom: expected at least 4 elements, given 3"),
        Arguments.of(
            "python",
            "import array\nlambda x: x.copyFrom(array.array('d', [1, 2, 3, 4]))",
            "a Python array of double elements cannot be copied as float elements"),
        Arguments.of(
            "python",
            "import array\nlambda x: x.copyTo(array.array('i', [1, 2, 3, 4]))",
            "a Python array of int elements cannot be copied as float elements"),
        Arguments.of("js", "x => x.copyTo(Object.freeze([0, 0, 0, 0]))", CANNOT_STORE),
        Arguments.of(
            "js",
            "x => x.copyFrom(new ArrayBuffer(15))",
            "copyFrom: expected at least 4 elements, given 3"),
        Arguments.of(
            "js",
            "x => x.copyFrom([1, , 3, 4])",
            "float[4], index 1: expected a number, given undefined"),
        Arguments.of(
            "js",
            """
            x => {
              const list = [1, 2, 3, 4];
              Object.defineProperty(list, 0, {get() { list.length = 1; return 1; }});
              x.copyFrom(list);
            }
            """,
            "copyFrom, argument 1: cannot read the elements of a list"),
        Arguments.of("js", "x => x.copyFrom({})", NO_ARRAY + "an object"));
  }

  private static final String SHRINKING_PAIR =
      """
      z => {
        const pair = [1, 2];
        Object.defineProperty(pair, 0, {get() { pair.length = 1; return 1; }});
        z[0] = pair;
      }
      """;

  private static FloatBuffer swapped() {
    return ByteBuffer.allocate(16).order(ByteOrder.BIG_ENDIAN).asFloatBuffer();
  }

  /** Objects of Java that cannot be written. */
  static Stream<Arguments> javaTargets() {
    return Stream.of(
        Arguments.of(ByteBuffer.allocate(16).asReadOnlyBuffer(), READ_ONLY),
        Arguments.of(MemorySegment.ofArray(new float[4]).asReadOnly(), READ_ONLY),
        Arguments.of(new String[4], CANNOT_STORE),
        Arguments.of(IntBuffer.allocate(4), OTHER_BUFFER),
        Arguments.of(swapped(), OTHER_ORDER),
        Arguments.of(ByteBuffer.allocate(15), "copyTo: expected at least 4 elements, given 3"));
  }

  @ParameterizedTest
  @MethodSource("guests")
  void inAGuestLanguage(String language, String function, String message) {
    Value copy = context.eval(language, function);
    check(() -> copy.execute(x), message);
  }

  @ParameterizedTest
  @MethodSource("javaTargets")
  void ofJava(Object target, String message) {
    check(() -> x.invokeMember("copyTo", target), message);
  }

  private void check(Runnable copy, String message) {
    var error = assertThrows(PolyglotException.class, copy::run);
    assertEquals(message, error.getMessage());
    assertTrue(error.isGuestException());
    x.invokeMember("copyFrom", (Object) new float[] {1, 2, 3, 4});
    assertEquals(3, x.getArrayElement(2).asInt());
  }

  @Test
  void typedMemory() {
    try (GrCuda cuda = GrCuda.open()) {
      FloatArray array = cuda.floatArray(4);
      MemorySegment readOnly = MemorySegment.ofArray(new float[4]).asReadOnly();
      var error = assertThrows(GrCudaException.class, () -> array.copyTo(readOnly));
      assertEquals(READ_ONLY, error.getMessage());
      MemorySegment small = MemorySegment.ofArray(new float[3]);
      error = assertThrows(GrCudaException.class, () -> array.copyFrom(small));
      assertEquals("copyFrom: expected at least 4 elements, given 3", error.getMessage());
      error = assertThrows(GrCudaException.class, () -> array.copyTo(IntBuffer.allocate(4)));
      assertEquals(OTHER_BUFFER, error.getMessage());
      error = assertThrows(GrCudaException.class, () -> array.copyTo(swapped()));
      assertEquals(OTHER_ORDER, error.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 10_000})
  void memoryOfAClosedArena(int elements) {
    MemorySegment closed;
    try (Arena arena = Arena.ofConfined()) {
      closed = arena.allocate(4L * elements);
    }
    try (GrCuda cuda = GrCuda.open()) {
      FloatArray array = cuda.floatArray(elements);
      var error = assertThrows(GrCudaException.class, () -> array.copyFrom(closed));
      assertEquals("copyFrom, argument 1: the memory's arena is closed", error.getMessage());
      assertEquals(GrCudaException.Kind.STATE, error.kind());
      error = assertThrows(GrCudaException.class, () -> array.copyTo(closed));
      assertEquals("copyTo, argument 1: the memory's arena is closed", error.getMessage());
    }
    Value array = context.eval("grcuda", "float[" + elements + "]");
    refused(
        () -> array.invokeMember("copyFrom", closed),
        "copyFrom, argument 1: the memory's arena is closed");
  }

  @Test
  void complexElements() {
    Value z = context.eval("grcuda", "complex64[2]");
    refused(
        () -> z.invokeMember("copyFrom", List.of(1, 2, 3, 4)),
        "copyFrom: a list of 4 numbers for complex64[2]: give lists of two, or the parts as a"
            + " typed array");
    refused(
        () -> z.setArrayElement(1, "1"),
        "complex64[2], index 1: expected a list of two numbers, a complex number or a number,"
            + " given the string '1'");
    refused(
        () -> z.invokeMember("fill", List.of(1)),
        "fill, argument 1 'value': expected a list of two numbers, a complex number or a number,"
            + " given a list");
    String parts =
        ", argument 1: expected a list, or memory of float elements, the parts of complex64[2] in"
            + " turn";
    refused(
        () -> context.eval("js", "z => z.copyTo(new Float64Array(4))").execute(z),
        "copyTo" + parts);
    refused(
        () -> context.eval("js", "z => z.copyFrom(new Float64Array(2))").execute(z),
        "copyFrom" + parts);
    refused(
        () -> context.eval("js", SHRINKING_PAIR).execute(z),
        "complex64[2], index 0: the complex number changed while it was used");
    z.invokeMember("copyFrom", (Object) new float[] {1, 2, 3, 4});
    z.setArrayElement(0, new Complex(7, 8));
    assertEquals("complex64[2] [(7.0, 8.0), (3.0, 4.0)]", z.toString());
  }

  @Test
  void whatComesBeforeABadElementIsWritten() {
    x.invokeMember("copyFrom", List.of(1, 2, 3, 4));
    assertThrows(
        PolyglotException.class, () -> x.invokeMember("copyFrom", List.of(7, 8, "nine", 10)));
    assertEquals("float[4] [7.0, 8.0, 3.0, 4.0]", x.toString());
  }

  private static void refused(Runnable action, String message) {
    assertEquals(message, assertThrows(PolyglotException.class, action::run).getMessage());
  }

  @Test
  void valuesOutOfRange() {
    try (GrCuda cuda = GrCuda.open()) {
      var bytes = cuda.ubyteArray(2);
      var ints = cuda.uintArray(2, 2);
      var error = assertThrows(GrCudaException.class, () -> bytes.set(0, 256));
      assertEquals("uchar[2]: 256 is out of range for uchar (0 to 255)", error.getMessage());
      error = assertThrows(GrCudaException.class, () -> ints.fill(-1));
      assertEquals("uint[2][2]: -1 is out of range for uint (0 to 4294967295)", error.getMessage());
      assertEquals(GrCudaException.Kind.VALUE, error.kind());
      var scale = cuda.buildKernel(Sources.VALID, Sources.SCALE).grid(1).block(1);
      var floats = cuda.floatArray(1);
      error = assertThrows(GrCudaException.class, () -> scale.launch(floats, 1, 1L << 31));
      assertEquals(GrCudaException.Kind.VALUE, error.kind());
      error = assertThrows(GrCudaException.class, () -> scale.launch(floats, "1", 1));
      assertEquals(GrCudaException.Kind.TYPE, error.kind());
      error = assertThrows(GrCudaException.class, () -> cuda.array(new int[3], 2, 2));
      assertEquals("array: int[2][2] has 4 elements, given 3", error.getMessage());
      error = assertThrows(GrCudaException.class, () -> cuda.array(new int[0]));
      assertEquals("array int[0]: every dimension needs at least 1 element", error.getMessage());
    }
  }

  @AfterAll
  void close() {
    context.close();
  }
}
