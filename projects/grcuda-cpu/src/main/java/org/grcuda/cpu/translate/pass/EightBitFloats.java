package org.grcuda.cpu.translate.pass;

import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * The pass before machine code that replaces conversions of pairs of {@code e4m3} and {@code e5m2}
 * (PTX ISA 9.7.9.21, cvt) by operations on words. What they give is said at {@link
 * org.grcuda.cpu.translate.semantics.NarrowSemantics}.
 */
public final class EightBitFloats extends Rewriter {

  private static final int MAGNITUDE = 0x7fff_ffff;
  private static final int INFINITY = 0x7f80_0000;
  private static final int FLOAT_MANTISSA = 23;
  private static final int FLOAT_BIAS = 127;
  private static final int HALF_BIAS = 15;

  /** NaN, in both formats. */
  private static final int NAN = 0x7f;

  private static final int HALF_NAN = 0x7fff;

  /** A format: bits of its mantissa, bias of its exponent, the bits of its largest number. */
  private record Format(int mantissa, int bias, int largest) {

    static Format of(PtxType type) {
      return switch (type) {
        case E4M3X2 -> new Format(3, 7, 0x7e);
        case E5M2X2 -> new Format(2, 15, 0x7b);
        default -> null;
      };
    }
  }

  private EightBitFloats(PtxFunction function) {
    super(function, "$narrow_");
  }

  /** A kernel without such conversions; itself if it has none. */
  public static PtxFunction run(PtxFunction kernel) {
    EightBitFloats pass = new EightBitFloats(kernel);
    return pass.replacesAny() ? pass.rewritten() : kernel;
  }

  @Override
  boolean replaces(Instruction i) {
    if (!i.is(Opcode.CVT, Modifier.RN) || i.types().size() != 2) {
      return false;
    }
    PtxType to = i.types().get(0);
    PtxType from = i.types().get(1);
    return Format.of(to) != null && (from == PtxType.F32 || from == PtxType.F16X2)
        || Format.of(from) != null && to == PtxType.F16X2;
  }

  @Override
  void replace(Instruction i) {
    Format to = Format.of(i.types().get(0));
    boolean positive = i.has(Modifier.RELU);
    if (to == null) {
      widen(i, Format.of(i.types().get(1)), positive);
      return;
    }
    Register low = register("low", PtxType.F32);
    Register high = register("high", PtxType.F32);
    if (i.types().get(1) == PtxType.F32) {
      add("mov.f32", high, i.operand(1));
      add("mov.f32", low, i.operand(2));
    } else {
      Register lowHalf = register("low_half", PtxType.B16);
      Register highHalf = register("high_half", PtxType.B16);
      add("mov.b32", new Operand.Vector(List.of(lowHalf, highHalf)), i.operand(1));
      add("cvt.f32.f16", low, lowHalf);
      add("cvt.f32.f16", high, highHalf);
    }
    Register first = narrow(to, low, "first", positive);
    Register second = narrow(to, high, "second", positive);
    add("shl.b32", second, second, number(8));
    add("or.b32", first, first, second);
    add("cvt.u16.u32", i.operand(0), first);
  }

