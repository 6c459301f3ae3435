package org.grcuda.cpu.translate.simd.analysis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxParser;
import org.grcuda.ptx.Register;

/** Plans of kernels, asked by the names that PTX gives. */
record Plans(PtxFunction function, GangPlan plan, InnerLoops loops) {

  /** The plan of a kernel of kernels.ptx, which NVRTC compiled. */
  static Plans ofResource(String kernel, GangLayout layout) {
    return of(function(text("/org/grcuda/cpu/translate/kernels.ptx"), kernel), layout);
  }

  /**
   * The plan of a kernel with this body and parameters {@code x}, {@code y} of 64 and {@code n},
   * {@code m} of 32 bits.
   */
  static Plans ofBody(String body, GangLayout layout) {
    return of(function(kernel(body), "k"), layout);
  }

  /** A module with one kernel {@code k}. */
  static String kernel(String body) {
    return """
    .version 8.0
    .target sm_80
    .address_size 64
    .visible .entry k(.param .u64 x, .param .u64 y, .param .u32 n, .param .u32 m)
    {
    .reg .b16 %h<9>; .reg .b32 %r<29>; .reg .f32 %f<9>; .reg .b64 %rd<9>; .reg .pred %p<9>;
    .shared .align 4 .b8 tile[1024];
    .local .align 4 .b8 own[16];
    """
        + body
        + "\n}\n";
  }

  static PtxFunction function(String ptx, String name) {
    return PtxParser.parse(ptx).function(name);
  }

  static Plans of(PtxFunction function, GangLayout layout) {
    KernelFlow flow = KernelFlow.of(function);
    GangPlan plan = GangPlan.run(flow, layout);
    return new Plans(function, plan, InnerLoops.of(flow, plan, indexed(flow, plan, layout)));
  }

  /** The loads of elements at 32-bit indices. */
  static Indexed indexed(KernelFlow flow, GangPlan plan, GangLayout layout) {
    Patterns patterns = Patterns.run(flow, plan, 16);
    Invariants invariants = Invariants.run(flow, r -> plan.shape(r).isVarying());
    return Indexed.run(flow, layout, plan, patterns, invariants);
  }

  private static String text(String resource) {
    try (InputStream in = Plans.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The shape of a register, in words. */
  String shape(String register) {
    Register found =
        function.registers().stream()
            .filter(r -> r.name().equals(register))
            .findFirst()
            .orElseThrow();
    return plan.shape(found).toString();
  }

  /** Whether the instruction that begins so, the first, needs a test. */
  boolean isTested(String instruction) {
    for (int s = 0; s < function.body().size(); s++) {
      if (function.body().get(s) instanceof Instruction i && i.text().startsWith(instruction)) {
        return plan.wrapTest(s);
      }
    }
    throw new IllegalArgumentException(instruction);
  }
}
