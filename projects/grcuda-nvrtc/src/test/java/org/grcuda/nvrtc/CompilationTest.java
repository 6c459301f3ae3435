package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What NVRTC makes of programs, without a cache. */
class CompilationTest {

  private static final String ARCHITECTURE = "compute_80";

  private final NvrtcCompiler compiler = Nvrtc.uncached();

  private CompiledProgram compile(String source) {
    return compiler.compile(new Program(source, "test.cu", ARCHITECTURE));
  }

  private CompilationException refused(Program program) {
    return assertThrows(CompilationException.class, () -> compiler.compile(program));
  }

  @Test
  void knowsWhatItCompilesFor() {
    assertEquals("sm_90", compiler.architectureFor(90, 12_000));
    assertEquals("compute_121", compiler.architectureFor(130, 0));
  }

  @Test
  void ptxForAVirtualArchitecture() {
    CompiledProgram compiled = compile("extern \"C\" __global__ void k(float *x) { *x = 1; }");
    assertTrue(compiled.ptx().contains(".target sm_80"), compiled.ptx());
    assertTrue(compiled.ptx().contains(".visible .entry k("), compiled.ptx());
    assertTrue(compiled.ptx().endsWith("\n"), "the text ends where the PTX ends, without a NUL");
    assertEquals(0, compiled.cubin().length);
    assertEquals("", compiled.log());
  }

  @Test
  void ptxAndCubinForARealArchitecture() {
    Program program =
        new Program("extern \"C\" __global__ void k(float *x) { *x = 1; }", "k.cu", "sm_90");
    CompiledProgram compiled = compiler.compile(program);
    assertTrue(compiled.ptx().contains(".target sm_90"), compiled.ptx());
    byte[] elf = {0x7f, 'E', 'L', 'F'};
    assertArrayEquals(elf, Arrays.copyOf(compiled.cubin(), 4));
  }

  @Test
  void errorsAreTheLogWithTheUsersLines() {
    String source =
        """
        __global__ void k(float *x, int n) {
          int i = threadIdx.x;
          if (i < n) x[i] = y;
        }
        """;
    CompilationException error = refused(new Program(source, "broken.cu", ARCHITECTURE));
    assertEquals(
        """
        broken.cu(3): error: identifier "y" is undefined
            if (i < n) x[i] = y;
                              ^

        1 error detected in the compilation of "broken.cu".\
        """,
        error.getMessage());
    assertEquals("NVRTC_ERROR_COMPILATION", error.result());
  }

  @Test
  void aSyntaxErrorAfterATextThatIsNotAscii() {
    String source = "// größer als π\n__global__ void k() { int }\n";
    CompilationException error = refused(new Program(source, "größe.cu", ARCHITECTURE));
    assertTrue(error.getMessage().startsWith("größe.cu(2): error: "), error.getMessage());
  }

  @Test
  void anEmptySourceIsAnEmptyProgram() {
    assertTrue(compile("").ptx().contains(".version"));
  }

  @Test
  void theContextWorksAfterAnError() {
    refused(new Program("nonsense", "k.cu", ARCHITECTURE));
    assertTrue(compile("extern \"C\" __global__ void k() {}").ptx().contains(".entry k("));
  }

  @Test
  void warningsAreKept() {
    CompiledProgram compiled = compile("extern \"C\" __global__ void k() {\n  int unused;\n}");
    assertTrue(
        compiled.log().startsWith("test.cu(2): warning #177-D: variable \"unused\""),
        compiled.log());
  }

  @Test
  void anUnknownOptionIsNamed() {
    CompilationException error =
        refused(new Program("", "k.cu", ARCHITECTURE).withOptions("--bogus"));
    assertEquals(
        """
        nvrtc: error: unrecognized option --bogus found
        The options were: --gpu-architecture=compute_80 --modify-stack-limit=false\
         --device-int128 --std=c++17 --bogus\
        """,
        error.getMessage());
    assertEquals("NVRTC_ERROR_INVALID_OPTION", error.result());
  }

  @Test
  void anUnknownArchitectureIsNamed() {
    String message = refused(new Program("", "k.cu", "compute_10")).getMessage();
    assertTrue(message.contains("--gpu-architecture=compute_10"), message);
  }

  @Test
  void optionsReachTheCompiler() {
    String source =
        """
        #ifndef FACTOR
        #error FACTOR
        #endif
        extern "C" __global__ void k(float *x) { *x = sinf(*x * FACTOR); }
        """;
    Program program = new Program(source, "k.cu", ARCHITECTURE);
    assertTrue(refused(program).getMessage().contains("#error FACTOR"));
    String ptx = compiler.compile(program.withOptions("-DFACTOR=3", "--use_fast_math")).ptx();
    assertTrue(ptx.contains("sin.approx"), ptx);
  }

