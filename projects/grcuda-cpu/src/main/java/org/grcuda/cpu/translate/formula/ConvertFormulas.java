package org.grcuda.cpu.translate.formula;

import static org.grcuda.cpu.translate.formula.Formula.call;
import static org.grcuda.cpu.translate.formula.Formulas.rounding;
import static org.grcuda.cpu.translate.formula.Formulas.source;
import static org.grcuda.cpu.translate.formula.Formulas.unsupported;

import java.util.EnumSet;
import java.util.Set;
import org.grcuda.cpu.translate.formula.IntegerFormulas.Integers;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.PtxType;

/** Conversions between every pair of types (PTX ISA 9.7.9.21, cvt). */
final class ConvertFormulas {

  /** Types of {@code cvt.pack} that are smaller than any other. */
  private static final Set<Modifier> PARTS_OF_BYTES =
      EnumSet.of(Modifier.U4, Modifier.S4, Modifier.U2, Modifier.S2);

  /** The steps. */
  enum Conversions implements Step {
    TRUNCATE_F32("truncate", "(F)F"),
    TRUNCATE_F64("truncate", "(D)D"),
    NEAREST_F32("nearest", "(F)F"),
    NEAREST_F64(Math.class, "rint", "(D)D"),
    FLOOR_F32("floor", "(F)F"),
    FLOOR_F64(Math.class, "floor", "(D)D"),
    CEIL_F32("ceil", "(F)F"),
    CEIL_F64(Math.class, "ceil", "(D)D"),
    S32_OF_F64("toS32", "(D)I"),
    S64_OF_F64("toS64", "(D)J"),
    U32_OF_F32("toU32", "(D)I"),
    U32_OF_F64("f64ToU32", "(D)I"),
    U64_OF_F64("toU64", "(D)J"),
    NARROW_OF_F64("toNarrow", "(DIII)I"),
    F32_OF_U64("floatOfU64", "(J)F"),
    F64_OF_U64("doubleOfU64", "(J)D"),
    F32_OF_S64_ROUNDED("floatOfS64", "(JI)F"),
    F64_OF_S64_ROUNDED("doubleOfS64", "(JI)D"),
    F32_OF_U64_ROUNDED("floatOfU64", "(JI)F"),
    F64_OF_U64_ROUNDED("doubleOfU64", "(JI)D"),
    F32_OF_F64_ROUNDED("floatOfF64", "(DI)F"),
    CLAMP_SIGNED("clampSigned", "(JJJ)J"),
    CLAMP_UNSIGNED("clampUnsigned", "(JJ)J"),
    F32_OF_HALF("floatOfHalf", "(I)F"),
    F32_OF_BRAIN("floatOfBfloat", "(I)F"),
    HALF_OF_F32("halfOf", "(F)I"),
    HALF_OF_F64("halfOf", "(D)I"),
    HALF_OF_F32_ROUNDED("halfOf", "(FI)I"),
    HALF_OF_F64_ROUNDED("halfOf", "(DI)I"),
    HALF_OF_S64("halfOfS64", "(JI)I"),
    HALF_OF_U64("halfOfU64", "(JI)I"),
    BRAIN_OF_F32("bfloatOf", "(F)I"),
    BRAIN_OF_F64("bfloatOf", "(D)I"),
    BRAIN_OF_F32_ROUNDED("bfloatOf", "(FI)I"),
    BRAIN_OF_F64_ROUNDED("bfloatOf", "(DI)I"),
    BRAIN_OF_S64("bfloatOfS64", "(JI)I"),
    BRAIN_OF_U64("bfloatOfU64", "(JI)I"),
    FLUSH_HALF("ftzHalf", "(I)I"),
    FLUSH_BRAIN("ftzBfloat", "(I)I"),
    FINITE_HALF("finiteHalf", "(I)I"),
    FINITE_BRAIN("finiteBfloat", "(I)I"),
    PACK_16("pack16", "(II)I"),
    PACK_SATURATED("packSaturated", "(IIIIZ)I"),
    TF32_OF_F32("tf32Of", "(FIZ)I");

    private final StaticMethod method;

    Conversions(String name, String descriptor) {
      this(ConvertSemantics.class, name, descriptor);
    }

    Conversions(Class<?> owner, String name, String descriptor) {
      this.method = new StaticMethod(owner, name, descriptor);
    }

    @Override
    public StaticMethod method() {
      return method;
    }
  }

  private ConvertFormulas() {}

