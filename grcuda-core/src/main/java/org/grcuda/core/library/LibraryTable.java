package org.grcuda.core.library;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.signature.SignatureParser;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.types.GrCudaException;

/**
 * The one table of the functions of vendor libraries. {@code T} stands for the type of the parts of
 * an element: complex numbers are two of them, the real part first.
 */
public final class LibraryTable {

  private static final String RESULT = ": sint32";

  private static final String GEMM =
      """
      transa: sint32, transb: sint32, m: sint32, n: sint32, k: sint32, alpha: in pointer T,
      A: in pointer T, lda: sint32, B: in pointer T, ldb: sint32, beta: in pointer T,
      C: inout pointer T, ldc: sint32\
      """;

  private static final String GEMM_BATCHED =
      """
      transa: sint32, transb: sint32, m: sint32, n: sint32, k: sint32, alpha: in pointer T,
      A: in pointer T, lda: sint32, strideA: sint64, B: in pointer T, ldb: sint32,
      strideB: sint64, beta: in pointer T, C: inout pointer T, ldc: sint32, strideC: sint64,
      batchCount: sint32\
      """;

  private static final String GEMV =
      """
      trans: sint32, m: sint32, n: sint32, alpha: in pointer T, A: in pointer T, lda: sint32,
      x: in pointer T, incx: sint32, beta: in pointer T, y: inout pointer T, incy: sint32\
      """;

  private static final String AXPY =
      """
      n: sint32, alpha: in pointer T, x: in pointer T, incx: sint32, y: inout pointer T,
      incy: sint32\
      """;

  private static final String DOT =
      """
      n: sint32, x: in pointer T, incx: sint32, y: in pointer T, incy: sint32,
      result: out pointer T\
      """;

  private static final String GEMVI =
      """
      transA: sint32, m: sint32, n: sint32, alpha: in pointer T, A: in pointer T, lda: sint32,
      nnz: sint32, x: in pointer T, xInd: in pointer sint32, beta: in pointer T,
      y: inout pointer T, idxBase: sint32, type: string\
      """;

  // SpMV and SpMM take the arrays that the vendor's descriptors would describe. The arrays' types
  // follow from valueType and idxType.
  private static final String SPMV =
      """
      opA: sint32, alpha: in pointer void, rows: sint64, cols: sint64, nnz: sint64,
      rowIndices: in pointer void, colIndices: in pointer void, values: in pointer void,
      idxType: sint32, idxBase: sint32, valueType: sint32, x: in pointer void,
      vectorType: sint32, beta: in pointer void, y: inout pointer void, alg: sint32,
      matrixType: sint32\
      """;

  private static final String SPMM =
      """
      opA: sint32, opB: sint32, alpha: in pointer void, rows: sint64, cols: sint64, nnz: sint64,
      rowIndices: in pointer void, colIndices: in pointer void, values: in pointer void,
      idxType: sint32, idxBase: sint32, valueType: sint32, n: sint64, B: in pointer void,
      ldb: sint64, beta: in pointer void, C: inout pointer void, ldc: sint64, order: sint32,
      alg: sint32, matrixType: sint32\
      """;

  private static final String DBSCAN =
      """
      input: in pointer T, num_rows: sint32, num_cols: sint32, eps: T, min_samples: sint32,
      labels: out pointer sint32, max_bytes_per_chunk: uint64, verbose: sint32\
      """;

  private static final List<LibraryFunction> FUNCTIONS = functions();

  private LibraryTable() {}

  private static List<LibraryFunction> functions() {
    var table = new ArrayList<LibraryFunction>();
    for (Precision p : Precision.values()) {
      blas(table, p);
    }
    for (Precision p : Precision.values()) {
      sparse(table, "gemvi", p, "cusparse" + p + "gemvi", GEMVI, 1);
    }
    sparse(table, "SpMV", null, "cusparseSpMV", SPMV, 0);
    sparse(table, "SpMM", null, "cusparseSpMM", SPMM, 0);
    sparse(
        table,
        "coo2csr",
        null,
        "cusparseXcoo2csr",
        """
        cooRowInd: in pointer sint32, nnz: sint32, m: sint32, csrRowPtr: out pointer sint32,
        idxBase: sint32\
        """,
        0);
    sparse(
        table,
        "csr2coo",
        null,
        "cusparseXcsr2coo",
        """
        csrRowPtr: in pointer sint32, nnz: sint32, m: sint32, cooRowInd: out pointer sint32,
        idxBase: sint32\
        """,
        0);
    add(table, Library.ML, "dbscan", Precision.S, "cumlSpDbscanFit", "cumlSpDbscanFit", DBSCAN, 0);
    add(table, Library.ML, "dbscan", Precision.D, "cumlDpDbscanFit", "cumlDpDbscanFit", DBSCAN, 0);
    tensorRt(table);
    DeviceWideTable.all()
        .forEach((name, types) -> add(table, Library.CUB, name, null, name, name, types, 0));
    add(
        table,
        Library.RAND,
        RandomStates.MTGP32,
        null,
        RandomStates.MTGP32,
        RandomStates.MTGP32,
        RandomStates.PARAMETERS,
        0);
    return List.copyOf(table);
  }

