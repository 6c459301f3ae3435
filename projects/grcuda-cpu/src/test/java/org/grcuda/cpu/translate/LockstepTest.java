package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.grcuda.cpu.exec.Launch.Shape;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.x86.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Warps that rely on lockstep, as the code of volatile accesses to shared memory shows, on every
 * engine; and threads that wait for others by such accesses.
 */
final class LockstepTest {

  /** {@code s[t] += s[t + distance]}. */
  private static String sum(int distance, String space) {
    return """
    ld.volatile%1$s.u32 a, [at+%2$d];
    ld.volatile%1$s.u32 b, [at];
    add.u32 b, a, b;
    st.volatile%1$s.u32 [at], b;
    """
        .formatted(space, 4 * distance);
  }

  private static String sums(String space) {
    StringBuilder text = new StringBuilder();
    for (int distance = 32; distance > 0; distance /= 2) {
      text.append(sum(distance, space));
    }
    return text.toString();
  }

  /** A kernel of blocks of 64 threads along any axes, with a word of shared memory for each. */
  private static String kernel(String name, String statements) {
    return """
    .visible .entry %s(.param .u64 out) {
    .reg .u64 o, l, g; .reg .u32 t, r, a, b, c, n, at, x, y, z, k; .reg .pred p, q, w;
    mov.u32 t, %%tid.x; mov.u32 x, %%ntid.x; mov.u32 y, %%tid.y; mov.u32 z, %%ntid.y;
    mov.u32 k, %%tid.z;
    mad.lo.u32 y, k, z, y;
    mad.lo.u32 t, y, x, t;
    ld.param.u64 o, [out];
    mov.u32 at, words;
    shl.b32 a, t, 2;
    add.u32 at, at, a;
    cvt.u64.u32 l, a;
    add.u64 o, o, l;
    st.shared.u32 [at], t;
    bar.sync 0;
    %s
    bar.sync 0;
    ld.shared.u32 r, [words];
    st.global.u32 [o], r;
    ret;
    }
    """
        .formatted(name, statements);
  }

  private static String firstWarp(String statements) {
    return "setp.gt.u32 p, t, 31;\n@p bra done;\n" + statements + "done:\n";
  }

  private static final String LOOP =
      """
      mov.u32 n, 128;
      again:
      add.u32 c, at, n;
      ld.volatile.shared.u32 a, [c];
      ld.volatile.shared.u32 b, [at];
      add.u32 b, a, b;
      st.volatile.shared.u32 [at], b;
      shr.u32 n, n, 1;
      setp.gt.u32 q, n, 2;
      @q bra again;
      """;

  /** Lanes go different ways at each step, and one round more if they are odd. */
  private static final String DIVERGENT =
      """
      mov.u32 n, 32;
      again:
      setp.ge.u32 q, t, n;
      @q bra other;
      shl.b32 c, n, 2;
      add.u32 c, at, c;
      ld.volatile.shared.u32 a, [c];
      ld.volatile.shared.u32 b, [at];
      add.u32 b, a, b;
      st.volatile.shared.u32 [at], b;
      bra.uni next;
      other:
      ld.volatile.shared.u32 a, [at];
      add.u32 a, a, 1000;
      st.volatile.shared.u32 [at], a;
      next:
      shr.u32 n, n, 1;
      setp.ne.u32 q, n, 0;
      @q bra again;
      """;

  /** How often a loop is run depends on memory: rays are fetched by a lane for its warp. */
  private static final String FETCHING =
      """
      mov.u32 k, %laneid;
      setp.ne.u32 w, k, 0;
      st.volatile.shared.u32 [at], 0;
      fetch:
      @w bra fetched;
      atom.shared.add.u32 a, [queue], 32;
      st.volatile.shared.u32 [ray], a;
      fetched:
      ld.volatile.shared.u32 b, [ray];
      add.u32 b, b, k;
      setp.ge.u32 q, b, 200;
      @q bra done;
      ld.volatile.shared.u32 c, [at];
      add.u32 c, c, b;
      st.volatile.shared.u32 [at], c;
      bra.uni fetch;
      """;

