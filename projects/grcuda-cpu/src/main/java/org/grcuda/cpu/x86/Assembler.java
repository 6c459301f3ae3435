package org.grcuda.cpu.x86;

/**
 * Encodes x86-64 machine code (Intel SDM volume 2, chapter 2: Instruction Format): instructions on
 * general registers, and control flow.
 *
 * <p>General registers are their numbers, 0 (rax) to 15. Widths of integer operations are 4 or 8
 * bytes. Jumps have 32-bit displacements. Constants are collected and put behind the code, each
 * once.
 */
public class Assembler extends CodeBuffer {

  public static final int RAX = 0;
  public static final int RCX = 1;
  public static final int RDX = 2;
  public static final int RBX = 3;
  public static final int RSP = 4;
  public static final int RBP = 5;
  public static final int RSI = 6;
  public static final int RDI = 7;

  /** REX, opcode bytes and ModRM of a general instruction on registers. */
  private void general(int width, int reg, int rm, int... opcode) {
    rex(width == 8, reg, 0, rm, false);
    for (int b : opcode) {
      put(b);
    }
    put(0xc0 | (reg & 7) << 3 | rm & 7);
  }

  private void general(int width, int reg, Mem m, int immediateBytes, int... opcode) {
    rex(width == 8, reg, Math.max(m.index(), 0), Math.max(m.base(), 0), false);
    for (int b : opcode) {
      put(b);
    }
    memory(reg, m, immediateBytes, false);
  }

  // ---- general registers

  /** {@code mov}. */
  public void mov(int width, int to, int from) {
    if (width == 4 || to != from) {
      general(width, to, from, 0x8b);
    }
  }

  /** {@code mov} of a constant; all 64 bits are set. */
  public void mov(int to, long value) {
    if (value == 0) {
      alu(Alu.XOR, 4, to, to);
    } else if (value >>> 32 == 0) {
      rex(false, 0, 0, to, false);
      put(0xb8 | to & 7);
      put4((int) value);
    } else if (value == (int) value) {
      general(8, 0, to, 0xc7);
      put4((int) value);
    } else {
      rex(true, 0, 0, to, false);
      put(0xb8 | to & 7);
      put8(value);
    }
  }

  /** Loads 4 (zero-extended) or 8 bytes. */
  public void load(int width, int to, Mem from) {
    general(width, to, from, 0, 0x8b);
  }

  /** Loads 1 or 2 bytes, extended to 32 bits. */
  public void loadNarrow(int bytesRead, boolean signed, int to, Mem from) {
    general(4, to, from, 0, 0x0f, (signed ? 0xbe : 0xb6) + (bytesRead == 2 ? 1 : 0));
  }

  /** Stores 1, 2, 4 or 8 bytes. */
  public void store(int width, Mem to, int from) {
    wordPrefix(width);
    rex(width == 8, from, Math.max(to.index(), 0), Math.max(to.base(), 0), width == 1);
    put(width == 1 ? 0x88 : 0x89);
    memory(from, to, 0, false);
  }

  /** Stores a constant of 2, 4 or 8 bytes (sign-extended from 32 bits). */
  public void storeConstant(int width, Mem to, int value) {
    wordPrefix(width);
    general(width, 0, to, width == 2 ? 2 : 4, 0xc7);
    put(value);
    put(value >> 8);
    if (width != 2) {
      put(value >> 16);
      put(value >> 24);
    }
  }

  /** {@code lea}. */
  public void lea(int width, int to, Mem address) {
    general(width, to, address, 0, 0x8d);
  }

  /** Two-operand arithmetic; the number is that of the opcode's group. */
  public enum Alu {
    ADD,
    OR,
    ADC,
    SBB,
    AND,
    SUB,
    XOR,
    CMP
  }

  /** {@code to = to op from}. */
  public void alu(Alu op, int width, int to, int from) {
    general(width, to, from, op.ordinal() << 3 | 3);
  }

  /** {@code to = to op memory}. */
  public void alu(Alu op, int width, int to, Mem from) {
    general(width, to, from, 0, op.ordinal() << 3 | 3);
  }

