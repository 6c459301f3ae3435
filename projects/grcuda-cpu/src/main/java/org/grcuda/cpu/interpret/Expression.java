package org.grcuda.cpu.interpret;

import org.grcuda.ptx.PtxType;

/** A value that is computed per thread. */
@FunctionalInterface
interface Expression {

  /** Its bits for a thread; above the low 32 of an int or float they mean nothing. */
  long of(ThreadState thread);

  /** The low bits that a type has, extended as it says. */
  static long extend(long bits, PtxType type) {
    return switch (type.size()) {
      case 1 -> type == PtxType.PRED ? bits & 1 : type.isSigned() ? (byte) bits : bits & 0xff;
      case 2 -> type.isSigned() ? (short) bits : bits & 0xffff;
      case 4 -> type.isSigned() ? (int) bits : bits & 0xffff_ffffL;
      default -> bits;
    };
  }
}
