package org.grcuda.ptx;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What an {@link Opcode} takes: types, modifiers, state spaces and operands.
 *
 * <p>Operands are a letter each, destination first; operands in brackets may be left out:
 *
 * <ul>
 *   <li>{@code t} a value of the first type that the instruction names, {@code u} of the last,
 *       {@code w} of one twice as wide as the first, {@code i} of 32 bits;
 *   <li>{@code p} a predicate;
 *   <li>{@code P} a predicate, {@code I} a value of 32 bits, or a pair of it and a predicate;
 *   <li>{@code o} a value of 32 bits or a predicate;
 *   <li>{@code c} an integer constant, {@code s} one that says how many bytes are copied;
 *   <li>{@code a} an address in brackets;
 *   <li>{@code n} anything; the code that executes the instruction checks it.
 * </ul>
 */
public final class OperandForm {

  /** Operands of instructions with all of some modifiers, or some types. */
  private record Variant(Set<Modifier> modifiers, Set<PtxType> types, String operands) {

    boolean isOf(Instruction i) {
      if (!types.isEmpty()) {
        return types.contains(i.type()) && i.sourceType() == PtxType.F32;
      }
      for (Modifier modifier : modifiers) {
        if (!i.has(modifier)) {
          return false;
        }
      }
      return true;
    }
  }

  private final String operands;
  private final Set<PtxType> types = EnumSet.noneOf(PtxType.class);
  private final List<String> admitted = new ArrayList<>(2);

  /**
   * The modifiers of {@link #admitted}; computed when first asked for, as a program uses few
   * opcodes.
   */
  private volatile Set<Modifier> modifiers;

  /** The sets of {@link #needed} and {@link #neededByIntegers}; computed when first asked for. */
  private volatile List<Set<Modifier>> choices;

  private final Set<StateSpace> spaces = EnumSet.noneOf(StateSpace.class);
  private final Set<Modifier> missing = EnumSet.noneOf(Modifier.class);
  private final Set<Modifier> wanted = EnumSet.noneOf(Modifier.class);
  private final List<Variant> variants = new ArrayList<>(0);
  private final List<String> needed = new ArrayList<>(0);
  private String neededByIntegers;
  private int leastTypes;
  private int mostTypes;
  private String ofTwoTypes;
  private final Set<Modifier> laterWith = EnumSet.noneOf(Modifier.class);
  private boolean open;

  private OperandForm(String operands, Collection<PtxType> types) {
    this.operands = operands;
    this.types.addAll(types);
    this.mostTypes = types.isEmpty() ? 0 : 1;
    this.leastTypes = mostTypes;
  }

  /** A form for some types; none if the instruction's types are not checked. */
  static OperandForm takes(String operands, Set<PtxType> types) {
    return new OperandForm(operands, types);
  }

  /** A form for some types. */
  static OperandForm takes(String operands, PtxType... types) {
    return new OperandForm(operands, List.of(types));
  }

  /** Modifiers and operands are checked by the pass that replaces the instruction. */
  static OperandForm checkedLater() {
    OperandForm form = takes("");
    form.open = true;
    return form;
  }

  /** As {@link #checkedLater} with one of some modifiers. */
  OperandForm laterWith(String... some) {
    for (String name : some) {
      laterWith.addAll(named(name));
    }
    return this;
  }

  /** Admits more types. */
  OperandForm alsoOf(PtxType... admitted) {
    Collections.addAll(types, admitted);
    return this;
  }

  /** Admits modifiers, named as PTX does, with spaces between them. */
  OperandForm with(String admitted) {
    this.admitted.add(admitted);
    return this;
  }

  /** Admits state spaces. */
  OperandForm in(StateSpace... admitted) {
    Collections.addAll(spaces, admitted);
    return this;
  }

  /**
   * Other operands with all modifiers of one of some lists; earlier calls go first.
   *
   * @param lists modifiers with spaces between them
   */
  OperandForm when(String other, String... lists) {
    for (String list : lists) {
      admitted.add(list);
      variants.add(new Variant(named(list), Set.of(), other));
    }
    return this;
  }

  /** Makes instructions name {@code least} to {@code most} types. */
  OperandForm typed(int least, int most) {
    leastTypes = least;
    mostTypes = most;
    return this;
  }