  /** {@code to = to op constant}. */
  public void aluImmediate(Alu op, int width, int to, int value) {
    if (value == (byte) value) {
      general(width, op.ordinal(), to, 0x83);
      put(value);
    } else {
      general(width, op.ordinal(), to, 0x81);
      put4(value);
    }
  }

  /** {@code memory = memory op constant}, the constant of one byte. */
  public void aluImmediate(Alu op, int width, Mem to, int value) {
    general(width, op.ordinal(), to, 1, 0x83);
    put(value);
  }

  /**
   * {@code memory op= register}, also of 1 (rax to rdx) or 2 bytes, indivisibly if {@code lock}.
   */
  public void aluStore(Alu op, int width, Mem to, int from, boolean lock) {
    if (width == 2) {
      put(0x66);
    }
    if (lock) {
      put(0xf0);
    }
    general(width, from, to, 0, op.ordinal() << 3 | (width == 1 ? 0 : 1));
  }

  /** {@code xadd}, indivisible. */
  public void lockXadd(int width, Mem to, int register) {
    put(0xf0);
    general(width, register, to, 0, 0x0f, 0xc1);
  }

  /** {@code xchg} of 2, 4 or 8 bytes with memory, indivisible. */
  public void xchg(int width, Mem to, int register) {
    wordPrefix(width);
    general(width, register, to, 0, 0x87);
  }

  /** {@code cmpxchg} of 2, 4 or 8 bytes with rax, indivisible. */
  public void lockCmpxchg(int width, Mem to, int register) {
    wordPrefix(width);
    put(0xf0);
    general(width, register, to, 0, 0x0f, 0xb1);
  }

  private void wordPrefix(int width) {
    if (width == 2) {
      put(0x66);
    }
  }

  /** What is said about the memory that is prefetched. */
  public enum Prefetch {
    /** It is read once: {@code prefetchnta}. */
    ONCE(0x18, 0),
    /** It is read: {@code prefetcht0}. */
    READ(0x18, 1),
    /** It is written: {@code prefetchw}. */
    WRITE(0x0d, 1);

    private final int opcode;
    private final int extension;

    Prefetch(int opcode, int extension) {
      this.opcode = opcode;
      this.extension = extension;
    }
  }

  /** A prefetch. */
  public void prefetch(Mem m, Prefetch kind) {
    general(4, kind.extension, m, 0, 0x0f, kind.opcode);
  }

  /** {@code mfence}. */
  public void mfence() {
    put(0x0f);
    put(0xae);
    put(0xf0);
  }

  /** {@code test}. */
  public void test(int width, int a, int b) {
    general(width, b, a, 0x85);
  }

  /** {@code imul}: the low half of the product. */
  public void imul(int width, int to, int from) {
    general(width, to, from, 0x0f, 0xaf);
  }

  /** {@code imul} by a constant. */
  public void imul(int width, int to, int from, int value) {
    general(width, to, from, 0x69);
    put4(value);
  }

  /** One operand: the opcode extension of group 3. */
  public enum Unary {
    NOT(2),
    NEG(3),
    /** Unsigned rdx:rax = rax * operand. */
    MUL(4),
    IMUL(5),
    /** rax, rdx = rdx:rax / operand, remainder. */
    DIV(6),
    IDIV(7);

    private final int extension;

    Unary(int extension) {
      this.extension = extension;
    }
  }

  /** One-operand arithmetic. */
  public void unary(Unary op, int width, int register) {
    general(width, op.extension, register, 0xf7);
  }

  /** {@code cdq} or {@code cqo}: rdx becomes the sign of rax. */
  public void signToRdx(int width) {
    rex(width == 8, 0, 0, 0, false);
    put(0x99);
  }

  /** Shifts: the opcode extension of group 2. */
  public enum Shift {
    ROL(0),
    ROR(1),
    SHL(4),
    SHR(5),
    SAR(7);

    private final int extension;

    Shift(int extension) {
      this.extension = extension;
    }
  }

