package org.grcuda.cpu.translate.pass;

import java.util.List;
import java.util.Map;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * The pass before machine code. It replaces instructions that machine code does not have by others
 * that give the same bits, and leaves all other instructions alone.
 */
public final class Simplifications extends Rewriter {

  /** Selectors of {@code prmt} for its modes: those for a last operand of 0 are the lowest bits. */
  private static final Map<Modifier, Long> SELECTORS =
      Map.of(
          Modifier.F4E, 0x6543_5432_4321_3210L,
          Modifier.B4E, 0x0123_7012_6701_5670L,
          Modifier.RC8, 0x3333_2222_1111_0000L,
          Modifier.ECL, 0x3333_3222_3211_3210L,
          Modifier.ECR, 0x3210_2210_1110_0000L,
          Modifier.RC16, 0x3232_1010_3232_1010L);

  private static final long INFINITY_32 = 0x7f80_0000L;
  private static final long INFINITY_64 = 0x7ff0_0000_0000_0000L;

  private Simplifications(PtxFunction function) {
    super(function, "$simpler_");
  }

  /** A kernel without such instructions; itself if it has none. */
  public static PtxFunction run(PtxFunction kernel) {
    Simplifications pass = new Simplifications(kernel);
    return pass.replacesAny() ? pass.rewritten() : kernel;
  }

  @Override
  boolean replaces(Instruction i) {
    int operands = i.operands().size();
    PtxType type = i.type();
    return switch (i.opcode()) {
      case CP -> isCopy(i);
      case DISCARD, PMEVENT -> true;
      case CVT -> i.has(Modifier.SAT) && isIntegral(i) && operands == 2;
      case DIV, REM -> (type == PtxType.U16 || type == PtxType.S16) && operands == 3;
      case ADD, SUB ->
          operands == 3 && (i.has(Modifier.SAT) && type == PtxType.S32 || isPairOfIntegers(type));
      case MOV -> operands == 2 && type != null && type.size() == 2 && ofBytes(i) >= 0;
      case CNOT -> operands == 2;
      case SZEXT, BMSK -> operands == 3;
      case FNS -> operands == 4;
      case SLCT ->
          type != null && operands == 4 && (type.size() != 4 || i.types().contains(PtxType.F32));
      case DP2A -> operands == 4 && i.types().size() == 2;
      case MUL24 -> operands == 3 && type != null;
      case MAD24 -> operands == 4 && type != null && !i.has(Modifier.SAT);
      case PRMT -> operands == 4 && mode(i) != null;
      case SAD -> operands == 4 && type != null && type.size() != 4;
      case MIN, MAX ->
          operands == 3
              && (type == PtxType.U16X2
                  || type == PtxType.S16X2
                  || type == PtxType.S32 && i.has(Modifier.RELU));
      case TESTP -> operands == 2 && (type == PtxType.F32 || type == PtxType.F64);
      case EX2 -> operands == 2 && (type == PtxType.F16 || type == PtxType.F16X2);
      default -> false;
    };
  }

