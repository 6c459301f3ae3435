package org.grcuda.bench.cpu;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;

/** Problems whose elements are independent of each other. */
final class ElementProblems {

  private static final int BLOCK = 256;
  private static final int TILE = 16;
  private static final int LATENCY_BLOCK = 64;
  private static final int LATENCY_REPEATS = 1000;
  private static final double RATE = 0.02;
  private static final double VOLATILITY = 0.3;

  /** Number of distinct options. They are repeated, because the reference is slow. */
  private static final int DISTINCT_OPTIONS = 1 << 14;

  static final List<Entry> ENTRIES =
      List.of(
          new Entry("black-scholes", "2 M options, float", quick -> blackScholes(quick, false)),
          new Entry(
              "black-scholes-double", "2 M options, double", quick -> blackScholes(quick, true)),
          new Entry(
              "mandelbrot", "1024 x 1024 pixels, up to 256 steps", ElementProblems::mandelbrot),
          new Entry("spmv", "262,144 rows of 8 to 23 floats, CSR", ElementProblems::spmv));

  static final Entry TINY =
      new Entry("tiny", "one block of 64 threads, launch to end", ElementProblems::tiny);

  private ElementProblems() {}

  private static Problem blackScholes(boolean quick, boolean isDouble) {
    int n = quick ? DISTINCT_OPTIONS : 2_000_000 / BLOCK * BLOCK;
    float[] spot = Entry.floats(DISTINCT_OPTIONS, 50, 150);
    float[] strike = Entry.floats(DISTINCT_OPTIONS + 1, 50, 150);
    float[] years = Entry.floats(DISTINCT_OPTIONS + 2, 0.1, 2);
    double[] calls = new double[DISTINCT_OPTIONS];
    double[] puts = new double[DISTINCT_OPTIONS];
    Entry.parallel(
        DISTINCT_OPTIONS,
        i -> {
          double deviation = VOLATILITY * Math.sqrt(years[i]);
          double growth = (RATE + 0.5 * VOLATILITY * VOLATILITY) * years[i];
          double d1 = (Math.log((double) spot[i] / strike[i]) + growth) / deviation;
          double d2 = d1 - deviation;
          double discounted = strike[i] * Math.exp(-RATE * years[i]);
          calls[i] = spot[i] * normal(d1) - discounted * normal(d2);
          puts[i] = discounted * normal(-d2) - spot[i] * normal(-d1);
        });
    Data call = Data.out("call", elements(n, isDouble, _ -> 0));
    Data put = Data.out("put", elements(n, isDouble, _ -> 0));
    double tolerance = isDouble ? 1e-10 : 5e-4;
    return Problem.of(
        Step.of(
            "black_scholes",
            n / BLOCK,
            BLOCK,
            call,
            put,
            Data.in("spot", elements(n, isDouble, i -> spot[i])),
            Data.in("strike", elements(n, isDouble, i -> strike[i])),
            Data.in("years", elements(n, isDouble, i -> years[i])),
            number(RATE, isDouble),
            number(VOLATILITY, isDouble),
            n),
        Expected.within(tolerance, call, elements(n, isDouble, i -> calls[i])),
        Expected.within(tolerance, put, elements(n, isDouble, i -> puts[i])));
  }

  /** Returns {@code n} elements that repeat the values of {@code distinct}. */
  private static Object elements(int n, boolean isDouble, IntToDoubleFunction distinct) {
    double[] doubles = new double[n];
    for (int i = 0; i < n; i++) {
      doubles[i] = distinct.applyAsDouble(i % DISTINCT_OPTIONS);
    }
    if (isDouble) {
      return doubles;
    }
    float[] floats = new float[n];
    for (int i = 0; i < n; i++) {
      floats[i] = (float) doubles[i];
    }
    return floats;
  }

  private static Object number(double value, boolean isDouble) {
    if (isDouble) {
      return value;
    }
    return (float) value;
  }

  /** The cumulative standard normal distribution (Abramowitz and Stegun, 7.1.6). */
  private static double normal(double x) {
    double z = Math.min(Math.abs(x) / Math.sqrt(2), 6);
    double term = z;
    double sum = z;
    for (int n = 1; term > sum * 1e-17; n++) {
      term *= 2 * z * z / (2 * n + 1);
      sum += term;
    }
    double error = 2 / Math.sqrt(Math.PI) * Math.exp(-z * z) * sum;
    return 0.5 * (1 + Math.copySign(error, x));
  }

  private static Problem mandelbrot(boolean quick) {
    int size = quick ? 64 : 1024;
    int most = 256;
    int[] expected = new int[size * size];
    Entry.parallel(
        size * size,
        i -> {
          float cRe = -2 + 3f * (i % size) / size;
          float cIm = -1.5f + 3f * (i / size) / size;
          float re = 0;
          float im = 0;
          int count = 0;
          while (count < most && re * re + im * im <= 4) {
            float next = re * re - im * im + cRe;
            im = 2 * re * im + cIm;
            re = next;
            count++;
          }
          expected[i] = count;
        });
    Data steps = Data.out("steps", new int[size * size]);
    Step.Extent grid = new Step.Extent(size / TILE, size / TILE);
    return Problem.of(
        Step.of("mandelbrot", grid, new Step.Extent(TILE, TILE), steps, size, most),
        // Near the edge of the set, a side that fuses multiplication and addition gets other
        // counts.
        new Expected(steps, expected, 0, 0.02));
  }

  private static Problem spmv(boolean quick) {
    int rows = quick ? 1 << 12 : 1 << 18;
    SplittableRandom random = new SplittableRandom(rows);
    int[] starts = new int[rows + 1];
    for (int row = 0; row < rows; row++) {
      starts[row + 1] = starts[row] + random.nextInt(8, 24);
    }
    int count = starts[rows];
    int[] columns = random.ints(count, 0, rows).toArray();
    float[] values = Entry.floats(count, -1, 1);
    float[] x = Entry.floats(rows, -1, 1);
    float[] expected = new float[rows];
    for (int row = 0; row < rows; row++) {
      double sum = 0;
      for (int i = starts[row]; i < starts[row + 1]; i++) {
        sum += (double) values[i] * x[columns[i]];
      }
      expected[row] = (float) sum;
    }
    Data y = Data.out("y", new float[rows]);
    return Problem.of(
        Step.of(
            "spmv",
            rows / BLOCK,
            BLOCK,
            Data.in("starts", starts),
            Data.in("columns", columns),
            Data.in("values", values),
            Data.in("x", x),
            y,
            rows),
        Expected.within(1e-4, y, expected));
  }

  private static Problem tiny(boolean quick) {
    float[] x = Entry.floats(LATENCY_BLOCK, 0, 1);
    float[] expected = new float[LATENCY_BLOCK];
    for (int i = 0; i < LATENCY_BLOCK; i++) {
      expected[i] = x[i] + 1;
    }
    Data y = Data.out("y", new float[LATENCY_BLOCK]);
    return Problem.of(
            Step.of("tiny", 1, LATENCY_BLOCK, Data.in("x", x), y), Expected.exactly(y, expected))
        .repeated(quick ? 1 : LATENCY_REPEATS);
  }
}
