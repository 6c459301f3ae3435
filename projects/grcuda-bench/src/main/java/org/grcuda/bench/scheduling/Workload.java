package org.grcuda.bench.scheduling;

import java.util.List;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;

/** The shapes of DAG that are measured. Peers have published figures for them. */
enum Workload {
  /** No computation depends on another. */
  INDEPENDENT("independent", "each reads and writes 2 arrays of its own", 1_000_000) {
    @Override
    Program program(GrCuda cuda, Kernels kernels, int count) {
      FloatArray[] arrays = arrays(cuda, 2 * count);
      return new Program(
          List.of(arrays),
          () -> {
            for (int i = 0; i < count; i++) {
              kernels.pair().launch(arrays[2 * i], arrays[2 * i + 1]);
            }
          });
    }
  },
  /** Each computation depends on the one before. */
  CHAIN("chain", "each reads and writes the same array", 1_000_000) {
    @Override
    Program program(GrCuda cuda, Kernels kernels, int count) {
      FloatArray[] arrays = arrays(cuda, 1);
      return new Program(
          List.of(arrays),
          () -> {
            for (int i = 0; i < count; i++) {
              kernels.touch().launch(arrays[0]);
            }
          });
    }
  },
  /** 8 computations read one array, then one computation reads their 8 results, over and over. */
  FORK_JOIN("fork-join", "8 read one array and write their own, one reads these 8", 1_000_000) {
    @Override
    Program program(GrCuda cuda, Kernels kernels, int count) {
      FloatArray[] a = arrays(cuda, BRANCHES + 1);
      return new Program(
          List.of(a),
          () -> {
            for (int i = 0; i < count; i++) {
              int branch = i % (BRANCHES + 1);
              if (branch < BRANCHES) {
                kernels.fork().launch(a[BRANCHES], a[branch]);
              } else {
                kernels.join().launch(a[8], a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
              }
            }
          });
    }
  },
  /** Partitions that all read one shared array. */
  ITERATIVE(
      "iterative",
      "16 partitions: each reads a shared array and its own, and writes its own output",
      100_000) {
    @Override
    Program program(GrCuda cuda, Kernels kernels, int count) {
      FloatArray[] a = arrays(cuda, 2 * PARTITIONS + 1);
      return new Program(
          List.of(a),
          () -> {
            for (int i = 0; i < count; i++) {
              int part = i % PARTITIONS;
              kernels.sweep().launch(a[2 * PARTITIONS], a[part], a[PARTITIONS + part]);
            }
          });
    }
  };

  /**
   * The computations of one sample.
   *
   * @param arrays the arrays that they use, made beforehand
   * @param submit launches the computations
   */
  record Program(List<FloatArray> arrays, Runnable submit) {}

  private static final int BRANCHES = 8;
  private static final int PARTITIONS = 16;
  private static final int ELEMENTS = 64;

  private final String title;
  private final String definition;
  private final int most;

  Workload(String title, String definition, int most) {
    this.title = title;
    this.definition = definition;
    this.most = most;
  }

  /** Makes {@code count} computations on {@code cuda}, over new arrays. */
  abstract Program program(GrCuda cuda, Kernels kernels, int count);

  /** Its name in tables. */
  String title() {
    return title;
  }

  /** What its computations do. */
  String definition() {
    return definition;
  }

  /** The largest number of computations that is measured at a time. */
  int most() {
    return most;
  }

  private static FloatArray[] arrays(GrCuda cuda, int count) {
    FloatArray[] arrays = new FloatArray[count];
    for (int i = 0; i < count; i++) {
      arrays[i] = cuda.floatArray(ELEMENTS);
    }
    return arrays;
  }
}
