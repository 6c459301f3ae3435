package org.grcuda.bench.reproduce;

import java.util.List;

/**
 * A multi-GPU benchmark of the suite, as it is run here: in as many partitions as GrCUDA's own
 * scripts have, and with the inputs written by the host before each iteration where they do so.
 */
enum Workload {
  VEC("VEC", "vec-multi", true, 16, false),
  BLACK_SCHOLES("B&S", "bs-multi", true, 16, false),
  MACHINE_LEARNING("ML", "ml-multi", true, 1696, false),
  CONJUGATE_GRADIENTS("CG", "cg-dense", false, 4, true),
  MATRIX_VECTOR("MUL", "mul", true, 4, true),
  LANCZOS("Lanczos", "lanczos", false, 4, true),
  MATRIX_MATRIX("MatMul", "matmul", true, 12, true);

  /** Those that figures were published for. */
  static final List<Workload> PUBLISHED =
      List.of(VEC, BLACK_SCHOLES, MACHINE_LEARNING, CONJUGATE_GRADIENTS, MATRIX_VECTOR);

  /** Of every benchmark, for every size and number of devices. */
  static final int PARTITIONS = 16;

  /** What the suite's option takes. */
  private static final int MOST = 999_999_999;

  private final String label;
  private final String benchmark;
  private final boolean reinit;
  private final double bytesPerElement;
  private final boolean square;

  Workload(String label, String benchmark, boolean reinit, double bytesPerElement, boolean square) {
    this.label = label;
    this.benchmark = benchmark;
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

  /** Whether the host writes the inputs before each iteration; else they stay on the devices. */
  boolean reinit() {
    return reinit;
  }

  /** The size whose arrays take {@code bytes}; less where the suite takes no such size. */
  int size(double bytes) {
    double elements = bytes / bytesPerElement;
    return (int) Math.clamp(square ? Math.sqrt(elements) : elements, PARTITIONS, MOST);
  }

  /** What arrays of that size take, vectors beside matrices left out. */
  double bytes(int size) {
    return bytesPerElement * size * (square ? size : 1);
  }
}
