package org.grcuda.cpu.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Map;
import org.grcuda.cpu.differential.GridRunner.Shape;
import org.grcuda.cpu.exec.TranslationOptions;
import org.junit.jupiter.api.Test;

/** Functions that are copied into kernels in two steps: those in which lanes meet come first. */
final class FunctionCopiesTest {

  private static final String FUNCTION =
      """
      .func (.param .b32 NAME_r) NAME(.param .b32 NAME_v)
      {
      .reg .b32 %%r<2>;
      ld.param.b32 %%r0, [NAME_v];
      %s
      st.param.b32 [NAME_r], %%r0;
      ret;
      }
      """;

  private static final String CALL =
      """
      { .param .b32 v; .param .b32 r;
      st.param.b32 [v], %s;
      call (r), %s, (v);
      ld.param.b32 %s, [r]; }
      """;

  @Test
  void returnsStayInTheirOwnCopy() {
    KernelText kernel = new KernelText();
    String meets = "shfl.sync.bfly.b32 %r0, %r0, 1, 31, -1;";
    kernel.function(FUNCTION.formatted(meets).replace("NAME", "meets"));
    kernel.function(FUNCTION.formatted("add.s32 %r0, %r0, 7;").replace("NAME", "plain"));
    kernel.add(CALL.formatted("%r1", "meets", "%r2"));
    kernel.add(CALL.formatted("%r3", "plain", "%r4"));
    Map<String, TranslationOptions> engines = Engines.all();
    Shape shape = new Shape(1, 32, 1);
    try (GridRunner runner = new GridRunner()) {
      runner.prepare(shape, 1);
      assertNull(runner.run(kernel.toString(), engines.get("interpreter"), shape));
      runner.expectThis();
      engines.forEach(
          (name, options) -> {
            assertNull(runner.run(kernel.toString(), options, shape), name);
            assertEquals(-1, runner.mismatch(), name);
          });
    }
  }
}
