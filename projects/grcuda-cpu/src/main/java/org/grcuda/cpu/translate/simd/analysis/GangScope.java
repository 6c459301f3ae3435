package org.grcuda.cpu.translate.simd.analysis;

import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.pass.ModuleVariables;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.Liveness;

/**
 * The facts known about the kernel that is translated.
 *
 * @param instructions of which machine code is made
 */
public record GangScope(
    KernelFlow flow,
    GangPlan plan,
    Invariants invariants,
    Patterns patterns,
    Indexed indexed,
    GangLayout gangs,
    InstructionSet instructions,
    MemoryLayout layout,
    ModuleVariables variables) {

  /** The kernel, with a label at each of {@link Meetings}. */
  public PtxFunction function() {
    return flow.graph().function();
  }

  /** Its basic blocks. */
  public ControlFlowGraph graph() {
    return flow.graph();
  }

  /** Its inner loops. */
  public InnerLoops loops() {
    return InnerLoops.of(flow, plan, indexed);
  }

  /** Its live registers. */
  public Liveness liveness() {
    return flow.liveness();
  }
}
