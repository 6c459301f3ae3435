package org.grcuda.cpu.translate;

import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.LeavingFunctions;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.pass.ModuleVariables;
import org.grcuda.driver.ClusterSize;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.text.SourceLines;

/**
 * The passes' results for one kernel so far. Each pass of the {@link Pipeline} reads the results of
 * earlier passes.
 */
final class KernelState {

  final ModuleVariables variables;
  final SourceLines source;
  TranslationOptions options;

  /** The module with the functions that the kernel calls, as the last pass left it. */
  PtxModule module;

  /** The kernel as the last pass left it. */
  PtxFunction kernel;

  /**
   * Calls of the kernel as declared, for the passes that rewrite it; later, calls of the result of
   * these passes.
   */
  CallGraph calls;

  LeavingFunctions leaves;
  MemoryLayout layout;

  /** The version of the kernel to which the layout belongs. */
  PtxFunction laidOut;

  boolean boundedTime;

  /** Whether its blocks wait for one another. */
  boolean cooperative;

  /** The blocks of a cluster. */
  ClusterSize cluster = ClusterSize.NONE;

  KernelState(
      PtxModule module,
      ModuleVariables variables,
      PtxFunction kernel,
      SourceLines source,
      TranslationOptions options) {
    this.module = module;
    this.variables = variables;
    this.kernel = kernel;
    this.source = source;
    this.options = options;
  }

  /** A copy, for passes that another engine does not need. */
  KernelState copy() {
    KernelState copy = new KernelState(module, variables, kernel, source, options);
    copy.calls = calls;
    copy.leaves = leaves;
    copy.layout = layout;
    copy.laidOut = laidOut;
    copy.boundedTime = boundedTime;
    copy.cooperative = cooperative;
    copy.cluster = cluster;
    return copy;
  }

  /** Goes on with another module, in which the kernel has the same name. */
  void rewrite(PtxModule other) {
    module = other;
    kernel = other.function(kernel.name());
  }

  /** Goes on with a version of the kernel in the module as it is now. */
  void replace(PtxFunction other) {
    kernel = other;
    calls = CallGraph.run(module, other);
  }
}
