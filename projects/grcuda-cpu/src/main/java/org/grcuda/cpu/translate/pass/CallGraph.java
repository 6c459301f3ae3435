package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.cpu.translate.UnsupportedPtxException;
import org.grcuda.cpu.translate.semantics.ProvidedFunction;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.Statement;

/** The device functions that a kernel can reach by calls, which are direct ones by now. */
public final class CallGraph {

  private final Map<String, PtxFunction> functions = new LinkedHashMap<>();
  private final Map<String, Set<String>> callees = new LinkedHashMap<>();

  private CallGraph() {}

  /**
   * Follows the calls of a kernel.
   *
   * @throws UnsupportedPtxException for an indirect call and for a callee without a body
   */
  public static CallGraph run(PtxModule module, PtxFunction kernel) {
    CallGraph graph = new CallGraph();
    graph.visit(module, kernel);
    return graph;
  }

  private void visit(PtxModule module, PtxFunction function) {
    functions.put(function.name(), function);
    Set<String> called = new LinkedHashSet<>();
    callees.put(function.name(), called);
    for (Statement statement : function.body()) {
      if (!(statement instanceof Instruction call) || !call.opcode().equals("call")) {
        continue;
      }
      String name = call.call().calleeName();
      if (name == null) {
        throw new UnsupportedPtxException(call.text(), call.line());
      }
      PtxFunction callee = module.function(name);
      if (isProvided(name)) {
        continue;
      }
      if (callee == null || callee.isDeclaration()) {
        throw new UnsupportedPtxException("call of external function " + name, call.line());
      }
      called.add(callee.name());
      if (!functions.containsKey(callee.name())) {
        visit(module, callee);
      }
    }
  }

  /** Whether the backend itself provides the function. */
  public static boolean isProvided(String name) {
    return ProvidedFunction.of(name) != null;
  }

  /** The kernel, then every function that it can reach. */
  public List<PtxFunction> functions() {
    return new ArrayList<>(functions.values());
  }

  /** Names of the functions that one calls directly. */
  public Set<String> callees(String function) {
    return callees.get(function);
  }
}