  static Assignments of(Instruction i) {
    if (i.has(Modifier.PACK)) {
      return Assignments.of(i.operand(0), PtxType.B32, packSaturated(i));
    }
    if (i.types().size() != 2 || i.has(Modifier.RS)) {
      throw unsupported(i);
    }
    PtxType to = i.type();
    PtxType from = i.sourceType();
    if (from == PtxType.F32 && HalfFormulas.isPair(to)) {
      boolean brain = to == PtxType.BF16X2;
      Formula high = half(i, source(i, 1, from), brain);
      return Assignments.of(i, HalfFormulas.pack(half(i, source(i, 2, from), brain), high));
    }
    if (from == PtxType.F32 && to == PtxType.TF32) {
      return Assignments.of(i.operand(0), PtxType.B32, tf32(i));
    }
    if (NarrowFormulas.isNarrow(from) || NarrowFormulas.isNarrow(to)) {
      return NarrowFormulas.of(i, to, from);
    }
    if (!isScalar(to) || !isScalar(from)) {
      throw unsupported(i);
    }
    return Assignments.of(i, scalar(i, to, from));
  }

  private static boolean isScalar(PtxType type) {
    return switch (type) {
      case F16, BF16, F32, F64 -> true;
      case U16X2, S16X2, B128 -> false;
      default -> type.isInteger();
    };
  }

  private static Formula scalar(Instruction i, PtxType to, PtxType from) {
    Formula value = source(i, 1, from);
    if (!from.isFloat()) {
      return to.isFloat() ? ofInteger(i, to, from, value) : integers(i, to, from, value);
    }
    Formula loaded =
        switch (from) {
          case F16 -> call(Conversions.F32_OF_HALF, value);
          case BF16 -> call(Conversions.F32_OF_BRAIN, value);
          default -> FloatFormulas.flushed(i, value);
        };
    return to.isFloat() ? floats(i, to, loaded) : toInteger(i, to, loaded);
  }

  private static boolean isSingle(Formula value) {
    return value.kind() == JvmKind.FLOAT;
  }

  // ---- floats

  /** An integral value as {@code .rni}, {@code .rzi}, {@code .rmi} or {@code .rpi} say. */
  private static Formula integral(Instruction i, Formula value) {
    Modifier mode = i.oneOf(Modifier.INTEGRAL_ROUNDING);
    if (mode == null) {
      return value;
    }
    boolean single = isSingle(value);
    return switch (mode) {
      case RNI -> call(single ? Conversions.NEAREST_F32 : Conversions.NEAREST_F64, value);
      case RMI -> call(single ? Conversions.FLOOR_F32 : Conversions.FLOOR_F64, value);
      case RPI -> call(single ? Conversions.CEIL_F32 : Conversions.CEIL_F64, value);
      default -> call(single ? Conversions.TRUNCATE_F32 : Conversions.TRUNCATE_F64, value);
    };
  }

  private static Formula floats(Instruction i, PtxType to, Formula source) {
    Formula value = FloatFormulas.saturated(i, integral(i, source));
    return switch (to) {
      case F64 -> isSingle(value) ? call(Plain.F64_OF_F32, value) : value;
      case F32 -> FloatFormulas.flushed(i, isSingle(value) ? value : narrowed(i, value));
      default -> half(i, value, to == PtxType.BF16);
    };
  }

  private static Formula narrowed(Instruction i, Formula value) {
    int mode = rounding(i);
    return mode == 0
        ? call(Plain.F32_OF_F64, value)
        : call(Conversions.F32_OF_F64_ROUNDED, value, Formula.number(mode));
  }

  /** Rounds a float or double to half precision as the instruction says. */
  private static Formula half(Instruction i, Formula value, boolean brain) {
    if (i.has(Modifier.RELU) && !isSingle(value)) {
      throw unsupported(i);
    }
    Formula source = FloatFormulas.positive(i, value);
    boolean single = isSingle(value);
    int mode = rounding(i);
    Formula bits;
    if (mode == 0) {
      Step step =
          brain
              ? single ? Conversions.BRAIN_OF_F32 : Conversions.BRAIN_OF_F64
              : single ? Conversions.HALF_OF_F32 : Conversions.HALF_OF_F64;
      bits = call(step, source);
    } else {
      Step step =
          brain
              ? single ? Conversions.BRAIN_OF_F32_ROUNDED : Conversions.BRAIN_OF_F64_ROUNDED
              : single ? Conversions.HALF_OF_F32_ROUNDED : Conversions.HALF_OF_F64_ROUNDED;
      bits = call(step, source, Formula.number(mode));
    }
    return i.has(Modifier.SATFINITE)
        ? call(brain ? Conversions.FINITE_BRAIN : Conversions.FINITE_HALF, bits)
        : bits;
  }

  private static Formula tf32(Instruction i) {
    Formula mode = Formula.number(i.has(Modifier.RNA) ? ConvertSemantics.AWAY : rounding(i));
    Formula value = FloatFormulas.positive(i, source(i, 1, PtxType.F32));
    return call(Conversions.TF32_OF_F32, value, mode, Formula.flag(i.has(Modifier.SATFINITE)));
  }

