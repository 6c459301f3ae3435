package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.Launch.Shape;
import org.grcuda.cpu.exec.TranslationFailure;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.PassListener;
import org.grcuda.cpu.x86.Processor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Errors of the translator: planted by a listener, in the passes that tell it what they found. */
final class TranslationFailureTest {

  private static final String PTX =
      """
      .version 8.0 .target sm_80 .address_size 64
      .visible .entry k(.param .u64 out) {
      .reg .u64 at, l; .reg .u32 t, w, y;
      mov.u32 t, %tid.x;
      mov.u32 y, %tid.y;
      mov.u32 w, %ntid.x;
      mad.lo.u32 t, w, y, t;
      ld.param.u64 at, [out];
      mul.wide.u32 l, t, 4;
      add.u64 at, at, l;
      add.u32 t, t, 1000;
      st.global.u32 [at], t;
      ret;
      }
      .visible .entry other(.param .u64 out) {
      .reg .u64 at;
      ld.param.u64 at, [out];
      st.global.u32 [at], 7;
      ret;
      }
      """;

  private final List<String> warnings = new ArrayList<>();
  private final Logger logger = Logger.getLogger("org.grcuda.cpu.translate");
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          warnings.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
  }

  @AfterEach
  void stopListening() {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
  }

  /** Fails in some passes over the kernel {@code k}. */
  private static TranslationOptions failing(Set<String> passes) {
    PassListener listener =
        (kernel, pass, result) -> {
          if (kernel.equals("k") && passes.contains(pass)) {
            throw new VerifyError("planted");
          }
        };
    return TranslationOptions.defaults().withListener(listener).withStrict(false);
  }

  private static void run(TestDevice device, Shape block) {
    int threads = block.x() * block.y();
    long out = device.allocate(4L * threads);
    device.launch("k", new Shape(1, 1, 1), block, 0, out);
    int[] result = device.ints(out, threads);
    for (int t = 0; t < threads; t++) {
      assertEquals(1000 + t, result[t]);
    }
    device.launch("other", 1, 1, out);
    assertEquals(7, device.ints(out, 1)[0]);
  }

  private void assertWarning(int number, String start, String end) {
    String warning = warnings.get(number);
    assertTrue(warning.startsWith(start) && warning.endsWith(end), warning);
  }

  @Test
  void machineCodeFallsToBytecode() {
    assumeTrue(Processor.current().best().isPresent());
    try (TestDevice device = new TestDevice(PTX, failing(Set.of("GangPlan")))) {
      run(device, new Shape(50, 1, 1));
    }
    assertEquals(1, warnings.size(), warnings::toString);
    assertWarning(
        0,
        "kernel 'k': a bug of grcuda's translator in GangTranslator, for machine code:"
            + " java.lang.VerifyError: planted",
        "; it is left to bytecode");
  }

  @Test
  void bytecodeFallsToTheInterpreter() {
    boolean gangs = Processor.current().best().isPresent();
    try (TestDevice device = new TestDevice(PTX, failing(Set.of("GangPlan", "KernelAssembler")))) {
      run(device, new Shape(50, 1, 1));
    }
    assertEquals(2, warnings.size(), warnings::toString);
    String start = "kernel 'k': a bug of grcuda's translator in %s, for %s:";
    assertWarning(
        0,
        start.formatted(gangs ? "GangTranslator" : "KernelAssembler", "machine code"),
        "; it is left to bytecode");
    assertWarning(
        1, start.formatted("KernelAssembler", "bytecode"), "; it is left to the interpreter");
  }

  /** Blocks of another shape are translated when they are launched first. */
  @Test
  void errorsAtALaunchAreSurvived() {
    assumeTrue(Processor.current().best().isPresent());
    List<String> failingAtLaunch = new ArrayList<>();
    PassListener listener =
        (kernel, pass, result) -> {
          if (kernel.equals("k") && failingAtLaunch.contains(pass)) {
            throw new StackOverflowError("planted");
          }
        };
    TranslationOptions options =
        TranslationOptions.defaults().withListener(listener).withStrict(false);
    try (TestDevice device = new TestDevice(PTX, options)) {
      run(device, new Shape(64, 1, 1));
      failingAtLaunch.addAll(List.of("GangPlan", "KernelAssembler"));
      run(device, new Shape(5, 7, 1));
    }
    assertEquals(2, warnings.size(), warnings::toString);
    assertWarning(
        0,
        "kernel 'k': a bug of grcuda's translator in GangTranslator, for machine code:",
        "; blocks of such a shape are left to scalar code");
    assertWarning(
        1,
        "kernel 'k': a bug of grcuda's translator in KernelAssembler, for bytecode:",
        "; threads that leave machine code are left to the interpreter");
  }

  @Test
  void onlyTheKernelIsRefusedWhereNoEngineIsLeft() {
    CompiledModule module = PtxTranslator.translate(PTX, failing(Set.of("Inlining")));
    assertEquals(List.of("other"), module.kernels().stream().map(k -> k.name()).toList());
    String refusal = module.refused().get("k").getMessage();
    assertTrue(
        refusal.startsWith("kernel 'k': a bug of grcuda's translator in")
            && refusal.endsWith("for the interpreter: java.lang.VerifyError: planted"),
        refusal);
  }

  /** The interpreter tells of no accesses: it does not take the place of code that does. */
  @Test
  void watchedKernelsAreNotLeftToTheInterpreter() {
    TranslationOptions options = failing(Set.of("KernelAssembler")).watched(true, kernel -> false);
    CompiledModule module = PtxTranslator.translate(PTX, options);
    assertEquals(Set.of("k"), module.refused().keySet());
  }

  @Test
  void fatalWhereTheOptionsAreStrict() {
    TranslationOptions options = failing(Set.of("KernelAssembler", "GangPlan")).withStrict(true);
    TranslationFailure failure =
        assertThrows(TranslationFailure.class, () -> PtxTranslator.translate(PTX, options));
    assertEquals(VerifyError.class, failure.getCause().getClass());
    assertTrue(TranslationOptions.defaults().strict(), "in the project's own tests");
  }

  @Test
  void errorsOfThePassesAreNamed() {
    TranslationOptions options = TranslationOptions.defaults().withStrict(false);
    String survived =
        TranslationFailure.survive(
            "kernel 'k'",
            options,
            () -> org.grcuda.ptx.analysis.ControlFlowGraph.of(null).toString(),
            TranslationFailure::getMessage);
    assertTrue(
        survived.startsWith("kernel 'k': a bug of grcuda's translator in ControlFlowGraph,"),
        survived);
  }

  @Test
  void whatTheListenerThrowsIsNoBug() {
    IllegalStateException full = new IllegalStateException("no space left");
    TranslationOptions options =
        TranslationOptions.defaults()
            .withListener(
                (kernel, pass, result) -> {
                  throw full;
                });
    assertSame(
        full,
        assertThrows(IllegalStateException.class, () -> PtxTranslator.translate(PTX, options)));
  }
}
