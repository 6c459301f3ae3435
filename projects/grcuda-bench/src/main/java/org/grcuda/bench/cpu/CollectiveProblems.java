package org.grcuda.bench.cpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Problems whose threads cooperate, in shared memory or by shuffles. */
final class CollectiveProblems {

  private static final int BLOCK = 256;
  private static final int REDUCTION_BLOCKS = 1024;
  private static final int HISTOGRAM_BLOCKS = 256;
  private static final int BINS = 256;
  private static final int SCAN_BLOCK = 1024;
  private static final int SORTED_BLOCK = 1024;

  static final List<Entry> ENTRIES =
      List.of(
          new Entry(
              "reduction", "sum of 16 M floats, in shared memory", CollectiveProblems::reduction),
          new Entry(
              "reduction-shuffle",
              "the same, by shuffles of a warp",
              CollectiveProblems::reduction),
          new Entry(
              "histogram",
              "256 bins, 16 M integers, atomics in shared memory",
              CollectiveProblems::histogram),
          new Entry("scan", "sums of 1 M integers, 3 launches", CollectiveProblems::scan),
          new Entry("bitonic-sort", "1 M integers, 66 launches", CollectiveProblems::sort),
          new Entry("softmax", "4096 rows of 1024 floats", CollectiveProblems::softmax));

  private CollectiveProblems() {}

  private static Problem reduction(boolean quick) {
    int n = quick ? 1 << 16 : 1 << 24;
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

  private static Problem histogram(boolean quick) {
    int n = quick ? 1 << 16 : 1 << 24;
    int[] values = new SplittableRandom(n).ints(n, 0, BINS).toArray();
    int[] expected = new int[BINS];
    for (int value : values) {
      expected[value]++;
    }
    Data counts = Data.inout("counts", new int[BINS]);
    return Problem.of(
        Step.of("histogram", HISTOGRAM_BLOCKS, BLOCK, Data.in("values", values), counts, n),
        Expected.exactly(counts, expected));
  }

  private static Problem scan(boolean quick) {
    int n = quick ? 1 << 14 : 1 << 20;
    int blocks = n / SCAN_BLOCK;
    int[] x = new SplittableRandom(n).ints(n, -100, 100).toArray();
    int[] expected = x.clone();
    Arrays.parallelPrefix(expected, Integer::sum);
    Data y = Data.out("y", new int[n]);
    Data sums = Data.out("sums", new int[blocks]);
    Data scanned = Data.out("scanned", new int[blocks]);
    Data total = Data.out("total", new int[1]);
    Data input = Data.in("x", x);
    return Problem.of(
        List.of(
            Step.of("scan", blocks, SCAN_BLOCK, input, y, sums, n),
            Step.of("scan", 1, SCAN_BLOCK, sums, scanned, total, blocks),
            Step.of("add", blocks, SCAN_BLOCK, y, scanned, n)),
        List.of(input, y, sums, n),
        Expected.exactly(y, expected));
  }

  private static Problem sort(boolean quick) {
    int n = quick ? 1 << 14 : 1 << 20;
    int blocks = n / SORTED_BLOCK;
    int[] unsorted = new SplittableRandom(n).ints(n).toArray();
    int[] expected = unsorted.clone();
    Arrays.parallelSort(expected);
    Data keys = Data.inout("keys", unsorted);
    List<Step> steps = new ArrayList<>();
    steps.add(Step.of("sort_blocks", blocks, SORTED_BLOCK / 2, keys));
    for (int size = 2 * SORTED_BLOCK; size <= n; size *= 2) {
      for (int stride = size / 2; stride >= SORTED_BLOCK; stride /= 2) {
        steps.add(Step.of("merge_step", n / 2 / BLOCK, BLOCK, keys, size, stride));
      }
      steps.add(Step.of("merge_blocks", blocks, SORTED_BLOCK / 2, keys, size));
    }
    return Problem.of(steps, List.of(keys, n), Expected.exactly(keys, expected));
  }

  private static Problem softmax(boolean quick) {
    int rows = quick ? 16 : 4096;
    int columns = 1024;
    float[] in = Entry.floats(rows * columns, -5, 5);
    float[] expected = new float[rows * columns];
    Entry.parallel(
        rows,
        row -> {
          double sum = 0;
          for (int i = row * columns; i < (row + 1) * columns; i++) {
            sum += Math.exp(in[i]);
          }
          for (int i = row * columns; i < (row + 1) * columns; i++) {
            expected[i] = (float) (Math.exp(in[i]) / sum);
          }
        });
    Data out = Data.out("out", new float[rows * columns]);
    Data input = Data.in("in", in);
    return Problem.of(
        List.of(Step.of("softmax", rows, BLOCK, input, out, columns)),
        List.of(input, out, columns, rows),
        Expected.within(1e-6, out, expected));
  }
}
