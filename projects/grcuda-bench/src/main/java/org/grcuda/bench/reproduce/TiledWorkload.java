package org.grcuda.bench.reproduce;

import java.util.Map;

/**
 * A benchmark on matrices in tiles, for data larger than memory. N is the number of tiles along a
 * side, n that of elements.
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

  /** For readers. */
  String label() {
    return label;
  }

  /** The suite's name. */
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

  /** The kernels of the longest chain of dependencies, with how often each is in it. */
  Map<String, Long> longestChain(long count) {
    return switch (this) {
      case LU -> Map.of(GETRF, count, RIGHT, count - 1, GEMM, count - 1);
      case CHOLESKY -> Map.of(POTRF, count, RIGHT, count - 1, SYRK, count - 1);
      case MATMUL_3D -> Map.of(GEMM, count);
      case MATMUL_2D -> Map.of(PRODUCT, 1L);
    };
  }

  /** Floating-point operations, as rates are told with. */
  double flops(double n) {
    return switch (this) {
      case LU -> 2 * n * n * n / 3;
      case CHOLESKY -> n * n * n / 3;
      case MATMUL_3D, MATMUL_2D -> 2 * n * n * n;
    };
  }

  /**
   * Elements of what is there, the working set. All are loaded at least once: what a kernel does
   * not write of its result keeps its value.
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
   * Elements that one device with room for {@code memory} of them must load, by what was proven or,
   * of {@link #MATMUL_2D}, what the best known order loads.
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

  /** Tiles along a side of a run that tells how long kernels take at those of {@code count}. */
  int calibrating(int count) {
    return this == MATMUL_2D ? count : Math.min(count, 4);
  }
}
