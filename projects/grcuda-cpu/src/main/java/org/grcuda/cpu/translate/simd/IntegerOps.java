package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V7;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;

import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.translate.simd.routine.HighProducts;
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
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/** Integer arithmetic, logic and shifts on vectors (PTX ISA 9.7.1, 9.7.8). */
final class IntegerOps {

  private static final int EQUAL = 0;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final BitOps bits;
  private final CarryOps carries;
  private final HighProducts highProducts;

  IntegerOps(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
    this.bits = new BitOps(e);
    this.carries = new CarryOps(e);
    this.highProducts = new HighProducts(e.asm());
  }

  private static boolean wide(PtxType type) {
    return type.size() == 8;
  }

  private static int halves(PtxType type) {
    return type.size() == 8 ? 2 : 1;
  }

  /** Emits an instruction of an integer type. */
  void emit(Instruction i) {
    if (CarryOps.carries(i)) {
      carries.emit(i);
      return;
    }
    switch (i.opcode()) {
      case ADD, SUB -> sum(i);
      case MUL, MAD -> multiply(i);
      case DIV, REM -> divide(i);
      case AND, OR, XOR -> logic(i);
      case NOT -> not(i);
      case NEG -> negate(i);
      case ABS -> absolute(i);
      case MIN, MAX -> minMax(i);
      case SHL, SHR -> shift(i);
      case SHF -> funnelShift(i);
      case LOP3 -> lop3(i);
      case CLZ -> leadingZeros(i);
      case SAD -> sad(i);
      default -> bits.emit(i);
    }
  }

  private static VectorOp pick(PtxType type, VectorOp narrow, VectorOp wide) {
    return type.size() == 8 ? wide : narrow;
  }

  private void binary(Instruction i, PtxType type, VectorOp op) {
    VectorTarget t = e.target(i.operand(0), type);
    // A second source that is the same in all lanes is broadcast by the instruction itself.
    boolean swaps = i.opcode() == Opcode.ADD && !e.isVarying(i.operand(1));
    for (int h = 0; h < halves(type); h++) {
      int a = e.vector(i.operand(swaps ? 2 : 1), type, h, V0);
      Source b = e.source(i.operand(swaps ? 1 : 2), type, h, V2);
      asm.vector(op, t.half(h), a, b, t.form(h));
    }
    e.done(t);
  }

  private void sum(Instruction i) {
    if (i.has(Modifier.SAT)) {
      throw e.refuse();
    }
    boolean add = i.opcode() == Opcode.ADD;
    binary(
        i,
        i.type(),
        add
            ? pick(i.type(), VectorOp.VPADDD, VectorOp.VPADDQ)
            : pick(i.type(), VectorOp.VPSUBD, VectorOp.VPSUBQ));
  }

  private void multiply(Instruction i) {
    PtxType type = i.type();
    boolean add = i.opcode() == Opcode.MAD;
    if (i.has(Modifier.SAT)) {
      throw e.refuse();
    }
    if (i.has(Modifier.WIDE) && type.size() == 4) {
      wideProduct(i, type, add);
    } else if (i.has(Modifier.HI)) {
      highProduct(i, type, add);
    } else {
      boolean narrowWide = i.has(Modifier.WIDE);
      PtxType result = narrowWide ? (type.isSigned() ? PtxType.S32 : PtxType.U32) : type;
      VectorTarget t = e.target(i.operand(0), result);
      VectorOp product = pick(type, VectorOp.VPMULLD, VectorOp.VPMULLQ);
      for (int h = 0; h < halves(type); h++) {
        int a = e.vector(i.operand(1), type, h, V0);
        Source b = e.source(i.operand(2), type, h, V2);
        asm.vector(product, add ? 3 : t.half(h), a, b, add ? Form.ALL : t.form(h));
        if (add) {
          Source c = e.source(i.operand(3), result, h, V0);
          asm.vector(pick(result, VectorOp.VPADDD, VectorOp.VPADDQ), t.half(h), V3, c, t.form(h));
        }
      }
      e.done(t);
    }
  }

