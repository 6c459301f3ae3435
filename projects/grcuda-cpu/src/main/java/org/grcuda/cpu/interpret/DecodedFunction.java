package org.grcuda.cpu.interpret;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Variable;

/** A function with its operations, one per statement and a return at the end. */
final class DecodedFunction {

  private final PtxFunction function;
  private final MemoryLayout.Frame frame;
  private final Map<String, Integer> parameters = new HashMap<>();
  private Operation[] operations = {};
  private int[] lines = {};

  DecodedFunction(PtxFunction function, MemoryLayout.Frame frame) {
    this.function = function;
    this.frame = frame;
    for (List<Variable> list :
        List.of(function.parameters(), function.results(), function.variables())) {
      for (Variable variable : list) {
        if (variable.space() == StateSpace.PARAM) {
          parameters.putIfAbsent(variable.name(), parameters.size());
        }
      }
    }
  }

  void define(Operation[] code, int[] codeLines) {
    operations = code;
    lines = codeLines;
  }

  PtxFunction function() {
    return function;
  }

  /** Its local memory. */
  MemoryLayout.Frame frame() {
    return frame;
  }

  /** Position of a {@code .param} variable among those of the function; null if it has none. */
  Integer parameter(String name) {
    return parameters.get(name);
  }

  int parameterCount() {
    return parameters.size();
  }

  Operation operation(int at) {
    return operations[at];
  }

  /** PTX line of an operation. */
  int line(int at) {
    return lines[at];
  }
}
