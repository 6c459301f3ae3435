package org.grcuda.cpu.interpret;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.pass.ModuleVariables;
import org.grcuda.cpu.translate.pass.Segmentation;
import org.grcuda.cpu.translate.pass.SuspensionPoints;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Kind;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.analysis.ControlFlowGraph;

/** A kernel and the functions that it can reach. Immutable once {@link FunctionDecoder decoded}. */
final class Program {

  private final PtxModule module;
  private final ModuleVariables variables;
  private final MemoryLayout layout;
  private final boolean counting;
  private final DecodedFunction kernel;
  private final Map<String, DecodedFunction> functions = new HashMap<>();
  private final Map<Instruction, Point> points = new IdentityHashMap<>();
  private final List<Point> allPoints = new ArrayList<>();

  /**
   * @param counting whether it counts what it does
   */
  Program(
      PtxModule module,
      PtxFunction kernel,
      ModuleVariables variables,
      CallGraph calls,
      MemoryLayout layout,
      boolean counting) {
    this.module = module;
    this.counting = counting;
    this.variables = variables;
    this.layout = layout;
    for (PtxFunction function : calls.functions()) {
      functions.put(function.name(), new DecodedFunction(function, layout.frame(function.name())));
      addPoints(function);
    }
    this.kernel = functions.get(kernel.name());
  }

  private void addPoints(PtxFunction function) {
    ControlFlowGraph graph = ControlFlowGraph.of(function);
    Segmentation whole = Segmentation.run(function, 1);
    for (Point point : SuspensionPoints.run(function, graph, whole).all()) {
      if (point.kind() != Kind.YIELD) {
        Point own = point.withState(allPoints.size() + 1);
        allPoints.add(own);
        points.put(point.instruction(), own);
      }
    }
  }

  PtxModule module() {
    return module;
  }

  ModuleVariables variables() {
    return variables;
  }

  MemoryLayout layout() {
    return layout;
  }

  boolean isCounting() {
    return counting;
  }

  DecodedFunction kernel() {
    return kernel;
  }

  /** The kernel and what it can reach. */
  Collection<DecodedFunction> functions() {
    return functions.values();
  }

  /** A function that the kernel can reach. */
  DecodedFunction function(String name) {
    return functions.get(name);
  }

  /** Where an instruction makes threads wait. */
  Point point(Instruction instruction) {
    return points.get(instruction);
  }

  /** All of them, by state from 1. */
  List<Point> points() {
    return allPoints;
  }
}