  /** Shifts by a constant. */
  public void shift(Shift op, int width, int register, int amount) {
    general(width, op.extension, register, 0xc1);
    put(amount);
  }

  /** Shifts by cl, modulo the width. */
  public void shiftByCl(Shift op, int width, int register) {
    general(width, op.extension, register, 0xd3);
  }

  /** {@code movsxd}: 32 to 64 bits. */
  public void movsxd(int to, int from) {
    general(8, to, from, 0x63);
  }

  /** Loads 4 bytes, sign-extended to 64 bits. */
  public void movsxd(int to, Mem from) {
    general(8, to, from, 0, 0x63);
  }

  /** Extends the low 1 or 2 bytes to 32 bits. */
  public void extend(int bytesRead, boolean signed, int to, int from) {
    rex(false, to, 0, from, bytesRead == 1);
    put(0x0f);
    put((signed ? 0xbe : 0xb6) + (bytesRead == 2 ? 1 : 0));
    put(0xc0 | (to & 7) << 3 | from & 7);
  }

  /** {@code tzcnt}. */
  public void tzcnt(int to, int from) {
    put(0xf3);
    general(4, to, from, 0x0f, 0xbc);
  }

  /** {@code popcnt}. */
  public void popcnt(int to, int from) {
    popcnt(4, to, from);
  }

  /** {@code popcnt}. */
  public void popcnt(int width, int to, int from) {
    put(0xf3);
    general(width, to, from, 0x0f, 0xb8);
  }

  /** {@code lzcnt}. */
  public void lzcnt(int width, int to, int from) {
    put(0xf3);
    general(width, to, from, 0x0f, 0xbd);
  }

  /** Clears the lowest set bit: {@code blsr}. */
  public void blsr(int to, int from) {
    put(0xc4);
    put(0xc2 | (from < 8 ? 0x20 : 0));
    put((~to & 0xf) << 3);
    put(0xf3);
    put(0xc0 | 1 << 3 | from & 7);
  }

  /** {@code cmovcc}. */
  public void cmov(Condition c, int width, int to, int from) {
    general(width, to, from, 0x0f, 0x40 | c.ordinal());
  }

  /** {@code setcc}; afterwards the whole register is 0 or 1. */
  public void set(Condition c, int register) {
    rex(false, 0, 0, register, true);
    put(0x0f);
    put(0x90 | c.ordinal());
    put(0xc0 | register & 7);
    extend(1, false, register, register);
  }

  // ---- control

  /** Condition codes, in the order of their numbers. */
  public enum Condition {
    O,
    NO,
    B,
    AE,
    E,
    NE,
    BE,
    A,
    S,
    NS,
    P,
    NP,
    L,
    GE,
    LE,
    G;

    /** The one that holds where this one does not. */
    public Condition opposite() {
      return values()[ordinal() ^ 1];
    }
  }

  /** Conditional jump. */
  public void jump(Condition c, Label to) {
    put(0x0f);
    put(0x80 | c.ordinal());
    relative(to);
  }

  /** Jump. */
  public void jump(Label to) {
    put(0xe9);
    relative(to);
  }

  /** Jump to the address in a register. */
  public void jumpTo(int register) {
    rex(false, 0, 0, register, false);
    put(0xff);
    put(0xe0 | register & 7);
  }

  /** The address of a label: {@code lea} relative to {@code rip}. */
  public void address(int to, Label of) {
    rex(true, to, 0, 0, false);
    put(0x8d);
    put((to & 7) << 3 | 5);
    relative(of);
  }

  public void push(int register) {
    rex(false, 0, 0, register, false);
    put(0x50 | register & 7);
  }

  public void pop(int register) {
    rex(false, 0, 0, register, false);
    put(0x58 | register & 7);
  }

  /** Calls code that ends with {@link #ret}. */
  public void call(Label to) {
    put(0xe8);
    relative(to);
  }

  public void ret() {
    put(0xc3);
  }

  /** {@code vzeroupper}. */
  public void vzeroupper() {
    put(0xc5);
    put(0xf8);
    put(0x77);
  }
}
