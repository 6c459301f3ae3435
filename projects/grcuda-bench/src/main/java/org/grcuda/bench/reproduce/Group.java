package org.grcuda.bench.reproduce;

import java.util.List;

/**
 * Figures that one command makes together, as one document.
 *
 * @param name the word that selects them
 * @param head the head of the document, with {@code %s} for the options that chose its contents
 * @param figures the figures in their order
 */
record Group(String name, String head, List<Figure> figures) {

  /** The name of the group of figures on data larger than memory. */
  static final String OUT_OF_CORE = "outofcore";

  private static final Group ALL =
      new Group(
          "all",
          """
          # Published results, simulated

          Written by `scripts/grcuda reproduce all --markdown=docs/simulated-results.md`: do not edit. Everything
          here is simulated ([how](guide/simulation.md)): no GPU was there. Published are the results of GrCUDA's
          multi-GPU scheduler on machines with 8 V100 and 8 A100. [Performance](performance.md#simulated-machines)
          says what to make of it.

          """,
          List.of(
              new Scaling(),
              new Ablation(),
              new Relative(),
              new Partitions(),
              new Sizes(),
              new Transfers(),
              new Hosts(),
              new Sensitivity()));

  private static final Group LARGE =
      new Group(
          OUT_OF_CORE,
          """
          # Data larger than memory, simulated

          Written by `scripts/grcuda reproduce outofcore%s --markdown=docs/out-of-core-results.md`: do not edit.
          Everything here is simulated ([how](guide/simulation.md)): no GPU was there. Published are the results of the
          scheduler DARTS with the eviction policy LUF (Gonthier, Thibault and Marchal, "A generic scheduler to foster data
          locality for GPU and out-of-core task-based applications", 2024), measured on one to four P100, V100 and A100, and on
          12 cores with a disk. They are mostly in pictures; numbers here are those of its text.

          """,
          List.of(
              Factorization.cholesky(),
              Factorization.lu(),
              new OutOfCoreMatmul(),
              new OutOfCoreOrders(),
              new OutOfCoreCores(),
              new OutOfCoreAblation(),
              new OutOfCoreAuto()));

  /** All groups. */
  static List<Group> all() {
    return List.of(ALL, LARGE);
  }
}
