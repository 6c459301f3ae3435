package org.grcuda.cpu.translate.order;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.RegisterUse;

/** From which variables the addresses in registers are computed. */
final class AddressOrigins {

  private final Map<Register, List<Instruction>> writers = new HashMap<>();

  AddressOrigins(List<Statement> body) {
    for (Statement statement : body) {
      if (statement instanceof Instruction i) {
        for (Register r : RegisterUse.defined(i)) {
          writers.computeIfAbsent(r, register -> new ArrayList<>(1)).add(i);
        }
      }
    }
  }

  /** Adds the names of the variables from which an operand is computed without memory. */
  void collect(Operand operand, Set<String> variables) {
    Set<Operand> seen = new HashSet<>();
    Deque<Operand> pending = new ArrayDeque<>(List.of(operand));
    while (!pending.isEmpty()) {
      Operand next = pending.pop();
      if (next instanceof Operand.Symbol symbol) {
        variables.add(symbol.name());
      } else if (next instanceof Register r && seen.add(r)) {
        for (Instruction i : writers.getOrDefault(r, List.of())) {
          if (!i.opcode().accessesMemory()) {
            i.operands().stream().skip(1).forEach(pending::push);
          }
        }
      }
    }
  }
}