  /** Lanes leave a loop after as many iterations as a word says that only they write. */
  private static final String BOUNDED =
      """
      and.b32 n, t, 7;
      st.global.u32 [o], n;
      mov.u32 c, 0;
      again:
      ld.volatile.shared.u32 a, [at];
      add.u32 a, a, 1;
      st.volatile.shared.u32 [at], a;
      add.u32 c, c, 1;
      ld.global.u32 n, [o];
      setp.lt.u32 q, c, n;
      @q bra again;
      """;

  private static final String MODULE =
      """
      .version 6.4 .target %s .address_size 64
      .shared .align 4 .b8 words[512];
      .shared .align 4 .b8 queue[4];
      .shared .align 4 .b8 ray[4];
      .func summed(.param .u32 where) {
      .reg .u32 at, a, b;
      ld.param.u32 at, [where];
      """
          + sums(".shared")
          + "ret;\n}\n";

  private static final Map<String, String> SUMS =
      Map.of(
          "unrolled", firstWarp(sums(".shared")),
          "generic", firstWarp("cvt.u64.u32 g, at;\ncvta.shared.u64 g, g;\n" + generic(sums(""))),
          "loop", firstWarp(LOOP),
          "bounded", firstWarp(BOUNDED + sums(".shared")),
          "divergent", firstWarp(DIVERGENT),
          "called",
              firstWarp("{ .param .u32 where; st.param.u32 [where], at; call summed, (where); }\n"),
          "guarded",
              "setp.lt.u32 p, t, 32;\n"
                  + sums(".shared").replaceAll("(?m)^", "@p ").replace("@p \n", ""),
          "fetching",
              firstWarp("setp.eq.u32 q, t, 0;\n@q st.shared.u32 [queue], 0;\n" + FETCHING)
                  + "bar.sync 0;\n"
                  + firstWarp(sums(".shared").substring(sum(32, ".shared").length()))
                      .replace("done", "summed"));

  /** Takes the lock: only one lane of a warp at a time, the others go round. */
  private static final String LOCK =
      """
      take:
      atom.shared.cas.b32 a, [queue], 0, 1;
      setp.ne.u32 q, a, 0;
      @q bra take;
      ld.volatile.shared.u32 b, [words];
      add.u32 b, b, 1;
      st.volatile.shared.u32 [words], b;
      membar.cta;
      st.volatile.shared.u32 [queue], 0;
      """;

  /** The same with what is locked inside the loop. */
  private static final String LOCK_INSIDE =
      """
      take:
      atom.shared.cas.b32 a, [queue], 0, 1;
      setp.ne.u32 q, a, 0;
      @q bra next;
      ld.volatile.shared.u32 b, [words];
      add.u32 b, b, 1;
      st.volatile.shared.u32 [words], b;
      membar.cta;
      st.volatile.shared.u32 [queue], 0;
      next:
      @q bra take;
      """;

  /** Warp 0 counts up where the word is even, warp 1 where it is odd. */
  private static final String PING_PONG =
      """
      and.b32 k, t, 31;
      setp.ne.u32 p, k, 0;
      @p bra done;
      shr.u32 k, t, 5;
      mov.u32 n, 0;
      again:
      ld.volatile.shared.u32 a, [words];
      and.b32 b, a, 1;
      setp.ne.u32 q, b, k;
      @q bra again;
      add.u32 a, a, 1;
      st.volatile.shared.u32 [words], a;
      add.u32 n, n, 1;
      setp.lt.u32 q, n, 500;
      @q bra again;
      done:
      """;

  /** Lanes wait, counting as they do, for one of their warp that comes behind them in the text. */
  private static String flag(boolean counts) {
    String count =
        """
        ld.volatile.shared.u32 b, [at];
        add.u32 b, b, 1;
        st.volatile.shared.u32 [at], b;
        """;
    return """
    setp.eq.u32 p, t, 37;
    @p bra set;
    wait:
    %s
    ld.volatile.shared.u32 a, [queue];
    setp.eq.u32 q, a, 0;
    @q bra wait;
    bra.uni done;
    set:
    ld.volatile.shared.u32 a, [words+4];
    add.u32 a, a, 1;
    st.volatile.shared.u32 [words+4], a;
    st.volatile.shared.u32 [queue], 1;
    done:
    bar.sync 0;
    st.volatile.shared.u32 [words], 7;
    """
        .formatted(counts ? count : "");
  }

