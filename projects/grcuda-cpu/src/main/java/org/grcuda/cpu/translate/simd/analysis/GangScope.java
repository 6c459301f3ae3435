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
    PtxFunction function,
    ControlFlowGraph graph,
    Liveness liveness,
    GangPlan plan,
    Invariants invariants,
    Patterns patterns,
    Indexed indexed,
    GangLayout gangs,
    InstructionSet instructions,
    MemoryLayout layout,
    ModuleVariables variables) {}
