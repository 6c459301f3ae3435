package org.grcuda.ptx;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A translation unit of PTX (PTX ISA 4).
 *
 * @param version of the ISA, such as {@code 8.8}
 * @param targets of {@code .target}: the architecture, then options
 * @param addressSize in bits: 64 or 32
 * @param variables module-scoped, in order
 * @param functions in order; a function that is declared and later defined occurs twice
 * @param aliases of {@code .alias}: alias to function
 */
public record PtxModule(
    String version,
    List<String> targets,
    int addressSize,
    List<Variable> variables,
    List<PtxFunction> functions,
    Map<String, String> aliases) {

  public PtxModule {
    targets = List.copyOf(targets);
    variables = List.copyOf(variables);
    functions = List.copyOf(functions);
    aliases = Collections.unmodifiableMap(new LinkedHashMap<>(aliases));
  }

  /** This module with other functions. */
  public PtxModule withFunctions(List<PtxFunction> others) {
    return new PtxModule(version, targets, addressSize, variables, others, aliases);
  }

  /** The architecture, such as {@code sm_80}. */
  public String target() {
    return targets.get(0);
  }

  /** The kernels that have a body. */
  public List<PtxFunction> entries() {
    return functions.stream().filter(f -> f.isEntry() && !f.isDeclaration()).toList();
  }

  /** The function of that name or alias: its definition, else its declaration, else null. */
  public PtxFunction function(String name) {
    String target = aliases.getOrDefault(name, name);
    PtxFunction declared = null;
    for (PtxFunction function : functions) {
      if (function.name().equals(target)) {
        if (!function.isDeclaration()) {
          return function;
        }
        declared = function;
      }
    }
    return declared;
  }

  /** The module-scoped variable of that name: its definition, else its declaration, else null. */
  public Variable variable(String name) {
    Variable declared = null;
    for (Variable variable : variables) {
      if (variable.name().equals(name)) {
        if (variable.linkage() != Linkage.EXTERN) {
          return variable;
        }
        declared = variable;
      }
    }
    return declared;
  }
}
