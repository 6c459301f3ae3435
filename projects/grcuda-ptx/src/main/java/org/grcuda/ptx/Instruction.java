package org.grcuda.ptx;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One instruction (PTX ISA 9).
 *
 * <p>The operands of {@code call} are normalised to (results list, callee, arguments list[,
 * prototype]); read them with {@link #call()}.
 *
 * @param guard null where unconditional
 * @param opcode first part of the name: {@code ld}, {@code setp}, {@code bar}
 * @param modifiers the dotted parts in order, without dots: {@code global}, {@code v4}, {@code
 *     f32}, {@code L1::evict_last}
 * @param operands destination first
 * @param line line in the PTX source, from 1
 */
public record Instruction(
    Guard guard, String opcode, List<String> modifiers, List<Operand> operands, int line)
    implements Statement {

  public Instruction {
    modifiers = List.copyOf(modifiers);
    operands = List.copyOf(operands);
  }

  /** Runs under a predicate. */
  public boolean isGuarded() {
    return guard != null;
  }

  /** True where the modifier occurs, given without its dot. */
  public boolean hasModifier(String modifier) {
    return modifiers.contains(modifier);
  }

  /** True where the opcode is that and the modifiers begin with those. */
  public boolean is(String name, String... leading) {
    return opcode.equals(name)
        && modifiers.size() >= leading.length
        && List.of(leading).equals(modifiers.subList(0, leading.length));
  }

  /** The modifiers that are types, in order: of {@code cvt.rn.f32.s32} F32, S32. */
  public List<PtxType> types() {
    List<PtxType> types = new ArrayList<>(2);
    for (String modifier : modifiers) {
      PtxType type = PtxType.ofName(modifier);
      if (type != null) {
        types.add(type);
      }
    }
    return types;
  }

  /**
   * The first type: the instruction type, and of those with two, the destination's. Null where
   * none.
   */
  public PtxType type() {
    for (String modifier : modifiers) {
      PtxType type = PtxType.ofName(modifier);
      if (type != null) {
        return type;
      }
    }
    return null;
  }

  /** The last type: of {@code cvt} and {@code set} the source's. Null where none. */
  public PtxType sourceType() {
    PtxType last = null;
    for (String modifier : modifiers) {
      PtxType type = PtxType.ofName(modifier);
      last = type == null ? last : type;
    }
    return last;
  }

  /** The first state space named; {@link StateSpace#GENERIC} where none is. */
  public StateSpace space() {
    for (String modifier : modifiers) {
      StateSpace space = StateSpace.ofModifier(modifier);
      if (space != null) {
        return space;
      }
    }
    return StateSpace.GENERIC;
  }

  /** Elements moved: 2, 4 or 8 with {@code .v2}, {@code .v4}, {@code .v8}, else 1. */
  public int vectorWidth() {
    return hasModifier("v4") ? 4 : hasModifier("v2") ? 2 : hasModifier("v8") ? 8 : 1;
  }

  /** The operand at that position, from 0. */
  public Operand operand(int index) {
    return operands.get(index);
  }

  /** The parts of a {@code call}; IllegalStateException for any other opcode. */
  public Call call() {
    if (!opcode.equals("call")) {
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
    return modifiers.isEmpty() ? opcode : opcode + "." + String.join(".", modifiers);
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
}
