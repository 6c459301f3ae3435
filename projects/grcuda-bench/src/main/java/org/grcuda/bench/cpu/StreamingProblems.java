package org.grcuda.bench.cpu;

import java.util.List;

/** Problems that memory bandwidth bounds. */
final class StreamingProblems {

  private static final int MANY = 1 << 24;
  private static final int FEW = 1 << 16;
  private static final int BLOCK = 256;

  static final List<Entry> ENTRIES =
      List.of(
          new Entry("square", "y = x^2, 16 M floats", StreamingProblems::square),
          new Entry("saxpy", "y = a x + y, 16 M floats", StreamingProblems::saxpy));

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
}
