package org.grcuda.ptx;

import java.util.List;
import java.util.stream.Collectors;

/** An operand of an instruction (PTX ISA 6). */
public sealed interface Operand
    permits Register,
        Operand.SpecialRegister,
        Operand.IntegerImmediate,
        Operand.FloatImmediate,
        Operand.Symbol,
        Operand.LabelReference,
        Operand.Address,
        Operand.CompositeAddress,
        Operand.Vector,
        Operand.Sink,
        Operand.Pair,
        Operand.Negated,
        Operand.Element,
        Operand.ArgumentList {

  /** The operand as PTX spells it. */
  String text();

  /**
   * A read-only special register (PTX ISA 10).
   *
   * @param name with its component, such as {@code %tid.x}, {@code %laneid}
   */
  record SpecialRegister(String name) implements Operand {
    @Override
    public String text() {
      return name;
    }
  }

  /**
   * An integer constant; constant expressions are already evaluated.
   *
   * @param value 64 bits in two's complement: a literal above 2^63 is negative here
   */
  record IntegerImmediate(long value) implements Operand {
    @Override
    public String text() {
      return Long.toString(value);
    }
  }

  /**
   * A floating-point constant, bit-exact.
   *
   * @param type F32 for a {@code 0f} literal; F64 for a {@code 0d} or decimal one, which an
   *     instruction of another type converts (PTX ISA 4.5.2)
   * @param bits the IEEE 754 bits, in the low 32 for F32
   */
  record FloatImmediate(PtxType type, long bits) implements Operand {

    /** The constant as a double, exact for both types. */
    public double value() {
      return type == PtxType.F32 ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    }

    @Override
    public String text() {
      return type == PtxType.F32 ? String.format("0f%08X", bits) : String.format("0d%016X", bits);
    }
  }

  /**
   * The name of a variable, parameter, function, call prototype, target list or target function
   * list, plus a byte offset ({@code mov.u64 %rd1, table+8}).
   *
   * @param name unique in the function or the module
   * @param offset in bytes; 0 inside an {@link Address}, which has its own
   */
  record Symbol(String name, long offset) implements Operand {
    @Override
    public String text() {
      return offset == 0 ? name : name + signed(offset);
    }
  }

  /**
   * A label of the function: a branch target.
   *
   * @param name unique in its function
   */
  record LabelReference(String name) implements Operand {
    @Override
    public String text() {
      return name;
    }
  }

  /**
   * A memory operand, {@code [base+offset]}.
   *
   * @param base a {@link Register}, a {@link Symbol} or, for an absolute address, an {@link
   *     IntegerImmediate}
   * @param offset in bytes
   */
  record Address(Operand base, long offset) implements Operand {
    @Override
    public String text() {
      return "[" + base.text() + (offset == 0 ? "" : signed(offset)) + "]";
    }
  }

  /**
   * A memory operand of several parts: a texture or a tensor map with coordinates, {@code [tex, {x,
   * y}]}.
   */
  record CompositeAddress(List<Operand> parts) implements Operand {
    public CompositeAddress {
      parts = List.copyOf(parts);
    }

    @Override
    public String text() {
      return "[" + join(parts) + "]";
    }
  }

  /** A vector {@code {a, b, c, d}} of registers, constants or sinks. */
  record Vector(List<Operand> elements) implements Operand {
    public Vector {
      elements = List.copyOf(elements);
    }

    @Override
    public String text() {
      return "{" + join(elements) + "}";
    }
  }

  /** The bit bucket {@code _}: a result that nobody wants. */
  record Sink() implements Operand {
    @Override
    public String text() {
      return "_";
    }
  }

  /** Two destinations {@code p|q}: of {@code setp}, {@code shfl}, {@code match}, {@code elect}. */
  record Pair(Operand first, Operand second) implements Operand {
    @Override
    public String text() {
      return first.text() + "|" + second.text();
    }
  }

  /** A complemented predicate source, {@code !p}. */
  record Negated(Register predicate) implements Operand {
    @Override
    public String text() {
      return "!" + predicate.text();
    }
  }

  /**
   * Part of a register: a byte or half of a video instruction's operand, {@code %r1.b0}.
   *
   * @param selector without its dot
   */
  record Element(Register register, String selector) implements Operand {
    @Override
    public String text() {
      return register.text() + "." + selector;
    }
  }

  /**
   * A parenthesised list of a {@code call}: return values or arguments; empty where there are none.
   */
  record ArgumentList(List<Operand> arguments) implements Operand {
    public ArgumentList {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String text() {
      return "(" + join(arguments) + ")";
    }
  }

  private static String signed(long offset) {
    return offset < 0 ? Long.toString(offset) : "+" + offset;
  }

  private static String join(List<Operand> operands) {
    return operands.stream().map(Operand::text).collect(Collectors.joining(", "));
  }
}
