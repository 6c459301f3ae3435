package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;

import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.simd.analysis.Shape;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/** Comparison and selection on vectors (PTX ISA 9.7.5). */
final class CompareOps {

  private final GangEmitter e;
  private final FloatOps floats;
  private final HalfOps halves;
  private final VectorAssembler asm;

  CompareOps(GangEmitter e, FloatOps floats, HalfOps halves) {
    this.e = e;
    this.floats = floats;
    this.halves = halves;
    this.asm = e.asm();
  }

  /** What a comparison gives in all lanes. */
  enum Outcome {
    ALL_ONE,
    ALL_ZERO
  }

  /**
   * Compares a progression with a number for all lanes of the gang at once: jumps unless all give
   * the outcome that is returned. Returns null, without code, for other comparisons. Changes rax
   * and rcx.
   */
  Outcome jumpUnlessSame(Instruction i, Label otherwise) {
    PtxType type = i.sourceType();
    Shape a = e.scope().plan().shape(i.operand(1));
    Shape b = e.scope().plan().shape(i.operand(2));
    long last = (e.scope().gangs().lanes() - 1) * a.stride();
    Outcome outcome = outcome(i.oneOf(Modifier.COMPARISONS));
    if (outcome == null
        || type.isFloat()
        || !a.isAffine()
        || !b.isUniform()
        || a.stride() < 0
        || last != (int) last) {
      return null;
    }
    e.setPart(0);
    int base = e.scalar(i.operand(1), type, RAX);
    switch (i.oneOf(Modifier.COMPARISONS)) {
      case EQ, NE -> {
        int number = e.scalar(i.operand(2), type, RCX);
        int width = type.size();
        asm.mov(width, RCX, number);
        asm.alu(Alu.SUB, width, RCX, base);
        asm.aluImmediate(Alu.CMP, width, RCX, (int) last);
        asm.jump(Condition.BE, otherwise);
      }
      default -> {
        boolean equal =
            switch (i.oneOf(Modifier.COMPARISONS)) {
              case LE, LS, GT, HI -> true;
              default -> false;
            };
        lastBelow(i, type, base, (int) last, equal, otherwise);
      }
    }
    return outcome;
  }

  /** Jumps unless the last lane's value, which must not wrap around, is below a number. */
  private void lastBelow(
      Instruction i, PtxType type, int base, int last, boolean orEqual, Label otherwise) {
    boolean unsigned = isUnsigned(i, type);
    if (type.size() == Long.BYTES) {
      asm.mov(8, RAX, base);
      asm.aluImmediate(Alu.ADD, 8, RAX, last);
      asm.jump(unsigned ? Condition.B : Condition.O, otherwise);
      asm.alu(Alu.CMP, 8, RAX, e.scalar(i.operand(2), type, RCX));
    } else {
      extend(RAX, base, unsigned);
      asm.aluImmediate(Alu.ADD, 8, RAX, last);
      if (type.size() == Integer.BYTES
          && i.operand(2) instanceof Operand.IntegerImmediate n
          && (int) n.value() >= 0) {
        asm.aluImmediate(Alu.CMP, 8, RAX, (int) n.value());
      } else {
        extend(RCX, e.scalar(i.operand(2), type, RCX), unsigned);
        asm.alu(Alu.CMP, 8, RAX, RCX);
      }
    }
    Condition beyond =
        unsigned && type.size() == Long.BYTES
            ? orEqual ? Condition.A : Condition.AE
            : orEqual ? Condition.G : Condition.GE;
    asm.jump(beyond, otherwise);
  }

  private void extend(int to, int from, boolean unsigned) {
    if (unsigned) {
      asm.mov(4, to, from);
    } else {
      asm.movsxd(to, from);
    }
  }

  /** The outcome in lanes far from the end of a progression that grows. */
  private static Outcome outcome(Modifier comparison) {
    return switch (comparison) {
      case LT, LO, LE, LS, NE -> Outcome.ALL_ONE;
      case GE, HS, GT, HI, EQ -> Outcome.ALL_ZERO;
      default -> null;
    };
  }

  private static boolean isUnsigned(Instruction i, PtxType type) {
    return !type.isSigned()
        || switch (i.oneOf(Modifier.COMPARISONS)) {
          case LO, LS, HI, HS -> true;
          default -> false;
        };
  }

  /**
   * {@code setp} of a progression for all parts of the gang at once, all of whose lanes are active;
   * false, without code, for others.
   */
  boolean setpOfAll(Instruction i) {
    if (i.operands().size() > 3 || !(i.operand(0) instanceof Register r)) {
      return false;
    }
    Label slow = new Label();
    Label done = new Label();
    Outcome outcome = jumpUnlessSame(i, slow);
    if (outcome == null) {
      return false;
    }
    for (int p = 0; p < e.parts(); p++) {
      e.setPart(p);
      e.setPredicate(r, outcome == Outcome.ALL_ONE);
    }
    e.setPart(0);
    asm.bind(done);
    e.later(
        () -> {
          asm.bind(slow);
          for (int p = 0; p < e.parts(); p++) {
            e.setPart(p);
            int to = e.predicateTarget(r);
            compare(i, 0, to);
            e.storePredicate(r, to);
          }
          e.setPart(0);
          asm.jump(done);
        });
    return true;
  }

