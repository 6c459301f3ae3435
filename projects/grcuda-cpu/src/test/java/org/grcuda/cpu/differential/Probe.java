package org.grcuda.cpu.differential;

import java.util.SplittableRandom;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.translate.PtxTranslator;
import org.grcuda.ptx.PtxSyntaxException;

/** Asks an engine whether it executes an instruction. */
final class Probe {

  private static final String MODULE =
      """
      .version 8.8
      .target sm_90
      .address_size 64
      .const .align 16 .b8 constants[64];
      .func (.param .b32 callee_result) callee(.param .b32 callee_param_0)
      {
      .reg .b32 %r<2>;
      ld.param.b32 %r1, [callee_param_0];
      st.param.b32 [callee_result], %r1;
      ret;
      }
      .visible .entry k(.param .u64 k_param_0, .param .align 16 .b8 k_param_3[64])
      {
      .local .align 16 .b8 localSlot[64];
      .reg .b64 %xg, %xs, %xl, %xc; .reg .b32 %x<9>;
      .reg .pred %p<9>, %xp; .reg .b16 %h<9>; .reg .b32 %r<10>; .reg .b64 %rd<9>;
      .reg .f32 %f<9>, %xf, %xfh; .reg .f64 %fd<9>, %xfd;
      {
      """;

  /** What a refusal begins with that should have been a clear one. */
  static final String BROKEN = "failed with ";

  private Probe() {}

  /** Counts the kernels that become machine code. */
  static final class Assembled implements TranslationOptions.PassListener {

    private int kernels;

    @Override
    public void after(String kernel, String pass, String result) {
      kernels += pass.equals("GangCode") ? 1 : 0;
    }

    @Override
    public boolean wants(String pass) {
      return pass.equals("GangCode");
    }

    int kernels() {
      return kernels;
    }
  }

  /** A module whose kernel contains the instruction. */
  static String module(InstructionForm form) {
    String body;
    if (form.isText()) {
      String text = form.operands().get(0);
      body = text.substring(1, text.length() - 1).replace("$", form.mnemonic());
    } else if (form.isWritable()) {
      body = String.join("\n", new Operands(new SplittableRandom(1)).write(form));
    } else {
      body = form.mnemonic() + " %r1, [%rd1], %r2, %r3;";
    }
    String head = form.isLegacy() ? MODULE.replace("sm_90", "sm_60") : MODULE;
    return head + body + "\nret;\n}\n}\n";
  }

  /** What an engine refuses the instruction as; empty if it executes it. */
  static String refusal(InstructionForm form, TranslationOptions options) {
    try {
      RuntimeException refused = PtxTranslator.translate(module(form), options).refused().get("k");
      return refused == null
          ? ""
          : refused.getMessage().replaceFirst(" \\(PTX line \\d+, column \\d+\\)$", "");
    } catch (RuntimeException | LinkageError broken) {
      return BROKEN + broken;
    }
  }

  /** Whether an instruction has machine code of some set, in a kernel without calls. */
  static boolean hasMachineCode(InstructionForm form, InstructionSet instructions) {
    String kernel = module(form);
    String plain = kernel.replaceFirst("(?s)\\.func .*?\\}\n", "");
    Assembled assembled = new Assembled();
    try {
      PtxTranslator.translate(
          plain,
          TranslationOptions.defaults()
              .withEngine(TranslationOptions.Engine.NATIVE)
              .withInstructions(instructions)
              .withListener(assembled));
      return assembled.kernels() > 0;
    } catch (PtxSyntaxException refused) {
      return false;
    }
  }
}
