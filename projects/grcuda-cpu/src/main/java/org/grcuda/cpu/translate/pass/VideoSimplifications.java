package org.grcuda.cpu.translate.pass;

import org.grcuda.cpu.translate.semantics.VideoSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Section;
import org.grcuda.ptx.Trait;

/**
 * The pass before machine code that replaces video instructions (PTX ISA 9.7.18). Those on words
 * compute with 64 bits, those on half-words and bytes with 32, so that nothing is lost before
 * {@code .sat}.
 */
public final class VideoSimplifications extends Rewriter {

  private VideoSimplifications(PtxFunction function) {
    super(function, "$video_");
  }

  /** A kernel without such instructions; itself if it has none. */
  public static PtxFunction run(PtxFunction kernel) {
    VideoSimplifications pass = new VideoSimplifications(kernel);
    return pass.replacesAny() ? pass.rewritten() : kernel;
  }

  @Override
  boolean replaces(Instruction i) {
    boolean shifts = i.opcode() == Opcode.VSHL || i.opcode() == Opcode.VSHR;
    return i.opcode().section() == Section.VIDEO
        && i.types().size() == (i.is(Trait.COMPARES) ? 2 : 3)
        && (!shifts || !isSigned(i, 2));
  }

  @Override
  void replace(Instruction i) {
    if (i.opcode() == Opcode.VMAD) {
      multiplyAdd(i);
    } else if (i.opcode().lanes() == 1) {
      word(i);
    } else {
      lanes(i);
    }
  }

  private Register word(String name) {
    return register(name, PtxType.B32);
  }

  private Register wide(String name) {
    return register("wide_" + name, PtxType.B64);
  }

  private Register predicate() {
    return register("holds", PtxType.PRED);
  }

  /** Of the result, or of a source; the result of a comparison is unsigned. */
  private static boolean isSigned(Instruction i, int position) {
    int at = i.is(Trait.COMPARES) ? position - 1 : position;
    return at >= 0 && i.types().get(at).isSigned();
  }

  // ---- words

  private void word(Instruction i) {
    Register value = wide("a");
    Register result = word("x");
    extend(i.operand(1), isSigned(i, 1), value);
    extend(i.operand(2), isSigned(i, 2), wide("b"));
    compute(i, "64", value, wide("b"));
    boolean signed = isSigned(i, 0);
    String selector = i.operand(0) instanceof Operand.Element e ? e.selector() : "";
    int bits = VideoSemantics.bits(selector);
    if (i.has(Modifier.SAT)) {
      clamp(value, "s64", bits, signed);
    }
    add("cvt.u32.u64", result, value);
    if (i.operand(0) instanceof Operand.Element e) {
      Operand shift = number(VideoSemantics.shift(selector));
      add("bfi.b32", e.register(), result, i.operand(3), shift, number(bits));
    } else if (i.operands().size() > 3) {
      add(second(i, signed), i.operand(0), result, i.operand(3));
    } else {
      add("mov.b32", i.operand(0), result);
    }
  }

  private static String second(Instruction i, boolean signed) {
    String type = signed ? ".s32" : ".u32";
    return (i.has(Modifier.MIN) ? "min" : i.has(Modifier.MAX) ? "max" : "add") + type;
  }

  /** All of a word, or a part of it, as 64 bits. */
  private void extend(Operand source, boolean signed, Register to) {
    String type = signed ? "s32" : "u32";
    Operand whole = source;
    if (source instanceof Operand.Element e) {
      Operand shift = number(VideoSemantics.shift(e.selector()));
      add("bfe." + type, word("x"), e.register(), shift, number(VideoSemantics.bits(e.selector())));
      whole = word("x");
    }
    add((signed ? "cvt.s64." : "cvt.u64.") + type, to, whole);
  }