  // ---- integers

  /** {@code cvt.pack.sat.type.s32[.b32]}. */
  private static Formula packSaturated(Instruction i) {
    Modifier part = i.oneOf(PARTS_OF_BYTES);
    boolean signed =
        part == null ? i.type().isSigned() : part == Modifier.S4 || part == Modifier.S2;
    int bits = part == null ? i.type().bits() : part == Modifier.U4 || part == Modifier.S4 ? 4 : 2;
    Formula above = i.operands().size() > 3 ? source(i, 3, PtxType.B32) : Formula.number(0);
    return call(
        Conversions.PACK_SATURATED,
        source(i, 1, PtxType.S32),
        source(i, 2, PtxType.S32),
        above,
        Formula.number(bits),
        Formula.flag(signed));
  }

  private static Formula toInteger(Instruction i, PtxType to, Formula source) {
    boolean single = isSingle(source);
    Formula value = i.has(Modifier.RZI) ? source : integral(i, source);
    if (single && to == PtxType.S32) {
      return call(Plain.S32_OF_F32, value);
    }
    Formula wide = single ? call(Plain.F64_OF_F32, value) : value;
    return switch (to) {
      case S32 -> call(Conversions.S32_OF_F64, wide);
      case S64 -> call(Conversions.S64_OF_F64, wide);
      case U32 -> call(single ? Conversions.U32_OF_F32 : Conversions.U32_OF_F64, wide);
      case U64 -> call(Conversions.U64_OF_F64, wide);
      default -> {
        int low = (int) low(to);
        int ofNaN = single ? 0 : to.isSigned() ? low : 1 << to.bits() - 1;
        yield call(
            Conversions.NARROW_OF_F64,
            wide,
            Formula.number(low),
            Formula.number((int) high(to)),
            Formula.number(ofNaN));
      }
    };
  }

  private static long low(PtxType type) {
    return type.isSigned() ? -1L << type.bits() - 1 : 0;
  }

  private static long high(PtxType type) {
    return type.isSigned() ? ~low(type) : type.bits() == Long.SIZE ? -1 : (1L << type.bits()) - 1;
  }

  private static Formula wide(PtxType from, Formula source) {
    return source.kind() == JvmKind.LONG ? source : Plain.extend(source, from.isSigned());
  }

  private static Formula ofInteger(Instruction i, PtxType to, PtxType from, Formula source) {
    boolean unsigned = from == PtxType.U64;
    Formula mode = Formula.number(rounding(i));
    return switch (to) {
      case F16 ->
          call(
              unsigned ? Conversions.HALF_OF_U64 : Conversions.HALF_OF_S64,
              wide(from, source),
              mode);
      case BF16 ->
          call(
              unsigned ? Conversions.BRAIN_OF_U64 : Conversions.BRAIN_OF_S64,
              wide(from, source),
              mode);
      default ->
          FloatFormulas.saturated(
              i,
              rounding(i) == 0
                  ? nearest(to, from, source)
                  : call(rounded(to, unsigned), wide(from, source), mode));
    };
  }

  private static Step rounded(PtxType to, boolean unsigned) {
    return to == PtxType.F32
        ? unsigned ? Conversions.F32_OF_U64_ROUNDED : Conversions.F32_OF_S64_ROUNDED
        : unsigned ? Conversions.F64_OF_U64_ROUNDED : Conversions.F64_OF_S64_ROUNDED;
  }

  private static Formula nearest(PtxType to, PtxType from, Formula source) {
    boolean single = to == PtxType.F32;
    if (from == PtxType.U64) {
      return call(single ? Conversions.F32_OF_U64 : Conversions.F64_OF_U64, source);
    }
    if (from.isSigned() && from.size() == 4 || from.size() < 4) {
      return call(single ? Plain.F32_OF_S32 : Plain.F64_OF_S32, source);
    }
    return call(single ? Plain.F32_OF_S64 : Plain.F64_OF_S64, wide(from, source));
  }

  private static Formula integers(Instruction i, PtxType to, PtxType from, Formula source) {
    if (!i.has(Modifier.SAT)) {
      return JvmKind.of(to) == JvmKind.LONG ? wide(from, source) : source;
    }
    Formula value = wide(from, source);
    if (from == PtxType.U64) {
      return call(Conversions.CLAMP_UNSIGNED, value, Formula.number(high(to)));
    }
    return to == PtxType.U64
        ? call(Integers.MAX_S64, value, Formula.number(0L))
        : call(Conversions.CLAMP_SIGNED, value, Formula.number(low(to)), Formula.number(high(to)));
  }
}
