package org.grcuda.cpu.translate.simd.analysis;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.grcuda.cpu.translate.simd.analysis.Shape.Kind;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;

/**
 * The shape of an instruction's result, given those of its sources. Results of instructions that
 * are not listed are varying.
 */
final class ShapeRules {

  /** Integer operations whose result is uniform if all sources are uniform. */
  private static final Set<Opcode> UNIFORM = EnumSet.copyOf(Invariants.ARITHMETIC);

  static {
    UNIFORM.addAll(EnumSet.of(Opcode.DIV, Opcode.REM, Opcode.POPC, Opcode.CLZ));
  }

  private final PtxFunction function;
  private final GangLayout layout;
  private final Bits bits;

  ShapeRules(PtxFunction function, GangLayout layout) {
    this.function = function;
    this.layout = layout;
    this.bits = new Bits(layout.lanes());
  }

  /** Whether registers of that type may hold anything but a value for each lane. */
  static boolean isScalar(PtxType type) {
    return switch (type.kind()) {
      case BITS, UNSIGNED, SIGNED ->
          // No carry goes from one half of a pair to the other.
          type.size() <= 8 && type != PtxType.U16X2 && type != PtxType.S16X2;
      case PREDICATE -> true;
      case FLOAT, OPAQUE -> false;
    };
  }

  /**
   * The shape of the result, or null where a source's is null, not yet known.
   *
   * @param shapes of the operands
   * @param mayLeave whether a test that fails may leave the gang's code before this instruction
   */
  Shape result(Instruction i, Function<Operand, Shape> shapes, boolean mayLeave) {
    if (i.opcode() == Opcode.LD) {
      return load(i, shapes);
    }
    if (Meetings.isOfWarp(i)) {
      return ofWarp(i, shapes);
    }
    if (Meetings.isBarrier(i) && !i.isGuarded()) {
      // What the threads of the block reduce is the same for all.
      return Shape.uniform(0);
    }
    if (!UNIFORM.contains(i.opcode())
        || i.has(Modifier.CC)
        || i.has(Modifier.SAT)
        || i.is(Opcode.MAD, Modifier.HI)
        || i.opcode() == Opcode.MOV && hasVector(i)
        || !areScalar(i.types())) {
      return Shape.VARYING;
    }
    boolean varies = false;
    List<Shape> sources = new ArrayList<>(4);
    for (int k = 1; k < i.operands().size(); k++) {
      Shape source = shapes.apply(i.operand(k));
      if (source == null) {
        return null;
      }
      varies |= source.isVarying();
      sources.add(source);
    }
    if (i.guard() != null) {
      Shape guard = shapes.apply(i.guard().predicate());
      if (guard == null || guard.isVarying()) {
        return guard;
      }
    }
    return varies ? Shape.VARYING : narrow(compute(i, sources, mayLeave), i);
  }

  private static boolean areScalar(List<PtxType> types) {
    for (PtxType type : types) {
      if (!isScalar(type)) {
        return false;
      }
    }
    return true;
  }

  /** Strides are numbers of the result's width; known zeros and constants must fit it too. */
  private static Shape narrow(Shape shape, Instruction i) {
    if (shape.isVarying() || resultBits(i) >= Long.SIZE) {
      return shape;
    }
    if (resultBits(i) < Integer.SIZE) {
      return shape.isAffine() ? Shape.VARYING : Shape.uniform(Math.min(shape.zeros(), 8));
    }
    return shape.toInt();
  }

  private static int resultBits(Instruction i) {
    if (i.opcode() == Opcode.POPC || i.opcode() == Opcode.CLZ) {
      return Integer.SIZE;
    }
    int bits = i.opcode() == Opcode.SETP ? Integer.SIZE : i.type().bits();
    return i.has(Modifier.WIDE) ? 2 * bits : bits;
  }

  private Shape compute(Instruction i, List<Shape> sources, boolean mayLeave) {
    Shape a = sources.get(0);
    Shape b = sources.size() > 1 ? sources.get(1) : null;
    return switch (i.opcode()) {
      case MOV -> a;
      case CVTA -> i.space() == StateSpace.LOCAL ? Shape.VARYING : a.withUnknownBase();
      case ADD -> a.plus(b);
      case SUB -> a.plus(b.times(-1));
      case NEG -> a.times(-1);
      case NOT -> Shape.affine(-a.stride(), 0);
      case MUL -> product(i, a, b, mayLeave);
      case MAD -> {
        Shape product = product(i, a, b, mayLeave);
        yield product.isVarying() ? Shape.VARYING : product.plus(sources.get(2));
      }
      case SHL -> shiftLeft(i, a, b);
      case SHR -> shiftRight(i, a, b);
      case AND -> bits.and(a, b);
      case OR, XOR -> bits.or(a, b);
      case SELP -> sources.get(2).isUniform() ? a.join(b) : Shape.VARYING;
      case CVT -> convert(i, a, mayLeave);
      case SETP -> compare(i, sources);
      default -> uniform(sources);
    };
  }

  private Shape compare(Instruction i, List<Shape> sources) {
    boolean combines = sources.size() > 2 && !sources.get(2).isUniform();
    if (i.sourceType().size() < 4 || combines) {
      return uniform(sources);
    }
    boolean wide = i.sourceType().size() == 8;
    Shape a = wide ? sources.get(0) : sources.get(0).toInt();
    Shape b = wide ? sources.get(1) : sources.get(1).toInt();
    return bits.compare(i.oneOf(Modifier.COMPARISONS), a, b);
  }

