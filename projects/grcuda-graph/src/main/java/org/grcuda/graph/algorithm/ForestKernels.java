package org.grcuda.graph.algorithm;

import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.worklist.CudaSource;

/** The compiled kernels of {@link Components}: see components.cu. */
record ForestKernels(
    Kernel start,
    Kernel hookFirst,
    Kernel hookSecond,
    Kernel hook,
    Kernel report,
    Kernel hookMain,
    Kernel hookPairs,
    Kernel compress) {

  private static final String FOREST = "parent: inout pointer uint32, ";
  private static final String EDGES =
      FOREST + "row: in pointer uint32, column: in pointer sint32, ";

  /** They declare what they cost simulated devices; a vertex somewhere is a sector of 32 bytes. */
  static ForestKernels of(GrCuda cuda) {
    Kernel start = kernel(cuda, "start(parent: out pointer uint32, n: uint32)");
    Kernel hookFirst =
        kernel(
            cuda,
            "hookFirst("
                + EDGES.replace("inout", "out")
                + "own: uint32, n: uint32, second: out pointer uint32)");
    Kernel hookSecond =
        kernel(cuda, "hookSecond(" + EDGES + "own: uint32, second: in pointer uint32)");
    Kernel hook =
        kernel(
            cuda,
            "hook("
                + EDGES
                + "vertices: in pointer uint32, blocks: in pointer uint32,"
                + " but: uint32, followed: inout pointer uint32, own: uint32, edges: uint32)");
    Kernel report =
        kernel(
            cuda,
            "report(parent: in pointer uint32, global: in pointer uint32, n: uint32,"
                + " main: uint32, inMain: inout pointer uint32, pairs: out pointer uint32,"
                + " count: inout pointer uint32)");
    Kernel hookMain =
        kernel(
            cuda,
            "hookMain("
                + FOREST
                + "main: uint32, inMain: in pointer uint32, first: uint32,"
                + " n: uint32)");
    Kernel hookPairs =
        kernel(cuda, "hookPairs(" + FOREST + "pairs: in pointer uint32, count: uint32)");
    Kernel compress = kernel(cuda, "compress(" + FOREST + "n: uint32)");
    start.cost("0", "4 * n");
    hookFirst.cost("0", "4 * n + 40 * own");
    hookSecond.cost("0", "72 * own");
    // A look at each vertex, and for each edge a column and a step towards a root.
    hook.cost("0", "12 * own + 44 * edges + 44 * followed[0]");
    // The root of most vertices is the same, and stays in the cache.
    report.cost("0", "12 * n + 72 * count[0]");
    hookMain.cost("0", "9 * n");
    hookPairs.cost("0", "72 * count");
    compress.cost("0", "40 * n");
    return new ForestKernels(
        start, hookFirst, hookSecond, hook, report, hookMain, hookPairs, compress);
  }

  private static Kernel kernel(GrCuda cuda, String signature) {
    return cuda.buildKernel(
        CudaSource.read(ForestKernels.class, "components.cu"),
        signature,
        CudaSource.withHeader(ForestKernels.class, RowOrder.HEADER));
  }
}
