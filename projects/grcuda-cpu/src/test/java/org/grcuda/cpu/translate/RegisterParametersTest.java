package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.x86.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Device functions with parameters and results in registers, or of 128 bits, on every engine. */
final class RegisterParametersTest {

  private static final int THREADS = 50;

  private static final String HEAD =
      """
      .version 8.0 .target sm_80 .address_size 64

      .func (.reg .u32 r) triple (.reg .u32 x) {
      mul.lo.u32 r, x, 3;
      ret;
      }
      .func (.reg .u32 r) early (.reg .u32 x) {
      .reg .pred p;
      setp.gt.u32 p, x, 20;
      mov.u32 r, 7;
      @p ret;
      add.u32 r, x, 100;
      }
      .func (.reg .b64 sum, .reg .pred odd, .reg .f64 half) parts (.reg .u32 x, .reg .pred twice) {
      .reg .u32 t;
      add.u32 t, x, x;
      selp.u32 t, t, x, twice;
      cvt.u64.u32 sum, t;
      add.u64 sum, sum, 0x100000000;
      cvt.rn.f64.u32 half, t;
      mul.f64 half, half, 0.5;
      and.b32 t, x, 1;
      setp.eq.u32 odd, t, 1;
      ret;
      }
      .func (.reg .pred small) isSmall (.reg .u32 x) {
      setp.lt.u32 small, x, 10;
      }
      .func (.reg .u32 a, .reg .u32 b) swapped (.reg .u32 x, .reg .u32 y) {
      mov.u32 a, y;
      mov.u32 b, x;
      ret;
      }
      .func (.reg .u32 r) outer (.reg .u32 x) {
      .reg .u32 a, b; .reg .pred p;
      call (a), triple, (x);
      call (p), isSmall, (a);
      mov.u32 b, 1;
      @p call (b), early, (a);
      call (a, b), swapped, (a, b);
      mad.lo.u32 r, a, 1000, b;
      ret;
      }
      .func (.reg .u32 r, .reg .pred even) factorial (.reg .u32 n) {
      .reg .pred p; .reg .u32 m;
      setp.lt.u32 p, n, 2;
      mov.u32 r, 1;
      setp.eq.u32 even, n, 0;
      @p ret;
      sub.u32 m, n, 1;
      call (m, even), factorial, (m);
      not.pred even, even;
      mul.lo.u32 r, m, n;
      ret;
      }
      .func (.reg .u32 r, .reg .pred changed) meeting (.reg .u32 x) {
      shfl.sync.bfly.b32 r, x, 1, 31, -1;
      setp.ne.u32 changed, r, x;
      bar.sync 0;
      ret;
      }
      .func (.param .b128 r) halves (.param .b128 x) {
      .reg .b64 a, b;
      ld.param.b64 a, [x];
      ld.param.b64 b, [x+8];
      st.param.b64 [r], b;
      st.param.b64 [r+8], a;
      ret;
      }
      .func (.param .u32 r) passing (.param .u32 x) {
      .reg .u32 a, b;
      st.param.u32 [r], 1;
      ld.param.u32 a, [x];
      call (b), triple, (a);
      st.param.u32 [r], b;
      ret;
      }
      """;

  /** A kernel that stores what some statements make of the thread's number in {@code r}. */
  private static String kernel(String name, String statements) {
    return """
    .visible .entry %s (.param .u64 out) {
    .reg .u64 at, l; .reg .u32 t, r, a, b, c; .reg .pred p, q; .reg .f64 d;
    mov.u32 t, %%tid.x;
    ld.param.u64 at, [out];
    mul.wide.u32 l, t, 4;
    add.u64 at, at, l;
    mov.u32 r, 0;
    %s
    st.global.u32 [at], r;
    ret;
    }
    """
        .formatted(name, statements);
  }

  /** What the kernel of a name does, and what each thread must store. */
  private record Program(String name, String statements, IntUnaryOperator expected) {}

  private static int outer(int x) {
    int a = 3 * x;
    int b = a < 10 ? a + 100 : 1;
    return 1000 * b + a;
  }