  /**
   * The shape of a warp operation's result for all lanes that execute it together, which are the
   * lanes with one mask of members.
   */
  private Shape ofWarp(Instruction i, Function<Operand, Shape> shapes) {
    boolean alike =
        switch (i.opcode()) {
          case VOTE, REDUX, ACTIVEMASK -> layout.isWarp() && !i.isGuarded();
          default -> false;
        };
    if (!alike) {
      return Shape.VARYING;
    }
    Shape members = i.operands().size() > 2 ? shapes.apply(i.operand(2)) : Shape.constant(0);
    return members == null || members.isVarying()
        ? members
        : members.isUniform() ? Shape.uniform(0) : Shape.VARYING;
  }

  private static boolean hasVector(Instruction i) {
    for (Operand o : i.operands()) {
      if (o instanceof Operand.Vector) {
        return true;
      }
    }
    return false;
  }

  private static Shape uniform(List<Shape> sources) {
    for (Shape source : sources) {
      if (!source.isUniform()) {
        return Shape.VARYING;
      }
    }
    return Shape.uniform(0);
  }

  /** {@code .lo} and {@code .wide} of a progression by a constant are progressions. */
  private Shape product(Instruction i, Shape a, Shape b, boolean mayLeave) {
    if (i.has(Modifier.HI)) {
      return uniform(List.of(a, b));
    }
    if (!i.has(Modifier.WIDE)) {
      return a.times(b);
    }
    PtxType type = i.type();
    return type.bits() < Integer.SIZE
        ? uniform(List.of(a, b))
        : widen(a, type, mayLeave).times(widen(b, type, mayLeave));
  }

  private Shape shiftLeft(Instruction i, Shape a, Shape by) {
    if (by.isConstant() && by.constant() >= 0 && by.constant() < i.type().bits()) {
      return a.times(Shape.constant(1L << by.constant()));
    }
    return uniform(List.of(a, by));
  }

  private Shape shiftRight(Instruction i, Shape a, Shape by) {
    if (a.isAffine()
        && a.isAligned(layout.lanes())
        && by.isConstant()
        && by.constant() >= 0
        && by.constant() < i.type().bits()) {
      return bits.shiftRight(a, Math.toIntExact(by.constant()));
    }
    return uniform(List.of(a, by));
  }

  private Shape convert(Instruction i, Shape a, boolean mayLeave) {
    PtxType to = i.type();
    PtxType from = i.sourceType();
    if (from.bits() < Integer.SIZE) {
      return a.isUniform()
          ? Shape.uniform(Math.min(a.zeros(), Math.min(from.bits(), to.bits())))
          : Shape.VARYING;
    }
    return to.bits() > from.bits() ? widen(a, from, mayLeave) : a;
  }

  /**
   * A 32-bit value extended to 64 bits. It is still a progression if no lane wraps around, which
   * alignment or a test proves. The register may be wider than the value.
   */
  private Shape widen(Shape wide, PtxType from, boolean mayLeave) {
    Shape a = wide.toInt();
    if (a.isConstant()) {
      int value = (int) (long) a.constant();
      return Shape.constant(from.isSigned() ? value : Integer.toUnsignedLong(value));
    }
    return a.isUniform() || a.isAligned(layout.lanes()) || mayLeave ? a : Shape.VARYING;
  }

  /** Whether the instruction makes a value of 64 bits of one of 32, or such a conversion. */
  static boolean widens(Instruction i) {
    return switch (i.opcode()) {
      case MUL, MAD -> i.has(Modifier.WIDE);
      case CVT -> i.type().bits() > i.sourceType().bits();
      default -> false;
    };
  }

  /**
   * Whether an instruction that {@link #widens} keeps a progression only because a test excludes
   * that it wraps.
   */
  boolean needsTest(Instruction i, Function<Operand, Shape> shapes, Shape result) {
    if (!result.isAffine()) {
      return false;
    }
    int sources = i.opcode() == Opcode.CVT ? 1 : 2;
    return i.operands().stream()
        .skip(1)
        .limit(sources)
        .map(shapes)
        .map(Shape::toInt)
        .anyMatch(s -> s.isAffine() && !s.isAligned(layout.lanes()));
  }

  /**
   * A load from one address gives one value. But each lane has its own local memory, and gangs load
   * at different times.
   */
  private Shape load(Instruction i, Function<Operand, Shape> shapes) {
    Operand.Address address = (Operand.Address) i.operand(1);
    if (i.isStrong()
        || i.operand(0) instanceof Operand.Vector
        || !isScalar(i.type())
        || i.space() == StateSpace.LOCAL
        || layout == GangLayout.BLOCK && i.space() != StateSpace.PARAM
        || i.space() == StateSpace.PARAM && !isKernelParameter(address)) {
      return Shape.VARYING;
    }
    Shape at = shapes.apply(address);
    Shape guard = i.guard() == null ? Shape.constant(1) : shapes.apply(i.guard().predicate());
    if (at == null || guard == null) {
      return null;
    }
    return at.kind() == Kind.UNIFORM && guard.isUniform() ? Shape.uniform(0) : Shape.VARYING;
  }

  private boolean isKernelParameter(Operand.Address address) {
    return function.isEntry()
        && (!(address.base() instanceof Operand.Symbol symbol)
            || function.parameterIndex(symbol.name()) >= 0);
  }
}
