package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V7;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * Bits and bytes on vectors: popc, bfind, brev, bfe, bfi (PTX ISA 9.7.1), prmt (9.7.9.7) and dp4a
 * (9.7.1.23).
 */
final class BitOps {

  private static final int EQUAL = 0;
  private static final int LESS = 1;

  /** {@code c ? a : b}, bit by bit. */
  private static final int SELECT = 0xe4;

  private static final int ALL_ONES = 0xff;

  /** The number of ones in each number of four bits. */
  private static final int[] ONES = {0x02010100, 0x03020201, 0x03020201, 0x04030302};

  private final GangEmitter e;
  private final VectorAssembler asm;

  BitOps(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
  }

  /** Emits an instruction. */
  void emit(Instruction i) {
    switch (i.opcode()) {
      case POPC -> count(i);
      case BFIND -> find(i);
      case BREV -> reverse(i);
      case BFE -> extract(i);
      case BFI -> insert(i);
      case PRMT -> permute(i);
      case DP4A -> dotProduct(i);
      default -> throw e.refuse();
    }
  }

  private static boolean isWide(PtxType type) {
    return type.size() == Long.BYTES;
  }

  private static int halves(PtxType type) {
    return isWide(type) ? 2 : 1;
  }

  private static VectorOp pick(PtxType type, VectorOp narrow, VectorOp wide) {
    return isWide(type) ? wide : narrow;
  }

