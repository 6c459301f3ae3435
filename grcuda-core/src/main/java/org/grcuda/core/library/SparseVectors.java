package org.grcuda.core.library;

import org.grcuda.types.ElementType;

/** Sparse vectors, and the conversion of formats, on the reference kernels. */
final class SparseVectors {

  private SparseVectors() {}

  /** y = alpha op(A) x + beta y, where A is dense, with m rows and n columns, and x sparse. */
  static void gemvi(RoutineKernels kernels, Precision precision, LibraryArguments arguments) {
    checkType(precision, arguments);
    Operation operation = Operation.of(arguments, "transA");
    long m = arguments.extent("m");
    long n = arguments.extent("n");
    Factor alpha = arguments.factor("alpha", precision);
    Factor beta = arguments.factor("beta", precision);
    long lda = arguments.leadingDimension("lda", m);
    long nonZeros = arguments.extent("nnz");
    long base = arguments.integer("idxBase", 0, 1);
    long rows = operation.transposes() ? n : m;
    Operand a = arguments.matrix("A", precision.element(), m, n, lda);
    Operand x = arguments.block("x", precision.element(), nonZeros);
    Operand indices = arguments.block("xInd", ElementType.INT, nonZeros);
    Operand y = arguments.block("y", precision.element(), rows);
    y.checkApartFrom(a, x, indices, alpha.operand(), beta.operand());
    kernels.launch(
        kernels.kernel("gemvi", precision),
        rows,
        rows,
        nonZeros,
        alpha,
        a,
        operation.rowStride(lda),
        operation.columnStride(lda),
        operation.conjugates(),
        x,
        indices,
        base,
        beta,
        y);
  }

  /** GrCUDA took the letter of the function again, as an argument, to find the size of a buffer. */
  private static void checkType(Precision precision, LibraryArguments arguments) {
    if (arguments.has("type") && !arguments.string("type").equals(precision.name())) {
      throw arguments.refuse(
          "type", "expected '" + precision + "', given '" + arguments.string("type") + "'");
    }
  }

  /** Row starts from row indices in ascending order. */
  static void coo2csr(RoutineKernels kernels, LibraryArguments arguments) {
    long nonZeros = arguments.extent("nnz");
    long rows = arguments.extent("m");
    long base = arguments.integer("idxBase", 0, 1);
    Operand indices = arguments.block("cooRowInd", ElementType.INT, nonZeros);
    Operand starts = arguments.block("csrRowPtr", ElementType.INT, rows + 1);
    starts.checkApartFrom(indices);
    kernels.launch(kernels.kernel("coo2csr"), rows + 1, indices, nonZeros, rows, starts, base);
  }

  /** Row indices from row starts. */
  static void csr2coo(RoutineKernels kernels, LibraryArguments arguments) {
    long nonZeros = arguments.extent("nnz");
    long rows = arguments.extent("m");
    long base = arguments.integer("idxBase", 0, 1);
    Operand starts = arguments.block("csrRowPtr", ElementType.INT, rows + 1);
    Operand indices = arguments.block("cooRowInd", ElementType.INT, nonZeros);
    indices.checkApartFrom(starts);
    kernels.launch(kernels.kernel("csr2coo"), rows, starts, rows, indices, base);
  }
}
