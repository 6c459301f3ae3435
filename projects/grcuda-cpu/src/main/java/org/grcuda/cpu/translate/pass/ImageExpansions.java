package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.image.ImageAccess;
import org.grcuda.cpu.translate.image.ImageForm;
import org.grcuda.cpu.translate.semantics.ProvidedFunction;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Linkage;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Variable;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * The pass that makes calls of the instructions on images (PTX ISA 9.7.10, 9.7.11): of {@link
 * ProvidedFunction#IMAGE}. Four words of arguments and two of results are in registers. Further
 * ones are in local memory, which most instructions do without: coordinates are few, and often only
 * one channel of a texel is used.
 */
public final class ImageExpansions extends Rewriter {

  /** A name that PTX cannot declare. */
  private static final String BUFFER = "words of an instruction on an image";

  private static final int ALIGNMENT = 8;

  private final List<Statement> body;
  private final Set<Register> used = new HashSet<>();
  private boolean needsBuffer;

  private ImageExpansions(PtxFunction function) {
    super(function, "$image_");
    body = function.body();
  }

  /**
   * The module without such instructions in a kernel and what it calls; itself if they have none.
   *
   * @param calls of the kernel
   * @throws org.grcuda.cpu.exec.UnsupportedPtxException for instructions that the ISA does not
   *     have, and forms that nothing here executes
   */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    return run(module, calls, ImageExpansions::new);
  }

  @Override
  boolean replaces(Instruction i) {
    return switch (i.opcode()) {
      case TEX, TLD4, TXQ, ISTYPEP, SULD, SUST, SURED, SUQ -> true;
      default -> false;
    };
  }

  @Override
  PtxFunction rewritten() {
    for (Statement s : body) {
      if (s instanceof Instruction i) {
        used.addAll(RegisterUse.used(i));
      }
    }
    PtxFunction result = super.rewritten();
    if (!needsBuffer) {
      return result;
    }
    List<Variable> variables = new ArrayList<>(result.variables());
    variables.add(
        new Variable(
            StateSpace.LOCAL,
            Linkage.INTERNAL,
            PtxType.B8,
            1,
            BUFFER,
            ALIGNMENT,
            List.of(4L * ImageAccess.BUFFER_WORDS),
            List.of(),
            false,
            null,
            result.position()));
    return result.withVariables(variables);
  }

  @Override
  void replace(Instruction i) {
    ImageForm form = ImageForm.of(i);
    List<Register> words = words(form);
    List<Operand> results = form.results();
    boolean wideResults = form.operation().elementBytes() == Long.BYTES && !results.isEmpty();
    int inRegisters = wideResults ? 1 : ImageAccess.RESULTS_IN_REGISTERS;
    boolean givesMore =
        results.size() > inRegisters
            && results.subList(inRegisters, results.size()).stream().anyMatch(this::isUsed);
    Operand buffer = number(0);
    if (givesMore || words.size() > ImageAccess.ARGUMENTS_IN_REGISTERS) {
      buffer = buffer(words);
    }
    Register result = register("result", PtxType.B64);
    call(i, form, result, List.of(pair("low", words, 0), pair("high", words, 2), buffer));
    assign(form, result, wideResults, givesMore);
    if (form.resident() != null) {
      add("setp.eq.u64", form.resident(), result, result);
    }
  }

  private boolean isUsed(Operand o) {
    return o instanceof Register r && used.contains(r);
  }

  /** Coordinates and what follows them, in words. */
  private List<Register> words(ImageForm form) {
    List<Register> words = new ArrayList<>();
    int coordinates =
        form.words().size() - (form.results().isEmpty() ? form.operation().elements() : 0);
    for (int w = 0; w < form.words().size(); w++) {
      Operand given = form.words().get(w);
      boolean isElement = w >= coordinates;
      if (isElement && form.operation().elementBytes() == Long.BYTES) {
        Register low = register("word" + words.size(), PtxType.B32);
        Register high = register("word" + (words.size() + 1), PtxType.B32);
        add("mov.b64", new Operand.Vector(List.of(low, high)), given);
        words.add(low);
        words.add(high);
      } else {
        words.add(word(given, words.size()));
      }
    }
    return words;
  }

  /** An operand of at most 32 bits, or the lower half of one of 64, in a word. */
  private Register word(Operand given, int index) {
    Register word = register("word" + index, PtxType.B32);
    if (given instanceof Register r && r.type().size() != 4) {
      boolean isNarrow = r.type().size() < 4;
      add(isNarrow ? "cvt.u32.u16" : "cvt.u32.u64", word, r);
    } else {
      add("mov.b32", word, given);
    }
    return word;
  }

  private Operand pair(String name, List<Register> words, int first) {
    if (first >= words.size()) {
      return number(0);
    }
    Register pair = register(name, PtxType.B64);
    if (first + 1 < words.size()) {
      add("mov.b64", pair, new Operand.Vector(List.of(words.get(first), words.get(first + 1))));
    } else {
      add("cvt.u64.u32", pair, words.get(first));
    }
    return pair;
  }

  /** The generic address of the memory of this thread, with the words from the fifth on. */
  private Register buffer(List<Register> words) {
    needsBuffer = true;
    for (int w = ImageAccess.ARGUMENTS_IN_REGISTERS; w < words.size(); w++) {
      add("st.local.b32", at(w - ImageAccess.ARGUMENTS_IN_REGISTERS), words.get(w));
    }
    Register buffer = register("buffer", PtxType.B64);
    add("mov.u64", buffer, new Operand.Symbol(BUFFER, 0));
    add("cvta.local.u64", buffer, buffer);
    return buffer;
  }

  private static Operand at(int word) {
    return new Operand.Address(new Operand.Symbol(BUFFER, 0), 4L * word);
  }

  private void call(Instruction instruction, ImageForm form, Register result, List<Operand> rest) {
    List<Operand> arguments = new ArrayList<>();
    arguments.add(number(form.operation().code()));
    arguments.add(form.object());
    arguments.addAll(rest);
    List<Operand> inRegisters = new ArrayList<>();
    for (Operand argument : arguments) {
      if (argument instanceof Register) {
        inRegisters.add(argument);
      } else {
        Register constant = register("argument" + inRegisters.size(), PtxType.B64);
        add("mov.u64", constant, argument);
        inRegisters.add(constant);
      }
    }
    add(
        new Instruction(
            null,
            Opcode.CALL,
            List.of("uni"),
            List.of(
                new Operand.ArgumentList(List.of(result)),
                new Operand.Symbol(ProvidedFunction.IMAGE.symbol(), 0),
                new Operand.ArgumentList(inRegisters)),
            instruction.position()));
  }

  // ---- results

  private void assign(ImageForm form, Register result, boolean wide, boolean givesMore) {
    List<Operand> results = form.results();
    if (results.isEmpty()) {
      return;
    }
    if (wide) {
      assign(results.getFirst(), result);
      if (givesMore) {
        add("ld.local.b64", results.get(1), at(0));
      }
      return;
    }
    Register low = register("result0", PtxType.B32);
    Register high = register("result1", PtxType.B32);
    add("mov.b64", new Operand.Vector(List.of(low, high)), result);
    assign(results.getFirst(), low);
    if (results.size() > 1) {
      assign(results.get(1), high);
    }
    for (int r = ImageAccess.RESULTS_IN_REGISTERS; givesMore && r < results.size(); r++) {
      if (isUsed(results.get(r))) {
        Register word = register("result" + r, PtxType.B32);
        add("ld.local.b32", word, at(r - ImageAccess.RESULTS_IN_REGISTERS));
        assign(results.get(r), word);
      }
    }
  }

  /** Moves a value to a register of its size or another. */
  private void assign(Operand to, Register value) {
    if (!(to instanceof Register r)) {
      return;
    }
    int bits = r.type().bits();
    if (r.type().size() == value.type().size()) {
      add("mov.b" + bits, r, value);
    } else {
      add("cvt.u" + bits + ".u" + value.type().bits(), r, value);
    }
  }
}
