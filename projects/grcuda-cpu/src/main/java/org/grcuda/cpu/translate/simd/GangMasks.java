package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K7;

import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import org.grcuda.cpu.translate.simd.analysis.GangScope;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Place;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/** The masks of the parts of a gang: who is active, and who goes which way. */
abstract class GangMasks extends ScalarOperands {

  /** For each part, lanes that go one way. */
  private static final int[] PARTED = {K6, K7, 10, 11};

  private final VectorAssembler asm;

  GangMasks(VectorAssembler asm, GangScope scope, RegisterAllocation registers) {
    super(asm, scope, registers);
    this.asm = asm;
  }

  /** All lanes of all parts, as bits. */
  int allLanes() {
    return (int) ((1L << parts() * lanes()) - 1);
  }

  /** The lanes of one part, as bits. */
  int wholeVector() {
    return (1 << lanes()) - 1;
  }

  /** The mask with the active lanes of a part. */
  static int active(int part) {
    return RegisterAllocation.Scratch.active(part);
  }

  /** The mask with the lanes of a part that go one way, when those of all parts are computed. */
  static int parted(int part) {
    return PARTED[part];
  }

  /** The threads of a part whose lanes are in a mask, as bits. */
  final void threadBits(int to, int mask) {
    asm.kmovToGpr(to, mask);
    if (threads() == 1) {
      asm.aluImmediate(Assembler.Alu.AND, 4, to, 1);
    }
  }

  /** The active lanes of all parts as 32 bits. */
  void activeLanes(int to, int scratch) {
    lanes(GangEmitter::active, to, scratch);
  }

  /** The lanes of the masks of all parts as 32 bits. */
  void lanes(IntUnaryOperator masks, int to, int scratch) {
    asm.kmovToGpr(to, masks.applyAsInt(parts() - 1));
    for (int p = parts() - 2; p >= 0; p--) {
      asm.shift(Assembler.Shift.SHL, 4, to, lanes());
      asm.kmovToGpr(scratch, masks.applyAsInt(p));
      asm.alu(Assembler.Alu.OR, 4, to, scratch);
    }
  }

  /**
   * The lanes of masks, one computed for each part, as bits into a general register; changes rax.
   */
  void toBits(IntSupplier mask, int to) {
    for (int p = parts() - 1; p >= 0; p--) {
      setPart(p);
      int at = mask.getAsInt();
      if (p == parts() - 1) {
        asm.kmovToGpr(to, at);
      } else {
        asm.shift(Assembler.Shift.SHL, 4, to, lanes());
        asm.kmovToGpr(Assembler.RAX, at);
        asm.alu(Assembler.Alu.OR, 4, to, Assembler.RAX);
      }
    }
  }

  /** Jumps if the {@link #parted} masks of all parts are empty. */
  void jumpIfNoneParted(Label to) {
    Label some = new Label();
    for (int p = 0; p + 2 < parts(); p += 2) {
      asm.kortest(parted(p), parted(p + 1));
      asm.jump(Assembler.Condition.NE, some);
    }
    asm.kortest(parted(parts() - 1 & ~1), parted(parts() - 1));
    asm.jump(Assembler.Condition.E, to);
    asm.bind(some);
  }

  /** Jumps if a {@link #parted} mask is not empty. */
  void jumpIfParted(Label to) {
    for (int p = 0; p < parts(); p += 2) {
      asm.kortest(parted(p), parted(Math.min(p + 1, parts() - 1)));
      asm.jump(Assembler.Condition.NE, to);
    }
  }

  /** Whether an operand differs between lanes by more than a constant stride. */
  boolean isVarying(Operand o) {
    return scope().plan().shape(o).isVarying();
  }

  /** A mask register with a predicate: its own, or the scratch one. */
  int predicate(Operand o, int scratch) {
    if (o instanceof Operand.Negated n) {
      asm.knot(scratch, predicate(n.predicate(), scratch));
      return scratch;
    }
    if (isVarying(o)) {
      if (!(o instanceof Register r)) {
        throw refuse(o.text());
      }
      Place p = place(r);
      if (!p.inFrame()) {
        return p.low();
      }
      asm.kload(scratch, slot(p));
      return scratch;
    }
    int at = scalar(o, PtxType.PRED, Assembler.RAX);
    asm.mov(4, Assembler.RAX, at);
    asm.unary(Assembler.Unary.NEG, 4, Assembler.RAX);
    asm.kmovFromGpr(scratch, Assembler.RAX);
    return scratch;
  }

  /** Sets a varying predicate to the same in all lanes of the part. */
  void setPredicate(Register r, boolean value) {
    Place p = place(r);
    if (p.inFrame()) {
      asm.storeConstant(4, slot(p), value ? wholeVector() : 0);
    } else {
      asm.mask(value ? MaskOp.KXNOR : MaskOp.KXOR, p.low(), p.low(), p.low());
    }
  }

  /** The mask of the lanes that an instruction writes, if others keep an old value; else 0. */
  abstract int mergeMask(Register r);

  /**
   * The mask in which to compute a predicate for {@link #storePredicate}: the predicate's own if no
   * lane keeps its old value, else a scratch one. The predicate may be a source too, so read all
   * masks before this one is written.
   */
  int predicateTarget(Operand destination) {
    boolean own = destination instanceof Register r && !place(r).inFrame() && mergeMask(r) == 0;
    return own ? place((Register) destination).low() : K0;
  }

  /**
   * Stores mask {@code from}, a scratch one but 7 or that of {@link #predicateTarget}, as a varying
   * predicate.
   */
  void storePredicate(Operand destination, int from) {
    if (!(destination instanceof Register r)) {
      return;
    }
    Place p = place(r);
    int merge = mergeMask(r);
    if (merge != 0) {
      int old = from == K6 ? K0 : K6;
      if (p.inFrame()) {
        asm.kload(old, slot(p));
        asm.mask(MaskOp.KANDN, old, merge, old);
      } else {
        asm.mask(MaskOp.KANDN, old, merge, p.low());
      }
      asm.mask(MaskOp.KAND, from, from, merge);
      asm.mask(MaskOp.KOR, from, from, old);
    }
    if (p.inFrame()) {
      asm.kstore(slot(p), from);
    } else {
      asm.kmov(p.low(), from);
    }
  }
}