  private void multiplyAdd(Instruction i) {
    boolean signed = isSigned(i, 1) || isSigned(i, 2);
    Register value = wide("a");
    extend(i.operand(1), isSigned(i, 1), value);
    extend(i.operand(2), isSigned(i, 2), wide("b"));
    add("mul.lo.s64", value, value, wide("b"));
    extend(i.operand(3), signed, wide("b"));
    add("add.s64", value, value, wide("b"));
    if (i.has(Modifier.PO)) {
      add("add.s64", value, value, number(1));
    }
    int scale = i.has(Modifier.SHR7) ? 7 : i.has(Modifier.SHR15) ? 15 : 0;
    add(signed ? "shr.s64" : "shr.u64", value, value, number(scale));
    if (i.has(Modifier.SAT) && signed) {
      clamp(value, "s64", Integer.SIZE, true);
    } else if (i.has(Modifier.SAT)) {
      add("min.u64", value, value, number(0xffff_ffffL));
    }
    add("cvt.u32.u64", i.operand(0), value);
  }

  // ---- half-words and bytes

  private void lanes(Instruction i) {
    boolean adds = i.has(Modifier.ADD);
    int bits = Integer.SIZE / i.opcode().lanes();
    Register value = word("x");
    Register result = word("z");
    add("mov.b32", result, adds ? i.operand(3) : number(0));
    for (int shift = 0; shift < Integer.SIZE; shift += bits) {
      String a = isSigned(i, 1) ? "bfe.s32" : "bfe.u32";
      String b = isSigned(i, 2) ? "bfe.s32" : "bfe.u32";
      add(a, value, i.operand(1), number(shift), number(bits));
      add(b, word("y"), i.operand(2), number(shift), number(bits));
      compute(i, "32", value, word("y"));
      if (i.has(Modifier.SAT)) {
        clamp(value, "s32", bits, isSigned(i, 0));
      }
      if (adds) {
        add("add.s32", result, result, value);
      } else {
        add("bfi.b32", result, value, result, number(shift), number(bits));
      }
    }
    add("mov.b32", i.operand(0), result);
  }

  // ---- both

  /** The operation on two signed numbers, into the first; the second is free behind it. */
  private void compute(Instruction i, String bits, Register a, Register b) {
    String type = ".s" + bits;
    switch (i.opcode()) {
      case VADD, VADD2, VADD4 -> add("add" + type, a, a, b);
      case VSUB, VSUB2, VSUB4 -> add("sub" + type, a, a, b);
      case VMIN, VMIN2, VMIN4 -> add("min" + type, a, a, b);
      case VMAX, VMAX2, VMAX4 -> add("max" + type, a, a, b);
      case VABSDIFF, VABSDIFF2, VABSDIFF4 -> {
        add("sub" + type, a, a, b);
        add("abs" + type, a, a);
      }
      case VAVRG2, VAVRG4 -> {
        add("add" + type, a, a, b);
        add("not.b" + bits, b, a);
        add("shr.u" + bits, b, b, number(Integer.parseInt(bits) - 1));
        add("add" + type, a, a, b);
        add("shr" + type, a, a, number(1));
      }
      case VSET, VSET2, VSET4 -> {
        add("setp." + i.oneOf(Modifier.COMPARISONS).ptxName() + type, predicate(), a, b);
        add("selp.b" + bits, a, number(1), number(0), predicate());
      }
      case VSHL, VSHR -> shift(i, a, b);
      default -> throw refused(i);
    }
  }

  private void shift(Instruction i, Register a, Register amount) {
    Register n = word("n");
    boolean left = i.opcode() == Opcode.VSHL;
    add("cvt.u32.u64", n, amount);
    if (i.has(Modifier.WRAP)) {
      add("and.b32", n, n, number(31));
    } else if (left) {
      add("setp.gt.u32", predicate(), n, number(31));
      beyond(a, amount);
    } else {
      add("min.u32", n, n, number(32));
    }
    add(left ? "shl.b64" : "shr.s64", a, a, n);
    if (left && i.has(Modifier.CLAMP)) {
      add("selp.b64", a, amount, a, predicate());
    }
  }

  /** Of a number, one of its sign that is out of range of any type, and has no low bits. */
  private void beyond(Register a, Register to) {
    add("max.s64", to, a, number(-1));
    add("min.s64", to, to, number(1));
    add("shl.b64", to, to, number(62));
  }

  private void clamp(Register value, String type, int bits, boolean signed) {
    long low = signed ? -1L << bits - 1 : 0;
    add("max." + type, value, value, number(low));
    add("min." + type, value, value, number(signed ? ~low : (1L << bits) - 1));
  }
}
