package org.grcuda.cpu.translate.formula;

import java.util.List;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;

/** A value that an instruction computes. */
public sealed interface Formula {

  /** How it is held. */
  JvmKind kind();

  /** The value of an operand, read as a type. */
  record Source(Operand operand, PtxType type) implements Formula {
    @Override
    public JvmKind kind() {
      return JvmKind.of(type);
    }
  }

  /** The native address of a memory operand, checked for an access of some bytes. */
  record Address(Operand operand, StateSpace space, int bytes) implements Formula {
    @Override
    public JvmKind kind() {
      return JvmKind.LONG;
    }
  }

  /**
   * A constant.
   *
   * @param bits of a float or double its IEEE bits
   */
  record Constant(JvmKind kind, long bits) implements Formula {}

  /** The carry flag, 0 or 1 (PTX ISA 9.7.2). */
  record Carry() implements Formula {
    @Override
    public JvmKind kind() {
      return JvmKind.INT;
    }
  }

  /** The result of a step for some arguments. */
  record Call(Step step, List<Formula> arguments) implements Formula {

    public Call {
      arguments = List.copyOf(arguments);
      StaticMethod method = step.method();
      boolean fits = arguments.size() == method.arity();
      for (int k = 0; fits && k < arguments.size(); k++) {
        fits = arguments.get(k).kind() == method.parameter(k);
      }
      if (!fits) {
        throw new IllegalStateException(
            method + " of " + arguments.stream().map(Formula::kind).toList());
      }
    }

    @Override
    public JvmKind kind() {
      return step.method().result();
    }
  }

  /** The first value if a condition is not 0, else the second. */
  record Choice(Formula condition, Formula first, Formula second) implements Formula {
    @Override
    public JvmKind kind() {
      return first.kind();
    }
  }

  /** A call of a step. */
  static Formula call(Step step, Formula... arguments) {
    return new Call(step, List.of(arguments));
  }

  /** A constant int. */
  static Formula number(int value) {
    return new Constant(JvmKind.INT, value);
  }

  /** A constant long. */
  static Formula number(long value) {
    return new Constant(JvmKind.LONG, value);
  }

  /** A constant that is 0 or 1. */
  static Formula flag(boolean value) {
    return number(value ? 1 : 0);
  }
}
