package org.grcuda.core.library;

import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.NdArray;
import org.grcuda.types.ElementType;

/**
 * Products of a sparse matrix with a dense vector or matrix on the reference kernels. Rows of a CSR
 * matrix are summed by one thread each; in other products, elements are added atomically in double
 * precision, so the order of the additions changes at most the last bits of doubles.
 */
final class SparseProducts {

  private SparseProducts() {}

  /**
   * A dense vector or matrix.
   *
   * @param operand where it lies
   * @param rowStride elements from one row to the next
   * @param columnStride elements from one column to the next
   */
  private record Dense(Operand operand, long rowStride, long columnStride) {}

  /**
   * A sparse matrix.
   *
   * @param isCsr whether {@code rowOperand} has the starts of the rows, not row indices
   */
  private record Sparse(
      boolean isCsr,
      Precision precision,
      ElementType index,
      long rows,
      long nonZeros,
      long base,
      Operand rowOperand,
      Operand columnOperand,
      Operand values) {}

  /** y = alpha op(A) x + beta y. */
  static void spmv(RoutineKernels kernels, LibraryArguments arguments) {
    Operation operation = Operation.of(arguments, "opA");
    long rows = arguments.extent("rows");
    long columns = arguments.extent("cols");
    Precision precision = precision(arguments, "valueType");
    if (precision(arguments, "vectorType") != precision) {
      throw arguments.refuse(
          "vectorType", "expected the valueType, " + precision.element().typeName());
    }
    arguments.integer("alg", 0, 4);
    Sparse a = sparse(arguments, rows, precision);
    long given = operation.transposes() ? rows : columns;
    long made = operation.transposes() ? columns : rows;
    Factor alpha = arguments.factor("alpha", precision);
    Factor beta = arguments.factor("beta", precision);
    Dense x = new Dense(arguments.block("x", precision.element(), given), 1, 0);
    Dense y = new Dense(arguments.block("y", precision.element(), made), 1, 0);
    check(y, alpha, a, x, beta);
    multiply(kernels, operation, a, alpha, x, false, beta, y, made, 1);
  }

  /** C = alpha op(A) op(B) + beta C, where op(B) and C have n columns. */
  static void spmm(RoutineKernels kernels, LibraryArguments arguments) {
    Operation operation = Operation.of(arguments, "opA");
    Operation right = Operation.of(arguments, "opB");
    long rows = arguments.extent("rows");
    long columns = arguments.extent("cols");
    long n = arguments.extent("n");
    Precision precision = precision(arguments, "valueType");
    boolean rowMajor = arguments.integer("order", 1, 2) == 2;
    arguments.integer("alg", 0, 12);
    Sparse a = sparse(arguments, rows, precision);
    long inner = operation.transposes() ? rows : columns;
    long made = operation.transposes() ? columns : rows;
    Factor alpha = arguments.factor("alpha", precision);
    Factor beta = arguments.factor("beta", precision);
    Dense b =
        right.transposes()
            ? dense(arguments, "B", "ldb", precision, n, inner, rowMajor)
            : dense(arguments, "B", "ldb", precision, inner, n, rowMajor);
    if (right.transposes()) {
      b = new Dense(b.operand, b.columnStride, b.rowStride);
    }
    Dense c = dense(arguments, "C", "ldc", precision, made, n, rowMajor);
    check(c, alpha, a, b, beta);
    multiply(kernels, operation, a, alpha, b, right.conjugates(), beta, c, made, n);
  }

  private static void check(Dense out, Factor alpha, Sparse a, Dense in, Factor beta) {
    out.operand.checkApartFrom(
        in.operand, a.values, a.rowOperand, a.columnOperand, alpha.operand(), beta.operand());
  }

  private static Dense dense(
      LibraryArguments arguments,
      String name,
      String ldName,
      Precision precision,
      long rows,
      long columns,
      boolean rowMajor) {
    long down = rowMajor ? columns : rows;
    long across = rowMajor ? rows : columns;
    long ld = arguments.leadingDimension(ldName, down);
    Operand operand = arguments.matrix(name, precision.element(), down, across, ld);
    return rowMajor ? new Dense(operand, ld, 1) : new Dense(operand, 1, ld);
  }

  /** As cudaDataType numbers it. */
  private static Precision precision(LibraryArguments arguments, String name) {
    return switch ((int) arguments.integer(name)) {
      case 0 -> Precision.S;
      case 1 -> Precision.D;
      case 4 -> Precision.C;
      case 5 -> Precision.Z;
      default ->
          throw arguments.refuse(
              name,
              "expected 0 (CUDA_R_32F), 1 (CUDA_R_64F), 4 (CUDA_C_32F) or 5 (CUDA_C_64F), given "
                  + arguments.integer(name));
    };
  }

  private static Sparse sparse(LibraryArguments arguments, long rows, Precision precision) {
    long nonZeros = arguments.extent("nnz");
    long indexType = arguments.integer("idxType");
    if (indexType != 2 && indexType != 3) {
      throw arguments.refuse(
          "idxType",
          "expected 2 (CUSPARSE_INDEX_32I) or 3 (CUSPARSE_INDEX_64I), given " + indexType);
    }
    ElementType index = indexType == 2 ? ElementType.INT : ElementType.LONG;
    long base = arguments.integer("idxBase", 0, 1);
    boolean isCsr = arguments.integer("matrixType", 0, 1) == 1;
    long rowStarts = rows == Long.MAX_VALUE ? rows : rows + 1;
    return new Sparse(
        isCsr,
        precision,
        index,
        rows,
        nonZeros,
        base,
        arguments.block("rowIndices", index, isCsr ? rowStarts : nonZeros),
        arguments.block("colIndices", index, nonZeros),
        arguments.block("values", precision.element(), nonZeros));
  }

  private static void multiply(
      RoutineKernels kernels,
      Operation operation,
      Sparse a,
      Factor alpha,
      Dense b,
      boolean conjugatedB,
      Factor beta,
      Dense c,
      long rows,
      long columns) {
    if (rows == 0 || columns == 0) {
      return;
    }
    if (a.isCsr && !operation.transposes()) {
      kernels.launch(
          kernels.sparseKernel("csrProduct", a.precision, a.index),
          rows * columns,
          rows,
          columns,
          alpha,
          a.rowOperand,
          a.columnOperand,
          a.values,
          a.base,
          b.operand,
          b.rowStride,
          b.columnStride,
          conjugatedB,
          beta,
          c.operand,
          c.rowStride,
          c.columnStride);
      return;
    }
    NdArray sums = kernels.temporary(rows * columns * (a.precision.isComplex() ? 2 : 1));
    kernels.clear(sums);
    boolean exchanged = !a.isCsr && operation.transposes();
    GpuKernel kernel =
        kernels.sparseKernel(a.isCsr ? "csrScatter" : "cooScatter", a.precision, a.index);
    kernels.launch(
        kernel,
        a.isCsr ? a.rows : a.nonZeros,
        a.isCsr ? a.rows : a.nonZeros,
        columns,
        exchanged ? a.columnOperand : a.rowOperand,
        exchanged ? a.rowOperand : a.columnOperand,
        a.values,
        a.base,
        operation.conjugates(),
        b.operand,
        b.rowStride,
        b.columnStride,
        conjugatedB,
        sums);
    kernels.launch(
        kernels.kernel("combine", a.precision),
        rows * columns,
        rows,
        columns,
        alpha,
        sums,
        beta,
        c.operand,
        c.rowStride,
        c.columnStride);
    kernels.free(sums);
  }
}
