package org.grcuda.cpu.x86;

import static org.grcuda.cpu.x86.Avx2.V13;
import static org.grcuda.cpu.x86.Avx2.V14;
import static org.grcuda.cpu.x86.Avx2.V15;

/** Operations on integers that AVX2 lacks. The last instruction of each writes its target. */
final class Avx2Integers {

  private static final int WORD = Integer.SIZE;
  private static final int LONG = Long.SIZE;

  /** For VPSHUFD: the odd words twice, and each pair of words exchanged. */
  private static final int ODD_WORDS = 0xf5;

  private static final int SWAPPED_WORDS = 0xb1;

  /** For VPBLENDD: the odd words of the second source. */
  private static final int ODD = 0xaa;

  private final Avx2 asm;

  Avx2Integers(Avx2 asm) {
    this.asm = asm;
  }

  /** {@code to = op(a, b)}. */
  void emit(VectorOp op, int to, int a, Source last) {
    int b = asm.inRegister(last);
    switch (op) {
      case VPMULLQ -> product(to, a, b);
      case VPMINSQ, VPMINUQ -> {
        greater(op == VectorOp.VPMINUQ, a, b);
        asm.blend(to, a, b, V15);
      }
      case VPMAXSQ, VPMAXUQ -> {
        greater(op == VectorOp.VPMAXUQ, a, b);
        asm.blend(to, b, a, V15);
      }
      case VPABSQ -> {
        asm.clear(V15);
        asm.emit(VectorOp.VPSUBQ, V15, V15, b);
        asm.blend(VexOp.VBLENDVPD, to, b, Source.of(V15), b);
      }
      case VPSRAVQ -> shiftRight(to, a, b);
      case VPLZCNTD -> leadingZeros(to, b);
      default -> leadingZerosOfLongs(to, b);
    }
  }

  /** The products of the words, by place. */
  private void product(int to, int a, int b) {
    asm.emit(VexOp.VPSHUFD.with(SWAPPED_WORDS), V14, 0, b);
    asm.emit(VectorOp.VPMULLD, V14, V14, a);
    asm.shift(VectorOp.VPSRLQ_IMM, V15, V14, WORD);
    asm.emit(VectorOp.VPADDD, V14, V14, V15);
    asm.shift(VectorOp.VPSLLQ_IMM, V14, V14, WORD);
    asm.emit(VectorOp.VPMULUDQ, V15, a, b);
    asm.emit(VectorOp.VPADDQ, to, V14, V15);
  }

  /** Where {@code a} is greater than {@code b}, all ones into {@link Avx2#V15}. */
  private void greater(boolean unsigned, int a, int b) {
    if (unsigned) {
      asm.emit(VexOp.VMOVDQU, V15, 0, asm.all(Long.MIN_VALUE));
      asm.emit(VectorOp.VPXORD, V14, V15, a);
      asm.emit(VectorOp.VPXORD, V15, V15, b);
      asm.emit(VexOp.VPCMPGTQ, V15, V14, V15);
    } else {
      asm.emit(VexOp.VPCMPGTQ, V15, a, b);
    }
  }

  /** Negative numbers are shifted as their complements. */
  private void shiftRight(int to, int a, int b) {
    asm.clear(V15);
    asm.emit(VexOp.VPCMPGTQ, V15, V15, a);
    asm.emit(VectorOp.VPXORD, V14, V15, a);
    asm.emit(VectorOp.VPSRLVQ, V14, V14, b);
    asm.emit(VectorOp.VPXORD, to, V14, V15);
  }

  /**
   * From the exponents of floats. Bits that lie eight below others are left out first: this keeps
   * the highest one, and no float is rounded up to the next power of two.
   */
  private void leadingZeros(int to, int b) {
    int exponentOfOne = 127;
    asm.shift(VectorOp.VPSRLD_IMM, V14, b, 8);
    asm.emit(VectorOp.VPANDND, V14, V14, b);
    asm.emit(VectorOp.VCVTDQ2PS, V14, 0, V14);
    asm.shift(VectorOp.VPSRLD_IMM, V14, V14, 23);
    asm.emit(VexOp.VMOVDQU, V15, 0, asm.all(exponentOfOne + WORD - 1));
    // Saturates at 0 where the float is negative.
    asm.emit(VexOp.VPSUBUSW, V14, V15, V14);
    asm.emit(VexOp.VPMINSW, to, V14, asm.all(WORD));
  }

  /** Those of the upper word, and those of the lower one if the upper one is 0. */
  private void leadingZerosOfLongs(int to, int b) {
    leadingZeros(V14, b);
    asm.shift(VectorOp.VPSRLQ_IMM, V15, V14, WORD);
    asm.emit(VexOp.VPCMPEQD, V13, V15, asm.all(-1L << WORD | WORD));
    asm.emit(VectorOp.VPANDD, V13, V13, V14);
    asm.emit(VectorOp.VPADDD, to, V15, V13);
  }

  // ---- shifts by an immediate

