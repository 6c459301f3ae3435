package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.translate.semantics.ProvidedFunction;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.Statement;

/** The device functions that a kernel can reach by calls; at this stage all calls are direct. */
public final class CallGraph {

  private final PtxModule module;
  private final Map<String, PtxFunction> functions = new LinkedHashMap<>();
  private final Map<String, Set<String>> callees = new LinkedHashMap<>();

  private CallGraph(PtxModule module) {
    this.module = module;
  }

  /**
   * Follows the calls of a kernel.
   *
   * @throws UnsupportedPtxException for an indirect call and for a callee without a body
   */
  public static CallGraph run(PtxModule module, PtxFunction kernel) {
    CallGraph graph = new CallGraph(module);
    graph.visit(kernel);
    return graph;
  }

  private void visit(PtxFunction function) {
    functions.put(function.name(), function);
    Set<String> called = new LinkedHashSet<>();
    callees.put(function.name(), called);
    for (Statement statement : function.body()) {
      if (!(statement instanceof Instruction call) || call.opcode() != Opcode.CALL) {
        continue;
      }
      String name = call.call().calleeName();
      if (name == null) {
        throw new UnsupportedPtxException(call.text(), call.position());
      }
      PtxFunction callee = module.function(name);
      if (isProvided(name)) {
        continue;
      }
      if (callee == null || callee.isDeclaration()) {
        throw new UnsupportedPtxException("call of external function " + name, call.position());
      }
      called.add(callee.name());
      if (!functions.containsKey(callee.name())) {
        visit(callee);
      }
    }
  }

  /** The function that a direct call names; null if there is none. */
  PtxFunction callee(Instruction call) {
    return module.function(call.call().calleeName());
  }

  /** Whether the backend itself provides the function. */
  public static boolean isProvided(String name) {
    return ProvidedFunction.of(name) != null;
  }

  /** The kernel, then every function that it can reach. */
  public List<PtxFunction> functions() {
    return new ArrayList<>(functions.values());
  }

  /** Whether one of them reads a special register. */
  public boolean reads(String specialRegister) {
    for (PtxFunction function : functions.values()) {
      for (Statement statement : function.body()) {
        if (statement instanceof Instruction i) {
          for (Operand operand : i.operands()) {
            if (operand instanceof Operand.SpecialRegister s && s.name().equals(specialRegister)) {
              return true;
            }
          }
        }
      }
    }
    return false;
  }

  /**
   * How many statements a function would have with all calls of device functions replaced by their
   * bodies.
   *
   * @param most counting stops beyond that: the result is then any greater number, as it is for a
   *     function that calls itself
   */
  public long statements(String function, long most) {
    return statements(function, most, new LinkedHashMap<>());
  }

  private long statements(String name, long most, Map<String, Long> known) {
    Long before = known.putIfAbsent(name, most + 1);
    if (before != null) {
      return before;
    }
    long sum = functions.get(name).body().size();
    for (Statement statement : functions.get(name).body()) {
      if (sum <= most && statement instanceof Instruction i && i.opcode() == Opcode.CALL) {
        PtxFunction callee = module.function(i.call().calleeName());
        boolean own = callee != null && functions.containsKey(callee.name());
        sum += own ? statements(callee.name(), most, known) : 0;
      }
    }
    known.put(name, sum);
    return sum;
  }

  /** Names of the functions that one calls directly. */
  public Set<String> callees(String function) {
    return callees.get(function);
  }
}
