package org.grcuda.ptx.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Variable;

/**
 * Numbers the origins that a value may be derived from, so that a set of them is a {@link BitSet}.
 */
final class Origins {

  /** Memory of the launch itself: shared, local, call parameters. */
  static final int OWN = 0;

  /** An address of unknown origin: loaded, returned, assembled. */
  static final int UNKNOWN = 1;

  /** A number from memory that is not an address, but could be a piece of one. */
  static final int PIECE = 2;

  /** A number that did not come from memory: a constant, a thread index. */
  static final int NUMBER = 3;

  private static final int FIRST_PARAMETER = 4;

  /** A smaller parameter cannot hold a pointer. */
  private static final int POINTER_SIZE = 8;

  private final PtxFunction kernel;
  private final Map<String, Integer> globals = new HashMap<>();
  private final List<String> globalNames = new ArrayList<>();

  Origins(PtxFunction kernel) {
    this.kernel = kernel;
  }

  private int parameterCount() {
    return kernel.parameters().size();
  }

  /**
   * The origins of a load of the parameter: its value, or a number if it is too small for a
   * pointer.
   */
  BitSet parameterValue(int parameter) {
    Variable variable = kernel.parameters().get(parameter);
    return of(variable.size() < POINTER_SIZE ? NUMBER : FIRST_PARAMETER + 2 * parameter);
  }

  /** The address of the parameter in the parameter block. */
  BitSet parameterAddress(int parameter) {
    return of(FIRST_PARAMETER + 2 * parameter + 1);
  }

  /** The address of a module-scoped variable. */
  BitSet global(String name) {
    int base = FIRST_PARAMETER + 2 * parameterCount();
    int index =
        globals.computeIfAbsent(
            name,
            n -> {
              globalNames.add(n);
              return globalNames.size() - 1;
            });
    return of(base + index);
  }

  /** Names of the module-scoped variables met so far, in order. */
  List<String> globalNames() {
    return globalNames;
  }

  /** The parameter whose value the origin is, or -1. */
  int valueParameter(int origin) {
    int offset = origin - FIRST_PARAMETER;
    return offset >= 0 && offset < 2 * parameterCount() && offset % 2 == 0 ? offset / 2 : -1;
  }

  /** The parameter whose address the origin is, or -1. */
  int addressParameter(int origin) {
    int offset = origin - FIRST_PARAMETER;
    return offset >= 0 && offset < 2 * parameterCount() && offset % 2 == 1 ? offset / 2 : -1;
  }

  /** The module-scoped variable whose address the origin is, or -1. */
  int globalIndex(int origin) {
    return Math.max(-1, origin - FIRST_PARAMETER - 2 * parameterCount());
  }

  /** The set of one origin. */
  static BitSet of(int origin) {
    BitSet set = new BitSet();
    set.set(origin);
    return set;
  }

  /**
   * The memory that an address of these origins points into: numbers only move it. An empty set
   * means that nothing is known.
   */
  static BitSet bases(BitSet address) {
    BitSet bases = (BitSet) address.clone();
    bases.clear(PIECE);
    bases.clear(NUMBER);
    return bases;
  }

  /** The set where a number was computed: an unknown address becomes a number. */
  static BitSet scaled(BitSet set) {
    BitSet result = (BitSet) set.clone();
    if (result.get(UNKNOWN)) {
      result.clear(UNKNOWN);
      result.set(PIECE);
    }
    return result;
  }

  /** The set where pieces were put together: they may be an address now. */
  static BitSet assembled(BitSet set) {
    BitSet result = (BitSet) set.clone();
    if (result.get(PIECE)) {
      result.set(UNKNOWN);
    }
    return result;
  }
}
