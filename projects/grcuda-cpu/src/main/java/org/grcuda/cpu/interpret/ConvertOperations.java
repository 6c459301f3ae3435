package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.cpu.translate.semantics.Rounding;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.PtxType;

/** Conversions (PTX ISA 9.7.9.21, cvt). */
final class ConvertOperations {

  private static final Class<?> CONVERT = ConvertSemantics.class;
  private static final Class<?> PLAIN = PlainSemantics.class;
  private static final Class<?> FLOAT = FloatSemantics.class;

  private ConvertOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    if (i.has(Modifier.PACK)) {
      return packSaturated(d, i);
    }
    if (i.types().size() != 2 || i.has(Modifier.RS)) {
      throw d.unsupported(i.mnemonic());
    }
    PtxType to = i.types().get(0);
    PtxType from = i.types().get(1);
    if (from == PtxType.F32 && (to == PtxType.F16X2 || to == PtxType.BF16X2)) {
      Expression high = half(i, d.source(i.operand(1), from), to == PtxType.BF16X2);
      Expression low = half(i, d.source(i.operand(2), from), to == PtxType.BF16X2);
      return d.store(i, call(CONVERT, "pack16", low, high));
    }
    if (to == PtxType.TF32 && from == PtxType.F32) {
      return tf32(d, i);
    }
    if (isFloat8(to) || isFloat8(from)) {
      return float8(d, i, to, from);
    }
    if (!isScalar(to) || !isScalar(from)) {
      throw d.unsupported(i.mnemonic());
    }
    Expression source = d.source(i.operand(1), from);
    if (!from.isFloat()) {
      return d.store(i, to.isFloat() ? ofInteger(i, source) : integers(i, source));
    }
    Expression value = loaded(i, from, source);
    return d.store(i, to.isFloat() ? floats(i, value) : toInteger(i, to, value));
  }

  private static Operation tf32(Decoder d, Instruction i) {
    Expression mode =
        i.has(Modifier.RNA)
            ? Expression.ofInt(ConvertSemantics.AWAY)
            : Expression.ofInt(i.has(Modifier.RZ) ? Rounding.RZ : 0);
    Expression finite = Expression.flag(i.has(Modifier.SATFINITE));
    Expression source = positive(i, d.source(i.operand(1), PtxType.F32));
    return d.store(i.operand(0), PtxType.B32, call(CONVERT, "tf32Of", source, mode, finite));
  }

  private static boolean isFloat8(PtxType type) {
    return type == PtxType.E4M3X2 || type == PtxType.E5M2X2;
  }

  /** Between pairs of 8-bit floats and two floats or a pair of halfs. */
  private static Operation float8(Decoder d, Instruction i, PtxType to, PtxType from) {
    if (to == PtxType.F16X2) {
      Expression pair = d.source(i.operand(1), PtxType.B16);
      Expression low = halfOfFloat8(i, pair, from);
      Expression high = halfOfFloat8(i, call(CONVERT, "upperByte", pair), from);
      return d.store(i.operand(0), PtxType.B32, call(CONVERT, "pack16", low, high));
    }
    Expression high;
    Expression low;
    if (from == PtxType.F32) {
      high = d.source(i.operand(1), from);
      low = d.source(i.operand(2), from);
    } else if (from == PtxType.F16X2) {
      Expression pair = d.source(i.operand(1), PtxType.B32);
      high = call(CONVERT, "floatOfHalf", call(CONVERT, "highHalf", pair));
      low = call(CONVERT, "floatOfHalf", call(CONVERT, "lowHalf", pair));
    } else {
      throw d.unsupported(i.mnemonic());
    }
    String name = to == PtxType.E4M3X2 ? "e4m3Of" : "e5m2Of";
    Expression bits =
        call(
            CONVERT,
            "pack8",
            call(CONVERT, name, positive(i, low)),
            call(CONVERT, name, positive(i, high)));
    return d.store(i.operand(0), PtxType.B16, bits);
  }

  private static Expression halfOfFloat8(Instruction i, Expression bits, PtxType from) {
    String name = from == PtxType.E4M3X2 ? "floatOfE4m3" : "floatOfE5m2";
    return call(CONVERT, "halfOf", positive(i, call(CONVERT, name, bits)));
  }

  private static Expression positive(Instruction i, Expression value) {
    return i.has(Modifier.RELU) ? call(FLOAT, "relu", value) : value;
  }

  private static Operation packSaturated(Decoder d, Instruction i) {
    String type = i.modifiers().get(2);
    Expression above =
        i.operands().size() > 3 ? d.source(i.operand(3), PtxType.B32) : Expression.ofInt(0);
    return d.store(
        i.operand(0),
        PtxType.B32,
        call(
            CONVERT,
            "packSaturated",
            d.source(i.operand(1), PtxType.S32),
            d.source(i.operand(2), PtxType.S32),
            above,
            Expression.ofInt(Integer.parseInt(type.substring(1))),
            Expression.flag(type.startsWith("s"))));
  }

  private static boolean isScalar(PtxType type) {
    return switch (type) {
      case F16, BF16, F32, F64 -> true;
      default -> type.isInteger() && type.size() <= 8 && !type.ptxName().endsWith("x2");
    };
  }

  /** A float operand as float or double. */
  private static Expression loaded(Instruction i, PtxType from, Expression source) {
    return switch (from) {
      case F16 -> call(CONVERT, "floatOfHalf", source);
      case BF16 -> call(CONVERT, "floatOfBfloat", source);
      case F32 -> i.has(Modifier.FTZ) ? call(FLOAT, "ftz", source) : source;
      default -> source;
    };
  }

  private static Expression integral(Instruction i, Expression value) {
    boolean single = value.type() == float.class;
    if (i.has(Modifier.RNI)) {
      return single ? call(CONVERT, "nearest", value) : call(Math.class, "rint", value);
    }
    if (i.has(Modifier.RMI)) {
      return call(single ? CONVERT : Math.class, "floor", value);
    }
    if (i.has(Modifier.RPI)) {
      return call(single ? CONVERT : Math.class, "ceil", value);
    }
    return i.has(Modifier.RZI) ? call(CONVERT, "truncate", value) : value;
  }

  private static Expression floats(Instruction i, Expression source) {
    PtxType to = i.type();
    Expression value = integral(i, source);
    if (i.has(Modifier.SAT)) {
      value = call(FLOAT, "sat", value);
    }
    boolean single = value.type() == float.class;
    return switch (to) {
      case F64 -> single ? call(PLAIN, "doubleOf", value) : value;
      case F32 -> {
        Expression mode = FloatOperations.rounding(i);
        Expression narrow =
            single
                ? value
                : mode == null
                    ? call(PLAIN, "floatOf", value)
                    : call(CONVERT, "floatOfF64", value, mode);
        yield i.has(Modifier.FTZ) ? call(FLOAT, "ftz", narrow) : narrow;
      }
      default -> half(i, value, to == PtxType.BF16);
    };
  }

  /** Rounds a float or double to half precision as the instruction says. */
  private static Expression half(Instruction i, Expression value, boolean brain) {
    Expression mode = FloatOperations.rounding(i);
    String name = brain ? "bfloatOf" : "halfOf";
    Expression source = positive(i, value);
    Expression bits =
        mode == null ? call(CONVERT, name, source) : call(CONVERT, name, source, mode);
    return i.has(Modifier.SATFINITE)
        ? call(CONVERT, brain ? "finiteBfloat" : "finiteHalf", bits)
        : bits;
  }

  private static Expression toInteger(Instruction i, PtxType to, Expression source) {
    boolean single = source.type() == float.class;
    Expression value = i.has(Modifier.RZI) ? source : integral(i, source);
    Expression wide = single ? call(PLAIN, "doubleOf", value) : value;
    return switch (to) {
      case S32 -> single ? call(PLAIN, "intOf", value) : call(CONVERT, "toS32", wide);
      case S64 -> call(CONVERT, "toS64", wide);
      case U32 -> call(CONVERT, single ? "toU32" : "f64ToU32", wide);
      case U64 -> call(CONVERT, "toU64", wide);
      default -> {
        int ofNaN = single ? 0 : to.isSigned() ? (int) low(to) : 1 << to.bits() - 1;
        yield call(
            CONVERT,
            "toNarrow",
            wide,
            Expression.ofInt((int) low(to)),
            Expression.ofInt((int) high(to)),
            Expression.ofInt(ofNaN));
      }
    };
  }

  private static long low(PtxType type) {
    return type.isSigned() ? -1L << type.bits() - 1 : 0;
  }

  private static long high(PtxType type) {
    return type.isSigned() ? ~low(type) : type.bits() == 64 ? -1 : (1L << type.bits()) - 1;
  }

  private static Expression wide(PtxType from, Expression source) {
    return source.type() == long.class
        ? source
        : call(PLAIN, from.isSigned() ? "extendSigned" : "extendUnsigned", source);
  }

  private static Expression ofInteger(Instruction i, Expression source) {
    PtxType to = i.type();
    PtxType from = i.sourceType();
    Expression value = wide(from, source);
    Expression mode = FloatOperations.rounding(i);
    String kind = from == PtxType.U64 ? "U64" : "S64";
    Expression result =
        switch (to) {
          case F16, BF16 -> {
            String name = to == PtxType.BF16 ? "bfloatOf" : "halfOf";
            yield call(CONVERT, name + kind, value, mode == null ? Expression.ofInt(0) : mode);
          }
          default -> {
            String name = to == PtxType.F32 ? "floatOf" : "doubleOf";
            if (mode != null) {
              yield call(CONVERT, name + kind, value, mode);
            }
            yield from == PtxType.U64
                ? call(CONVERT, name + kind, value)
                : call(PLAIN, name, value);
          }
        };
    boolean single = result.type() == float.class || result.type() == double.class;
    return i.has(Modifier.SAT) && single ? call(FLOAT, "sat", result) : result;
  }

  private static Expression integers(Instruction i, Expression source) {
    PtxType to = i.types().get(0);
    PtxType from = i.types().get(1);
    Expression value = wide(from, source);
    if (i.has(Modifier.SAT)) {
      long low = low(to);
      long high = high(to);
      if (from == PtxType.U64) {
        value = call(CONVERT, "clampUnsigned", value, new Expression(long.class, t -> high));
      } else if (to == PtxType.U64) {
        value = call(Math.class, "max", value, new Expression(long.class, t -> 0));
      } else {
        value =
            call(
                CONVERT,
                "clampSigned",
                value,
                new Expression(long.class, t -> low),
                new Expression(long.class, t -> high));
      }
    }
    return value;
  }
}
