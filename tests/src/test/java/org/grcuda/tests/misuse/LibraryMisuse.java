package org.grcuda.tests.misuse;

import java.util.List;
import java.util.stream.Stream;

/** Calls of vendor libraries that are refused before anything runs. */
final class LibraryMisuse {

  private LibraryMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.of(
            counts(), numbers(), arrays(), memory(), matrices(), results(), sparse(), missing())
        .flatMap(s -> s);
  }

  static void polyglot(PolyglotHost h, String library, String name, Object... arguments) {
    h.cu.getMember(library).invokeMember(name, arguments);
  }

  static void typed(TypedHost h, String library, String name, Object... arguments) {
    h.cuda.library(library).call(name, arguments);
  }

  private static Stream<Misuse> counts() {
    return Stream.of(
        Misuse.of(
            "library call, too few arguments",
            "cu.BLAS.cublasSaxpy(5, 1, x, 1)",
            h -> polyglot(h, "BLAS", "cublasSaxpy", 5, 1, h.x, 1),
            h -> typed(h, "BLAS", "cublasSaxpy", 5, 1, h.x, 1),
            "cublasSaxpy takes 6 arguments (n, alpha, x, incx, y, incy), given 4"),
        Misuse.of(
            "library call with its handle",
            "cu.BLAS.cublasSscal(0, 5, 1, x, 1)",
            h -> polyglot(h, "BLAS", "cublasSscal", 0, 5, 1, h.x, 1),
            h -> typed(h, "BLAS", "cublasSscal", 0, 5, 1, h.x, 1),
            "cublasSscal takes 4 arguments (n, alpha, x, incx), given 5"),
        Misuse.of(
            "library call without an optional argument",
            "cu.SPARSE.cusparseSgemvi(0)",
            h -> polyglot(h, "SPARSE", "cusparseSgemvi", 0),
            h -> typed(h, "SPARSE", "cusparseSgemvi", 0),
            "cusparseSgemvi takes 12 to 13 arguments (transA, m, n, alpha, A, lda, nnz, x, xInd,"
                + " beta, y, idxBase, type), given 1"));
  }

  private static Stream<Misuse> numbers() {
    return Stream.of(
        Misuse.of(
            "library call, string for a number",
            "cu.BLAS.cublasSscal('5', 1, x, 1)",
            h -> polyglot(h, "BLAS", "cublasSscal", "5", 1, h.x, 1),
            h -> typed(h, "BLAS", "cublasSscal", "5", 1, h.x, 1),
            "cublasSscal, argument 1 'n': expected an integer, given the string '5'"),
        Misuse.of(
            "library call, fraction for an integer",
            "cu.BLAS.cublasSscal(2.5, 1, x, 1)",
            h -> polyglot(h, "BLAS", "cublasSscal", 2.5, 1, h.x, 1),
            h -> typed(h, "BLAS", "cublasSscal", 2.5, 1, h.x, 1),
            "cublasSscal, argument 1 'n': expected an integer, given the number 2.5"),
        Misuse.of(
            "library call, integer out of range",
            "cu.BLAS.cublasSscal(3000000000, 1, x, 1)",
            h -> polyglot(h, "BLAS", "cublasSscal", 3000000000L, 1, h.x, 1),
            h -> typed(h, "BLAS", "cublasSscal", 3000000000L, 1, h.x, 1),
            "cublasSscal, argument 1 'n': 3000000000 is out of range for int "
                + "(-2147483648 to 2147483647)"),
        Misuse.of(
            "library call, increment of zero",
            "cu.BLAS.cublasSaxpy(5, 1, x, 1, x, 0)",
            h -> polyglot(h, "BLAS", "cublasSaxpy", 5, 1, h.x, 1, h.x, 0),
            h -> typed(h, "BLAS", "cublasSaxpy", 5, 1, h.x, 1, h.x, 0),
            "cublasSaxpy, argument 6 'incy': expected an increment other than 0"),
        Misuse.of(
            "string for alpha",
            "cu.BLAS.cublasSscal(5, 'a', x, 1)",
            h -> polyglot(h, "BLAS", "cublasSscal", 5, "a", h.x, 1),
            h -> typed(h, "BLAS", "cublasSscal", 5, "a", h.x, 1),
            "cublasSscal, argument 2 'alpha': expected a device array of one element, or a number,"
                + " given the string 'a'"),
        Misuse.of(
            "list for a real alpha",
            "cu.BLAS.cublasSscal(5, [1, 2], x, 1)",
            h -> polyglot(h, "BLAS", "cublasSscal", 5, List.of(1, 2), h.x, 1),
            h -> typed(h, "BLAS", "cublasSscal", 5, new double[] {1, 2}, h.x, 1),
            "cublasSscal, argument 2 'alpha': expected a device array of one element, or a number,"
                + " given a list of 2"),
        Misuse.of(
            "list of three for a complex alpha",
            "cu.BLAS.cublasCscal(2, [1, 2, 3], x, 1)",
            h -> polyglot(h, "BLAS", "cublasCscal", 2, List.of(1, 2, 3), h.x, 1),
            h -> typed(h, "BLAS", "cublasCscal", 2, new double[] {1, 2, 3}, h.x, 1),
            "cublasCscal, argument 2 'alpha': expected a device array of one element, a number, or"
                + " a list of real and imaginary part, given a list of 3"));
  }

  private static Stream<Misuse> arrays() {
    return Stream.of(
        Misuse.of(
            "library call, number for an array",
            "cu.BLAS.cublasSscal(5, 1, 7, 1)",
            h -> polyglot(h, "BLAS", "cublasSscal", 5, 1, 7, 1),
            h -> typed(h, "BLAS", "cublasSscal", 5, 1, 7, 1),
            "cublasSscal, argument 3 'x': expected a device array of float, given the number 7"),
        Misuse.of(
            "library call, wrong element type",
            "cu.BLAS.cublasSscal(4, 1, i, 1)",
            h -> polyglot(h, "BLAS", "cublasSscal", 4, 1, h.i, 1),
            h -> typed(h, "BLAS", "cublasSscal", 4, 1, h.i, 1),
            "cublasSscal, argument 3 'x': expected a device array of float, given int[4]"),
        Misuse.of(
            "library call, wrong precision",
            "cu.BLAS.cublasZscal(4, 1, x, 1)",
            h -> polyglot(h, "BLAS", "cublasZscal", 4, 1, h.x, 1),
            h -> typed(h, "BLAS", "cublasZscal", 4, 1, h.x, 1),
            "cublasZscal, argument 3 'x': expected a device array of complex128, given float[5]"),
        Misuse.of(
            "vector too short",
            "cu.BLAS.cublasSscal(6, 1, x, 1)",
            h -> polyglot(h, "BLAS", "cublasSscal", 6, 1, h.x, 1),
            h -> typed(h, "BLAS", "cublasSscal", 6, 1, h.x, 1),
            "cublasSscal, argument 3 'x': float[5] is too short: the call uses 6 elements of float,"
                + " given 5"),
        Misuse.of(
            "vector too short for its increment",
            "cu.BLAS.cublasSaxpy(3, 1, x, -3, x, 1)",
            h -> polyglot(h, "BLAS", "cublasSaxpy", 3, 1, h.x, -3, h.x, 1),
            h -> typed(h, "BLAS", "cublasSaxpy", 3, 1, h.x, -3, h.x, 1),
            "cublasSaxpy, argument 3 'x': float[5] is too short: the call uses 7 elements of float,"
                + " given 5"),
        Misuse.of(
            "complex vector too short",
            "cu.BLAS.cublasCscal(3, 1, x, 1)",
            h -> polyglot(h, "BLAS", "cublasCscal", 3, 1, h.x, 1),
            h -> typed(h, "BLAS", "cublasCscal", 3, 1, h.x, 1),
            "cublasCscal, argument 3 'x': float[5] is too short: the call uses 3 elements of"
                + " complex64, given 2"));
  }

  private static Stream<Misuse> memory() {
    return Stream.of(
        Misuse.of(
            "output over an input",
            "cu.BLAS.cublasSaxpy(2, 1, x, 1, x.slice(1, 4), 1)",
            h ->
                polyglot(
                    h, "BLAS", "cublasSaxpy", 2, 1, h.x, 1, h.x.invokeMember("slice", 1, 4), 1),
            h -> typed(h, "BLAS", "cublasSaxpy", 2, 1, h.x, 1, h.x.slice(1, 4), 1),
            "cublasSaxpy, argument 5 'y': the output shares memory with argument 3 'x'; use a copy"
                + " of one of them"),
        Misuse.of(
            "library call, freed array",
            "cu.BLAS.cublasSscal(5, 1, freed, 1)",
            h -> polyglot(h, "BLAS", "cublasSscal", 5, 1, h.freed, 1),
            h -> typed(h, "BLAS", "cublasSscal", 5, 1, h.freed, 1),
            "array float[5] was freed"),
        Misuse.of(
            "library call, strided view",
            "cu.BLAS.cublasSscal(3, 1, f[1], 1)",
            h -> polyglot(h, "BLAS", "cublasSscal", 3, 1, h.f.getArrayElement(1), 1),
            null,
            "cublasSscal, argument 3 'x': a strided view of shape float[3] cannot be passed; pass"
                + " the whole array, or a row or slice of it"),
        Misuse.of(
                "library call, foreign array",
                "cu.BLAS.cublasSscal(5, 1, foreign, 1)",
                h -> polyglot(h, "BLAS", "cublasSscal", 5, 1, h.foreign, 1),
                h -> typed(h, "BLAS", "cublasSscal", 5, 1, h.foreign, 1),
                "cublasSscal, argument 3 'x': expected a device array of float, given a list of 5")
            .typed("cublasSscal, argument 3 'x': float[5] belongs to another context"));
  }

  private static Stream<Misuse> matrices() {
    return Stream.of(
        Misuse.of(
            "unknown operation",
            "cu.BLAS.cublasSgemv(3, 1, 1, 1, x, 1, x, 1, 0, x, 1)",
            h -> polyglot(h, "BLAS", "cublasSgemv", 3, 1, 1, 1, h.x, 1, h.x, 1, 0, h.x, 1),
            h -> typed(h, "BLAS", "cublasSgemv", 3, 1, 1, 1, h.x, 1, h.x, 1, 0, h.x, 1),
            "cublasSgemv, argument 1 'trans': expected 0 to 2, given 3"),
        Misuse.of(
            "negative number of rows",
            "cu.BLAS.cublasSgemv(0, -1, 1, 1, x, 1, x, 1, 0, x, 1)",
            h -> polyglot(h, "BLAS", "cublasSgemv", 0, -1, 1, 1, h.x, 1, h.x, 1, 0, h.x, 1),
            h -> typed(h, "BLAS", "cublasSgemv", 0, -1, 1, 1, h.x, 1, h.x, 1, 0, h.x, 1),
            "cublasSgemv, argument 2 'm': expected at least 0, given -1"),
        Misuse.of(
            "leading dimension too small",
            "cu.BLAS.cublasSgemm(0, 0, 2, 1, 1, 1, x, 1, x, 1, 0, x, 2)",
            h -> polyglot(h, "BLAS", "cublasSgemm", 0, 0, 2, 1, 1, 1, h.x, 1, h.x, 1, 0, h.x, 2),
            h -> typed(h, "BLAS", "cublasSgemm", 0, 0, 2, 1, 1, 1, h.x, 1, h.x, 1, 0, h.x, 2),
            "cublasSgemm, argument 8 'lda': expected at least 2, given 1"),
        Misuse.of(
            "matrix too short",
            "cu.BLAS.cublasSgemm(0, 0, 2, 2, 2, 1, x, 4, x, 2, 0, x, 2)",
            h -> polyglot(h, "BLAS", "cublasSgemm", 0, 0, 2, 2, 2, 1, h.x, 4, h.x, 2, 0, h.x, 2),
            h -> typed(h, "BLAS", "cublasSgemm", 0, 0, 2, 2, 2, 1, h.x, 4, h.x, 2, 0, h.x, 2),
            "cublasSgemm, argument 7 'A': float[5] is too short: the call uses 6 elements of float,"
                + " given 5"));
  }

  private static Stream<Misuse> results() {
    return Stream.of(
        Misuse.of(
            "result over an operand",
            "cu.BLAS.cublasSgemm(0, 0, 2, 2, 2, 1, x, 2, x, 2, 0, x, 2)",
            h -> polyglot(h, "BLAS", "cublasSgemm", 0, 0, 2, 2, 2, 1, h.x, 2, h.x, 2, 0, h.x, 2),
            h -> typed(h, "BLAS", "cublasSgemm", 0, 0, 2, 2, 2, 1, h.x, 2, h.x, 2, 0, h.x, 2),
            "cublasSgemm, argument 12 'C': the output shares memory with argument 7 'A'; use a copy"
                + " of one of them"),
        Misuse.of(
            "results over each other",
            "cu.BLAS.cublasSgemmStridedBatched(0, 0, 1, 1, 1, 1, x, 1, 0, x, 1, 0, 0, x, 1, 0, 2)",
            h ->
                polyglot(
                    h,
                    "BLAS",
                    "cublasSgemmStridedBatched",
                    0,
                    0,
                    1,
                    1,
                    1,
                    1,
                    h.x,
                    1,
                    0,
                    h.x,
                    1,
                    0,
                    0,
                    h.x,
                    1,
                    0,
                    2),
            h ->
                typed(
                    h,
                    "BLAS",
                    "cublasSgemmStridedBatched",
                    0,
                    0,
                    1,
                    1,
                    1,
                    1,
                    h.x,
                    1,
                    0,
                    h.x,
                    1,
                    0,
                    0,
                    h.x,
                    1,
                    0,
                    2),
            "cublasSgemmStridedBatched, argument 16 'strideC': the matrices of C share memory with"
                + " each other"));
  }

  private static Stream<Misuse> sparse() {
    return Stream.of(
        spmv(
            "index type",
            "1, 0, 0, x, 0",
            "argument 9 'idxType': expected 2 (CUSPARSE_INDEX_32I) or 3"
                + " (CUSPARSE_INDEX_64I), given 1",
            1,
            0,
            0,
            0),
        spmv(
            "index base",
            "2, 5, 0, x, 0",
            "argument 10 'idxBase': expected 0 to 1, given 5",
            2,
            5,
            0,
            0),
        spmv(
            "value type",
            "2, 0, 2, x, 0",
            "argument 11 'valueType': expected 0 (CUDA_R_32F), 1 (CUDA_R_64F), 4"
                + " (CUDA_C_32F) or 5 (CUDA_C_64F), given 2",
            2,
            0,
            2,
            0),
        spmv(
            "vector type",
            "2, 0, 0, x, 1",
            "argument 13 'vectorType': expected the valueType, float",
            2,
            0,
            0,
            1),
        Misuse.of(
            "letter of another gemvi",
            "cu.SPARSE.cusparseSgemvi(0, 1, 1, 1, x, 1, 0, x, i, 0, x, 0, 'D')",
            h ->
                polyglot(
                    h, "SPARSE", "cusparseSgemvi", 0, 1, 1, 1, h.x, 1, 0, h.x, h.i, 0, h.x, 0, "D"),
            h ->
                typed(
                    h, "SPARSE", "cusparseSgemvi", 0, 1, 1, 1, h.x, 1, 0, h.x, h.i, 0, h.x, 0, "D"),
            "cusparseSgemvi, argument 13 'type': expected 'S', given 'D'"),
        Misuse.of(
            "too few row starts",
            "cu.SPARSE.cusparseXcoo2csr(i, 4, 4, i, 0)",
            h -> polyglot(h, "SPARSE", "cusparseXcoo2csr", h.i, 4, 4, h.i, 0),
            h -> typed(h, "SPARSE", "cusparseXcoo2csr", h.i, 4, 4, h.i, 0),
            "cusparseXcoo2csr, argument 4 'csrRowPtr': int[4] is too short: the call uses 5"
                + " elements of int, given 4"));
  }

  private static Misuse spmv(
      String what, String text, String message, int indexType, int base, int type, int vector) {
    return Misuse.of(
        "sparse product, " + what,
        "cu.SPARSE.cusparseSpMV(0, 1, 1, 1, 1, i, i, x, " + text + ", 0, x, 0, 1)",
        h ->
            polyglot(
                h,
                "SPARSE",
                "cusparseSpMV",
                0,
                1,
                1,
                1,
                1,
                h.i,
                h.i,
                h.x,
                indexType,
                base,
                type,
                h.x,
                vector,
                0,
                h.x,
                0,
                1),
        h ->
            typed(
                h,
                "SPARSE",
                "cusparseSpMV",
                0,
                1,
                1,
                1,
                1,
                h.i,
                h.i,
                h.x,
                indexType,
                base,
                type,
                h.x,
                vector,
                0,
                h.x,
                0,
                1),
        "cusparseSpMV, " + message);
  }

  private static Stream<Misuse> missing() {
    return Stream.of(
        Misuse.of(
            "machine learning without a GPU",
            "cu.ML.cumlSpDbscanFit(x, 5, 1, 0.5, 2, i, 0, 0)",
            h -> polyglot(h, "ML", "cumlSpDbscanFit", h.x, 5, 1, 0.5, 2, h.i, 0, 0),
            h -> typed(h, "ML", "cumlSpDbscanFit", h.x, 5, 1, 0.5, 2, h.i, 0, 0),
            "cumlSpDbscanFit: CU.ML needs libcuml.so and a CUDA device; this context runs on cpu"),
        Misuse.of(
            "inference without a GPU",
            "cu.TRT.createInferRuntime()",
            h -> polyglot(h, "TRT", "createInferRuntime"),
            h -> typed(h, "TRT", "createInferRuntime"),
            "createInferRuntime: CU.TRT needs libtrt.so and a CUDA device; this context runs on"
                + " cpu"));
  }
}
