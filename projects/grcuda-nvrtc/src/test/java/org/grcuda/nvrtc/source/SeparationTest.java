package org.grcuda.nvrtc.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.grcuda.nvrtc.CompilationException;
import org.grcuda.nvrtc.CompiledProgram;
import org.grcuda.nvrtc.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a file the compiler gets, without a compiler. */
class SeparationTest {

  /** What the compiler throws instead of compiling. */
  private static final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static Program given(String text, List<String> options) {
    return given(text, options, path -> Optional.empty());
  }

  private static Program given(String text, List<String> options, SourceReader reader) {
    AtomicReference<Program> given = new AtomicReference<>();
    Program whole = new Program(text, "k.cu", "compute_80", options, Map.of(), List.of());
    assertThrows(
        Stop.class,
        () ->
            WholeFile.compile(
                whole,
                "",
                reader,
                program -> {
                  given.set(program);
                  throw new Stop();
                }));
    return given.get();
  }

  /** The device code of a file, with single blanks. */
  private static String device(String text, String... options) {
    String source = given(text, List.of(options)).source();
    String behindPrelude = source.substring(source.indexOf('\n')).replaceFirst("\n#line .*", "");
    return behindPrelude.replaceAll("\\s+", " ").strip();
  }

  /** Files in one line: {@code ~} ends a line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "enum { A, B } which = A;                    | enum { A, B } ;",
        "typedef enum { A, B } name;                 | typedef enum { A, B } name;",
        "enum Kind : char { A }; Kind kind = A;      | enum Kind : char { A };",
        "using std::cout;                            | ''",
        "namespace fs = std::filesystem;             | ''",
        "using Text = std::string;                   | ''",
        "using Text = std::string; typedef Text T;   | ''",
        "constexpr std::string_view name = \"x\";    | ''",
        "constexpr int two() { return 2; }           | __host__ __device__ constexpr int two() {"
            + " return 2; }",
        "template <class T> concept C = std::integral<T>; | ''",
        "struct S { __device__ int a(); std::string b() const { return 1; } }; | struct S {"
            + " __device__ int a(); };",
        "struct S { __device__ int a(); int b() { return 1; } }; | struct S { __device__ int a();"
            + " __device__ int b() ; };",
      })
  void whatIsLeftOfDeclarations(String text, String left) {
    assertEquals(left, device(text));
  }

  /** What a macro makes for the device takes the place of its use. */
  @Test
  void aMacroThatMakesKernelAndHostFunctionIsTakenApart() {
    String text =
        """
        #define MAKE(T, op) __global__ void k_##T(T *x) { x[0] op -1; } void T##s(T *x) { k_##T<<<1, 1>>>(x); }
        MAKE(int, *=) MAKE(float,
          +=)
        int rest;
        """;
    assertEquals(
        "#define MAKE(T, op) __global__ void k_##T(T *x) { x[0] op -1; } void T##s(T *x) {"
            + " k_##T<<<1, 1>>>(x); }"
            + " __global__ void k_int ( int * x ) { x [ 0 ] *= - 1 ; }"
            + " __global__ void k_float ( float * x ) { x [ 0 ] += - 1 ; }",
        device(text).replaceAll(" +", " "));
    assertEquals(text.lines().count(), given(text, List.of()).source().lines().count() - 2);
  }

  @Test
  void instancesThatTheFileMakesOrLaunchesAreAskedFor() {
    String text =
        """
        namespace n { template <class T, int N> __global__ void f(T *x) { *x = N; } }
        template __global__ void n::f<int, 7>(int *);
        void host() { n::f<float, (5 > 3)><<<1, 1>>>(0); }
        """;
    assertEquals(
        "[n::f<int, 7>, n::f<float, (5>3)>]", given(text, List.of()).nameExpressions().toString());
  }

  @Test
  void functionsWithoutAnnotationsAreOfTheDeviceByOption() {
    String text =
        "int two() { return 2; }\nint other();\n__global__ void k(int *x) { *x = two(); }\n";
    assertEquals("__global__ void k(int *x) { *x = two(); }", device(text));
    assertEquals(
        "int two() { return 2; } __global__ void k(int *x) { *x = two(); }",
        device(text, "-default-device"));
  }