  /** The bits of a float in a format. */
  private Register narrow(Format format, Register value, String name, boolean positive) {
    Register result = word(name);
    Register bits = word("bits");
    Register magnitude = word("magnitude");
    Register other = word("other");
    Register holds = register("holds", PtxType.PRED);
    add("mov.b32", bits, value);
    add("and.b32", magnitude, bits, number(MAGNITUDE));
    // A normal number: to nearest even in the last bit that stays, with the exponent's other bias.
    int dropped = FLOAT_MANTISSA - format.mantissa();
    int rebias = FLOAT_BIAS - format.bias() << FLOAT_MANTISSA;
    add("shr.u32", other, magnitude, number(dropped));
    add("and.b32", other, other, number(1));
    add("add.u32", result, magnitude, other);
    add("add.u32", result, result, number((1 << dropped - 1) - 1 - rebias));
    add("shr.u32", result, result, number(dropped));
    // A subnormal one: an addition rounds to the format's least step.
    Register sum = register("sum", PtxType.F32);
    int exponent = 1 - format.bias() - format.mantissa() + FLOAT_MANTISSA;
    int step = exponent + FLOAT_BIAS << FLOAT_MANTISSA;
    Register steps = register("steps", PtxType.F32);
    add("mov.b32", other, number(step));
    add("mov.b32", steps, other);
    add("mov.b32", sum, magnitude);
    add("add.rn.f32", sum, sum, steps);
    add("mov.b32", other, sum);
    add("sub.u32", other, other, number(step));
    add("setp.lt.u32", holds, magnitude, number(1 - format.bias() + FLOAT_BIAS << FLOAT_MANTISSA));
    add("selp.b32", result, other, result, holds);
    add("min.u32", result, result, number(format.largest()));
    sign(result, bits, positive);
    add("setp.gt.u32", holds, magnitude, number(INFINITY));
    add("selp.b32", result, number(NAN), result, holds);
    return result;
  }

  /** Gives bits the sign of a float, or makes them 0 where it is negative. */
  private void sign(Register result, Register bits, boolean positive) {
    if (positive) {
      Register negative = register("negative", PtxType.PRED);
      add("setp.lt.s32", negative, bits, number(0));
      add("selp.b32", result, number(0), result, negative);
      return;
    }
    Register sign = word("sign");
    add("shr.u32", sign, bits, number(24));
    add("and.b32", sign, sign, number(0x80));
    add("or.b32", result, result, sign);
  }

  private void widen(Instruction i, Format format, boolean positive) {
    Register pair = word("pair");
    Register upper = word("upper");
    add("cvt.u32.u16", pair, i.operand(1));
    add("shr.u32", upper, pair, number(8));
    Register low = half(format, pair, "first", positive);
    Register high = half(format, upper, "second", positive);
    add("shl.b32", high, high, number(16));
    add("or.b32", i.operand(0), low, high);
  }

  /** The half of the number in the lowest 8 bits of a word. */
  private Register half(Format format, Register bits, String name, boolean positive) {
    Register result = word(name);
    Register magnitude = word("magnitude");
    Register holds = register("holds", PtxType.PRED);
    add("and.b32", magnitude, bits, number(NAN));
    add("shl.b32", result, magnitude, number(10 - format.mantissa()));
    if (format.bias() != HALF_BIAS) {
      // Read as a half it is too small by the difference of the biases.
      Register narrow = register("narrow", PtxType.B16);
      Register wide = register("wide", PtxType.F32);
      Register scale = register("scale", PtxType.F32);
      Register power = word("power");
      add("cvt.u16.u32", narrow, result);
      add("cvt.f32.f16", wide, narrow);
      add("mov.b32", power, number(FLOAT_BIAS + HALF_BIAS - format.bias() << FLOAT_MANTISSA));
      add("mov.b32", scale, power);
      add("mul.rn.f32", wide, wide, scale);
      add("cvt.rn.f16.f32", narrow, wide);
      add("cvt.u32.u16", result, narrow);
    }
    Register sign = word("sign");
    add("and.b32", sign, bits, number(0x80));
    if (positive) {
      add("setp.ne.u32", holds, sign, number(0));
      add("selp.b32", result, number(0), result, holds);
    } else {
      add("shl.b32", sign, sign, number(8));
      add("or.b32", result, result, sign);
    }
    boolean infinite = format.largest() < NAN - 1;
    int last = infinite ? format.largest() + 1 : format.largest();
    add("setp.gt.u32", holds, magnitude, number(last));
    add("selp.b32", result, number(HALF_NAN), result, holds);
    return result;
  }

  private Register word(String name) {
    return register(name, PtxType.B32);
  }
}
