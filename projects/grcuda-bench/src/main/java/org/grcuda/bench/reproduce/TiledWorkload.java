package org.grcuda.bench.reproduce;

import java.util.Map;

/**
 * A benchmark on matrices in tiles, for data larger than memory. In its formulas, {@code count} is
 * the number of tiles along a side and {@code n} the number of elements along a side.
 */
enum TiledWorkload {
  LU("LU", "lu-tiles"),
  CHOLESKY("Cholesky", "cholesky-tiles"),
  MATMUL_3D("matmul-3d", "matmul-3d"),
  MATMUL_2D("matmul-2d", "matmul-2d");

  private static final String GEMM = "tile_gemm";
  private static final String PRODUCT = "tile_product";
  private static final String SYRK = "tile_syrk";
  private static final String RIGHT = "tile_trsm_right";
  private static final String LEFT = "tile_trsm_left";
  private static final String POTRF = "tile_potrf";
  private static final String GETRF = "tile_getrf";

  private final String label;
  private final String benchmark;

  TiledWorkload(String label, String benchmark) {
    this.label = label;
    this.benchmark = benchmark;
  }

  /** The name for readers. */
  String label() {
    return label;
  }

  /** The name in the suite. */
  String benchmark() {
    return benchmark;
  }

  /** How often each kernel is launched. */
  Map<String, Long> kernels(long count) {
    long pairs = count * (count - 1) / 2;
    return switch (this) {
      case LU ->
          Map.of(
              GETRF, count,
              RIGHT, pairs,
              LEFT, pairs,
              GEMM, (count - 1) * count * (2 * count - 1) / 6);
      case CHOLESKY ->
          Map.of(
              POTRF, count,
              RIGHT, pairs,
              SYRK, pairs,
              GEMM, count * (count - 1) * (count - 2) / 6);
      case MATMUL_3D -> Map.of(GEMM, count * count * count);
      case MATMUL_2D -> Map.of(PRODUCT, count * count);
    };
  }

  /** The kernels of the longest chain of dependencies, and how often each one is in the chain. */
  Map<String, Long> longestChain(long count) {
    return switch (this) {
      case LU -> Map.of(GETRF, count, RIGHT, count - 1, GEMM, count - 1);
      case CHOLESKY -> Map.of(POTRF, count, RIGHT, count - 1, SYRK, count - 1);
      case MATMUL_3D -> Map.of(GEMM, count);
      case MATMUL_2D -> Map.of(PRODUCT, 1L);
    };
  }

  /** Floating-point operations, as they are counted for GFlop/s. */
  double flops(double n) {
    return switch (this) {
      case LU -> 2 * n * n * n / 3;
      case CHOLESKY -> n * n * n / 3;
      case MATMUL_3D, MATMUL_2D -> 2 * n * n * n;
    };
  }

  /**
   * Elements of all matrices, which are the working set. All of them are loaded at least once,
   * because elements of a result that a kernel does not write keep their values.
   */
  double elements(long count, double tile) {
    double square = tile * tile;
    return switch (this) {
      case LU -> count * count * square;
      case CHOLESKY -> count * (count + 1) / 2 * square;
      case MATMUL_3D, MATMUL_2D -> 3 * count * count * square;
    };
  }

  /**
   * Elements that one device with room for {@code memory} elements must load. The formulas are
   * proven bounds in their leading terms, except that of {@link #MATMUL_2D}, which is what the best
   * known order loads.
   *
   * @param n rows of the matrix
   * @param count tiles along a side
   */
  double loads(double n, long count, double memory) {
    double root = Math.sqrt(memory);
    return switch (this) {
      case LU -> 2 * n * n * n / (3 * root) + n * n;
      case CHOLESKY -> n * n * n / (3 * Math.sqrt(2) * root);
      case MATMUL_3D -> 2 * n * n * n / root + n * n;
      case MATMUL_2D -> {
        double block = n * n / count;
        double kept = Math.min(count, Math.max(1, Math.floor(memory / block) - 1));
        yield n * n + block * count * (1 + Math.ceil(count / kept));
      }
    };
  }

  /** Tiles along a side in the calibrating run of a problem of {@code count} tiles along a side. */
  int calibrating(int count) {
    return this == MATMUL_2D ? count : Math.min(count, 4);
  }
}