  @Test
  void theLanguageIsCpp17UnlessChosen() {
    String source =
        "extern \"C\" __global__ void k(long *x) { if constexpr (true) *x = __cplusplus; }";
    assertTrue(compile(source).ptx().contains(", 201703;"));
    Program program = new Program(source, "k.cu", ARCHITECTURE);
    assertTrue(compiler.compile(program.withOptions("--std=c++20")).ptx().contains(", 202002;"));
  }

  @Test
  void suppliedHeadersAreIncluded() {
    Program program =
        new Program(
                """
                #include "scale.h"
                #include <sub/half.h>
                extern "C" __global__ void k(float *x) { *x = scale(half_of(*x)); }
                """,
                "k.cu",
                ARCHITECTURE)
            .withHeader("scale.h", "__device__ float scale(float x) { return 3 * x; }\n")
            .withHeader("sub/half.h", "__device__ float half_of(float x) { return x / 2; }\n");
    assertTrue(compiler.compile(program).ptx().contains(".entry k("));
    String error = refused(program.withHeader("sub/half.h", "\n\nfloat 1;")).getMessage();
    assertTrue(error.startsWith("sub/half.h(3): error: "), error);
  }

  @Test
  void aMissingHeaderIsNamed() {
    Program program = new Program("#include \"missing.h\"\n", "k.cu", ARCHITECTURE);
    String error = refused(program).getMessage();
    assertTrue(
        error.startsWith("k.cu(1): catastrophic error: cannot open source file \"missing.h\""),
        error);
  }

  @Test
  void nameExpressionsGiveSymbols() {
    Program program =
        new Program(
                """
                template <typename T, int N> __global__ void scale(T *x) { *x *= N; }
                namespace lib { __global__ void fill(int *x, int value) { *x = value; } }
                __global__ void plain(float *x) { *x = 1; }
                extern "C" __global__ void unmangled(float *x) { *x = 1; }
                """,
                "k.cu",
                ARCHITECTURE)
            .withNameExpressions(
                "scale<float, 4>", "scale<int,2>", "lib::fill", "plain", "unmangled");
    CompiledProgram compiled = compiler.compile(program);
    assertEquals("_Z5scaleIfLi4EEvPT_", compiled.loweredName("scale<float, 4>"));
    assertEquals("_Z5scaleIiLi2EEvPT_", compiled.loweredName("scale<int,2>"));
    assertEquals("_ZN3lib4fillEPii", compiled.loweredName("lib::fill"));
    assertEquals("_Z5plainPf", compiled.loweredName("plain"));
    assertEquals("unmangled", compiled.loweredName("unmangled"));
    for (String symbol : compiled.loweredNames().values()) {
      assertTrue(compiled.ptx().contains(".entry " + symbol + "("), symbol);
    }
    assertThrows(IllegalArgumentException.class, () -> compiled.loweredName("other"));
  }

  @Test
  void anUnknownNameExpressionIsNamed() {
    Program program =
        new Program("__global__ void k() {}", "k.cu", ARCHITECTURE).withNameExpressions("kk");
    String error = refused(program).getMessage();
    assertTrue(error.contains("identifier \"kk\" is undefined"), error);
  }

  @Test
  void deepNestingDoesNotOverflowTheStack() {
    int depth = 100_000;
    String expression = "(".repeat(depth) + "1" + ")".repeat(depth);
    String source = "extern \"C\" __global__ void k(int *x) { *x = " + expression + "; }";
    assertTrue(compile(source).ptx().contains(".entry k("));
  }

  @Test
  void aNulCharacterIsRefused() {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> new Program("int\0", "k.cu", ARCHITECTURE));
    assertEquals("The source of k.cu holds a NUL character at position 3.", error.getMessage());
  }

  @Test
  void severalThreadsCompileAtOnce() throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      List<Future<CompiledProgram>> results = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        String source = "extern \"C\" __global__ void k" + i + "(int *x) { *x = " + i + "; }";
        String name = i + ".cu";
        Program program = new Program(i % 4 == 3 ? source + "!" : source, name, ARCHITECTURE);
        results.add(threads.submit(() -> compiler.compile(program)));
      }
      for (int i = 0; i < results.size(); i++) {
        Future<CompiledProgram> result = results.get(i);
        if (i % 4 == 3) {
          Throwable error = assertThrows(ExecutionException.class, result::get).getCause();
          assertTrue(error.getMessage().startsWith(i + ".cu(1): error: "), error.getMessage());
        } else {
          assertTrue(result.get().ptx().contains(".entry k" + i + "("));
        }
      }
    }
  }
}
