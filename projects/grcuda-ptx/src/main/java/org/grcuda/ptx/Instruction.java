package org.grcuda.ptx;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One instruction (PTX ISA 9).
 *
 * <p>The operands of {@code call} are normalised to (results list, callee, arguments list[,
 * prototype]); read them with {@link #call()}.
 *
 * <p>Passes often ask for its types, its modifiers, its state space and its registers, so these are
 * found once.
 */
public final class Instruction implements Statement {

  private final Guard guard;
  private final Opcode opcode;
  private final String name;
  private final Modifiers modifiers;
  private final List<Operand> operands;
  private final Position position;

  /** Found when first asked for; two threads may find the same. */
  private RegisterOperands registers;

  /**
   * An instruction.
   *
   * @param guard null where unconditional
   * @param opcode any but {@link Opcode#UNKNOWN}
   * @param modifiers the dotted parts in order, without dots: {@code global}, {@code v4}, {@code
   *     f32}, {@code L1::evict_last}
   * @param operands destination first
   * @param position in the PTX source
   */
  public Instruction(
      Guard guard,
      Opcode opcode,
      List<String> modifiers,
      List<Operand> operands,
      Position position) {
    this(guard, opcode, opcode.ptxName(), Modifiers.of(modifiers), operands, position);
  }

  private Instruction(
      Guard guard,
      Opcode opcode,
      String name,
      Modifiers modifiers,
      List<Operand> operands,
      Position position) {
    this.guard = guard;
    this.opcode = opcode;
    this.name = name;
    this.modifiers = modifiers;
    this.operands = List.copyOf(operands);
    this.position = position;
  }

  /**
   * An instruction by the first part of its name, which may be a name that the ISA does not have.
   */
  static Instruction named(
      Guard guard, String name, List<String> modifiers, List<Operand> operands, Position position) {
    return new Instruction(
        guard, Opcode.ofName(name), name, Modifiers.of(modifiers), operands, position);
  }

  /** The same with another guard, other modifiers and operands. */
  public Instruction with(Guard guard, List<String> modifiers, List<Operand> operands) {
    Modifiers same = this.modifiers;
    Modifiers all = modifiers == same.names() ? same : Modifiers.of(modifiers);
    return new Instruction(guard, opcode, name, all, operands, position);
  }

  /** The predicate under which it runs; null where unconditional. */
  public Guard guard() {
    return guard;
  }

  /**
   * Its opcode, by the first part of the name; {@link Opcode#UNKNOWN} if the ISA has no such name.
   */
  public Opcode opcode() {
    return opcode;
  }

  /** First part of the name: {@code ld}. */
  public String name() {
    return name;
  }

  /** The dotted parts in order, without dots. */
  public List<String> modifiers() {
    return modifiers.names();
  }

  /** Destination first. */
  public List<Operand> operands() {
    return operands;
  }

  @Override
  public Position position() {
    return position;
  }

  /** Runs under a predicate. */
  public boolean isGuarded() {
    return guard != null;
  }

  /** True where the modifier occurs. */
  public boolean has(Modifier modifier) {
    return modifiers.contains(modifier);
  }

  /** True where the opcode is that and the modifiers occur. */
  public boolean is(Opcode wanted, Modifier... all) {
    if (opcode != wanted) {
      return false;
    }
    for (Modifier modifier : all) {
      if (!has(modifier)) {
        return false;
      }
    }
    return true;
  }

  /** Takes part in communication between threads (PTX ISA 8.4, strong operations). */
  public boolean isStrong() {
    return oneOf(Modifier.STRONG) != null;
  }

  /** The first modifier that is one of some; null where none is. */
  public Modifier oneOf(Set<Modifier> some) {
    return modifiers.oneOf(some);
  }

  /** The modifiers but for one, where that occurs. */
  public List<String> modifiersWithout(Modifier removed) {
    return has(removed)
        ? modifiers().stream().filter(name -> !name.equals(removed.ptxName())).toList()
        : modifiers();
  }

  /** True where its opcode has the trait. */
  public boolean is(Trait trait) {
    return opcode.is(trait);
  }

  /** The modifiers that are types, in order: of {@code cvt.rn.f32.s32} F32, S32. */
  public List<PtxType> types() {
    return modifiers.types();
  }

  /**
   * The first type: the instruction's type, or the destination's if there are two. Null if there is
   * none.
   */
  public PtxType type() {
    return modifiers.type();
  }

  /** The last type: of {@code cvt} and {@code set} the source's. Null where none. */
  public PtxType sourceType() {
    return modifiers.sourceType();
  }

  /** The first state space named; {@link StateSpace#GENERIC} where none is. */
  public StateSpace space() {
    return modifiers.space();
  }

  /** The state spaces named, in order: of {@code cp.async.shared::cta.global} SHARED, GLOBAL. */
  public List<StateSpace> spaces() {
    return modifiers().stream().map(StateSpace::ofModifier).filter(Objects::nonNull).toList();
  }

  /** Names shared memory of any block of the cluster, {@code shared::cluster}. */
  public boolean isInClusterShared() {
    return modifiers().contains(StateSpace.CLUSTER_SHARED);
  }

  /** Elements moved: 2, 4 or 8 with {@code .v2}, {@code .v4}, {@code .v8}, else 1. */
  public int vectorWidth() {
    return has(Modifier.V4) ? 4 : has(Modifier.V2) ? 2 : has(Modifier.V8) ? 8 : 1;
  }

  /** Registers that a value takes: its elements, and two for one of 128 bits. */
  public int movedParts() {
    return type() == PtxType.B128 ? 2 : vectorWidth();
  }

  /** The operand at that position, from 0. */
  public Operand operand(int index) {
    return operands.get(index);
  }

  /** The registers that it reads and writes. */
  public RegisterOperands registers() {
    RegisterOperands found = registers;
    if (found == null) {
      found = RegisterOperands.of(this);
      registers = found;
    }
    return found;
  }

  /** The parts of a {@code call}; IllegalStateException for any other opcode. */
  public Call call() {
    if (opcode != Opcode.CALL) {
      throw new IllegalStateException("not a call: " + text());
    }
    String prototype = operands.size() > 3 ? ((Operand.Symbol) operands.get(3)).name() : null;
    return new Call(
        ((Operand.ArgumentList) operands.get(0)).arguments(),
        operands.get(1),
        ((Operand.ArgumentList) operands.get(2)).arguments(),
        prototype);
  }

  /** The name with its modifiers: {@code ld.global.f32}. */
  public String mnemonic() {
    return modifiers().isEmpty() ? name : name + "." + String.join(".", modifiers());
  }

  /** The instruction as PTX spells it, with the semicolon. */
  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    if (guard != null) {
      text.append(guard.text()).append(' ');
    }
    text.append(mnemonic());
    String list =
        operands.stream()
            .filter(o -> !(o instanceof Operand.ArgumentList l && l.arguments().isEmpty()))
            .map(Operand::text)
            .collect(Collectors.joining(", "));
    return (list.isEmpty() ? text : text.append(' ').append(list)).append(';').toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Instruction i
        && Objects.equals(guard, i.guard)
        && name.equals(i.name)
        && modifiers().equals(i.modifiers())
        && operands.equals(i.operands)
        && position.equals(i.position);
  }

  @Override
  public int hashCode() {
    return Objects.hash(guard, name, modifiers(), operands, position);
  }

  @Override
  public String toString() {
    return text();
  }
}
