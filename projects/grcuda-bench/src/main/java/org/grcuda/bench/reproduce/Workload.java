package org.grcuda.bench.reproduce;

import java.util.List;

/**
 * A multi-GPU benchmark of the suite, as it is run here. It has as many partitions as in GrCUDA's
 * own scripts. The host writes the inputs before each iteration where these scripts do so.
 */
enum Workload {
  VEC("VEC", "vec-multi", 16, true, 16, false),
  BLACK_SCHOLES("B&S", "bs-multi", 24, true, 16, false),
  MACHINE_LEARNING("ML", "ml-multi", 16, false, 1696, false),
  CONJUGATE_GRADIENTS("CG", "cg-dense", 16, false, 4, true),
  MATRIX_VECTOR("MUL", "mul", 16, true, 4, true),
  LANCZOS("Lanczos", "lanczos", 16, false, 4, true),
  MATRIX_MATRIX("MatMul", "matmul", 16, true, 12, true);

  /** The benchmarks for which figures were published. */
  static final List<Workload> PUBLISHED =
      List.of(VEC, BLACK_SCHOLES, MACHINE_LEARNING, CONJUGATE_GRADIENTS, MATRIX_VECTOR);

  /** The largest size that the suite's option takes. */
  private static final int MOST = 999_999_999;

  private final String label;
  private final String benchmark;
  private final int partitions;
  private final boolean reinit;
  private final double bytesPerElement;
  private final boolean square;

  Workload(
      String label,
      String benchmark,
      int partitions,
      boolean reinit,
      double bytesPerElement,
      boolean square) {
    this.label = label;
    this.benchmark = benchmark;
    this.partitions = partitions;
    this.reinit = reinit;
    this.bytesPerElement = bytesPerElement;
    this.square = square;
  }

  /** The published name. */
  String label() {
    return label;
  }

  /** The name in the suite. */
  String benchmark() {
    return benchmark;
  }

  /** The number of partitions, the same for every size and every number of devices. */
  int partitions() {
    return partitions;
  }

  /** Whether the host writes the inputs before each iteration; if not, they stay on the devices. */
  boolean reinit() {
    return reinit;
  }

  /**
   * The size at which the arrays take {@code bytes} bytes, clamped to the sizes that the suite
   * takes.
   */
  int size(double bytes) {
    double elements = bytes / bytesPerElement;
    return (int) Math.clamp(square ? Math.sqrt(elements) : elements, partitions, MOST);
  }

  /** The bytes that arrays of that size take. Vectors beside matrices do not count. */
  double bytes(int size) {
    return bytesPerElement * size * (square ? size : 1);
  }
}