  /** An arithmetic shift of 64 bits, or a rotation to the right. */
  void shift(VectorOp op, int to, Source last, int amount) {
    int b = asm.inRegister(last);
    switch (op) {
      case VPSRAQ_IMM -> shiftRightBy(to, b, Math.min(amount, LONG - 1));
      case VPRORD_IMM -> rotate(to, b, amount % WORD, WORD);
      default -> rotate(to, b, amount % LONG, LONG);
    }
  }

  private void shiftRightBy(int to, int b, int amount) {
    if (amount == 0) {
      asm.move(to, b);
    } else if (amount == LONG - 1) {
      asm.shift(VectorOp.VPSRAD_IMM, V14, b, WORD - 1);
      asm.emit(VexOp.VPSHUFD.with(ODD_WORDS), to, 0, V14);
    } else if (amount < WORD) {
      asm.shift(VectorOp.VPSRLQ_IMM, V14, b, amount);
      asm.shift(VectorOp.VPSRAD_IMM, V15, b, amount);
      asm.emit(VexOp.VPBLENDD.with(ODD), to, V14, V15);
    } else {
      asm.shift(VectorOp.VPSRAD_IMM, V14, b, WORD - 1);
      asm.shift(VectorOp.VPSRAD_IMM, V15, b, amount - WORD);
      asm.emit(VexOp.VPSHUFD.with(ODD_WORDS), V15, 0, V15);
      asm.emit(VexOp.VPBLENDD.with(ODD), to, V15, V14);
    }
  }

  private void rotate(int to, int b, int amount, int bits) {
    boolean wide = bits == LONG;
    if (amount == 0) {
      asm.move(to, b);
    } else if (amount == WORD) {
      asm.emit(VexOp.VPSHUFD.with(SWAPPED_WORDS), to, 0, b);
    } else if (amount % Byte.SIZE == 0) {
      asm.emit(VectorOp.VPSHUFB, to, b, rotatedBytes(amount / Byte.SIZE, bits / Byte.SIZE));
    } else {
      asm.shift(wide ? VectorOp.VPSRLQ_IMM : VectorOp.VPSRLD_IMM, V14, b, amount);
      asm.shift(wide ? VectorOp.VPSLLQ_IMM : VectorOp.VPSLLD_IMM, V15, b, bits - amount);
      asm.emit(VectorOp.VPORD, to, V14, V15);
    }
  }

  /** For VPSHUFB: the bytes of each element, from the one with number {@code first} on. */
  private Mem rotatedBytes(int first, int size) {
    int[] words = new int[asm.lanes()];
    for (int i = 0; i < asm.bytes(); i++) {
      int from = i % 16 / size * size + (i + first) % size;
      words[i / Integer.BYTES] |= from << i % Integer.BYTES * Byte.SIZE;
    }
    return asm.constant(words);
  }

  // ---- three sources

  /**
   * Each lane from the table of eight words {@code low}, or from {@code high} if bit 3 of its index
   * is set.
   */
  void permute(int to, int index, int low, Source high) {
    int bitOfTable = 3;
    asm.emit(VectorOp.VPERMD, V15, index, high);
    asm.emit(VectorOp.VPERMD, V14, index, low);
    asm.shift(VectorOp.VPSLLD_IMM, V13, index, WORD - 1 - bitOfTable);
    asm.blend(to, V14, V15, V13);
  }

  /** {@code to = f(d, a, b)}, bit by bit. */
  void logic(int to, int d, int a, Source last, int table) {
    int[] sources = {d, a, TernaryLogic.reads(table, 2) ? asm.inRegister(last) : V13};
    new LogicCode(sources).emit(TernaryLogic.of(table), to, V14, V15);
  }

  /** The code of a function of three registers. */
  private final class LogicCode {

    private final int[] sources;

    private LogicCode(int[] sources) {
      this.sources = sources;
    }

    /** Two temporary registers are enough, as {@link TernaryLogic#of} promises. */
    private void emit(TernaryLogic f, int to, int first, int second) {
      switch (f.operation()) {
        case SOURCE -> asm.move(to, sources[f.source()]);
        case ONES -> asm.emit(VexOp.VPCMPEQD, to, to, to);
        case ZERO -> asm.clear(to);
        default -> {
          boolean rightFirst = f.right().registers() > f.left().registers();
          int left;
          int right;
          if (rightFirst) {
            right = value(f.right(), first, second);
            left = value(f.left(), second, first);
          } else {
            left = value(f.left(), first, second);
            right = value(f.right(), left == first ? second : first, second);
          }
          asm.emit(instruction(f.operation()), to, left, right);
        }
      }
    }

    /** The register of a part: that of a source, or {@code to}. */
    private int value(TernaryLogic f, int to, int other) {
      if (f.operation() == TernaryLogic.Operation.SOURCE) {
        return sources[f.source()];
      }
      emit(f, to, to, other);
      return to;
    }

    private VectorOp instruction(TernaryLogic.Operation operation) {
      return switch (operation) {
        case AND -> VectorOp.VPANDD;
        case AND_NOT -> VectorOp.VPANDND;
        case OR -> VectorOp.VPORD;
        default -> VectorOp.VPXORD;
      };
    }
  }
}
