package org.grcuda.cpu.translate.formula;

import static org.grcuda.cpu.translate.formula.Formula.call;
import static org.grcuda.cpu.translate.formula.Formulas.source;
import static org.grcuda.cpu.translate.formula.Formulas.unsupported;

import java.util.EnumMap;
import java.util.Map;
import org.grcuda.cpu.translate.formula.ConvertFormulas.Conversions;
import org.grcuda.cpu.translate.semantics.NarrowSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.PtxType;

/**
 * Conversions of pairs of numbers of at most 8 bits (PTX ISA 5.2.3; 9.7.9.21, cvt). The first
 * operand is the upper one of the pair.
 */
final class NarrowFormulas {

  /** The steps. */
  private enum Narrow implements Step {
    E4M3_OF_F32("e4m3Of", "(F)I"),
    E5M2_OF_F32("e5m2Of", "(F)I"),
    E2M3_OF_F32("e2m3Of", "(F)I"),
    E3M2_OF_F32("e3m2Of", "(F)I"),
    E2M1_OF_F32("e2m1Of", "(F)I"),
    F32_OF_E4M3("floatOfE4m3", "(I)F"),
    F32_OF_E5M2("floatOfE5m2", "(I)F"),
    F32_OF_E2M3("floatOfE2m3", "(I)F"),
    F32_OF_E3M2("floatOfE3m2", "(I)F"),
    F32_OF_E2M1("floatOfE2m1", "(I)F"),
    UE8M0_OF_F32("ue8m0Of", "(FZZ)I"),
    BRAIN_OF_UE8M0("bfloatOfUe8m0", "(I)I"),
    PACK_8("pack8", "(II)I"),
    PACK_4("pack4", "(II)I");

    private final StaticMethod method;

    Narrow(String name, String descriptor) {
      this.method = new StaticMethod(NarrowSemantics.class, name, descriptor);
    }

    @Override
    public StaticMethod method() {
      return method;
    }
  }

  /** How a format is made of a float, and read as one. */
  private record Format(Step ofFloat, Step toFloat) {}

  private static final Map<PtxType, Format> FORMATS = new EnumMap<>(PtxType.class);

  static {
    FORMATS.put(PtxType.E4M3X2, new Format(Narrow.E4M3_OF_F32, Narrow.F32_OF_E4M3));
    FORMATS.put(PtxType.E5M2X2, new Format(Narrow.E5M2_OF_F32, Narrow.F32_OF_E5M2));
    FORMATS.put(PtxType.E2M3X2, new Format(Narrow.E2M3_OF_F32, Narrow.F32_OF_E2M3));
    FORMATS.put(PtxType.E3M2X2, new Format(Narrow.E3M2_OF_F32, Narrow.F32_OF_E3M2));
    FORMATS.put(PtxType.E2M1X2, new Format(Narrow.E2M1_OF_F32, Narrow.F32_OF_E2M1));
  }

  private NarrowFormulas() {}

  static boolean isNarrow(PtxType type) {
    return FORMATS.containsKey(type) || type == PtxType.UE8M0X2;
  }

  /** A conversion to or from such a pair. */
  static Assignments of(Instruction i, PtxType to, PtxType from) {
    boolean rounds =
        to == PtxType.UE8M0X2 ? i.has(Modifier.RZ) || i.has(Modifier.RP) : i.has(Modifier.RN);
    if (!rounds) {
      throw unsupported(i);
    }
    if (isNarrow(to)) {
      return Assignments.of(i.operand(0), bits(to), to == PtxType.UE8M0X2 ? scales(i) : pair(i));
    }
    if (to != (from == PtxType.UE8M0X2 ? PtxType.BF16X2 : PtxType.F16X2)) {
      throw unsupported(i);
    }
    return Assignments.of(i.operand(0), PtxType.B32, halves(i, from));
  }

  /** The type of the register that holds a pair. */
  private static PtxType bits(PtxType pair) {
    return pair.size() == 1 ? PtxType.B8 : PtxType.B16;
  }

  private static Formula halves(Instruction i, PtxType from) {
    Formula pair = source(i, 1, bits(from));
    Formula upper = call(Plain.USHR_32, pair, Formula.number(4 * from.size()));
    return HalfFormulas.pack(half(i, from, pair), half(i, from, upper));
  }

  private static Formula half(Instruction i, PtxType from, Formula bits) {
    if (from == PtxType.UE8M0X2) {
      return call(Narrow.BRAIN_OF_UE8M0, bits);
    }
    Formula value = call(FORMATS.get(from).toFloat(), bits);
    return call(Conversions.HALF_OF_F32, FloatFormulas.positive(i, value));
  }

  private static Formula pair(Instruction i) {
    Step step = FORMATS.get(i.type()).ofFloat();
    return call(
        i.type().size() == 1 ? Narrow.PACK_4 : Narrow.PACK_8,
        call(step, FloatFormulas.positive(i, low(i, PtxType.F16X2))),
        call(step, FloatFormulas.positive(i, high(i, PtxType.F16X2))));
  }

  private static Formula scales(Instruction i) {
    Formula up = Formula.flag(i.has(Modifier.RP));
    Formula finite = Formula.flag(i.has(Modifier.SATFINITE));
    return call(
        Narrow.PACK_8,
        call(Narrow.UE8M0_OF_F32, low(i, PtxType.BF16X2), up, finite),
        call(Narrow.UE8M0_OF_F32, high(i, PtxType.BF16X2), up, finite));
  }

  /** The second of two floats, or the lower half of a pair of type {@code halves}. */
  private static Formula low(Instruction i, PtxType halves) {
    return i.sourceType() == PtxType.F32
        ? source(i, 2, PtxType.F32)
        : ofHalf(i, halves, HalfFormulas.low(source(i, 1, PtxType.B32)));
  }

  private static Formula high(Instruction i, PtxType halves) {
    return i.sourceType() == PtxType.F32
        ? source(i, 1, PtxType.F32)
        : ofHalf(i, halves, HalfFormulas.high(source(i, 1, PtxType.B32)));
  }

  private static Formula ofHalf(Instruction i, PtxType halves, Formula bits) {
    if (i.sourceType() != halves) {
      throw unsupported(i);
    }
    Step step = halves == PtxType.BF16X2 ? Conversions.F32_OF_BRAIN : Conversions.F32_OF_HALF;
    return call(step, bits);
  }
}