  @Override
  void replace(Instruction i) {
    List<Operand> o = i.operands();
    switch (i.opcode()) {
      case CP -> copy(i);
      case CVT -> saturate(i);
      case DIV, REM -> narrow(i);
      case MOV -> bytes(i, ofBytes(i));
      case ADD, SUB -> {
        if (isPairOfIntegers(i.type())) {
          addPairs(i);
          return;
        }
        add("cvt.s64.s32", wide("x"), o.get(1));
        add("cvt.s64.s32", wide("y"), o.get(2));
        add(i.opcode() + ".s64", wide("x"), wide("x"), wide("y"));
        clamp(wide("x"), "s64", PtxType.S32);
        add("cvt.u32.u64", o.get(0), wide("x"));
      }
      case CNOT -> {
        String bits = "b" + i.type().bits();
        add("setp.eq." + bits, predicate(), o.get(1), number(0));
        add("selp." + bits, o.get(0), number(1), number(0), predicate());
      }
      case SZEXT -> {
        amount(i, 2, word("x"));
        add("bfe." + i.type().ptxName(), o.get(0), o.get(1), number(0), word("x"));
      }
      case BMSK -> {
        amount(i, 1, word("x"));
        amount(i, 2, word("y"));
        add("shl.b32", word("y"), number(-1), word("y"));
        add("not.b32", word("y"), word("y"));
        add("shl.b32", o.get(0), word("y"), word("x"));
      }
      case FNS -> findBit(i);
      case SLCT -> {
        boolean single = i.sourceType() == PtxType.F32;
        String flush = i.has(Modifier.FTZ) ? "ftz." : "";
        Operand zero = single ? new Operand.FloatImmediate(PtxType.F32, 0) : number(0);
        add("setp.ge." + flush + (single ? "f32" : "s32"), predicate(), o.get(3), zero);
        add("selp." + i.type().ptxName(), o.get(0), o.get(1), o.get(2), predicate());
      }
      case DP2A -> dotProduct(i);
      case MUL24, MAD24 -> multiply24(i);
      case PRMT -> {
        add("and.b32", word("x"), o.get(3), number(3));
        add("shl.b32", word("x"), word("x"), number(4));
        add("mov.b64", wide("x"), number(SELECTORS.get(mode(i))));
        add("shr.u64", wide("x"), wide("x"), word("x"));
        add("cvt.u32.u64", word("x"), wide("x"));
        add("and.b32", word("x"), word("x"), number(0xffff));
        add("prmt.b32", o.get(0), o.get(1), o.get(2), word("x"));
      }
      case SAD -> difference(i);
      case MIN, MAX -> extremum(i);
      case TESTP -> test(i);
      case EX2 -> power(i);
      default -> {}
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

  private static Modifier mode(Instruction i) {
    return i.oneOf(Modifier.PERMUTATIONS);
  }

  // ---- cp.async

  private static boolean isCopy(Instruction i) {
    if (!i.is(Opcode.CP, Modifier.ASYNC) || i.has(Modifier.BULK) || i.has(Modifier.MBARRIER)) {
      return false;
    }
    if (i.operands().size() < 3) {
      return true;
    }
    return i.operands().size() <= 4
        && i.operand(2) instanceof Operand.IntegerImmediate n
        && (n.value() == 4 || n.value() == 8 || n.value() == 16);
  }

  private void copy(Instruction i) {
    if (i.operands().size() < 3) {
      return;
    }
    long bytes = ((Operand.IntegerImmediate) i.operand(2)).value();
    List<Register> parts =
        List.of(word("x"), word("y"), word("z"), word("w")).subList(0, (int) bytes / 4);
    Operand value = parts.size() == 1 ? parts.get(0) : new Operand.Vector(List.copyOf(parts));
    String type = (parts.size() == 1 ? "" : ".v" + parts.size()) + ".u32";
    Operand limit = i.operands().size() == 4 ? i.operand(3) : i.operand(2);
    if (limit instanceof Operand.IntegerImmediate n && n.value() >= bytes) {
      add("ld.global" + type, value, i.operand(1));
    } else {
      copyPart(i.operand(1), type, value, parts, limit);
    }
    add("st.shared" + type, i.operand(0), value);
  }

  /**
   * Bytes that are not copied become zero.
   *
   * @param limit a predicate that holds if nothing is copied, or the number of bytes to copy
   */
  private void copyPart(
      Operand from, String type, Operand value, List<Register> parts, Operand limit) {
    Label loaded = label();
    parts.forEach(p -> add("mov.b32", p, number(0)));
    if (limit instanceof Operand.Negated n) {
      branch(new Guard(n.predicate(), true), loaded);
      add("ld.global" + type, value, from);
    } else if (limit instanceof Register r && r.type() == PtxType.PRED) {
      branch(new Guard(r, false), loaded);
      add("ld.global" + type, value, from);
    } else {
      add("min.u32", word("bytes"), limit, number(4L * parts.size()));
      add("setp.eq.u32", predicate(), word("bytes"), number(0));
      branch(new Guard(predicate(), false), loaded);
      add("ld.global" + type, value, from);
      for (int k = 0; k < parts.size(); k++) {
        add("sub.s32", word("mask"), word("bytes"), number(4L * k));
        add("max.s32", word("mask"), word("mask"), number(0));
        add("shl.b32", word("mask"), word("mask"), number(3));
        add("shl.b32", word("mask"), number(-1), word("mask"));
        add("not.b32", word("mask"), word("mask"));
        add("and.b32", parts.get(k), parts.get(k), word("mask"));
      }
    }
    place(loaded);
  }

  // ---- integers

  private static boolean isIntegral(Instruction i) {
    return i.types().size() == 2
        && i.types().stream().allMatch(t -> t.isInteger() && t.size() <= 8 && isScalar(t));
  }

  private static boolean isScalar(PtxType type) {
    return !isPairOfIntegers(type);
  }

  private static boolean isPairOfIntegers(PtxType type) {
    return type == PtxType.S16X2 || type == PtxType.U16X2;
  }

  /** Without carries from the lower halves: the highest bits are added by xor. */
  private void addPairs(Instruction i) {
    add("and.b32", word("x"), i.operand(1), number(0x7fff_7fffL));
    add("and.b32", word("y"), i.operand(2), number(0x7fff_7fffL));
    add("add.u32", word("x"), word("x"), word("y"));
    add("xor.b32", word("y"), i.operand(1), i.operand(2));
    add("and.b32", word("y"), word("y"), number(0x8000_8000L));
    add("xor.b32", i.operand(0), word("x"), word("y"));
  }

  /** The operand of a {@code mov} that is two bytes; -1 if none is. */
  private static int ofBytes(Instruction i) {
    for (int o = 0; o < 2; o++) {
      if (i.operand(o) instanceof Operand.Vector v && v.elements().size() == 2) {
        return o;
      }
    }
    return -1;
  }

  private void bytes(Instruction i, int vector) {
    List<Operand> parts = ((Operand.Vector) i.operand(vector)).elements();
    if (vector == 0) {
      add("cvt.u32.u16", word("x"), i.operand(1));
      add("shr.u32", word("y"), word("x"), number(8));
      toByte(word("x"), parts.get(0));
      toByte(word("y"), parts.get(1));
      return;
    }
    ofByte(parts.get(0), word("x"));
    ofByte(parts.get(1), word("y"));
    add("shl.b32", word("y"), word("y"), number(8));
    add("or.b32", word("x"), word("x"), word("y"));
    add("cvt.u16.u32", i.operand(0), word("x"));
  }

  private void toByte(Register word, Operand part) {
    if (part instanceof Register) {
      add("cvt.u8.u32", part, word);
    }
  }

  private void ofByte(Operand part, Register word) {
    if (part instanceof Operand.IntegerImmediate n) {
      add("mov.b32", word, number(n.value() & 0xff));
    } else {
      add("cvt.u32.u8", word, part);
    }
  }

  private static long low(PtxType type) {
    return type.isSigned() ? -1L << type.bits() - 1 : 0;
  }

  private static long high(PtxType type) {
    return type.isSigned() ? ~low(type) : -1L >>> 64 - type.bits();
  }

  private void saturate(Instruction i) {
    PtxType to = i.types().get(0);
    PtxType from = i.types().get(1);
    boolean narrow = from.size() < 4 || from == PtxType.S32;
    if (narrow && to.size() <= 4) {
      add("cvt.s32." + from.ptxName(), word("x"), i.operand(1));
      if (to != PtxType.S32) {
        add("max.s32", word("x"), word("x"), number(low(to)));
      }
      if (to.size() < 4) {
        add("min.s32", word("x"), word("x"), number(high(to)));
      }
      add("cvt." + to.ptxName() + ".s32", i.operand(0), word("x"));
    } else if (from == PtxType.U64) {
      add("min.u64", wide("x"), i.operand(1), number(high(to)));
      add("cvt." + to.ptxName() + ".u64", i.operand(0), wide("x"));
    } else {
      add("cvt.s64." + from.ptxName(), wide("x"), i.operand(1));
      clamp(wide("x"), "s64", to);
      add("cvt." + to.ptxName() + ".s64", i.operand(0), wide("x"));
    }
  }

  /** Clamps a signed number to the range of a type. */
  private void clamp(Register value, String type, PtxType to) {
    if (to != PtxType.S64) {
      add("max." + type, value, value, number(low(to)));
    }
    if (to.size() < 8) {
      add("min." + type, value, value, number(high(to)));
    }
  }

  /** On 16 bits as on 32. */
  private void narrow(Instruction i) {
    String small = i.type().ptxName();
    String large = small.replace("16", "32");
    add("cvt." + large + "." + small, word("x"), i.operand(1));
    add("cvt." + large + "." + small, word("y"), i.operand(2));
    add(i.opcode() + "." + large, word("x"), word("x"), word("y"));
    add("cvt." + small + "." + large, i.operand(0), word("x"));
  }

  private void dotProduct(Instruction i) {
    String a = "bfe." + i.types().get(0).ptxName();
    String b = "bfe." + i.types().get(1).ptxName();
    int first = i.has(Modifier.HI) ? 16 : 0;
    add(a, word("x"), i.operand(1), number(0), number(16));
    add(b, word("y"), i.operand(2), number(first), number(8));
    add("mad.lo.s32", word("z"), word("x"), word("y"), i.operand(3));
    add(a, word("x"), i.operand(1), number(16), number(16));
    add(b, word("y"), i.operand(2), number(first + 8L), number(8));
    add("mad.lo.s32", i.operand(0), word("x"), word("y"), word("z"));
  }

  private void multiply24(Instruction i) {
    String type = i.type().ptxName();
    add("bfe." + type, word("x"), i.operand(1), number(0), number(24));
    add("bfe." + type, word("y"), i.operand(2), number(0), number(24));
    boolean adds = i.opcode() == Opcode.MAD24;
    Operand product = adds ? word("x") : i.operand(0);
    if (i.has(Modifier.HI)) {
      add("mul.wide." + type, wide("x"), word("x"), word("y"));
      add("shr.u64", wide("x"), wide("x"), number(16));
      add("cvt.u32.u64", product, wide("x"));
    } else {
      add("mul.lo." + type, product, word("x"), word("y"));
    }
    if (adds) {
      add("add.u32", i.operand(0), word("x"), i.operand(3));
    }
  }

  /** A number of bits, modulo 32 or at most 32. */
  private void amount(Instruction i, int operand, Register to) {
    if (i.has(Modifier.WRAP)) {
      add("and.b32", to, i.operand(operand), number(31));
    } else {
      add("min.u32", to, i.operand(operand), number(32));
    }
  }

  /**
   * Downwards as upwards in the reversed word. The bits below the base are shifted out. The n-th of
   * the others is in the upper half of those that are left where the lower half has fewer than n.
   */
  private void findBit(Instruction i) {
    Register bits = word("x");
    Register part = word("y");
    Register n = word("z");
    Register base = word("base");
    Register place = word("place");
    Register down = register("down", PtxType.PRED);
    Register none = register("none", PtxType.PRED);
    Operand offset = i.operand(3);
    add("setp.lt.s32", down, offset, number(0));
    add("brev.b32", bits, i.operand(1));
    add("selp.b32", bits, bits, i.operand(1), down);
    add("sub.s32", base, number(31), i.operand(2));
    add("selp.b32", base, base, i.operand(2), down);
    add("sub.s32", n, number(0), offset);
    add("selp.b32", n, n, offset, down);
    add("shr.u32", bits, bits, base);
    add("and.b32", part, bits, number(1));
    add("setp.eq.s32", predicate(), offset, number(0));
    add("selp.b32", bits, part, bits, predicate());
    add("max.u32", n, n, number(1));
    add("popc.b32", part, bits);
    add("setp.gt.u32", none, n, part);
    add("mov.b32", place, number(0));
    for (int half = 16; half > 0; half /= 2) {
      add("shr.u32", part, bits, place);
      add("and.b32", part, part, number((1L << half) - 1));
      add("popc.b32", part, part);
      add("setp.gt.u32", predicate(), n, part);
      add("selp.b32", part, part, number(0), predicate());
      add("sub.s32", n, n, part);
      add("selp.b32", part, number(half), number(0), predicate());
      add("add.s32", place, place, part);
    }
    add("add.s32", place, place, base);
    add("sub.s32", part, number(31), place);
    add("selp.b32", place, part, place, down);
    add("selp.b32", i.operand(0), number(-1), place, none);
  }

  private void difference(Instruction i) {
    String type = i.type().ptxName();
    if (i.type().size() == 2) {
      String large = type.replace("16", "32");
      add("cvt." + large + "." + type, word("x"), i.operand(1));
      add("cvt." + large + "." + type, word("y"), i.operand(2));
      add("cvt." + large + "." + type, word("z"), i.operand(3));
      add("sad." + large, word("x"), word("x"), word("y"), word("z"));
      add("cvt." + type + "." + large, i.operand(0), word("x"));
      return;
    }
    add("max." + type, wide("x"), i.operand(1), i.operand(2));
    add("min." + type, wide("y"), i.operand(1), i.operand(2));
    add("sub.u64", wide("x"), wide("x"), wide("y"));
    add("add.u64", i.operand(0), wide("x"), i.operand(3));
  }

  private void extremum(Instruction i) {
    if (i.type() == PtxType.S32) {
      add(i.opcode() + ".s32", word("x"), i.operand(1), i.operand(2));
      add("max.s32", i.operand(0), word("x"), number(0));
      return;
    }
    String type = i.type().isSigned() ? "s32" : "u32";
    for (int part = 0; part < 2; part++) {
      Register result = word(part == 0 ? "low" : "high");
      add("bfe." + type, word("x"), i.operand(1), number(16L * part), number(16));
      add("bfe." + type, word("y"), i.operand(2), number(16L * part), number(16));
      add(i.opcode() + "." + type, result, word("x"), word("y"));
      if (i.has(Modifier.RELU)) {
        add("max.s32", result, result, number(0));
      }
    }
    add("prmt.b32", i.operand(0), word("low"), word("high"), number(0x5410));
  }

  // ---- floats

  /** Of the bits without the sign, which are ordered as the numbers are. */
  private void test(Instruction i) {
    boolean single = i.type() == PtxType.F32;
    String type = single ? "u32" : "u64";
    String bits = single ? "b32" : "b64";
    Register magnitude = single ? word("x") : wide("x");
    long infinity = single ? INFINITY_32 : INFINITY_64;
    long normal = single ? 0x80_0000L : 1L << 52;
    add("mov." + bits, magnitude, i.operand(1));
    add("and." + bits, magnitude, magnitude, number(single ? 0x7fff_ffffL : Long.MAX_VALUE));
    Operand result = i.operand(0);
    switch (i.oneOf(Modifier.PROPERTIES)) {
      case FINITE -> add("setp.lt." + type, result, magnitude, number(infinity));
      case INFINITE -> add("setp.eq." + type, result, magnitude, number(infinity));
      case NUMBER -> add("setp.le." + type, result, magnitude, number(infinity));
      case NOTANUMBER -> add("setp.gt." + type, result, magnitude, number(infinity));
      case NORMAL -> {
        add("sub." + type, magnitude, magnitude, number(normal));
        add("setp.lt." + type, result, magnitude, number(infinity - normal));
      }
      case SUBNORMAL -> {
        add("sub." + type, magnitude, magnitude, number(1));
        add("setp.lt." + type, result, magnitude, number(normal - 1));
      }
      default -> throw refused(i);
    }
  }

  private void power(Instruction i) {
    Register value = register("value", PtxType.F32);
    if (i.type() == PtxType.F16) {
      add("cvt.f32.f16", value, i.operand(1));
      add("ex2.approx.f32", value, value);
      add("cvt.rn.f16.f32", i.operand(0), value);
      return;
    }
    Register high = register("upper", PtxType.F32);
    Operand pair =
        new Operand.Vector(List.of(register("h0", PtxType.B16), register("h1", PtxType.B16)));
    add("mov.b32", pair, i.operand(1));
    add("cvt.f32.f16", value, register("h0", PtxType.B16));
    add("cvt.f32.f16", high, register("h1", PtxType.B16));
    add("ex2.approx.f32", value, value);
    add("ex2.approx.f32", high, high);
    add("cvt.rn.f16x2.f32", i.operand(0), high, value);
  }
}
