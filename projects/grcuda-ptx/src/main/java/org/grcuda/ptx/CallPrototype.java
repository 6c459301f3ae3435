package org.grcuda.ptx;

import java.util.List;

/**
 * A function type, of {@code .callprototype} (PTX ISA 11.7.3); parameters may share the name "_".
 */
public record CallPrototype(List<Variable> results, List<Variable> parameters) {
  public CallPrototype {
    results = List.copyOf(results);
    parameters = List.copyOf(parameters);
  }
}
