package org.grcuda.cpu.x86;

import static org.grcuda.cpu.x86.Avx2.V13;
import static org.grcuda.cpu.x86.Avx2.V14;
import static org.grcuda.cpu.x86.Avx2.V15;

/** Comparisons with AVX2: vectors of all ones or 0, whose signs make a mask. */
final class Avx2Comparisons {

  private static final int EQUAL = 0;
  private static final int LESS = 1;
  private static final int NOT_GREATER = 2;
  private static final int UNEQUAL = 4;
  private static final int NOT_LESS = 5;
  private static final int GREATER = 6;

  private static final int SUBNORMAL = 0x20;

  /** For VSHUFPS: the odd words of each source. */
  private static final int ODD_WORDS = 0xdd;

  /** For VPERMQ: exchanges the two longs in the middle. */
  private static final int MIDDLE_SWAPPED = 0xd8;

  private final Avx2 asm;

  Avx2Comparisons(Avx2 asm) {
    this.asm = asm;
  }

  /** A comparison into mask {@code k}. */
  void emit(VectorOp op, int k, int a, Source b, Form form) {
    boolean inverts =
        switch (op) {
          case VCMPPS, VCMPPD -> {
            asm.emit(op.vex().with(form.immediate()), V15, a, b);
            yield false;
          }
          case VPCMPD, VPCMPQ -> signed(op, a, b, form.immediate());
          case VPCMPUD -> words(a, b, form.immediate());
          case VPCMPUQ -> longs(a, b, form.immediate());
          case VPTESTMD -> {
            testZero(VexOp.VPCMPEQD, a, b);
            yield true;
          }
          default -> {
            subnormal(op, asm.inRegister(b), form);
            yield false;
          }
        };
    asm.fromSigns(k, op.w == 1 ? VexOp.VMOVMSKPD : VexOp.VMOVMSKPS, V15, inverts, form);
  }

  private static VexOp equal(VectorOp op) {
    return op.w == 1 ? VexOp.VPCMPEQQ : VexOp.VPCMPEQD;
  }

  private static IllegalArgumentException missing(VectorOp op, int predicate) {
    return new IllegalArgumentException(op + " with the immediate " + predicate);
  }

  /** Returns whether the other lanes are those that were asked for. */
  private boolean signed(VectorOp op, int a, Source b, int predicate) {
    VexOp greater = op.w == 1 ? VexOp.VPCMPGTQ : VexOp.VPCMPGTD;
    switch (predicate) {
      case EQUAL, UNEQUAL -> asm.emit(equal(op), V15, a, b);
      case NOT_GREATER, GREATER -> asm.emit(greater, V15, a, b);
      case LESS, NOT_LESS -> asm.emit(greater, V15, asm.inRegister(b), a);
      default -> throw missing(op, predicate);
    }
    return predicate == UNEQUAL || predicate == NOT_GREATER || predicate == NOT_LESS;
  }

  /** {@code a} is at least {@code b} where it is the maximum of both. */
  private boolean words(int a, Source b, int predicate) {
    switch (predicate) {
      case EQUAL, UNEQUAL -> asm.emit(VexOp.VPCMPEQD, V15, a, b);
      case LESS, NOT_LESS -> {
        asm.emit(VectorOp.VPMAXUD, V15, a, b);
        asm.emit(VexOp.VPCMPEQD, V15, V15, a);
      }
      case NOT_GREATER, GREATER -> {
        asm.emit(VectorOp.VPMINUD, V15, a, b);
        asm.emit(VexOp.VPCMPEQD, V15, V15, a);
      }
      default -> throw missing(VectorOp.VPCMPUD, predicate);
    }
    return predicate == UNEQUAL || predicate == LESS || predicate == GREATER;
  }

  /** As signed numbers, with inverted signs. */
  private boolean longs(int a, Source b, int predicate) {
    if (predicate == EQUAL || predicate == UNEQUAL) {
      asm.emit(VexOp.VPCMPEQQ, V15, a, b);
      return predicate == UNEQUAL;
    }
    asm.emit(VexOp.VMOVDQU, V15, 0, asm.all(Long.MIN_VALUE));
    asm.emit(VectorOp.VPXORD, V14, V15, a);
    asm.emit(VectorOp.VPXORD, V15, V15, b);
    switch (predicate) {
      case NOT_GREATER, GREATER -> asm.emit(VexOp.VPCMPGTQ, V15, V14, V15);
      case LESS, NOT_LESS -> asm.emit(VexOp.VPCMPGTQ, V15, V15, V14);
      default -> throw missing(VectorOp.VPCMPUQ, predicate);
    }
    return predicate == NOT_GREATER || predicate == NOT_LESS;
  }

