package org.grcuda.ptx;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A kernel ({@code .entry}) or device function ({@code .func}). Scopes are resolved: names declared
 * in nested braces are unique in the function, and branch targets are its labels.
 *
 * @param name as in PTX (mangled)
 * @param isEntry a kernel
 * @param linkage linking directive
 * @param isDeclaration has no body: external, or defined elsewhere in the module
 * @param results return parameters: one in the space PARAM, or any number of REG; empty for a
 *     kernel
 * @param parameters in order; their space is PARAM, or REG for a device function's register ones
 * @param directives performance-tuning directives, in order
 * @param registers all of them, register parameters first; {@link Register#index()} is the position
 * @param variables function-scoped {@code .local}, {@code .shared}, {@code .param}, ...
 * @param branchTargets label lists of {@code .branchtargets}, by name, for {@code brx.idx}
 * @param callPrototypes of {@code .callprototype}, by name, for indirect calls
 * @param callTargets function lists of {@code .calltargets}, by name, for indirect calls
 * @param body statements; analyses name them by their index here
 * @param position of the directive in the PTX source
 */
public record PtxFunction(
    String name,
    boolean isEntry,
    Linkage linkage,
    boolean isDeclaration,
    List<Variable> results,
    List<Variable> parameters,
    List<Directive> directives,
    List<Register> registers,
    List<Variable> variables,
    Map<String, List<String>> branchTargets,
    Map<String, CallPrototype> callPrototypes,
    Map<String, List<String>> callTargets,
    List<Statement> body,
    Position position) {

  public PtxFunction {
    results = List.copyOf(results);
    parameters = List.copyOf(parameters);
    directives = List.copyOf(directives);
    registers = List.copyOf(registers);
    variables = List.copyOf(variables);
    branchTargets = Collections.unmodifiableMap(new LinkedHashMap<>(branchTargets));
    callPrototypes = Collections.unmodifiableMap(new LinkedHashMap<>(callPrototypes));
    callTargets = Collections.unmodifiableMap(new LinkedHashMap<>(callTargets));
    body = List.copyOf(body);
  }

  /** Line of the directive in the PTX source, from 1. */
  public int line() {
    return position.line();
  }

  /** This function with another body over the same registers. */
  public PtxFunction withBody(List<Statement> other) {
    return withBody(registers, other);
  }

  /** This function with another body and the registers that it uses. */
  public PtxFunction withBody(List<Register> used, List<Statement> other) {
    return with(directives, used, variables, other);
  }

  /** This function with one more directive. */
  public PtxFunction withDirective(Directive directive) {
    List<Directive> more = new ArrayList<>(directives);
    more.add(directive);
    return with(more, registers, variables, body);
  }

  /** This function with other variables of its own. */
  public PtxFunction withVariables(List<Variable> others) {
    return with(directives, registers, others, body);
  }

  private PtxFunction with(
      List<Directive> ownDirectives,
      List<Register> ownRegisters,
      List<Variable> ownVariables,
      List<Statement> ownBody) {
    return new PtxFunction(
        name,
        isEntry,
        linkage,
        isDeclaration,
        results,
        parameters,
        ownDirectives,
        ownRegisters,
        ownVariables,
        branchTargets,
        callPrototypes,
        callTargets,
        ownBody,
        position);
  }

  /** The parameter, return parameter or function-scoped variable of that name, or null. */
  public Variable variable(String variableName) {
    for (List<Variable> list : List.of(parameters, results, variables)) {
      for (Variable variable : list) {
        if (variable.name().equals(variableName)) {
          return variable;
        }
      }
    }
    return null;
  }

  /** Position of the parameter of that name, -1 where none has it. */
  public int parameterIndex(String parameterName) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).name().equals(parameterName)) {
        return i;
      }
    }
    return -1;
  }

  /** The directive of that name (no dot), or null. */
  public Directive directive(String directiveName) {
    for (Directive directive : directives) {
      if (directive.name().equals(directiveName)) {
        return directive;
      }
    }
    return null;
  }
}
