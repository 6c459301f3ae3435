package org.grcuda.graph.algorithm;

import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.worklist.CudaSource;

/** The compiled kernels of PageRank: see pagerank.cu. */
record RankKernels(Kernel start, Kernel sweep, Packing<FloatArray> packing) {

  private static final String RANKS =
      "rank: inout pointer float, share: inout pointer float, row: in pointer uint32,"
          + " column: in pointer sint32, degree: in pointer uint32)";

  static RankKernels of(GrCuda cuda) {
    String source = CudaSource.read(RankKernels.class, "pagerank.cu");
    Kernel start =
        kernel(
            cuda,
            source,
            "start(shares: in pointer float, own: uint32, all: uint32, damping: float, " + RANKS);
    Kernel sweep =
        kernel(
            cuda,
            source,
            "sweep(vertices: in pointer uint32, blocks: in pointer uint32, own: uint32,"
                + " edges: uint32, damping: float, changes: inout pointer float, "
                + RANKS);
    start.cost("0", "8 * own + 8 * all");
    // Of an edge a column, and the share of a vertex somewhere; of a vertex what it has.
    sweep.cost("0", "36 * edges + 28 * own");
    return new RankKernels(start, sweep, Packing.floats(cuda));
  }

  private static Kernel kernel(GrCuda cuda, String source, String signature) {
    return cuda.buildKernel(
        source, signature, CudaSource.withHeader(RankKernels.class, RowOrder.HEADER));
  }
}
