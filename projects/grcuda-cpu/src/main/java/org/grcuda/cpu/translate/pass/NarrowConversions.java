package org.grcuda.cpu.translate.pass;

import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * The pass before machine code that replaces conversions to {@code tf32}, and of integers to {@code
 * bf16} (PTX ISA 9.7.9.21, cvt), by operations on words. What they give is said at {@link
 * org.grcuda.cpu.translate.semantics.ConvertSemantics}.
 */
public final class NarrowConversions extends Rewriter {

  private static final long SIGN = 0x8000_0000L;
  private static final long MAGNITUDE = 0x7fff_ffffL;
  private static final long INFINITY = 0x7f80_0000L;
  private static final long NAN = 0x7fff_ffffL;

  /** The bits of a float that {@code tf32} does not have, the highest of them, the lowest left. */
  private static final long CUT = 0x1fffL;

  private static final long HALF = 0x1000L;
  private static final int LOWEST = 13;
  private static final long LARGEST = 0x7f7f_e000L;

  private NarrowConversions(PtxFunction function) {
    super(function, "$converted_");
  }

  /** A kernel without such conversions; itself if it has none. */
  public static PtxFunction run(PtxFunction kernel) {
    NarrowConversions pass = new NarrowConversions(kernel);
    return pass.replacesAny() ? pass.rewritten() : kernel;
  }

  @Override
  boolean replaces(Instruction i) {
    if (i.opcode() != Opcode.CVT || i.types().size() != 2 || i.operands().size() != 2) {
      return false;
    }
    PtxType to = i.types().get(0);
    PtxType from = i.types().get(1);
    return to == PtxType.TF32 && from == PtxType.F32 && !i.has(Modifier.RELU)
        || to == PtxType.BF16
            && from.isInteger()
            && from.size() <= 8
            && from != PtxType.S16X2
            && from != PtxType.U16X2
            && !i.has(Modifier.SAT)
            && (i.has(Modifier.RN) || i.has(Modifier.RZ));
  }

  @Override
  void replace(Instruction i) {
    if (i.types().getFirst() == PtxType.TF32) {
      toTf32(i);
    } else {
      toBrain(i, i.types().get(1));
    }
  }

  private Register word(String name) {
    return register(name, PtxType.B32);
  }

  private Register predicate() {
    return register("holds", PtxType.PRED);
  }

  private void toTf32(Instruction i) {
    Register bits = word("bits");
    Register rounded = word("rounded");
    Register magnitude = word("magnitude");
    add("mov.b32", bits, i.operand(1));
    if (i.has(Modifier.RNA)) {
      add("add.u32", rounded, bits, number(HALF));
    } else if (i.has(Modifier.RZ)) {
      add("mov.b32", rounded, bits);
    } else {
      add("bfe.u32", rounded, bits, number(LOWEST), number(1));
      add("add.u32", rounded, rounded, number(HALF - 1));
      add("add.u32", rounded, rounded, bits);
    }
    add("and.b32", rounded, rounded, number(~CUT & 0xffff_ffffL));
    add("and.b32", magnitude, bits, number(MAGNITUDE));
    add("setp.ge.u32", predicate(), magnitude, number(INFINITY));
    add("selp.b32", rounded, bits, rounded, predicate());
    if (i.has(Modifier.SATFINITE)) {
      Register largest = word("largest");
      add("and.b32", largest, bits, number(SIGN));
      add("or.b32", largest, largest, number(LARGEST));
      add("and.b32", word("reached"), rounded, number(MAGNITUDE));
      add("setp.eq.u32", predicate(), word("reached"), number(INFINITY));
      add("selp.b32", rounded, largest, rounded, predicate());
    }
    add("setp.gt.u32", predicate(), magnitude, number(INFINITY));
    add("selp.b32", i.operand(0), number(NAN), rounded, predicate());
  }

  /**
   * By way of a float. One that is not exact is rounded to odd: then rounding once more gives what
   * rounding the integer gives (Boldo, Melquiond, "Emulation of a FMA and correctly rounded sums",
   * 2008).
   */
  private void toBrain(Instruction i, PtxType from) {
    String mode = i.has(Modifier.RZ) ? "rz" : "rn";
    Register value = register("value", PtxType.F32);
    add("cvt." + (from.size() < 4 ? "rn" : "rz") + ".f32." + from.ptxName(), value, i.operand(1));
    if (from.size() >= 4) {
      Register back = register("back_" + from.bits(), from.size() == 4 ? PtxType.B32 : PtxType.B64);
      add("cvt.rzi." + from.ptxName() + ".f32", back, value);
      add("setp.ne.b" + from.bits(), predicate(), back, i.operand(1));
      add("selp.b32", word("odd"), number(1), number(0), predicate());
      add("mov.b32", word("bits"), value);
      add("or.b32", word("bits"), word("bits"), word("odd"));
      add("mov.b32", value, word("bits"));
    }
    add("cvt." + mode + ".bf16.f32", i.operand(0), value);
  }
}
