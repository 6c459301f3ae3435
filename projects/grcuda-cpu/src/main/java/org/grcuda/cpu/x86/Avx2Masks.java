package org.grcuda.cpu.x86;

/**
 * Masks of 8 bits without mask registers. Masks 0, 6 and 1 are the lowest bits of the general
 * registers r12, r13 and r15; the others are words in the frame. All other bits of them are 0.
 */
abstract class Avx2Masks extends Vex {

  /** A general register that no one else uses. */
  static final int TEMP = 14;

  /** The general registers but r12 to r15, in which masks are computed. */
  private static final int[] GENERALS = {RSI, RBP, 8, 9, 10, 11};

  private static final int[] NUMBERS = {2, 3, 4, 5, 12, 13, 14, 15};
  private static final int LANES = 8;
  private static final int SLOT = 8;
  private static final int ALL = 0xff;
  private static final int HALF = 0xf;

  /** Offsets in the memory: the masks, scratch memory of 96 bytes, the table. */
  private static final int MASKS = 0;

  private static final int SPILL = 128;
  private static final int TABLE = 256;

  private final int frame;
  private final int masks;
  private final int table;
  private final int spill;

  Avx2Masks(int frame, int memory) {
    super(LANES, GENERALS, NUMBERS);
    this.frame = frame;
    this.masks = memory + MASKS;
    this.table = memory + TABLE;
    this.spill = memory + SPILL;
  }

  /** Ends with the table: for each mask of 8 bits, a byte 0xff or 0 for each of its bits. */
  @Override
  public final byte[] memory() {
    byte[] bytes = new byte[TABLE + (ALL + 1) * LANES];
    for (int i = 0; i < (ALL + 1) * LANES; i++) {
      bytes[TABLE + i] = (byte) -(i / LANES >> i % LANES & 1);
    }
    return bytes;
  }

  /** Scratch memory of the frame. */
  final Mem spill(int at) {
    return Mem.at(frame, spill + at);
  }

  /** Whether no other thread can see the memory. */
  final boolean isPrivate(Mem m) {
    return m.label() != null || m.base() == frame;
  }

  // ---- where masks are

  private static int register(int k) {
    return switch (k) {
      case 0 -> 12;
      case 6 -> 13;
      case 1 -> 15;
      default -> -1;
    };
  }

  private static boolean isInMemory(int k) {
    return register(k) < 0;
  }

  /** A mask that is in a register. */
  static int registerOf(VectorOp op, int k) {
    if (isInMemory(k)) {
      throw new IllegalArgumentException(op + " with a mask of bytes in memory");
    }
    return register(k);
  }

  private Source operand(int k) {
    return isInMemory(k) ? Source.of(Mem.at(frame, masks + SLOT * k)) : Source.of(register(k));
  }

  /** The register in which a mask is computed. */
  private static int target(int k) {
    return isInMemory(k) ? TEMP : register(k);
  }

  /** Ends what computed a mask in its {@link #target}. */
  private void done(int k) {
    if (isInMemory(k)) {
      store(4, operand(k).memory(), TEMP);
    }
  }

  private void copy(int register, int k) {
    Source from = operand(k);
    if (from.isMemory()) {
      load(4, register, from.memory());
    } else if (from.register() != register) {
      mov(4, register, from.register());
    }
  }

  /** A register that holds a mask: its own or the temporary one. */
  private int read(int k) {
    if (isInMemory(k)) {
      copy(TEMP, k);
    }
    return target(k);
  }

  private void alu(Alu op, int register, Source from) {
    if (from.isMemory()) {
      alu(op, 4, register, from.memory());
    } else {
      alu(op, 4, register, from.register());
    }
  }

  // ---- operations

  @Override
  public final void kmovFromGpr(int k, int register) {
    extend(1, false, target(k), register);
    done(k);
  }

  @Override
  public final void kmovToGpr(int register, int k) {
    copy(register, k);
  }

  @Override
  public final void kmov(int to, int from) {
    if (to == from) {
      return;
    }
    if (isInMemory(to)) {
      store(4, operand(to).memory(), read(from));
    } else {
      copy(register(to), from);
    }
  }

  @Override
  public final void kload(int k, Mem from) {
    loadNarrow(1, false, target(k), from);
    done(k);
  }

  @Override
  public final void kstore(Mem to, int k) {
    store(1, to, read(k));
  }

  @Override
  public final void mask(MaskOp op, int to, int a, int b) {
    int d = target(to);
    if (op == MaskOp.KANDN) {
      emit(VexOp.ANDN, d, read(a), operand(b));
    } else if (a == b && (op == MaskOp.KXOR || op == MaskOp.KXNOR)) {
      mov(d, op == MaskOp.KXOR ? 0 : ALL);
    } else {
      boolean swaps = to == b;
      copy(d, swaps ? b : a);
      Alu alu =
          switch (op) {
            case KAND -> Alu.AND;
            case KOR -> Alu.OR;
            default -> Alu.XOR;
          };
      alu(alu, d, operand(swaps ? a : b));
      if (op == MaskOp.KXNOR) {
        aluImmediate(Alu.XOR, 4, d, ALL);
      }
    }
    done(to);
  }