  private void wideProduct(Instruction i, PtxType type, boolean add) {
    PtxType result = type.isSigned() ? PtxType.S64 : PtxType.U64;
    VectorTarget t = e.target(i.operand(0), result);
    int a = e.vector(i.operand(1), type, 0, V0);
    if (!add
        && i.operand(2) instanceof Operand.IntegerImmediate n
        && n.value() > 0
        && Long.bitCount(n.value()) == 1
        && n.value() < Integer.MAX_VALUE) {
      Form shift = Form.ALL.with(Long.numberOfTrailingZeros(n.value()));
      for (int h = 0; h < 2; h++) {
        e.widen(a, h, type.isSigned(), V3);
        asm.vector(VectorOp.VPSLLQ_IMM, V3, 0, V3, shift);
        asm.vector(VectorOp.VMOVDQU64, t.half(h), 0, V3, t.form(h));
      }
      e.done(t);
      return;
    }
    int b = e.vector(i.operand(2), type, 0, V2);
    for (int h = 1; h >= 0; h--) {
      e.widen(a, h, false, V1);
      e.widen(b, h, false, V3);
      VectorOp product = type.isSigned() ? VectorOp.VPMULDQ : VectorOp.VPMULUDQ;
      int to = h == 1 ? V6 : V3;
      asm.vector(product, to, V1, V3, Form.ALL);
      if (add) {
        asm.vector(VectorOp.VPADDQ, to, to, e.source(i.operand(3), result, h, V1), Form.ALL);
      }
    }
    asm.vector(VectorOp.VMOVDQU64, t.low(), 0, V3, t.form(0));
    asm.vector(VectorOp.VMOVDQU64, t.high(), 0, V6, t.form(1));
    e.done(t);
  }

  private void highProduct(Instruction i, PtxType type, boolean add) {
    VectorTarget t = e.target(i.operand(0), type);
    VectorOp sum = pick(type, VectorOp.VPADDD, VectorOp.VPADDQ);
    for (int h = 0; h < halves(type); h++) {
      int a = e.vector(i.operand(1), type, h, V0);
      int b = e.vector(i.operand(2), type, h, V2);
      highProducts.emit(type, a, b);
      if (add) {
        asm.vector(sum, t.half(h), V3, e.source(i.operand(3), type, h, V1), t.form(h));
      } else {
        VectorOp move = pick(type, VectorOp.VMOVDQU32, VectorOp.VMOVDQU64);
        asm.vector(move, t.half(h), 0, V3, t.form(h));
      }
    }
    e.done(t);
  }

