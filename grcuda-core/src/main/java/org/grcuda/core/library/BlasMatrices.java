package org.grcuda.core.library;

import org.grcuda.core.engine.GpuKernel;

/** BLAS levels 2 and 3 on the reference kernels. */
final class BlasMatrices {

  private static final int ROWS_PER_THREAD = 4;

  private BlasMatrices() {}

  /** y = alpha op(A) x + beta y, where A has m rows and n columns. */
  static void gemv(RoutineKernels kernels, Precision precision, LibraryArguments arguments) {
    Operation operation = Operation.of(arguments, "trans");
    long m = arguments.extent("m");
    long n = arguments.extent("n");
    Factor alpha = arguments.factor("alpha", precision);
    Factor beta = arguments.factor("beta", precision);
    long lda = arguments.leadingDimension("lda", m);
    long incx = arguments.increment("incx");
    long incy = arguments.increment("incy");
    long rows = operation.transposes() ? n : m;
    long columns = operation.transposes() ? m : n;
    Operand a = arguments.matrix("A", precision.element(), m, n, lda);
    Operand x = arguments.vector("x", precision.element(), m == 0 || n == 0 ? 0 : columns, incx);
    Operand y = arguments.vector("y", precision.element(), m == 0 || n == 0 ? 0 : rows, incy);
    y.checkApartFrom(a, x, alpha.operand(), beta.operand());
    if (columns == 0) {
      return;
    }
    kernels.launch(
        kernels.kernel("gemv", precision),
        Math.ceilDiv(rows, ROWS_PER_THREAD),
        rows,
        columns,
        alpha,
        a,
        operation.rowStride(lda),
        operation.columnStride(lda),
        operation.conjugates(),
        x,
        incx,
        beta,
        y,
        incy);
  }

  /** C = alpha op(A) op(B) + beta C. */
  static void gemm(RoutineKernels kernels, Precision precision, LibraryArguments arguments) {
    multiply(kernels, precision, arguments, 1, 0, 0, 0);
  }

  /** {@link #gemm} of matrices that lie at regular distances. */
  static void gemmStridedBatched(
      RoutineKernels kernels, Precision precision, LibraryArguments arguments) {
    multiply(
        kernels,
        precision,
        arguments,
        arguments.extent("batchCount"),
        arguments.extent("strideA"),
        arguments.extent("strideB"),
        arguments.extent("strideC"));
  }

  private static void multiply(
      RoutineKernels kernels,
      Precision precision,
      LibraryArguments arguments,
      long batches,
      long strideA,
      long strideB,
      long strideC) {
    Operation left = Operation.of(arguments, "transa");
    Operation right = Operation.of(arguments, "transb");
    long m = arguments.extent("m");
    long n = arguments.extent("n");
    long k = arguments.extent("k");
    Factor alpha = arguments.factor("alpha", precision);
    Factor beta = arguments.factor("beta", precision);
    long rowsA = left.transposes() ? k : m;
    long columnsA = left.transposes() ? m : k;
    long rowsB = right.transposes() ? n : k;
    long columnsB = right.transposes() ? k : n;
    long lda = arguments.leadingDimension("lda", rowsA);
    long ldb = arguments.leadingDimension("ldb", rowsB);
    long ldc = arguments.leadingDimension("ldc", m);
    long count = m == 0 || n == 0 ? 0 : batches;
    var type = precision.element();
    Operand a = arguments.matrices("A", type, rowsA, columnsA, lda, count, strideA);
    Operand b = arguments.matrices("B", type, rowsB, columnsB, ldb, count, strideB);
    Operand c = arguments.matrices("C", type, m, n, ldc, count, strideC);
    if (c.footprint().overlapsItself()) {
      throw arguments.refuse("strideC", "the matrices of C share memory with each other");
    }
    c.checkApartFrom(a, b, alpha.operand(), beta.operand());
    // Complex sums take two registers each: smaller tiles.
    int tile = precision.isComplex() ? 2 : 4;
    GpuKernel kernel = kernels.kernel("gemm", precision, tile);
    kernels.launchBatches(
        kernel,
        Math.ceilDiv(m, tile) * Math.ceilDiv(n, tile),
        count,
        m,
        n,
        k,
        batches,
        alpha,
        a,
        left.rowStride(lda),
        left.columnStride(lda),
        strideA,
        left.conjugates(),
        b,
        right.rowStride(ldb),
        right.columnStride(ldb),
        strideB,
        right.conjugates(),
        beta,
        c,
        ldc,
        strideC);
  }
}