  private static void blas(List<LibraryFunction> table, Precision p) {
    blas(table, "axpy", p, "cublas" + p + "axpy", AXPY);
    blas(
        table,
        "scal",
        p,
        "cublas" + p + "scal",
        "n: sint32, alpha: in pointer T, x: inout pointer T, incx: sint32");
    if (p.isComplex()) {
      blas(table, "dotu", p, "cublas" + p + "dotu", DOT);
      blas(table, "dotc", p, "cublas" + p + "dotc", DOT);
    } else {
      blas(table, "dotu", p, "cublas" + p + "dot", DOT);
    }
    String norm =
        switch (p) {
          case S, D -> "cublas" + p + "nrm2";
          case C -> "cublasScnrm2";
          case Z -> "cublasDznrm2";
        };
    blas(table, "nrm2", p, norm, "n: sint32, x: in pointer T, incx: sint32, result: out pointer T");
    blas(table, "gemv", p, "cublas" + p + "gemv", GEMV);
    blas(table, "gemm", p, "cublas" + p + "gemm", GEMM);
    String batched = "cublas" + p + "gemmStridedBatched";
    add(table, Library.BLAS, "gemmStridedBatched", p, batched, batched, GEMM_BATCHED, 0);
  }

  private static void blas(
      List<LibraryFunction> table, String routine, Precision p, String name, String parameters) {
    add(table, Library.BLAS, routine, p, name, name + "_v2", parameters, 0);
  }

  private static void sparse(
      List<LibraryFunction> table,
      String routine,
      Precision p,
      String name,
      String parameters,
      int optional) {
    add(table, Library.SPARSE, routine, p, name, name, parameters, optional);
  }

  private static void tensorRt(List<LibraryFunction> table) {
    String[][] rows = {
      {"createInferRuntime", ""},
      {"deserializeCudaEngine", "runtime: sint32, engineFile: string"},
      {"destroyInferRuntime", "runtime: sint32"},
      {"createExecutionContext", "engine: sint32"},
      {"getBindingIndex", "engine: sint32, name: string"},
      {"getMaxBatchSize", "engine: sint32"},
      {"destroyEngine", "engine: sint32"},
      {"destroyExecutionContext", "context: sint32"},
      {"enqueue", "context: sint32, batchSize: sint32, bindings: inout pointer void"}
    };
    for (String[] row : rows) {
      add(table, Library.TRT, row[0], null, row[0], row[0], row[1], 0);
    }
  }

  private static void add(
      List<LibraryFunction> table,
      Library library,
      String routine,
      Precision precision,
      String name,
      String symbol,
      String parameters,
      int optional) {
    String types = parameters.replace('\n', ' ');
    if (precision != null) {
      types = types.replaceAll("\\bT\\b", precision.part());
    }
    String text = name + "(" + types + ")" + RESULT;
    FunctionDeclaration declaration = SignatureParser.parse(text);
    table.add(
        new LibraryFunction(
            library,
            routine,
            Optional.ofNullable(precision),
            name,
            symbol,
            declaration.parameters().orElseThrow(),
            optional,
            text));
  }

  /** Every function, in the order of the documentation. */
  public static List<LibraryFunction> all() {
    return FUNCTIONS;
  }

  /** The functions of one library, in the order of the documentation. */
  public static List<LibraryFunction> of(Library library) {
    return FUNCTIONS.stream().filter(function -> function.library() == library).toList();
  }

  /**
   * The function that a program calls {@code name}: its name, or its symbol.
   *
   * @throws GrCudaException if the library has none, with the nearest name
   */
  public static LibraryFunction find(Library library, String name) {
    List<LibraryFunction> functions = of(library);
    return functions.stream()
        .filter(function -> function.name().equals(name) || function.symbol().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new GrCudaException(
                    GrCudaException.Kind.NOT_FOUND,
                    library
                        + " has no function '"
                        + name
                        + "'"
                        + Suggestions.didYouMean(
                            name, functions.stream().map(LibraryFunction::name).toList())));
  }
}
