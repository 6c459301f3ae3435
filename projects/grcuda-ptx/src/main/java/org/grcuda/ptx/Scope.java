package org.grcuda.ptx;

import java.util.HashMap;
import java.util.Map;

/** The names that one pair of braces declares (PTX ISA 5.4), resolved inside out. */
final class Scope {

  private final Scope parent;
  private final Map<String, Operand> declared = new HashMap<>();
  private final Map<String, Operand> labels = new HashMap<>();

  Scope(Scope parent) {
    this.parent = parent;
  }

  Scope parent() {
    return parent;
  }

  /** Binds a name to a register or symbol; false where this scope has it already. */
  boolean declare(String name, Operand meaning) {
    return declared.putIfAbsent(name, meaning) == null;
  }

  /** Binds a name that is declared already to what it turned out to be. */
  void redeclare(String name, Operand meaning) {
    declared.put(name, meaning);
  }

  /**
   * Binds a name to a label or to a list that a label names; false where this scope has it already.
   */
  boolean declareLabel(String name, Operand meaning) {
    return labels.putIfAbsent(name, meaning) == null;
  }

  /** What a register or variable name means here, or null. */
  Operand resolve(String name) {
    for (Scope scope = this; scope != null; scope = scope.parent) {
      Operand meaning = scope.declared.get(name);
      if (meaning != null) {
        return meaning;
      }
    }
    return null;
  }

  /** What a label name means here, or null; labels may be used before they are declared. */
  Operand resolveLabel(String name) {
    for (Scope scope = this; scope != null; scope = scope.parent) {
      Operand meaning = scope.labels.get(name);
      if (meaning != null) {
        return meaning;
      }
    }
    return null;
  }
}
