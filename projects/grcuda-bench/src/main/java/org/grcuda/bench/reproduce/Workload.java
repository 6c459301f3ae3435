package org.grcuda.bench.reproduce;

import java.util.List;

/**
 * A multi-GPU benchmark of the suite, as it is run here: in as many partitions as GrCUDA's own
 * scripts have, and with the inputs written by the host before each iteration where they do so.
 */
enum Workload {
  VEC("VEC", "vec-multi", 16, true, 16, false),
  BLACK_SCHOLES("B&S", "bs-multi", 24, true, 16, false),
  MACHINE_LEARNING("ML", "ml-multi", 16, false, 1696, false),
  CONJUGATE_GRADIENTS("CG", "cg-dense", 16, false, 4, true),
  MATRIX_VECTOR("MUL", "mul", 16, true, 4, true),
  LANCZOS("Lanczos", "lanczos", 16, false, 4, true),
  MATRIX_MATRIX("MatMul", "matmul", 16, true, 12, true);

  /** Those that figures were published for. */
  static final List<Workload> PUBLISHED =
      List.of(VEC, BLACK_SCHOLES, MACHINE_LEARNING, CONJUGATE_GRADIENTS, MATRIX_VECTOR);

  /** What the suite's option takes. */
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

  /** The suite's name. */
  String benchmark() {
    return benchmark;
  }

  /** Of every size, on every number of devices. */
  int partitions() {
    return partitions;
  }

  /** Whether the host writes the inputs before each iteration; else they stay on the devices. */
  boolean reinit() {
    return reinit;
  }

  /** The size whose arrays take {@code bytes}; less where the suite takes no such size. */
  int size(double bytes) {
    double elements = bytes / bytesPerElement;
    return (int) Math.clamp(square ? Math.sqrt(elements) : elements, partitions, MOST);
  }

  /** What arrays of that size take, vectors beside matrices left out. */
  double bytes(int size) {
    return bytesPerElement * size * (square ? size : 1);
  }
}
