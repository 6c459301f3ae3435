package org.grcuda.ptx;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The dotted parts of an instruction's name: types, state spaces and {@link Modifier}s. */
final class Modifiers {

  private final List<String> names;
  private final List<PtxType> types;
  private final StateSpace space;

  /** Those that are neither types nor state spaces, in order. */
  private final Modifier[] others;

  private Modifiers(
      List<String> names, List<PtxType> types, StateSpace space, List<Modifier> others) {
    this.names = names;
    this.types = List.copyOf(types);
    this.space = space;
    this.others = others.toArray(Modifier[]::new);
  }

  /** Those with some names, without dots. */
  static Modifiers of(List<String> names) {
    List<PtxType> types = new ArrayList<>(2);
    List<Modifier> others = new ArrayList<>(4);
    StateSpace space = null;
    for (String name : names) {
      PtxType type = PtxType.ofName(name);
      Modifier modifier = type == null ? Modifier.ofName(name) : null;
      if (type != null) {
        types.add(type);
      } else if (modifier != null) {
        others.add(modifier);
      } else if (space == null) {
        space = StateSpace.ofModifier(name);
      }
    }
    return new Modifiers(
        List.copyOf(names), types, space == null ? StateSpace.GENERIC : space, others);
  }

  List<String> names() {
    return names;
  }

  /** The types, in order. */
  List<PtxType> types() {
    return types;
  }

  /** The first type, or null. */
  PtxType type() {
    return types.isEmpty() ? null : types.get(0);
  }

  /** The last type, or null. */
  PtxType sourceType() {
    return types.isEmpty() ? null : types.get(types.size() - 1);
  }

  /** The first state space; generic if there is none. */
  StateSpace space() {
    return space;
  }

  boolean contains(Modifier wanted) {
    for (Modifier modifier : others) {
      if (modifier == wanted) {
        return true;
      }
    }
    return false;
  }

  /** The first one that is among some, or null. */
  Modifier oneOf(Set<Modifier> some) {
    for (Modifier modifier : others) {
      if (some.contains(modifier)) {
        return modifier;
      }
    }
    return null;
  }
}
