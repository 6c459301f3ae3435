package org.grcuda.cpu.translate.simd;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Mem;
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
  private final Assembler asm;

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

  /** Ends an instruction whose 32-bit results are in register 3, or as 64 bits in 3 and 6. */
  private void finishWords(Instruction i, PtxType source) {
    if (isWide(source)) {
      e.truncate(3, 6, 3);
    }
    VectorTarget t = e.target(i.operand(0), PtxType.U32);
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, 3, t.form(0));
    e.done(t);
  }

  // ---- bits

  private void count(Instruction i) {
    PtxType type = i.type();
    for (int h = 0; h < halves(type); h++) {
      int to = h == 0 ? 3 : 6;
      int a = e.vector(i.operand(1), type, h, 0);
      Source low = e.constant(PtxType.B32, 0x0f0f0f0f);
      e.op(VectorOp.VPANDD, 2, a, low, Form.ALL);
      asm.vector(VectorOp.VPSRLD_IMM, 1, 0, a, Form.ALL.with(4));
      e.op(VectorOp.VPANDD, 1, 1, low, Form.ALL);
      asm.vector(VectorOp.VMOVDQU32, 7, 0, asm.constant(lanes(l -> ONES[l % 4])), Form.ALL);
      asm.vector(VectorOp.VPSHUFB, 1, 7, 1, Form.ALL);
      asm.vector(VectorOp.VPSHUFB, 2, 7, 2, Form.ALL);
      asm.vector(VectorOp.VPADDB, to, 1, 2, Form.ALL);
      if (isWide(type)) {
        asm.vector(VectorOp.VPXORD, 1, 1, 1, Form.ALL);
        asm.vector(VectorOp.VPSADBW, to, to, 1, Form.ALL);
      } else {
        e.op(VectorOp.VPMULLD, to, to, e.constant(PtxType.B32, 0x01010101), Form.ALL);
        asm.vector(VectorOp.VPSRLD_IMM, to, 0, to, Form.ALL.with(24));
      }
    }
    finishWords(i, type);
  }

  private static int[] lanes(IntUnaryOperator value) {
    int[] lanes = new int[GangEmitter.LANES];
    Arrays.setAll(lanes, value);
    return lanes;
  }

  /** From the leading zeros, of signed values without their sign; -1 where there is no bit. */
  private void find(Instruction i) {
    PtxType type = i.type();
    int bits = type.bits();
    VectorOp xor = pick(type, VectorOp.VPXORD, VectorOp.VPXORQ);
    for (int h = 0; h < halves(type); h++) {
      int to = h == 0 ? 3 : 6;
      int a = e.vector(i.operand(1), type, h, 0);
      if (type.isSigned()) {
        VectorOp sign = pick(type, VectorOp.VPSRAD_IMM, VectorOp.VPSRAQ_IMM);
        asm.vector(sign, 1, 0, a, Form.ALL.with(bits - 1));
        asm.vector(xor, 0, a, 1, Form.ALL);
        a = 0;
      }
      asm.vector(pick(type, VectorOp.VPLZCNTD, VectorOp.VPLZCNTQ), to, 0, a, Form.ALL);
      if (i.has(Modifier.SHIFTAMT)) {
        int k = GangEmitter.HIGH;
        Form none = Form.ALL.with(EQUAL);
        e.op(pick(type, VectorOp.VPCMPD, VectorOp.VPCMPQ), k, to, e.constant(type, bits), none);
        VectorOp ones = pick(type, VectorOp.VPTERNLOGD, VectorOp.VPTERNLOGQ);
        asm.vector(ones, to, to, to, Form.ALL.masked(k).with(ALL_ONES));
      } else {
        broadcast(1, type, bits - 1);
        asm.vector(pick(type, VectorOp.VPSUBD, VectorOp.VPSUBQ), to, 1, to, Form.ALL);
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
      int a = e.vector(i.operand(1), type, h, 0);
      for (int step = 0; step < masks.length; step++) {
        asm.vector(VectorOp.VPSRLD_IMM, 1, 0, a, Form.ALL.with(1 << step));
        asm.vector(VectorOp.VPSLLD_IMM, 2, 0, a, Form.ALL.with(1 << step));
        Source mask = e.constant(PtxType.B32, masks[step]);
        e.op(VectorOp.VPTERNLOGD, 1, 2, mask, Form.ALL.with(SELECT));
        asm.vector(VectorOp.VMOVDQU32, 3, 0, 1, Form.ALL);
        a = 3;
      }
      int last = type.size() - 1;
      int[] bytes = lanes(l -> bytes(b -> (4 * (l % 4) + b & ~last) + (last - (b + 4 * l & last))));
      asm.vector(VectorOp.VPSHUFB, 3, 3, asm.constant(bytes), Form.ALL);
      VectorOp move = pick(type, VectorOp.VMOVDQU32, VectorOp.VMOVDQU64);
      asm.vector(move, t.half(h), 0, 3, t.form(h));
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
    e.op(VectorOp.VPANDD, to, n, e.constant(PtxType.U32, 0xff), Form.ALL);
    if (isWide(type)) {
      e.widen(to, half, false, to);
    }
  }

  /** Puts as many ones as register 6 says, from bit 0 on, into 3. */
  private void ones(PtxType type) {
    broadcast(3, type, 1);
    asm.vector(pick(type, VectorOp.VPSLLVD, VectorOp.VPSLLVQ), 3, 3, 6, Form.ALL);
    VectorOp add = pick(type, VectorOp.VPADDD, VectorOp.VPADDQ);
    e.op(add, 3, 3, e.constant(type, -1), Form.ALL);
  }

  /**
   * The variable shifts give 0 or the sign for all amounts as large as the value's width, or
   * larger.
   */
  private void extract(Instruction i) {
    PtxType type = i.type();
    VectorTarget t = e.target(i.operand(0), type);
    for (int h = 0; h < halves(type); h++) {
      lowByte(i.operand(2), type, h, 2);
      lowByte(i.operand(3), type, h, 6);
      int a = e.vector(i.operand(1), type, h, 0);
      VectorOp right =
          type.isSigned()
              ? pick(type, VectorOp.VPSRAVD, VectorOp.VPSRAVQ)
              : pick(type, VectorOp.VPSRLVD, VectorOp.VPSRLVQ);
      asm.vector(right, 1, a, 2, Form.ALL);
      if (type.isSigned()) {
        VectorOp least = pick(type, VectorOp.VPMINUD, VectorOp.VPMINUQ);
        e.op(least, 6, 6, e.constant(type, type.bits()), Form.ALL);
        broadcast(3, type, type.bits());
        asm.vector(pick(type, VectorOp.VPSUBD, VectorOp.VPSUBQ), 3, 3, 6, Form.ALL);
        asm.vector(pick(type, VectorOp.VPSLLVD, VectorOp.VPSLLVQ), 1, 1, 3, Form.ALL);
        asm.vector(right, t.half(h), 1, 3, t.form(h));
      } else {
        ones(type);
        asm.vector(pick(type, VectorOp.VPANDD, VectorOp.VPANDQ), t.half(h), 1, 3, t.form(h));
      }
    }
    e.done(t);
  }

  private void insert(Instruction i) {
    PtxType type = i.type();
    VectorTarget t = e.target(i.operand(0), type);
    VectorOp left = pick(type, VectorOp.VPSLLVD, VectorOp.VPSLLVQ);
    for (int h = 0; h < halves(type); h++) {
      lowByte(i.operand(3), type, h, 2);
      lowByte(i.operand(4), type, h, 6);
      ones(type);
      asm.vector(left, 3, 3, 2, Form.ALL);
      int a = e.vector(i.operand(1), type, h, 0);
      asm.vector(left, 1, a, 2, Form.ALL);
      int b = e.vector(i.operand(2), type, h, 0);
      asm.vector(VectorOp.VPTERNLOGQ, 1, b, 3, Form.ALL.with(SELECT));
      VectorOp move = pick(type, VectorOp.VMOVDQU32, VectorOp.VMOVDQU64);
      asm.vector(move, t.half(h), 0, 1, t.form(h));
    }
    e.done(t);
  }

  // ---- bytes

  private void permute(Instruction i) {
    if (i.modifiers().size() > 1) {
      throw e.refuse();
    }
    int a = e.vector(i.operand(1), PtxType.B32, 0, 0);
    int b = e.vector(i.operand(2), PtxType.B32, 0, 2);
    boolean isPlain =
        i.operand(3) instanceof Operand.IntegerImmediate n && (n.value() & 0x8888) == 0;
    if (isPlain) {
      int selector = (int) ((Operand.IntegerImmediate) i.operand(3)).value();
      asm.vector(VectorOp.VPSHUFB, 1, a, chosen(selector, 0), Form.ALL);
      asm.vector(VectorOp.VPSHUFB, 3, b, chosen(selector, 4), Form.ALL);
      asm.vector(VectorOp.VPORD, 1, 1, 3, Form.ALL);
    } else {
      choose(a, b, i.operand(3));
    }
    VectorTarget t = e.target(i.operand(0), PtxType.B32);
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, 1, t.form(0));
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
    int s = e.vector(selector, PtxType.U32, 0, 6);
    e.op(VectorOp.VPANDD, 6, s, e.constant(PtxType.B32, 0xffff), Form.ALL);
    int[] masks = {0x00ff00ff, 0x0f0f0f0f};
    for (int step = 0; step < 2; step++) {
      asm.vector(VectorOp.VPSLLD_IMM, 3, 0, 6, Form.ALL.with(8 >> step));
      asm.vector(VectorOp.VPORD, 6, 6, 3, Form.ALL);
      e.op(VectorOp.VPANDD, 6, 6, e.constant(PtxType.B32, masks[step]), Form.ALL);
    }
    e.op(VectorOp.VPANDD, 3, 6, e.constant(PtxType.B32, 0x03030303), Form.ALL);
    Mem firsts = asm.constant(lanes(l -> 0x04040404 * (l % 4)));
    asm.vector(VectorOp.VPORD, 3, 3, firsts, Form.ALL);
    asm.vector(VectorOp.VPSHUFB, 1, a, 3, Form.ALL);
    asm.vector(VectorOp.VPSHUFB, 3, b, 3, Form.ALL);
    int k = GangEmitter.HIGH;
    asm.vector(VectorOp.VPTESTMB, k, 6, asm.constant(lanes(l -> 0x04040404)), Form.ALL);
    asm.vector(VectorOp.VMOVDQU8, 1, 0, 3, Form.ALL.masked(k));
    asm.vector(VectorOp.VPTESTMB, k, 6, asm.constant(lanes(l -> 0x08080808)), Form.ALL);
    asm.vector(VectorOp.VPXORD, 3, 3, 3, Form.ALL);
    asm.vector(VectorOp.VPCMPB, 0, 1, 3, Form.ALL.with(LESS));
    asm.vector(VectorOp.VPMOVM2B, 3, 0, 0, Form.ALL);
    asm.vector(VectorOp.VMOVDQU8, 1, 0, 3, Form.ALL.masked(k));
  }

  /** As words, the even bytes and the odd ones. */
  private void dotProduct(Instruction i) {
    VectorOp rightA = right(i.types().get(0));
    VectorOp rightB = right(i.types().get(1));
    int a = e.vector(i.operand(1), PtxType.B32, 0, 0);
    int b = e.vector(i.operand(2), PtxType.B32, 0, 2);
    Form byEight = Form.ALL.with(8);
    asm.vector(VectorOp.VPSLLW_IMM, 1, 0, a, byEight);
    asm.vector(rightA, 1, 0, 1, byEight);
    asm.vector(VectorOp.VPSLLW_IMM, 3, 0, b, byEight);
    asm.vector(rightB, 3, 0, 3, byEight);
    asm.vector(VectorOp.VPMADDWD, 1, 1, 3, Form.ALL);
    asm.vector(rightA, 3, 0, a, byEight);
    asm.vector(rightB, 6, 0, b, byEight);
    asm.vector(VectorOp.VPMADDWD, 3, 3, 6, Form.ALL);
    asm.vector(VectorOp.VPADDD, 1, 1, 3, Form.ALL);
    Source c = e.source(i.operand(3), PtxType.B32, 0, 0);
    VectorTarget t = e.target(i.operand(0), PtxType.B32);
    e.op(VectorOp.VPADDD, t.low(), 1, c, t.form(0));
    e.done(t);
  }

  private static VectorOp right(PtxType type) {
    return type.isSigned() ? VectorOp.VPSRAW_IMM : VectorOp.VPSRLW_IMM;
  }
}