  /** Ends an instruction whose 32-bit results are in V3, or as 64 bits in V3 and V6. */
  private void finishWords(Instruction i, PtxType source) {
    if (isWide(source)) {
      e.truncate(V3, V6, V3);
    }
    VectorTarget t = e.target(i.operand(0), PtxType.U32);
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V3, t.form(0));
    e.done(t);
  }

  // ---- bits

  private void count(Instruction i) {
    PtxType type = i.type();
    for (int h = 0; h < halves(type); h++) {
      int to = h == 0 ? V3 : V6;
      int a = e.vector(i.operand(1), type, h, V0);
      Source low = e.constant(PtxType.B32, 0x0f0f0f0f);
      asm.vector(VectorOp.VPANDD, V2, a, low, Form.ALL);
      asm.vector(VectorOp.VPSRLD_IMM, V1, 0, a, Form.ALL.with(4));
      asm.vector(VectorOp.VPANDD, V1, V1, low, Form.ALL);
      asm.vector(VectorOp.VMOVDQU32, V7, 0, asm.constant(lanes(l -> ONES[l % 4])), Form.ALL);
      asm.vector(VectorOp.VPSHUFB, V1, V7, V1, Form.ALL);
      asm.vector(VectorOp.VPSHUFB, V2, V7, V2, Form.ALL);
      asm.vector(VectorOp.VPADDB, to, V1, V2, Form.ALL);
      if (isWide(type)) {
        asm.vector(VectorOp.VPXORD, V1, V1, V1, Form.ALL);
        asm.vector(VectorOp.VPSADBW, to, to, V1, Form.ALL);
      } else {
        asm.vector(VectorOp.VPMULLD, to, to, e.constant(PtxType.B32, 0x01010101), Form.ALL);
        asm.vector(VectorOp.VPSRLD_IMM, to, 0, to, Form.ALL.with(24));
      }
    }
    finishWords(i, type);
  }

  private int[] lanes(IntUnaryOperator value) {
    int[] lanes = new int[e.lanes()];
    Arrays.setAll(lanes, value);
    return lanes;
  }

  /** From the leading zeros, of signed values without their sign; -1 where there is no bit. */
  private void find(Instruction i) {
    PtxType type = i.type();
    int bits = type.bits();
    VectorOp xor = pick(type, VectorOp.VPXORD, VectorOp.VPXORQ);
    for (int h = 0; h < halves(type); h++) {
      int to = h == 0 ? V3 : V6;
      int a = e.vector(i.operand(1), type, h, V0);
      if (type.isSigned()) {
        VectorOp sign = pick(type, VectorOp.VPSRAD_IMM, VectorOp.VPSRAQ_IMM);
        asm.vector(sign, V1, 0, a, Form.ALL.with(bits - 1));
        asm.vector(xor, V0, a, V1, Form.ALL);
        a = 0;
      }
      asm.vector(pick(type, VectorOp.VPLZCNTD, VectorOp.VPLZCNTQ), to, 0, a, Form.ALL);
      if (i.has(Modifier.SHIFTAMT)) {
        int k = GangEmitter.HIGH;
        Form none = Form.ALL.with(EQUAL);
        asm.vector(
            pick(type, VectorOp.VPCMPD, VectorOp.VPCMPQ), k, to, e.constant(type, bits), none);
        VectorOp ones = pick(type, VectorOp.VPTERNLOGD, VectorOp.VPTERNLOGQ);
        asm.vector(ones, to, to, to, Form.ALL.masked(k).with(ALL_ONES));
      } else {
        broadcast(V1, type, bits - 1);
        asm.vector(pick(type, VectorOp.VPSUBD, VectorOp.VPSUBQ), to, V1, to, Form.ALL);
      }
    }
    finishWords(i, type);
  }

  private void broadcast(int to, PtxType type, long value) {
    e.move(to, e.constant(type, value), type, Form.ALL);
  }

  /** Neighbouring bits, pairs and groups of four change places, then the bytes. */
  private void reverse(Instruction i) {
    PtxType type = i.type();
    int[] masks = {0x55555555, 0x33333333, 0x0f0f0f0f};
    VectorTarget t = e.target(i.operand(0), type);
    for (int h = 0; h < halves(type); h++) {
      int a = e.vector(i.operand(1), type, h, V0);
      for (int step = 0; step < masks.length; step++) {
        asm.vector(VectorOp.VPSRLD_IMM, V1, 0, a, Form.ALL.with(1 << step));
        asm.vector(VectorOp.VPSLLD_IMM, V2, 0, a, Form.ALL.with(1 << step));
        Source mask = e.constant(PtxType.B32, masks[step]);
        asm.vector(VectorOp.VPTERNLOGD, V1, V2, mask, Form.ALL.with(SELECT));
        asm.vector(VectorOp.VMOVDQU32, V3, 0, V1, Form.ALL);
        a = 3;
      }
      int last = type.size() - 1;
      int[] bytes = lanes(l -> bytes(b -> (4 * (l % 4) + b & ~last) + (last - (b + 4 * l & last))));
      asm.vector(VectorOp.VPSHUFB, V3, V3, asm.constant(bytes), Form.ALL);
      VectorOp move = pick(type, VectorOp.VMOVDQU32, VectorOp.VMOVDQU64);
      asm.vector(move, t.half(h), 0, V3, t.form(h));
    }
    e.done(t);
  }

  private static int bytes(IntUnaryOperator value) {
    int word = 0;
    for (int b = 0; b < Integer.BYTES; b++) {
      word |= (value.applyAsInt(b) & 0xff) << 8 * b;
    }
    return word;
  }

  // ---- fields

  /** The low byte of an operand of 32 bits, as wide as a type, into a register. */
  private void lowByte(Operand o, PtxType type, int half, int to) {
    int n = e.vector(o, PtxType.U32, 0, to);
    asm.vector(VectorOp.VPANDD, to, n, e.constant(PtxType.U32, 0xff), Form.ALL);
    if (isWide(type)) {
      e.widen(to, half, false, to);
    }
  }

  /** Puts as many ones as V6 says, from bit 0 on, into V3. */
  private void ones(PtxType type) {
    broadcast(V3, type, 1);
    asm.vector(pick(type, VectorOp.VPSLLVD, VectorOp.VPSLLVQ), V3, V3, V6, Form.ALL);
    VectorOp add = pick(type, VectorOp.VPADDD, VectorOp.VPADDQ);
    asm.vector(add, V3, V3, e.constant(type, -1), Form.ALL);
  }

  /**
   * The variable shifts give 0 or the sign for all amounts as large as the value's width, or
   * larger.
   */
  private void extract(Instruction i) {
    PtxType type = i.type();
    VectorTarget t = e.target(i.operand(0), type);
    for (int h = 0; h < halves(type); h++) {
      lowByte(i.operand(2), type, h, V2);
      lowByte(i.operand(3), type, h, V6);
      int a = e.vector(i.operand(1), type, h, V0);
      VectorOp right =
          type.isSigned()
              ? pick(type, VectorOp.VPSRAVD, VectorOp.VPSRAVQ)
              : pick(type, VectorOp.VPSRLVD, VectorOp.VPSRLVQ);
      asm.vector(right, V1, a, V2, Form.ALL);
      if (type.isSigned()) {
        VectorOp least = pick(type, VectorOp.VPMINUD, VectorOp.VPMINUQ);
        asm.vector(least, V6, V6, e.constant(type, type.bits()), Form.ALL);
        broadcast(V3, type, type.bits());
        asm.vector(pick(type, VectorOp.VPSUBD, VectorOp.VPSUBQ), V3, V3, V6, Form.ALL);
        asm.vector(pick(type, VectorOp.VPSLLVD, VectorOp.VPSLLVQ), V1, V1, V3, Form.ALL);
        asm.vector(right, t.half(h), V1, V3, t.form(h));
      } else {
        ones(type);
        asm.vector(pick(type, VectorOp.VPANDD, VectorOp.VPANDQ), t.half(h), V1, V3, t.form(h));
      }
    }
    e.done(t);
  }

  private void insert(Instruction i) {
    PtxType type = i.type();
    VectorTarget t = e.target(i.operand(0), type);
    VectorOp left = pick(type, VectorOp.VPSLLVD, VectorOp.VPSLLVQ);
    for (int h = 0; h < halves(type); h++) {
      lowByte(i.operand(3), type, h, V2);
      lowByte(i.operand(4), type, h, V6);
      ones(type);
      asm.vector(left, V3, V3, V2, Form.ALL);
      int a = e.vector(i.operand(1), type, h, V0);
      asm.vector(left, V1, a, V2, Form.ALL);
      int b = e.vector(i.operand(2), type, h, V0);
      asm.vector(VectorOp.VPTERNLOGQ, V1, b, V3, Form.ALL.with(SELECT));
      VectorOp move = pick(type, VectorOp.VMOVDQU32, VectorOp.VMOVDQU64);
      asm.vector(move, t.half(h), 0, V1, t.form(h));
    }
    e.done(t);
  }

  // ---- bytes

  private void permute(Instruction i) {
    if (i.modifiers().size() > 1) {
      throw e.refuse();
    }
    int a = e.vector(i.operand(1), PtxType.B32, 0, V0);
    int b = e.vector(i.operand(2), PtxType.B32, 0, V2);
    boolean isPlain =
        i.operand(3) instanceof Operand.IntegerImmediate n && (n.value() & 0x8888) == 0;
    if (isPlain) {
      int selector = (int) ((Operand.IntegerImmediate) i.operand(3)).value();
      asm.vector(VectorOp.VPSHUFB, V1, a, chosen(selector, 0), Form.ALL);
      asm.vector(VectorOp.VPSHUFB, V3, b, chosen(selector, 4), Form.ALL);
      asm.vector(VectorOp.VPORD, V1, V1, V3, Form.ALL);
    } else {
      choose(a, b, i.operand(3));
    }
    VectorTarget t = e.target(i.operand(0), PtxType.B32);
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V1, t.form(0));
    e.done(t);
  }

  /**
   * The bytes that a selector takes from the four bytes from {@code first} on; 0 for bytes from
   * elsewhere.
   */
  private Mem chosen(int selector, int first) {
    return asm.constant(
        lanes(
            l ->
                bytes(
                    b -> {
                      int choice = (selector >> 4 * b & 7) - first;
                      return choice >= 0 && choice < 4 ? 4 * (l % 4) + choice : 0x80;
                    })));
  }

  /**
   * Puts the bytes that a selector chooses in each lane, or their sign if it asks for that, into 1.
   */
  private void choose(int a, int b, Operand selector) {
    int s = e.vector(selector, PtxType.U32, 0, V6);
    asm.vector(VectorOp.VPANDD, V6, s, e.constant(PtxType.B32, 0xffff), Form.ALL);
    int[] masks = {0x00ff00ff, 0x0f0f0f0f};
    for (int step = 0; step < 2; step++) {
      asm.vector(VectorOp.VPSLLD_IMM, V3, 0, V6, Form.ALL.with(8 >> step));
      asm.vector(VectorOp.VPORD, V6, V6, V3, Form.ALL);
      asm.vector(VectorOp.VPANDD, V6, V6, e.constant(PtxType.B32, masks[step]), Form.ALL);
    }
    asm.vector(VectorOp.VPANDD, V3, V6, e.constant(PtxType.B32, 0x03030303), Form.ALL);
    Mem firsts = asm.constant(lanes(l -> 0x04040404 * (l % 4)));
    asm.vector(VectorOp.VPORD, V3, V3, firsts, Form.ALL);
    asm.vector(VectorOp.VPSHUFB, V1, a, V3, Form.ALL);
    asm.vector(VectorOp.VPSHUFB, V3, b, V3, Form.ALL);
    int k = GangEmitter.HIGH;
    asm.vector(VectorOp.VPTESTMB, k, V6, asm.constant(lanes(l -> 0x04040404)), Form.ALL);
    asm.vector(VectorOp.VMOVDQU8, V1, 0, V3, Form.ALL.masked(k));
    asm.vector(VectorOp.VPTESTMB, k, V6, asm.constant(lanes(l -> 0x08080808)), Form.ALL);
    asm.vector(VectorOp.VPXORD, V3, V3, V3, Form.ALL);
    asm.vector(VectorOp.VPCMPB, K0, V1, V3, Form.ALL.with(LESS));
    asm.vector(VectorOp.VPMOVM2B, V3, 0, K0, Form.ALL);
    asm.vector(VectorOp.VMOVDQU8, V1, 0, V3, Form.ALL.masked(k));
  }

  /** As words, the even bytes and the odd ones. */
  private void dotProduct(Instruction i) {
    VectorOp rightA = right(i.types().get(0));
    VectorOp rightB = right(i.types().get(1));
    int a = e.vector(i.operand(1), PtxType.B32, 0, V0);
    int b = e.vector(i.operand(2), PtxType.B32, 0, V2);
    Form byEight = Form.ALL.with(8);
    asm.vector(VectorOp.VPSLLW_IMM, V1, 0, a, byEight);
    asm.vector(rightA, V1, 0, V1, byEight);
    asm.vector(VectorOp.VPSLLW_IMM, V3, 0, b, byEight);
    asm.vector(rightB, V3, 0, V3, byEight);
    asm.vector(VectorOp.VPMADDWD, V1, V1, V3, Form.ALL);
    asm.vector(rightA, V3, 0, a, byEight);
    asm.vector(rightB, V6, 0, b, byEight);
    asm.vector(VectorOp.VPMADDWD, V3, V3, V6, Form.ALL);
    asm.vector(VectorOp.VPADDD, V1, V1, V3, Form.ALL);
    Source c = e.source(i.operand(3), PtxType.B32, 0, V0);
    VectorTarget t = e.target(i.operand(0), PtxType.B32);
    asm.vector(VectorOp.VPADDD, t.low(), V1, c, t.form(0));
    e.done(t);
  }

  private static VectorOp right(PtxType type) {
    return type.isSigned() ? VectorOp.VPSRAW_IMM : VectorOp.VPSRLW_IMM;
  }
}