  private static int factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
  }

  private static final List<Program> PROGRAMS =
      List.of(
          new Program("one", "call (r), triple, (t);", t -> 3 * t),
          new Program("constant", "call (r), triple, (14);", t -> 42),
          new Program("branches", "call (r), early, (t);", t -> t > 20 ? 7 : t + 100),
          new Program(
              "several",
              """
              setp.gt.u32 p, t, 5;
              call (l, q, d), parts, (t, p);
              cvt.rzi.u32.f64 a, d;
              shr.u64 l, l, 31;
              cvt.u32.u64 r, l;
              mad.lo.u32 r, r, 1000, a;
              @q add.u32 r, r, 500000;
              """,
              t -> 2000 + (t > 5 ? t : t / 2) + (t % 2) * 500000),
          new Program(
              "negatedAndDropped",
              """
              setp.gt.u32 p, t, 5;
              call (_, _, d), parts, (t, !p);
              cvt.rzi.u32.f64 r, d;
              call (_), triple, (r);
              call triple, (r);
              """,
              t -> t > 5 ? t / 2 : t),
          new Program(
              "predicate",
              """
              call (p), isSmall, (t);
              selp.u32 r, 1, 2, p;
              """,
              t -> t < 10 ? 1 : 2),
          new Program(
              "sameRegisters",
              """
              mov.u32 r, t;
              call (r), triple, (r);
              mov.u32 a, 5;
              call (r, a), swapped, (a, r);
              call (r, a), swapped, (a, r);
              call (r, a), swapped, (r, a);
              add.u32 r, r, a;
              """,
              t -> 3 * t + 5),
          new Program(
              "of128Bits",
              """
              .param .b128 given; .param .b128 taken;
              cvt.u64.u32 l, t;
              st.param.b64 [given], l;
              st.param.b64 [given+8], 7;
              call (taken), halves, (given);
              ld.param.b64 l, [taken+8];
              cvt.u32.u64 r, l;
              ld.param.b64 l, [taken];
              cvt.u32.u64 a, l;
              mad.lo.u32 r, r, 10, a;
              """,
              t -> 10 * t + 7),
          new Program("nested", "call (r), outer, (t);", RegisterParametersTest::outer),
          new Program(
              "divergent",
              """
              and.b32 a, t, 3;
              setp.eq.u32 p, a, 1;
              mov.u32 b, a;
              again:
              @p call (r), outer, (t);
              @!p call (r), triple, (r);
              @!p add.u32 r, r, 1;
              sub.u32 b, b, 1;
              setp.lt.s32 q, b, 0;
              @!q bra again;
              """,
              t -> t % 4 == 1 ? outer(t) : new int[] {1, 0, 13, 40}[t % 4]),
          new Program(
              "recursive",
              """
              and.b32 a, t, 7;
              call (r, p), factorial, (a);
              @p add.u32 r, r, 100000;
              """,
              t -> factorial(t % 8) + (t % 2 == 0 ? 100000 : 0)),
          new Program(
              "waiting",
              """
              shr.u32 a, t, 1;
              and.b32 b, t, 2;
              setp.eq.u32 p, b, 0;
              selp.u32 a, a, t, p;
              call (r, q), meeting, (a);
              @q add.u32 r, r, 1000;
              """,
              t -> t % 4 < 2 ? t / 2 : (t ^ 1) + 1000),
          new Program(
              "indirect",
              """
              setp.gt.u32 p, t, 11;
              mov.u64 l, triple;
              @p mov.u64 l, early;
              proto: .callprototype (.reg .u32 _) _ (.reg .u32 _);
              call (r), l, (t), proto;
              """,
              t -> t > 20 ? 7 : t > 11 ? t + 100 : 3 * t),
          new Program(
              "throughMemory",
              """
              mov.u32 r, t;
              call (r), passing, (r);
              """,
              t -> 3 * t));

  private static String module() {
    StringBuilder module = new StringBuilder(HEAD);
    PROGRAMS.forEach(p -> module.append(kernel(p.name, p.statements)));
    return module.toString();
  }

  static List<TranslationOptions> engines() {
    TranslationOptions defaults = TranslationOptions.defaults();
    return List.of(
        defaults.withEngine(Engine.INTERPRETER),
        defaults.withEngine(Engine.BYTECODE),
        defaults.withEngine(Engine.BYTECODE).withLongestMethod(200),
        defaults.withEngine(Engine.NATIVE));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void everyEngine(TranslationOptions options) {
    try (TestDevice device = new TestDevice(module(), options)) {
      for (Program program : PROGRAMS) {
        long out = device.allocate(4 * THREADS);
        device.launch(program.name, 1, THREADS, out);
        assertArrayEquals(
            IntStream.range(0, THREADS).map(program.expected).toArray(),
            device.ints(out, THREADS),
            program.name);
      }
    }
  }

  @Test
  void allButRecursionIsMachineCode() {
    Set<String> kernels = new TreeSet<>();
    PtxTranslator.translate(
        module(),
        TranslationOptions.defaults()
            .withListener(
                (kernel, pass, result) -> {
                  if (pass.equals("GangAssembler")) {
                    kernels.add(kernel);
                  }
                }));
    Set<String> all = new TreeSet<>(PROGRAMS.stream().map(Program::name).toList());
    all.remove("recursive");
    assertEquals(Processor.current().best().isPresent() ? all : Set.of(), kernels);
  }

  @Test
  void callsThatDoNotFitAreRefused() {
    for (String call :
        List.of(
            "call (r), triple, (t, t);", "call (r, a), triple, (t);", "call (r), parts, (t, p);")) {
      var refused =
          PtxTranslator.translate(HEAD + kernel("k", call), TranslationOptions.defaults())
              .refused()
              .get("k");
      assertTrue(
          refused.getMessage().startsWith("malformed PTX: 'call"), () -> call + ": " + refused);
    }
  }
}