  @Override
  public final void knot(int to, int from) {
    copy(target(to), from);
    aluImmediate(Alu.XOR, 4, target(to), ALL);
    done(to);
  }

  @Override
  public final void kortest(int a, int b) {
    if (a != b) {
      copy(TEMP, a);
      alu(Alu.OR, TEMP, operand(b));
    } else if (isInMemory(a)) {
      aluImmediate(Alu.CMP, 4, operand(a).memory(), 0);
    } else {
      test(4, register(a), register(a));
    }
  }

  @Override
  public final void join(int to, int high, int low) {
    if (isInMemory(to) || to == high) {
      copy(TEMP, low);
      aluImmediate(Alu.AND, 4, TEMP, HALF);
      store(4, spill(0), TEMP);
      upper(TEMP, high);
      alu(Alu.OR, 4, TEMP, spill(0));
      if (!isInMemory(to)) {
        mov(4, register(to), TEMP);
      }
    } else {
      upper(TEMP, high);
      copy(register(to), low);
      aluImmediate(Alu.AND, 4, register(to), HALF);
      alu(Alu.OR, 4, register(to), TEMP);
    }
    done(to);
  }

  /** The lower half of a mask as the upper one. */
  private void upper(int register, int k) {
    copy(register, k);
    shift(Shift.SHL, 4, register, LANES / 2);
    extend(1, false, register, register);
  }

  @Override
  public final void upperHalf(int to, int from) {
    copy(target(to), from);
    shift(Shift.SHR, 4, target(to), LANES / 2);
    done(to);
  }

  // ---- masks and vectors

  /**
   * Sets mask {@code k} from the signs of a vector's elements, and with the form's mask.
   *
   * @param signs VMOVMSKPS or VMOVMSKPD
   * @param inverts whether the signs are those of the other lanes
   */
  final void fromSigns(int k, VexOp signs, int vector, boolean inverts, Form form) {
    int d = target(k);
    boolean wide = signs == VexOp.VMOVMSKPD;
    Source of = operand(form.mask());
    if (form.mask() == 0) {
      emit(signs, d, 0, vector);
      if (inverts) {
        aluImmediate(Alu.XOR, 4, d, wide ? HALF : ALL);
      }
    } else if (inverts && !wide) {
      emit(signs, TEMP, 0, vector);
      emit(VexOp.ANDN, d, TEMP, of);
    } else {
      int at = of.is(d) ? TEMP : d;
      emit(signs, at, 0, vector);
      if (inverts) {
        aluImmediate(Alu.XOR, 4, at, HALF);
      }
      alu(Alu.AND, d, at == d ? of : Source.of(at));
    }
    done(k);
  }

  /**
   * Each bit of a mask as an element of a vector, all ones or 0.
   *
   * @param wide whether elements have 64 bits
   * @param half whether the vector has 16 bytes
   */
  final void expand(int to, int k, boolean wide, boolean half) {
    VexOp op = wide ? VexOp.VPMOVSXBQ : VectorOp.VPMOVSXBD.vex();
    emit(half ? op.xmm() : op, to, 0, Mem.indexed(frame, read(k), SLOT, table));
  }

  /** Each bit of a mask of 32 bits as a byte. */
  final void expandBytes(int to, int register) {
    emit(VexOp.VMOVD_FROM_GPR, to, 0, register);
    emit(VectorOp.VPBROADCASTD.vex(), to, 0, to);
    long[] bytes = {0, 0x0101010101010101L, 0x0202020202020202L, 0x0303030303030303L};
    long bit = 0x8040201008040201L;
    Mem bits = constant(new long[] {bit, bit, bit, bit});
    emit(VectorOp.VPSHUFB.vex(), to, to, constant(bytes));
    emit(VectorOp.VPANDD.vex(), to, to, bits);
    emit(VexOp.VPCMPEQB, to, to, bits);
  }

  /** Jumps unless all lanes are in a mask. */
  final void jumpUnlessFull(int k, boolean wide, Label to) {
    if (wide) {
      if (isInMemory(k)) {
        copy(TEMP, k);
        aluImmediate(Alu.ADD, 4, TEMP, 1);
      } else {
        lea(4, TEMP, Mem.at(register(k), 1));
      }
      testByte(TEMP, HALF);
    } else if (isInMemory(k)) {
      compareByte(operand(k).memory(), ALL);
    } else {
      compareByte(register(k), ALL);
    }
    jump(Condition.NE, to);
  }

  /** Jumps if a lane is not in a mask. */
  final void jumpUnlessIn(int k, int lane, Label to) {
    if (isInMemory(k)) {
      testByte(operand(k).memory(), 1 << lane);
    } else {
      testByte(register(k), 1 << lane);
    }
    jump(Condition.E, to);
  }
}