  /** 32-bit quotients are exact in double precision; by zero all ones. */
  private void divide(Instruction i) {
    PtxType type = i.type();
    if (wide(type)) {
      divideEach(i);
      return;
    }
    if (type.size() != 4) {
      throw e.refuse();
    }
    boolean signed = type.isSigned();
    boolean remainder = i.opcode() == Opcode.REM;
    VectorTarget t = e.target(i.operand(0), type);
    int a = e.vector(i.operand(1), type, 0, V0);
    int b = e.vector(i.operand(2), type, 0, V2);
    VectorOp up = signed ? VectorOp.VCVTDQ2PD : VectorOp.VCVTUDQ2PD;
    VectorOp down = signed ? VectorOp.VCVTTPD2DQ : VectorOp.VCVTTPD2UDQ;
    for (int h = 0; h < 2; h++) {
      upper(a, h, V1);
      asm.vector(up, V1, 0, V1, Form.ALL);
      upper(b, h, V3);
      asm.vector(up, V3, 0, V3, Form.ALL);
      asm.vector(VectorOp.VDIVPD, V1, V1, V3, Form.ALL);
      asm.vector(down, h == 0 ? V6 : V7, 0, V1, Form.ALL);
    }
    asm.vector(VectorOp.VINSERTI64X4, V6, V6, V7, Form.ALL.with(1));
    if (remainder) {
      asm.vector(VectorOp.VPMULLD, V6, V6, b, Form.ALL);
      asm.vector(VectorOp.VPSUBD, V6, a, V6, Form.ALL);
    }
    // Lanes whose divisor is zero.
    asm.vector(VectorOp.VPXORD, V1, V1, V1, Form.ALL);
    int k = GangEmitter.HIGH;
    asm.vector(VectorOp.VPCMPD, k, b, V1, Form.ALL.with(EQUAL));
    asm.vector(VectorOp.VPTERNLOGD, V6, V6, V6, Form.ALL.masked(k).with(0xff));
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V6, t.form(0));
    e.done(t);
  }

  /** 64-bit quotients lane by lane, also for inactive lanes. */
  private void divideEach(Instruction i) {
    PtxType type = i.type();
    for (int h = 0; h < 2; h++) {
      int a = e.vector(i.operand(1), type, h, V0);
      asm.vector(VectorOp.VMOVDQU64_STORE, a, 0, scratch(GangFrame.SCRATCH_A, h), Form.ALL);
      int b = e.vector(i.operand(2), type, h, V0);
      asm.vector(VectorOp.VMOVDQU64_STORE, b, 0, scratch(GangFrame.SCRATCH_B, h), Form.ALL);
    }
    Label next = new Label();
    asm.mov(RDI, e.lanes() - 1);
    asm.bind(next);
    Mem result = Mem.indexed(GangEmitter.FRAME, RDI, 8, GangFrame.SCRATCH_A);
    asm.load(8, RAX, result);
    asm.load(8, RCX, Mem.indexed(GangEmitter.FRAME, RDI, 8, GangFrame.SCRATCH_B));
    ScalarOps.divide(asm, 8, type.isSigned(), i.opcode() == Opcode.REM);
    asm.store(8, result, RAX);
    asm.aluImmediate(Alu.SUB, 4, RDI, 1);
    asm.jump(Condition.NS, next);
    VectorTarget t = e.target(i.operand(0), type);
    for (int h = 0; h < 2; h++) {
      asm.vector(VectorOp.VMOVDQU64, t.half(h), 0, scratch(GangFrame.SCRATCH_A, h), t.form(h));
    }
    e.done(t);
  }

  private Mem scratch(int at, int half) {
    return Mem.at(GangEmitter.FRAME, at + asm.bytes() * half);
  }

  private void upper(int from, int half, int to) {
    if (half == 1) {
      asm.vector(VectorOp.VEXTRACTI64X4_STORE, from, 0, to, Form.ALL.with(1));
    } else {
      asm.vector(VectorOp.VMOVDQU32, to, 0, from, Form.HALF);
    }
  }

  private void logic(Instruction i) {
    PtxType type = i.type();
    if (type == PtxType.PRED) {
      int a = e.predicate(i.operand(1), K0);
      int b = e.predicate(i.operand(2), GangEmitter.HIGH);
      MaskOp op =
          switch (i.opcode()) {
            case AND -> MaskOp.KAND;
            case OR -> MaskOp.KOR;
            default -> MaskOp.KXOR;
          };
      int to = e.predicateTarget(i.operand(0));
      asm.mask(op, to, a, b);
      e.storePredicate(i.operand(0), to);
      return;
    }
    switch (i.opcode()) {
      case AND -> binary(i, type, pick(type, VectorOp.VPANDD, VectorOp.VPANDQ));
      case OR -> binary(i, type, pick(type, VectorOp.VPORD, VectorOp.VPORQ));
      default -> binary(i, type, pick(type, VectorOp.VPXORD, VectorOp.VPXORQ));
    }
  }

  private void not(Instruction i) {
    PtxType type = i.type();
    if (type == PtxType.PRED) {
      int to = e.predicateTarget(i.operand(0));
      asm.knot(to, e.predicate(i.operand(1), K0));
      e.storePredicate(i.operand(0), to);
      return;
    }
    VectorTarget t = e.target(i.operand(0), type);
    for (int h = 0; h < halves(type); h++) {
      int a = e.vector(i.operand(1), type, h, V0);
      VectorOp xor = pick(type, VectorOp.VPXORD, VectorOp.VPXORQ);
      asm.vector(xor, t.half(h), a, e.constant(type, -1), t.form(h));
    }
    e.done(t);
  }

  private void negate(Instruction i) {
    PtxType type = i.type();
    VectorTarget t = e.target(i.operand(0), type);
    for (int h = 0; h < halves(type); h++) {
      Source a = e.source(i.operand(1), type, h, V0);
      asm.vector(VectorOp.VPXORD, V1, V1, V1, Form.ALL);
      asm.vector(pick(type, VectorOp.VPSUBD, VectorOp.VPSUBQ), t.half(h), V1, a, t.form(h));
    }
    e.done(t);
  }

  private void absolute(Instruction i) {
    PtxType type = i.type();
    VectorTarget t = e.target(i.operand(0), type);
    for (int h = 0; h < halves(type); h++) {
      Source a = e.source(i.operand(1), type, h, V0);
      asm.vector(pick(type, VectorOp.VPABSD, VectorOp.VPABSQ), t.half(h), 0, a, t.form(h));
    }
    e.done(t);
  }

  private void minMax(Instruction i) {
    PtxType type = i.type();
    if (i.has(Modifier.RELU) || type == PtxType.S16X2 || type == PtxType.U16X2) {
      throw e.refuse();
    }
    boolean min = i.opcode() == Opcode.MIN;
    boolean signed = type.isSigned();
    VectorOp narrow =
        min
            ? signed ? VectorOp.VPMINSD : VectorOp.VPMINUD
            : signed ? VectorOp.VPMAXSD : VectorOp.VPMAXUD;
    VectorOp wide =
        min
            ? signed ? VectorOp.VPMINSQ : VectorOp.VPMINUQ
            : signed ? VectorOp.VPMAXSQ : VectorOp.VPMAXUQ;
    binary(i, type, pick(type, narrow, wide));
  }

  /**
   * The variable shifts of AVX-512 give 0 or the sign for amounts from the width on, as PTX
   * requires.
   */
  private void shift(Instruction i) {
    PtxType type = i.type();
    boolean left = i.opcode() == Opcode.SHL;
    boolean signed = type.isSigned();
    VectorTarget t = e.target(i.operand(0), type);
    if (i.operand(2) instanceof Operand.IntegerImmediate n && (n.value() & ~63L) == 0) {
      VectorOp op =
          left
              ? pick(type, VectorOp.VPSLLD_IMM, VectorOp.VPSLLQ_IMM)
              : signed
                  ? pick(type, VectorOp.VPSRAD_IMM, VectorOp.VPSRAQ_IMM)
                  : pick(type, VectorOp.VPSRLD_IMM, VectorOp.VPSRLQ_IMM);
      for (int h = 0; h < halves(type); h++) {
        int a = e.vector(i.operand(1), type, h, V0);
        asm.vector(op, t.half(h), 0, a, t.form(h).with((int) n.value()));
      }
    } else {
      VectorOp op =
          left
              ? pick(type, VectorOp.VPSLLVD, VectorOp.VPSLLVQ)
              : signed
                  ? pick(type, VectorOp.VPSRAVD, VectorOp.VPSRAVQ)
                  : pick(type, VectorOp.VPSRLVD, VectorOp.VPSRLVQ);
      int amount = e.vector(i.operand(2), PtxType.U32, 0, V2);
      for (int h = 0; h < halves(type); h++) {
        int a = e.vector(i.operand(1), type, h, V0);
        int n = amount;
        if (wide(type)) {
          e.widen(amount, h, false, V3);
          n = 3;
        }
        asm.vector(op, t.half(h), a, n, t.form(h));
      }
    }
    e.done(t);
  }

  /** {@code shf.l}: high word of {@code b:a << n}; {@code shf.r}: low word of {@code b:a >> n}. */
  private void funnelShift(Instruction i) {
    boolean left = i.has(Modifier.L);
    boolean clamp = i.has(Modifier.CLAMP);
    PtxType type = PtxType.U32;
    VectorTarget t = e.target(i.operand(0), type);
    int low = e.vector(i.operand(1), type, 0, V0);
    int high = e.vector(i.operand(2), type, 0, V2);
    int n = e.vector(i.operand(3), type, 0, V4);
    if (clamp) {
      asm.vector(VectorOp.VPMINUD, V6, n, e.constant(type, 32), Form.ALL);
    } else {
      asm.vector(VectorOp.VPANDD, V6, n, e.constant(type, 31), Form.ALL);
    }
    // 32 - n, at which the variable shifts give 0.
    asm.vector(VectorOp.VMOVDQU32, V7, 0, V6, Form.ALL);
    asm.vector(VectorOp.VPBROADCASTD, V3, 0, asm.constant(32), Form.ALL);
    asm.vector(VectorOp.VPSUBD, V7, V3, V7, Form.ALL);
    if (left) {
      asm.vector(VectorOp.VPSLLVD, V1, high, V6, Form.ALL);
      asm.vector(VectorOp.VPSRLVD, V3, low, V7, Form.ALL);
    } else {
      asm.vector(VectorOp.VPSRLVD, V1, low, V6, Form.ALL);
      asm.vector(VectorOp.VPSLLVD, V3, high, V7, Form.ALL);
    }
    asm.vector(VectorOp.VPORD, t.low(), V1, V3, t.form(0));
    e.done(t);
  }

  private void lop3(Instruction i) {
    if (i.type() != PtxType.B32
        || i.modifiers().size() > 1
        || !(i.operand(4) instanceof Operand.IntegerImmediate table)) {
      throw e.refuse();
    }
    PtxType type = PtxType.B32;
    VectorTarget t = e.target(i.operand(0), type);
    int a = e.vector(i.operand(1), type, 0, V0);
    asm.vector(VectorOp.VMOVDQU32, V3, 0, a, Form.ALL);
    int b = e.vector(i.operand(2), type, 0, V0);
    Source c = e.source(i.operand(3), type, 0, V2);
    asm.vector(VectorOp.VPTERNLOGD, V3, b, c, Form.ALL.with((int) table.value()));
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V3, t.form(0));
    e.done(t);
  }

  private void leadingZeros(Instruction i) {
    PtxType type = i.type();
    VectorTarget t = e.target(i.operand(0), PtxType.U32);
    if (wide(type)) {
      asm.vector(VectorOp.VPLZCNTQ, V3, 0, e.vector(i.operand(1), type, 0, V0), Form.ALL);
      asm.vector(VectorOp.VPLZCNTQ, V6, 0, e.vector(i.operand(1), type, 1, V0), Form.ALL);
      e.truncate(V3, V6, V3);
      asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V3, t.form(0));
    } else {
      Source a = e.source(i.operand(1), type, 0, V0);
      asm.vector(VectorOp.VPLZCNTD, t.low(), 0, a, t.form(0));
    }
    e.done(t);
  }

  private void sad(Instruction i) {
    PtxType type = i.type();
    if (type.size() != 4) {
      throw e.refuse();
    }
    VectorTarget t = e.target(i.operand(0), type);
    int a = e.vector(i.operand(1), type, 0, V0);
    int b = e.vector(i.operand(2), type, 0, V2);
    boolean signed = type.isSigned();
    asm.vector(signed ? VectorOp.VPMAXSD : VectorOp.VPMAXUD, V1, a, b, Form.ALL);
    asm.vector(signed ? VectorOp.VPMINSD : VectorOp.VPMINUD, V3, a, b, Form.ALL);
    asm.vector(VectorOp.VPSUBD, V1, V1, V3, Form.ALL);
    asm.vector(VectorOp.VPADDD, t.low(), V1, e.source(i.operand(3), type, 0, V3), t.form(0));
    e.done(t);
  }
}