  /** The headers of folders are part of the program, which then depends on no file. */
  @Test
  void foldersOfHeadersAreNotOfTheProgram() {
    List<String> options = List.of("-I", "a", "-DX=1", "-Ib", "--include-path=c");
    assertEquals("[-DX=1]", given("int x;\n", options).options().toString());
    assertEquals(options, given("#include X\n", options).options());
    // Where no file may be read, the folders are left to be refused.
    assertEquals(options, given("int x;\n", options, SourceReader.NONE).options());
    List<String> included = List.of("-Ia", "--pre-include=x.h");
    assertEquals(included, given("int x;\n", included).options());
  }

  /** Members of the host may go where device code has no objects of the class. */
  @Test
  void aClassThatOnlyQualifiesLosesMembersOfTheHost() {
    String line = "class S { public: struct P { int n; }; private: std::string name; };";
    String log = "k.cu(1): error: no\n  " + line + "\n  " + " ".repeat(line.indexOf("std")) + "^\n";
    String left = "class S { public: struct P { int n; }; private: };";
    assertEquals(
        left,
        secondTry(line + "\n__global__ void k(S::P p) {}\n", log)
            .lines()
            .toList()
            .get(2)
            .replaceAll(" +", " "));
    assertThrows(
        SourceException.class,
        () -> secondTry(line + "\n__global__ void k(S *s, S::P p) {}\n", log));
  }

  /** What the compiler gets after a refusal. */
  private static String secondTry(String text, String log) {
    AtomicReference<Program> last = new AtomicReference<>();
    try {
      WholeFile.compile(
          new Program(text, "k.cu", "compute_80"),
          "",
          SourceReader.NONE,
          program -> {
            if (last.getAndSet(program) == null) {
              return refuse(log);
            }
            throw new Stop();
          });
    } catch (Stop e) {
      return last.get().source();
    }
    throw new AssertionError("the compiler was not asked twice");
  }

  @Test
  void conceptsNeedTheirLanguage() {
    String text =
        "template <class T> concept C = true;\ntemplate <C T> __global__ void k(T *x) {}\n";
    SourceException refused = assertThrows(SourceException.class, () -> compile(text, ""));
    assertEquals(
        "k.cu(1): concept C needs C++20: give the option -std=c++20", refused.getMessage());
    assertEquals(text.replace("\n", " ").strip(), device(text, "-std=c++20"));
  }

  private static void compile(String text, String log) {
    WholeFile.compile(
        new Program(text, "k.cu", "compute_80"), "", SourceReader.NONE, program -> refuse(log));
  }

  private static CompiledProgram refuse(String log) {
    throw new CompilationException("NVRTC_ERROR_COMPILATION", log);
  }

  /** Of two members in a line, the one below the caret is set aside. */
  @Test
  void theCaretTellsTheDeclaration() {
    String line = "struct S { int x; __host__ __device__ int a(); __host__ __device__ int b(); };";
    String log =
        "k.cu(1): error: wrong\n  " + line + "\n  " + " ".repeat(line.indexOf("b()")) + "^\n";
    String source = secondTry(line + "\n__global__ void k(S *s) {}\n", log);
    assertTrue(source.contains("int a();"), source);
    assertFalse(source.contains("int b();"), source);
  }

  /** The compiler's errors are explained: what was set aside, and what cannot be. */
  @Test
  void errorsAreExplained() {
    String text =
        "int f();\n#include <helper_math.h>\nstruct S { std::vector<int> x; };\n"
            + "__global__ void k(S *s) { f(); }\n";
    String log =
        "k.cu(3): error: no\n  struct S { std::vector<int> x; };\n             ^\n"
            + "k.cu(4): error: identifier \"f\" is undefined\n";
    SourceException refused = assertThrows(SourceException.class, () -> compile(text, log));
    assertEquals(
        """
        Set aside: k.cu(1): function f: host code; with the option -default-device it is compiled for the device, too
        Device code names the class S, so it needs all its members: types of the host cannot be among them
        Not found, so empty: the header helper_math.h of k.cu(2)\
        """,
        refused.getMessage().substring(log.length() + 1));
  }
}
