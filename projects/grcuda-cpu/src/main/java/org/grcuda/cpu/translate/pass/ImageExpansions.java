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
 * ProvidedFunction#IMAGE}. The function takes four words in registers, and further ones in local
 * memory, where it also leaves its results from the third on; most instructions do without, as
 * coordinates are few, and often only one channel of a texel is used.
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
    List<Operand> words = words(form);
    List<Operand> results = results(form);
    boolean givesMore =
        results.subList(ImageAccess.RESULTS_IN_REGISTERS, results.size()).stream()
            .anyMatch(Register.class::isInstance);
    Operand buffer = number(0);
    if (givesMore || words.size() > ImageAccess.ARGUMENTS_IN_REGISTERS) {
      buffer = buffer(words);
    }
    call(i, form, words, buffer, form.results().isEmpty() ? List.of() : results);
    assign(form, results);
    if (form.resident() != null) {
      add("setp.eq.u64", form.resident(), form.object(), form.object());
    }
  }

  private boolean isUsed(Operand o) {
    return o instanceof Register r && used.contains(r);
  }

  /** Coordinates and what follows them, in words. */
  private List<Operand> words(ImageForm form) {
    List<Operand> words = new ArrayList<>();
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
    if (given instanceof Register r && r.type().size() == 4) {
      return r;
    }
    Register word = register("word" + index, PtxType.B32);
    if (given instanceof Register r) {
      add(r.type().size() < 4 ? "cvt.u32.u16" : "cvt.u32.u64", word, r);
    } else {
      add("mov.b32", word, given);
    }
    return word;
  }

  /** The generic address of the memory of this thread, with the words from the fifth on. */
  private Register buffer(List<Operand> words) {
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

  private void call(
      Instruction instruction,
      ImageForm form,
      List<Operand> words,
      Operand buffer,
      List<Operand> results) {
    List<Operand> arguments = new ArrayList<>();
    arguments.add(number(form.operation().code()));
    arguments.add(form.object());
    for (int w = 0; w < ImageAccess.ARGUMENTS_IN_REGISTERS; w++) {
      arguments.add(w < words.size() ? words.get(w) : number(0));
    }
    arguments.add(buffer);
    add(
        new Instruction(
            null,
            Opcode.CALL,
            List.of("uni"),
            List.of(
                new Operand.ArgumentList(results),
                new Operand.Symbol(ProvidedFunction.IMAGE.symbol(), 0),
                new Operand.ArgumentList(arguments)),
            instruction.position()));
  }

  // ---- results

  /** The words of the result: where they go, or a sink where nobody needs them. */
  private List<Operand> results(ImageForm form) {
    List<Operand> results = new ArrayList<>();
    for (Operand to : form.results()) {
      boolean isNeeded = isUsed(to);
      if (!isNeeded || ((Register) to).type().size() == 4 && !isWide(form)) {
        results.add(isNeeded ? to : new Operand.Sink());
      } else {
        results.add(register("result" + results.size(), PtxType.B32));
      }
      if (isWide(form)) {
        int next = results.size();
        results.add(isNeeded ? register("result" + next, PtxType.B32) : new Operand.Sink());
      }
    }
    while (results.size() < ImageAccess.RESULTS) {
      results.add(new Operand.Sink());
    }
    return results;
  }

  /** Whether elements of a surface are two words each. */
  private static boolean isWide(ImageForm form) {
    return form.operation().elementBytes() == Long.BYTES;
  }

  /** Moves words to registers of other sizes. */
  private void assign(ImageForm form, List<Operand> words) {
    for (int r = 0; r < form.results().size(); r++) {
      if (!(form.results().get(r) instanceof Register to) || !isUsed(to)) {
        continue;
      }
      if (isWide(form)) {
        List<Operand> pair = words.subList(2 * r, 2 * r + 2);
        Register wide = to.type().size() == 8 ? to : register("wide", PtxType.B64);
        add("mov.b64", wide, new Operand.Vector(List.copyOf(pair)));
        if (wide != to) {
          add("cvt.u" + to.type().bits() + ".u64", to, wide);
        }
      } else if (to.type() == PtxType.PRED) {
        add("setp.ne.u32", to, words.get(r), number(0));
      } else if (to.type().size() != 4) {
        add("cvt.u" + to.type().bits() + ".u32", to, words.get(r));
      }
    }
  }
}