  private static final String NOTHING_YET =
      "setp.eq.u32 p, t, 0;\n@p st.shared.u32 [queue], 0;\nbar.sync 0;\n";

  private static final Map<String, String> WAITING =
      Map.of(
          "lock", NOTHING_YET + LOCK,
          "lockInside", NOTHING_YET + LOCK_INSIDE,
          "pingPong", PING_PONG,
          "flag", NOTHING_YET + flag(false),
          "countingFlag", NOTHING_YET + flag(true));

  private static String generic(String statements) {
    return statements.replace("[at", "[g");
  }

  private static int expected(String kernel) {
    return switch (kernel) {
      case "divergent" -> divergent();
      case "fetching" -> 199 * 200 / 2;
      case "bounded" -> 2016 + 4 * (1 + 1 + 2 + 3 + 4 + 5 + 6 + 7);
      case "lock", "lockInside" -> 64;
      case "pingPong" -> 1000;
      case "flag", "countingFlag" -> 7;
      default -> 2016;
    };
  }

  private static int divergent() {
    int[] s = new int[96];
    for (int t = 0; t < 64; t++) {
      s[t] = t;
    }
    for (int n = 32; n > 0; n /= 2) {
      int[] before = s.clone();
      for (int t = 0; t < 32; t++) {
        s[t] = t < n ? before[t] + before[t + n] : before[t] + 1000;
      }
    }
    return s[0];
  }

  static List<TranslationOptions> engines() {
    TranslationOptions defaults = TranslationOptions.defaults();
    return List.of(
        defaults.withEngine(Engine.INTERPRETER),
        defaults.withEngine(Engine.BYTECODE),
        defaults.withEngine(Engine.BYTECODE).withLongestMethod(400),
        defaults.withEngine(Engine.NATIVE));
  }

  private static String module(Map<String, String> kernels, String target, boolean isVolatile) {
    StringBuilder module = new StringBuilder(MODULE.formatted(target));
    kernels.forEach((name, body) -> module.append(kernel(name, body)));
    String text = module.toString();
    return isVolatile ? text : text.replace(".volatile.shared", ".shared");
  }

  private static final List<Shape> SHAPES =
      List.of(new Shape(64, 1, 1), new Shape(8, 4, 2), new Shape(16, 4, 1));

  private static void check(Map<String, String> kernels, String ptx, TranslationOptions options) {
    try (TestDevice device = new TestDevice(ptx, options)) {
      for (String name : kernels.keySet()) {
        for (Shape block : SHAPES) {
          long out = device.allocate(4 * 64);
          device.launch(name, new Shape(2, 1, 1), block, 0, out);
          assertEquals(expected(name), device.ints(out, 64)[63], name + " in " + block);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void lanesReadWhatOthersWroteAStepBefore(TranslationOptions options) {
    check(SUMS, module(SUMS, "sm_80", true), options);
  }

  /** Before sm_70 all accesses to shared memory are steps. */
  @ParameterizedTest
  @MethodSource("engines")
  void accessesOfOlderTargetsNeedNotBeVolatile(TranslationOptions options) {
    check(SUMS, module(SUMS, "sm_61", false), options);
  }

  @ParameterizedTest
  @MethodSource("engines")
  @Timeout(60)
  void threadsThatWaitForOthersGoOn(TranslationOptions options) {
    check(WAITING, module(WAITING, "sm_80", true), options);
  }

  @Test
  void loopsThatMemoryDoesNotEndAreMachineCode() {
    Set<String> kernels = new TreeSet<>();
    PtxTranslator.translate(
        module(SUMS, "sm_80", true),
        TranslationOptions.defaults()
            .withListener(
                (kernel, pass, result) -> {
                  if (pass.equals("GangAssembler")) {
                    kernels.add(kernel);
                  }
                }));
    Set<String> all = new TreeSet<>(SUMS.keySet());
    all.remove("fetching");
    assertEquals(Processor.current().best().isPresent() ? all : Set.of(), kernels);
  }
}