  /** The lanes in which a comparison holds, as bits, into a general register. */
  void toBits(Instruction i, int to) {
    e.toBits(
        () -> {
          compare(i, 0, K0);
          return K0;
        },
        to);
  }

  /** {@code setp}. */
  void setp(Instruction i) {
    Operand first = i.operand(0);
    Operand second = null;
    if (first instanceof Operand.Pair pair) {
      first = pair.first();
      second = pair.second();
    }
    boolean packed = HalfOps.isHalf(i.sourceType()) && i.sourceType().size() == 4;
    if (packed && second == null) {
      throw e.refuse();
    }
    int to = second == null && i.operands().size() < 4 ? e.predicateTarget(first) : K0;
    compare(i, 0, to);
    if (second != null) {
      // Saved in general registers, as the scratch masks are needed; both results before either is
      // stored, as they may be a source.
      asm.kmovToGpr(Assembler.RDX, K0);
      if (packed) {
        compare(i, 1, K0);
      } else {
        asm.knot(K0, K0);
      }
      combine(i);
      asm.kmovToGpr(Assembler.RDI, K0);
      asm.kmovFromGpr(K0, Assembler.RDX);
      combine(i);
      asm.kmovToGpr(Assembler.RDX, K0);
      asm.kmovFromGpr(K0, Assembler.RDI);
      e.storePredicate(second, K0);
      asm.kmovFromGpr(K0, Assembler.RDX);
    } else {
      combine(i);
    }
    e.storePredicate(first, to);
  }

  private void combine(Instruction i) {
    if (i.operands().size() < 4) {
      return;
    }
    MaskOp op =
        switch (i.oneOf(Modifier.BOOLEANS)) {
          case AND -> MaskOp.KAND;
          case OR -> MaskOp.KOR;
          case XOR -> MaskOp.KXOR;
          default -> throw e.refuse();
        };
    asm.mask(op, K0, K0, e.predicate(i.operand(3), GangEmitter.HIGH));
  }

  /** Compares the first two sources, or a part of pairs of halfs, into a mask. */
  private void compare(Instruction i, int part, int to) {
    PtxType type = i.sourceType();
    switch (type) {
      case F32 -> compareFloats(i, type, VectorOp.VCMPPS, to);
      case F64 -> compareFloats(i, type, VectorOp.VCMPPD, to);
      case F16, BF16, F16X2, BF16X2 -> compareHalfs(i, type, part, to);
      default -> compareIntegers(i, type, to);
    }
  }

  private void compareFloats(Instruction i, PtxType type, VectorOp op, int to) {
    Form form = Form.ALL.with(floatPredicate(i.oneOf(Modifier.COMPARISONS)));
    boolean flush = i.has(Modifier.FTZ) && type == PtxType.F32;
    for (int h = 0; h < FloatOps.halves(type); h++) {
      int a = e.vector(i.operand(1), type, h, V2);
      Source b = e.source(i.operand(2), type, h, V3);
      if (flush) {
        floats.flush(a, V2);
        floats.flush(e.vector(i.operand(2), type, h, V3), V3);
        a = 2;
        b = Source.of(V3);
      }
      asm.vector(op, h == 0 ? to : GangEmitter.HIGH, a, b, form);
    }
    join(type, to);
  }

  private void compareHalfs(Instruction i, PtxType type, int part, int to) {
    halves.load(i, type, 1, part, V2);
    halves.load(i, type, 2, part, V3);
    Form form = Form.ALL.with(floatPredicate(i.oneOf(Modifier.COMPARISONS)));
    asm.vector(VectorOp.VCMPPS, to, V2, V3, form);
  }

  private void join(PtxType type, int to) {
    if (type.size() == 8) {
      asm.join(to, GangEmitter.HIGH, to);
    }
  }

  /** The immediate of VCMP: quiet comparisons. */
  private int floatPredicate(Modifier comparison) {
    return switch (comparison) {
      case EQ -> 0x00;
      case LT -> 0x11;
      case LE -> 0x12;
      case GT -> 0x1e;
      case GE -> 0x1d;
      case NE -> 0x0c;
      case EQU -> 0x08;
      case NEU -> 0x04;
      case LTU -> 0x19;
      case LEU -> 0x1a;
      case GTU -> 0x16;
      case GEU -> 0x15;
      case NUM -> 0x07;
      case NOT_A_NUMBER -> 0x03;
      default -> throw e.refuse();
    };
  }

