package org.grcuda.cpu.x86;

/** Encodes instructions with a VEX prefix, on vector registers or on general ones. */
abstract class Vex extends VectorAssembler {

  private static final int GROUP_1_BYTE = 0x80;
  private static final int GROUP_3_BYTE = 0xf6;
  private static final int COMPARE = 7;

  Vex(int lanes, int[] generals, int[] masks) {
    super(lanes, generals, masks);
  }

  /**
   * An instruction.
   *
   * @param reg the register field: mostly the destination
   * @param v the register of the VEX prefix, mostly the first source; 0 if there is none
   * @param rm the last source, or the destination of a store
   */
  final void emit(VexOp op, int reg, int v, Source rm) {
    if (rm.isMemory()) {
      emit(op, reg, v, rm.memory());
    } else {
      emit(op, reg, v, rm.register());
    }
  }

  /** An instruction whose last operand is a register. */
  final void emit(VexOp op, int reg, int v, int rm) {
    int field = prefix(op, reg, v, 0, rm);
    put(0xc0 | (field & 7) << 3 | rm & 7);
    immediate(op);
  }

  /** An instruction whose last operand is in memory. */
  final void emit(VexOp op, int reg, int v, Mem m) {
    int field = prefix(op, reg, v, Math.max(m.index(), 0), Math.max(m.base(), 0));
    memory(field, m, op.immediate() < 0 ? 0 : 1, false);
    immediate(op);
  }

  /** The prefix and the opcode; returns the register field. */
  private int prefix(VexOp op, int reg, int v, int index, int base) {
    int field = op.extension() >= 0 ? op.extension() : reg;
    int source = op.extension() >= 0 ? reg : v;
    int last = (~source & 0xf) << 3 | op.length() << 2 | op.prefix();
    int r = field < 8 ? 0x80 : 0;
    if (op.map() == 1 && op.w() == 0 && index < 8 && base < 8) {
      put(0xc5);
      put(r | last);
    } else {
      put(0xc4);
      put(r | (index < 8 ? 0x40 : 0) | (base < 8 ? 0x20 : 0) | op.map());
      put(op.w() << 7 | last);
    }
    put(op.opcode());
    return field;
  }

  private void immediate(VexOp op) {
    if (op.immediate() >= 0) {
      put(op.immediate());
    }
  }

  /** Compares the low byte of a register from 8 on with a constant. */
  final void compareByte(int register, int value) {
    rex(false, 0, 0, register, true);
    put(GROUP_1_BYTE);
    put(0xc0 | COMPARE << 3 | register & 7);
    put(value);
  }

  /** Compares a byte in memory with a constant. */
  final void compareByte(Mem m, int value) {
    rex(false, 0, Math.max(m.index(), 0), Math.max(m.base(), 0), false);
    put(GROUP_1_BYTE);
    memory(COMPARE, m, 1, false);
    put(value);
  }

  /** Tests bits of the low byte of a register. */
  final void testByte(int register, int bits) {
    rex(false, 0, 0, register, true);
    put(GROUP_3_BYTE);
    put(0xc0 | register & 7);
    put(bits);
  }

  /** Tests bits of a byte in memory. */
  final void testByte(Mem m, int bits) {
    rex(false, 0, Math.max(m.index(), 0), Math.max(m.base(), 0), false);
    put(GROUP_3_BYTE);
    memory(0, m, 1, false);
    put(bits);
  }
}
