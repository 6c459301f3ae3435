package org.grcuda.cpu.translate.emit;

import java.lang.constant.ClassDesc;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.pass.ModuleVariables;
import org.grcuda.cpu.translate.pass.SavedRegisters;
import org.grcuda.cpu.translate.pass.Segmentation;
import org.grcuda.cpu.translate.pass.SuspensionPoints;
import org.grcuda.cpu.translate.semantics.AddressSemantics;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.Liveness;

/**
 * The passes' results for a function that is being emitted.
 *
 * @param owner the hidden class that gets the method
 * @param kernel the kernel for which it is emitted: itself, or one that calls it
 */
record FunctionScope(
    ClassDesc owner,
    PtxModule module,
    PtxFunction kernel,
    PtxFunction function,
    ControlFlowGraph graph,
    Liveness liveness,
    RegisterSlots slots,
    CallGraph calls,
    MemoryLayout layout,
    ModuleVariables variables,
    Segmentation segmentation,
    SuspensionPoints suspensions,
    SavedRegisters saved,
    Instrumentation instrumentation) {

  /** Whether the function is the kernel itself. */
  boolean isKernel() {
    return function == kernel;
  }

  /** The PTX line that is line 0 of the class file. */
  int firstLine() {
    return AddressSemantics.firstLine(owner.packageName() + "." + owner.displayName());
  }

  /** JVM name of the method of a device function: its position among the functions. */
  String methodName(PtxFunction callee) {
    return "f" + calls.functions().indexOf(callee) + "_" + callee.name().replaceAll("\\W", "_");
  }
}
