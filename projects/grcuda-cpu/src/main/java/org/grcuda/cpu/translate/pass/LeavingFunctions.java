package org.grcuda.cpu.translate.pass;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.analysis.ControlFlowGraph;

/**
 * The pass that finds the device functions in which a thread may wait for others or end: those with
 * suspension points or {@code exit}, and those that call one.
 */
public final class LeavingFunctions {

  private final CallGraph calls;
  private final Set<String> names = new LinkedHashSet<>();

  private LeavingFunctions(CallGraph calls) {
    this.calls = calls;
  }

  /** Finds them among the functions that a kernel can reach. */
  public static LeavingFunctions run(PtxModule module, PtxFunction kernel) {
    LeavingFunctions result = new LeavingFunctions(CallGraph.run(module, kernel));
    Map<String, PtxFunction> functions = new LinkedHashMap<>();
    result.calls.functions().forEach(function -> functions.put(function.name(), function));
    functions.remove(kernel.name());
    functions.values().stream()
        .filter(LeavingFunctions::leavesItself)
        .forEach(function -> result.names.add(function.name()));
    boolean grew = true;
    while (grew) {
      grew = false;
      for (String name : functions.keySet()) {
        boolean callsOne = result.calls.callees(name).stream().anyMatch(result.names::contains);
        grew |= callsOne && result.names.add(name);
      }
    }
    return result;
  }

  private static boolean leavesItself(PtxFunction function) {
    ControlFlowGraph graph = ControlFlowGraph.of(function);
    return !SuspensionPoints.run(function, graph, Segmentation.run(function, 1)).isEmpty()
        || function.body().stream()
            .anyMatch(s -> s instanceof Instruction i && i.opcode() == Opcode.EXIT);
  }

  /** Their names. */
  public Set<String> names() {
    return names;
  }

  /** Whether lanes make steps in one of them. */
  public boolean step() {
    return calls.functions().stream()
        .anyMatch(f -> names.contains(f.name()) && Lockstep.gathersIn(f));
  }

  /** Whether one of them calls itself, directly or through others. */
  public boolean recurse() {
    return names.stream().anyMatch(this::reachesItself);
  }

  private boolean reachesItself(String function) {
    Set<String> seen = new LinkedHashSet<>();
    Deque<String> pending = new ArrayDeque<>(calls.callees(function));
    while (!pending.isEmpty()) {
      String name = pending.pop();
      if (seen.add(name)) {
        pending.addAll(calls.callees(name));
      }
    }
    return seen.contains(function);
  }
}