  private void compareIntegers(Instruction i, PtxType type, int to) {
    Modifier comparison = i.oneOf(Modifier.COMPARISONS);
    boolean unsigned = isUnsigned(i, type);
    boolean wide = type.size() == 8;
    VectorOp op =
        unsigned
            ? wide ? VectorOp.VPCMPUQ : VectorOp.VPCMPUD
            : wide ? VectorOp.VPCMPQ : VectorOp.VPCMPD;
    Form form =
        Form.ALL.with(
            switch (comparison) {
              case EQ -> 0;
              case LT, LO -> 1;
              case LE, LS -> 2;
              case NE -> 4;
              case GE, HS -> 5;
              case GT, HI -> 6;
              default -> throw e.refuse();
            });
    for (int h = 0; h < FloatOps.halves(type); h++) {
      int a = e.vector(i.operand(1), type, h, V0);
      Source b = e.source(i.operand(2), type, h, V2);
      asm.vector(op, h == 0 ? to : GangEmitter.HIGH, a, b, form);
    }
    join(type, to);
  }

  /** {@code set}: all ones or 1.0 where the comparison holds, for each part of pairs of halfs. */
  void set(Instruction i) {
    PtxType source = i.sourceType();
    boolean packed = HalfOps.isHalf(source) && source.size() == 4;
    PtxType type = i.type();
    int value = truth(type, packed);
    Mem first = Mem.at(GangEmitter.FRAME, GangFrame.SCRATCH_A);
    for (int part = 0; part < (packed ? 2 : 1); part++) {
      compare(i, part, K0);
      combine(i);
      asm.kmov(GangEmitter.HIGH, K0);
      Form holds = Form.ALL.masked(GangEmitter.HIGH).zeroed();
      asm.vector(VectorOp.VPBROADCASTD, V3, 0, asm.constant(value), holds);
      if (packed && part == 0) {
        asm.vector(VectorOp.VMOVDQU32_STORE, V3, 0, first, Form.ALL);
      }
    }
    if (packed) {
      asm.vector(VectorOp.VPSLLD_IMM, V3, 0, V3, Form.ALL.with(16));
      asm.vector(VectorOp.VPORD, V3, V3, Source.of(first), Form.ALL);
    }
    VectorTarget t = e.target(i.operand(0), type.size() == 2 ? PtxType.B16 : PtxType.B32);
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V3, t.form(0));
    e.done(t);
  }

  private int truth(PtxType type, boolean packed) {
    return switch (type) {
      case F16, F16X2 -> ConvertSemantics.HALF_ONE;
      case BF16, BF16X2 -> ConvertSemantics.BFLOAT_ONE;
      case U16, S16 -> 0xffff;
      case U32, S32 -> packed ? 0xffff : -1;
      case F32 -> {
        if (packed) {
          throw e.refuse();
        }
        yield Float.floatToIntBits(1);
      }
      default -> throw e.refuse();
    };
  }

  /** {@code selp}: the first source where the predicate holds, else the second. */
  void selp(Instruction i) {
    PtxType type = i.type();
    boolean wide = type.size() == 8;
    if (type == PtxType.PRED) {
      throw e.refuse();
    }
    for (int h = 0; h < FloatOps.halves(type); h++) {
      int b = e.vector(i.operand(2), type, h, V0);
      Source a = e.source(i.operand(1), type, h, V2);
      int p = e.predicate(i.operand(3), GangEmitter.HIGH);
      int k = GangEmitter.HIGH;
      if (h == 1) {
        asm.upperHalf(k, p);
      } else {
        asm.kmov(k, p);
      }
      VectorOp blend = wide ? VectorOp.VPBLENDMQ : VectorOp.VPBLENDMD;
      asm.vector(blend, h == 0 ? V3 : V6, b, a, Form.ALL.masked(k));
    }
    VectorTarget t = e.target(i.operand(0), type);
    VectorOp move = wide ? VectorOp.VMOVDQU64 : VectorOp.VMOVDQU32;
    asm.vector(move, t.low(), 0, V3, t.form(0));
    if (wide) {
      asm.vector(move, t.high(), 0, V6, t.form(1));
    }
    e.done(t);
  }

  /** {@code slct}: the first source where the condition is at least 0. */
  void slct(Instruction i) {
    PtxType type = i.type();
    PtxType condition = i.sourceType();
    if (type.size() != 4 || condition.size() != 4) {
      throw e.refuse();
    }
    int c = e.vector(i.operand(3), condition, 0, V0);
    boolean real = condition == PtxType.F32;
    if (real && i.has(Modifier.FTZ)) {
      floats.flush(c, V0);
      c = 0;
    }
    asm.vector(VectorOp.VPXORD, V3, V3, V3, Form.ALL);
    asm.vector(
        real ? VectorOp.VCMPPS : VectorOp.VPCMPD,
        GangEmitter.HIGH,
        c,
        V3,
        Form.ALL.with(real ? floatPredicate(Modifier.GE) : 5));
    int b = e.vector(i.operand(2), type, 0, V0);
    Source a = e.source(i.operand(1), type, 0, V2);
    asm.vector(VectorOp.VPBLENDMD, V3, b, a, Form.ALL.masked(GangEmitter.HIGH));
    VectorTarget t = e.target(i.operand(0), type);
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V3, t.form(0));
    e.done(t);
  }
}