  /** Requires exactly one of some modifiers. */
  OperandForm needs(String oneOf) {
    admitted.add(oneOf);
    needed.add(oneOf);
    return this;
  }

  /** Requires exactly one of some modifiers if the type is an integer type. */
  OperandForm needsOfIntegers(String oneOf) {
    admitted.add(oneOf);
    neededByIntegers = oneOf;
    return this;
  }

  /** Other operands for making a value of some types from f32. */
  OperandForm packing(String other, PtxType... results) {
    return packing(other, EnumSet.copyOf(List.of(results)));
  }

  /** As the other. */
  OperandForm packing(String other, Set<PtxType> results) {
    variants.add(new Variant(Set.of(), results, other));
    return this;
  }

  /** Other operands with two types: mixed precision (9.7.5). */
  OperandForm mixed(String other) {
    ofTwoTypes = other;
    mostTypes = 2;
    return this;
  }

  /** The ISA has these modifiers, but nothing here executes them. */
  OperandForm lacking(String refused) {
    missing.addAll(named(refused));
    admitted.add(refused);
    return this;
  }

  /** The ISA also has the form without the modifier, but nothing here executes that. */
  OperandForm onlyWith(String required) {
    wanted.addAll(named(required));
    admitted.add(required);
    return this;
  }

  private static Set<Modifier> named(String list) {
    Set<Modifier> all = EnumSet.noneOf(Modifier.class);
    for (String name : list.isEmpty() ? new String[0] : list.split(" ")) {
      all.add(Objects.requireNonNull(Modifier.ofName(name), name));
    }
    return all;
  }

  /** Whether another pass checks modifiers and operands of all its instructions. */
  public boolean isAllCheckedLater() {
    return open;
  }

  /** Whether another pass checks the instruction's modifiers and operands. */
  public boolean isCheckedLater(Instruction i) {
    return open || hasOneOf(i, laterWith);
  }

  private static boolean hasOneOf(Instruction i, Set<Modifier> some) {
    return !some.isEmpty() && i.oneOf(some) != null;
  }

  /** The types that it may name; an empty set if it may name any. */
  public Set<PtxType> types() {
    return Collections.unmodifiableSet(types);
  }

  /** The fewest types that it names. */
  public int leastTypes() {
    return leastTypes;
  }

  /** The most types that it names. */
  public int mostTypes() {
    return mostTypes;
  }

  /** Sets of modifiers of which an instruction has exactly one each. */
  public List<Set<Modifier>> needed(Instruction i) {
    boolean ofInteger = i.type() != null && i.type().isInteger();
    if (neededByIntegers == null || ofInteger) {
      List<Set<Modifier>> found = choices;
      if (found == null) {
        found =
            neededByIntegers == null
                ? needed.stream().map(OperandForm::named).toList()
                : List.of(named(neededByIntegers));
        choices = found;
      }
      return found;
    }
    return List.of();
  }

  /** The modifiers that it may have. */
  public Set<Modifier> modifiers() {
    Set<Modifier> found = modifiers;
    if (found == null) {
      found = named(String.join(" ", admitted));
      modifiers = found;
    }
    return Collections.unmodifiableSet(found);
  }

  /** The state spaces that it may name. */
  public Set<StateSpace> spaces() {
    return Collections.unmodifiableSet(spaces);
  }

  /** Whether an instruction has a modifier, or lacks one, with which nothing here executes it. */
  public boolean isMissing(Instruction i) {
    if (hasOneOf(i, missing)) {
      return true;
    }
    for (Modifier modifier : wanted) {
      if (!i.has(modifier)) {
        return true;
      }
    }
    return false;
  }

  /** The operands of an instruction, as letters; those in brackets may be left out. */
  public String operands(Instruction i) {
    String chosen = choose(i);
    // A cache policy is the last operand (9.7.9.2).
    return i.has(Modifier.L2_CACHE_HINT) ? chosen + "n" : chosen;
  }

  private String choose(Instruction i) {
    for (Variant variant : variants) {
      if (variant.isOf(i)) {
        return variant.operands;
      }
    }
    return ofTwoTypes != null && i.types().size() > 1 ? ofTwoTypes : operands;
  }
}
