package org.grcuda.tests.hostfunctions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.grcuda.tests.Hosts;
import org.grcuda.tests.NativeCompiler;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Host functions from guest languages: their kinds of memory, and what the context permits. */
@TestInstance(Lifecycle.PER_CLASS)
final class GuestHostFunctionTest {

  private static final String PYTHON =
      """
      def run(cu, library):
          from array import array
          scale = cu.bind(library, "scale(x: inout pointer float, factor: float, n: sint32): void")
          copy = cu.bind(
              library,
              "copy_bytes(from: in pointer void, to: out pointer void, bytes: uint64): void")
          floats = array("f", [1.5, 2, 3])
          scale(floats, 2, 3)
          target = bytearray(4)
          copy(b"abcd", target, 3)
          ints = array("i", [0])
          copy(memoryview(b"\\x01\\x02\\x00\\x00"), ints, 4)
          x = cu.DeviceArray("float", 3)
          copy(floats, x, 12)
          return [floats[0], floats[2], target == b"abc\\0", ints[0], x[2]]
      run
      """;

  private static final String JAVASCRIPT =
      """
      (cu, library) => {
        const scale = cu.bind(
            library, 'scale(x: inout pointer float, factor: float, n: sint32): void');
        const copy = cu.bind(
            library,
            'copy_bytes(from: in pointer void, to: out pointer void, bytes: uint64): void');
        const all = new Float32Array([9, 1.5, 2, 3]);
        scale(all.subarray(1), 2, 3);
        const bytes = new Uint8Array(4);
        copy(new Uint8Array([97, 98, 99, 100]), bytes, 3);
        const ints = new Int32Array(1);
        copy(new Uint8Array([1, 2, 0, 0]).buffer, ints, 4);
        const x = cu.DeviceArray('float', 3);
        copy(all.subarray(1), x, 12);
        return [all[1], all[3], all[0] === 9 && String(bytes) === '97,98,99,0', ints[0], x[2]];
      }
      """;

  private Path library;

  @BeforeAll
  void compile(@TempDir Path folder) throws IOException {
    String source = Repository.resource("/hostfunctions/functions.c");
    library = NativeCompiler.c(folder, "functions", source);
  }

  private void assertCopies(String language, String program) {
    try (Context context = Hosts.open(Map.of())) {
      Value cu = context.eval("grcuda", "CU");
      Value results = context.eval(language, program).execute(cu, library.toString());
      assertEquals(3, results.getArrayElement(0).asDouble());
      assertEquals(6, results.getArrayElement(1).asDouble());
      assertTrue(results.getArrayElement(2).asBoolean());
      assertEquals(513, results.getArrayElement(3).asInt());
      assertEquals(6, results.getArrayElement(4).asDouble());
    }
  }

  @Test
  void memoryOfPython() {
    assertCopies("python", PYTHON);
  }

  @Test
  void memoryOfJavaScript() {
    assertCopies("js", JAVASCRIPT);
  }

  @Test
  void readOnlyMemoryOfPython() {
    try (Context context = Hosts.open(Map.of())) {
      Value scale = scale(context, library.toString());
      Value bytes = context.eval("python", "bytes(4)");
      PolyglotException error =
          assertThrows(PolyglotException.class, () -> scale.execute(bytes, 1, 1));
      assertEquals(
          "host function 'scale', argument 1 'x': the memory is read-only; declare the parameter"
              + " 'in' if the function only reads it",
          error.getMessage());
    }
  }

  private static Value scale(Context context, String library) {
    return context
        .eval("grcuda", "CU")
        .invokeMember(
            "bind", library, "scale(x: inout pointer float, factor: float, n: sint32): void");
  }

  /** A relative path is one from the context's current folder. */
  @Test
  void relativePaths() {
    try (Context context =
        Context.newBuilder()
            .allowAllAccess(true)
            .option("engine.WarnInterpreterOnly", "false")
            .currentWorkingDirectory(library.getParent())
            .build()) {
      Value x = context.eval("grcuda", "float[2]");
      x.invokeMember("fill", 2);
      scale(context, "./libfunctions.so").executeVoid(x, 3, 2);
      scale(context, "libfunctions.so").executeVoid(x, 3, 2);
      assertEquals(18, x.getArrayElement(1).asDouble());
    }
  }

  @Test
  void bindNeedsNativeAccess() {
    try (Context context =
        Context.newBuilder()
            .allowAllAccess(true)
            .allowNativeAccess(false)
            .option("engine.WarnInterpreterOnly", "false")
            .build()) {
      PolyglotException error =
          assertThrows(PolyglotException.class, () -> scale(context, library.toString()));
      assertEquals(
          "bind needs native access, which this context denies; allow it with"
              + " Context.Builder.allowNativeAccess(true)",
          error.getMessage());
    }
  }

  /** Native access is more than file access: the dynamic loader finds what it finds. */
  @Test
  void bindNeedsNoFileAccess() {
    try (Context context =
        Context.newBuilder()
            .allowAllAccess(true)
            .allowIO(IOAccess.NONE)
            .option("engine.WarnInterpreterOnly", "false")
            .build()) {
      Value cu = context.eval("grcuda", "CU");
      Value cos = cu.invokeMember("bind", "libm.so.6", "cos(x: double): double");
      assertEquals(1, cos.execute(0).asDouble());
      scale(context, library.toString()).executeVoid((Object) null, 1, 0);
    }
  }

  /** Libraries are given back with the context that loaded them; the others keep theirs. */
  @Test
  void eachContextHasItsLibraries() {
    try (Context first = Hosts.open(Map.of())) {
      Value mine = scale(first, library.toString());
      try (Context second = Hosts.open(Map.of())) {
        scale(second, library.toString()).executeVoid((Object) null, 1, 0);
      }
      mine.executeVoid((Object) null, 1, 0);
    }
  }

  @Test
  void afterClosingNothingIsCalled() {
    Value scale;
    try (Context context = Hosts.open(Map.of())) {
      scale = scale(context, library.toString());
    }
    assertThrows(IllegalStateException.class, () -> scale.execute((Object) null, 1, 0));
  }
}
