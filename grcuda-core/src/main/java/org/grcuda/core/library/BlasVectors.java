package org.grcuda.core.library;

import org.grcuda.core.engine.NdArray;
import org.grcuda.types.ElementType;

/** BLAS level 1 on the reference kernels. */
final class BlasVectors {

  private static final long MOST_CHUNKS = 1024;
  private static final long LEAST_CHUNK = 512;

  private BlasVectors() {}

  /** y = alpha x + y. */
  static void axpy(RoutineKernels kernels, Precision precision, LibraryArguments arguments) {
    long n = Math.max(0, arguments.integer("n"));
    Factor alpha = arguments.factor("alpha", precision);
    long incx = arguments.integer("incx");
    long incy = arguments.increment("incy");
    Operand x = arguments.vector("x", precision.element(), n, incx);
    Operand y = arguments.vector("y", precision.element(), n, incy);
    y.checkSameOrApartFrom(x, incx == incy);
    y.checkApartFrom(alpha.operand());
    kernels.launch(kernels.kernel("axpy", precision), n, n, alpha, x, incx, y, incy);
  }

  /** x = alpha x; does nothing if n or the increment is below 1, as in cuBLAS. */
  static void scal(RoutineKernels kernels, Precision precision, LibraryArguments arguments) {
    long incx = arguments.integer("incx");
    long n = incx < 1 ? 0 : Math.max(0, arguments.integer("n"));
    Factor alpha = arguments.factor("alpha", precision);
    Operand x = arguments.vector("x", precision.element(), n, incx);
    x.checkApartFrom(alpha.operand());
    kernels.launch(kernels.kernel("scal", precision), n, n, alpha, x, incx);
  }

  /** The sum of x times y, or of the conjugate of x times y. */
  static void dot(
      RoutineKernels kernels, Precision precision, LibraryArguments arguments, boolean conjugated) {
    long n = Math.max(0, arguments.integer("n"));
    long incx = arguments.integer("incx");
    long incy = arguments.integer("incy");
    Operand x = arguments.vector("x", precision.element(), n, incx);
    Operand y = arguments.vector("y", precision.element(), n, incy);
    Operand result = arguments.block("result", precision.element(), 1);
    result.checkApartFrom(x, y);
    long chunk = chunk(n);
    long chunks = Math.ceilDiv(n, chunk);
    NdArray partial = kernels.temporary(Math.max(1, chunks) * (precision.isComplex() ? 2 : 1));
    kernels.launch(
        kernels.kernel("dotPartial", precision),
        chunks,
        n,
        chunk,
        conjugated,
        x,
        incx,
        y,
        incy,
        partial);
    kernels.launch(kernels.kernel("dotTotal", precision), 1, chunks, partial, result);
    kernels.free(partial);
  }

  /** The Euclidean norm of x; 0 if n or the increment is below 1, as in cuBLAS. */
  static void nrm2(RoutineKernels kernels, Precision precision, LibraryArguments arguments) {
    long incx = arguments.integer("incx");
    long n = incx < 1 ? 0 : Math.max(0, arguments.integer("n"));
    Operand x = arguments.vector("x", precision.element(), n, incx);
    ElementType part = precision.element().componentType();
    Operand result = arguments.block("result", part, 1);
    result.checkApartFrom(x);
    long chunk = chunk(n);
    long chunks = Math.ceilDiv(n, chunk);
    NdArray partial = kernels.temporary(3 * Math.max(1, chunks));
    kernels.launch(kernels.kernel("nrm2Partial", precision), chunks, n, chunk, x, incx, partial);
    Precision real = part == ElementType.FLOAT ? Precision.S : Precision.D;
    kernels.launch(kernels.kernel("nrm2Total", real), 1, chunks, partial, result);
    kernels.free(partial);
  }

  private static long chunk(long n) {
    return Math.max(LEAST_CHUNK, Math.ceilDiv(n, MOST_CHUNKS));
  }
}
