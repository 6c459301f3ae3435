package org.grcuda.core.library;

import java.util.Map;
import org.grcuda.core.engine.Session;

/** BLAS, SPARSE, CUB and RAND on kernels of this project. */
final class ReferenceProvider implements LibraryProvider {

  private static final Integer SUCCESS = 0;

  /** Runs a routine for every element type that it has. */
  @FunctionalInterface
  interface Routine {
    /**
     * Checks the arguments and launches kernels.
     *
     * @param precision null for routines of one element type, or of one that an argument names
     */
    void run(RoutineKernels kernels, Precision precision, LibraryArguments arguments);
  }

  private static final Map<Library, Map<String, Routine>> ROUTINES =
      Map.of(
          Library.BLAS,
          Map.of(
              "axpy", BlasVectors::axpy,
              "scal", BlasVectors::scal,
              "dotu", (kernels, p, a) -> BlasVectors.dot(kernels, p, a, false),
              "dotc", (kernels, p, a) -> BlasVectors.dot(kernels, p, a, true),
              "nrm2", BlasVectors::nrm2,
              "gemv", BlasMatrices::gemv,
              "gemm", BlasMatrices::gemm,
              "gemmStridedBatched", BlasMatrices::gemmStridedBatched),
          Library.SPARSE,
          Map.of(
              "SpMV", (kernels, p, a) -> SparseProducts.spmv(kernels, a),
              "SpMM", (kernels, p, a) -> SparseProducts.spmm(kernels, a),
              "gemvi", SparseVectors::gemvi,
              "coo2csr", (kernels, p, a) -> SparseVectors.coo2csr(kernels, a),
              "csr2coo", (kernels, p, a) -> SparseVectors.csr2coo(kernels, a)),
          Library.CUB,
          DeviceWideRoutines.ALL,
          Library.RAND,
          Map.of(RandomStates.MTGP32, (kernels, p, a) -> RandomStates.mtgp32(kernels, a)));

  private final ReferenceKernels kernels;

  ReferenceProvider(Session session) {
    this.kernels = new ReferenceKernels(session);
  }

  private static Routine routine(LibraryFunction function) {
    return ROUTINES.getOrDefault(function.library(), Map.of()).get(function.routine());
  }

  /**
   * Checks the arguments of a routine, and so collects its operands and factors.
   *
   * @throws org.grcuda.types.GrCudaException naming the argument, if one is wrong
   */
  static void check(LibraryFunction function, LibraryArguments arguments) {
    routine(function).run(new NoKernels(), function.precision().orElse(null), arguments);
  }

  @Override
  public boolean offers(LibraryFunction function) {
    return routine(function) != null;
  }

  @Override
  public Object call(LibraryFunction function, LibraryArguments arguments) {
    routine(function).run(kernels, function.precision().orElse(null), arguments);
    return SUCCESS;
  }
}