  /**
   * As {@link VectorAssembler#outside}. AVX2 compares only numbers with sign. A rotated distance is
   * below the limit if it is not negative and the limit subtracted from it is.
   */
  void outside(int k, int addresses, int temp, VectorAssembler.Area area) {
    distance(temp, addresses, area.lowStart(), area.log());
    distance(V15, addresses + 1, area.highStart(), area.log());
    asm.emit(VectorOp.VPBROADCASTQ, V13, 0, area.limit());
    below(temp);
    below(V15);
    asm.emit(VexOp.VSHUFPS.with(ODD_WORDS), V15, temp, V15);
    asm.emit(VexOp.VPERMQ.with(MIDDLE_SWAPPED), V15, 0, V15);
    asm.fromSigns(k, VexOp.VMOVMSKPS, V15, true, Form.ALL);
  }

  /** The distance from the start, rotated. */
  private void distance(int to, int from, Mem start, int log) {
    asm.vector(VectorOp.VPSUBQ, to, from, start, Form.ALL);
    if (log > 0) {
      asm.shift(VectorOp.VPSRLQ_IMM, V14, to, log);
      asm.shift(VectorOp.VPSLLQ_IMM, to, to, Long.SIZE - log);
      asm.emit(VectorOp.VPORD, to, to, V14);
    }
  }

  /** Makes the numbers negative that are below the limit in V13, and the others not. */
  private void below(int r) {
    asm.emit(VectorOp.VPSUBQ, V14, r, V13);
    asm.emit(VectorOp.VPANDND, r, r, V14);
  }

  /** Finds the elements of which both sources have no bit in common. */
  private void testZero(VexOp equal, int a, Source b) {
    asm.clear(V14);
    if (b.is(a)) {
      asm.emit(equal, V15, V14, a);
    } else {
      asm.emit(VectorOp.VPANDD, V15, a, b);
      asm.emit(equal, V15, V15, V14);
    }
  }

  /**
   * Twice a subnormal number's bits, subtracted from the lowest integer, are above the value at
   * which the exponents begin.
   */
  private void subnormal(VectorOp op, int b, Form form) {
    if (form.immediate() != SUBNORMAL) {
      throw missing(op, form.immediate());
    }
    if (op.w == 1) {
      asm.emit(VectorOp.VPADDQ, V14, b, b);
      asm.emit(VexOp.VMOVDQU, V15, 0, asm.all(Long.MIN_VALUE));
      asm.emit(VectorOp.VPSUBQ, V15, V15, V14);
      asm.emit(VexOp.VPCMPGTQ, V15, V15, asm.all(0x7fe0_0000_0000_0000L));
    } else {
      asm.emit(VectorOp.VPADDD, V14, b, b);
      asm.emit(VexOp.VMOVDQU, V15, 0, asm.all(Integer.MIN_VALUE));
      asm.emit(VectorOp.VPSUBD, V15, V15, V14);
      asm.emit(VexOp.VPCMPGTD, V15, V15, asm.all(0x7f00_0000));
    }
  }

  /** A comparison of bytes into a mask of 32 bits in a general register. */
  void bytes(VectorOp op, int register, int a, Source b, Form form) {
    if (form.mask() != 0) {
      throw new IllegalArgumentException(op + " with a mask");
    }
    if (op == VectorOp.VPTESTMB) {
      testZero(VexOp.VPCMPEQB, a, b);
      asm.emit(VexOp.VPMOVMSKB, register, 0, V15);
      asm.unary(Assembler.Unary.NOT, 4, register);
    } else if (form.immediate() == LESS) {
      asm.emit(VexOp.VPCMPGTB, V15, asm.inRegister(b), a);
      asm.emit(VexOp.VPMOVMSKB, register, 0, V15);
    } else {
      throw missing(op, form.immediate());
    }
  }
}
