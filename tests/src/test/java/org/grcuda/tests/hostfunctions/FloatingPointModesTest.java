package org.grcuda.tests.hostfunctions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.GrCuda;
import org.grcuda.tests.NativeCompiler;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers of the program after native code has changed the modes of the processor. */
@TestInstance(Lifecycle.PER_CLASS)
final class FloatingPointModesTest {

  private static final double THIRD = 0.3333333333333333;
  private static final double THIRD_ROUNDED_UP = 0.33333333333333337;
  private static final double SUBNORMAL = 1.1125369292536007E-308;

  /** Variables, so that no compiler computes with them. */
  private volatile double one = 1;

  private volatile double least = Double.MIN_NORMAL;

  private Path library;
  private Path atLoad;

  @BeforeAll
  void compile(@TempDir Path folder) throws IOException {
    String source = Repository.resource("/hostfunctions/modes.c");
    library = NativeCompiler.c(folder, "modes", source);
    atLoad = NativeCompiler.c(folder, "modesatload", "#define AT_LOAD\n" + source);
  }

  private void assertDefaultModes() {
    assertEquals(THIRD, one / 3);
    assertEquals(SUBNORMAL, least / 2);
    assertEquals(Double.POSITIVE_INFINITY, one / (one - 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"round_up", "trap", "flush_subnormals"})
  void calls(String function) {
    try (GrCuda cuda = GrCuda.open()) {
      cuda.bind(library, function + "(): void").call();
      assertDefaultModes();
    }
  }

  @Test
  void aResultIsComputedInTheFunctionsModes() {
    try (GrCuda cuda = GrCuda.open()) {
      var third = cuda.bind(library, "third_rounded_up(one: double): double");
      assertEquals(THIRD_ROUNDED_UP, third.call(1));
      assertDefaultModes();
    }
  }

  @Test
  void loadingAndUnloading() {
    try (GrCuda cuda = GrCuda.open()) {
      cuda.bind(atLoad, "trap(): void");
      assertDefaultModes();
    }
    assertDefaultModes();
  }

  @ParameterizedTest
  @ValueSource(strings = {"js", "python"})
  void guestPrograms(String language) {
    String program =
        language.equals("js")
            ? "(round) => { const one = 1; round(); return one / 3; }"
            : "def third(round):\n  one = 1.0\n  round()\n  return one / 3\nthird";
    try (Context context = Context.newBuilder().allowAllAccess(true).build()) {
      Value round = context.eval("grcuda", "bind").execute(library.toString(), "round_up(): void");
      assertEquals(THIRD, context.eval(language, program).execute(round).asDouble());
    }
  }

  @Test
  void functionsKnownToBeClean() {
    try (GrCuda trusting = GrCuda.builder().option("RestoreFloatingPointModes", "false").open();
        GrCuda restoring = GrCuda.open()) {
      var clean = restoring.bind(library, "flush_subnormals(): void");
      trusting.bind(library, "round_up(): void").call();
      double third = one / 3;
      clean.call();
      assertEquals(THIRD_ROUNDED_UP, third);
      assertDefaultModes();
    }
  }
}
