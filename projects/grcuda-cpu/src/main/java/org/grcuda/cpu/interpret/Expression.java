package org.grcuda.cpu.interpret;

import org.grcuda.ptx.PtxType;

/**
 * A value that is computed per thread.
 *
 * @param type int, long, float or double: how the semantics take it
 * @param code gives its bits; above the low 32 of an int or float they mean nothing
 */
record Expression(Class<?> type, Code code) {

  /** Computes the bits of a value. */
  @FunctionalInterface
  interface Code {
    long of(ThreadState thread);
  }

  /** A constant int. */
  static Expression ofInt(int value) {
    return new Expression(int.class, t -> value);
  }

  /** A constant truth value, for parameters of semantics that choose a variant. */
  static Expression flag(boolean value) {
    return new Expression(boolean.class, t -> value ? 1 : 0);
  }

  /** The bits for a thread. */
  long of(ThreadState thread) {
    return code.of(thread);
  }

  /** The same bits, read as another type. */
  Expression as(Class<?> other) {
    return new Expression(other, code);
  }

  /** How values of a PTX type are computed with. */
  static Class<?> typeOf(PtxType type) {
    return switch (type) {
      case F32 -> float.class;
      case F64 -> double.class;
      default -> type.size() == 8 ? long.class : int.class;
    };
  }

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
