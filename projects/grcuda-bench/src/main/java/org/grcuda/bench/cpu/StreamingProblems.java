package org.grcuda.bench.cpu;

import java.util.List;

/** Problems that memory bounds. */
final class StreamingProblems {

  private static final int MANY = 1 << 24;
  private static final int FEW = 1 << 16;
  private static final int BLOCK = 256;
  private static final int REDUCTION_BLOCKS = 1024;

  static final List<Entry> ENTRIES =
      List.of(
          new Entry("square", "y = x^2, 16 M floats", StreamingProblems::square),
          new Entry("saxpy", "y = a x + y, 16 M floats", StreamingProblems::saxpy),
          new Entry(
              "reduction", "sum of 16 M floats, in shared memory", StreamingProblems::reduction),
          new Entry(
              "reduction-shuffle", "the same by shuffles of a warp", StreamingProblems::reduction));

  private StreamingProblems() {}

  private static Problem square(boolean quick) {
    int n = quick ? FEW : MANY;
    float[] x = Entry.floats(n, -10, 10);
    float[] expected = new float[n];
    for (int i = 0; i < n; i++) {
      expected[i] = x[i] * x[i];
    }
    Data y = Data.out("y", new float[n]);
    return Problem.of(
        Step.of("square", n / BLOCK, BLOCK, Data.in("x", x), y, n), Expected.exactly(y, expected));
  }

  private static Problem saxpy(boolean quick) {
    int n = quick ? FEW : MANY;
    float a = 2.5f;
    float[] x = Entry.floats(n, -10, 10);
    float[] initial = Entry.floats(n, 0, 1);
    float[] expected = new float[n];
    for (int i = 0; i < n; i++) {
      expected[i] = Math.fma(a, x[i], initial[i]);
    }
    Data y = Data.inout("y", initial);
    return Problem.of(
        Step.of("saxpy", n / BLOCK, BLOCK, n, a, Data.in("x", x), y),
        Expected.within(1e-6, y, expected));
  }

  private static Problem reduction(boolean quick) {
    int n = quick ? FEW : MANY;
    float[] x = Entry.floats(n, 0, 1);
    double sum = 0;
    for (float value : x) {
      sum += value;
    }
    Data input = Data.in("x", x);
    Data partial = Data.out("partial", new float[REDUCTION_BLOCKS]);
    Data result = Data.out("result", new float[1]);
    return Problem.of(
        List.of(
            Step.of("sum", REDUCTION_BLOCKS, BLOCK, input, partial, n),
            Step.of("sum", 1, BLOCK, partial, result, REDUCTION_BLOCKS)),
        List.of(input, partial, result, n),
        Expected.within(1e-3, result, new float[] {(float) sum}));
  }
}
