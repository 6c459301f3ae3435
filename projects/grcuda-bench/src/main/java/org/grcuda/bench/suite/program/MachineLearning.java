package org.grcuda.bench.suite.program;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.grcuda.FloatArray;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** ML: the vote of two classifiers, naive Bayes and ridge regression, over partitions of rows. */
public class MachineLearning extends Benchmark {

  static final int FEATURES = 200;
  private static final int CLASSES = 10;
  private static final int WEIGHTS = FEATURES * CLASSES;

  private final Kernel linearScores = kernel("linear_scores");
  private final Kernel rowMaximum = kernel("row_maximum");
  private final Kernel rowLogSum = kernel("row_log_sum");
  private final Kernel posterior = kernel("posterior");
  private final Kernel partialMoments = kernel("partial_moments");
  private final Kernel combineMoments = kernel("combine_moments");
  private final Kernel standardise = kernel("standardise");
  private final Kernel addIntercepts = kernel("add_intercepts");
  private final Kernel softmax = kernel("softmax");
  private final Kernel vote = kernel("vote");

  final Input<FloatArray, float[]> x =
      input((long) size * FEATURES, () -> Data.floats(size * FEATURES, 1, 0, 4));
  private final Input<FloatArray, float[]> likelihoods =
      input(WEIGHTS, () -> Data.floats(WEIGHTS, 2, -0.25, 0));
  private final Input<FloatArray, float[]> ridge =
      input(WEIGHTS, () -> Data.floats(WEIGHTS, 3, -0.125, 0.125));
  private final Input<FloatArray, float[]> intercepts =
      input(CLASSES, () -> Data.floats(CLASSES, 4, 0, 1));
  private final FloatArray z = floats((long) size * FEATURES);
  private final FloatArray partial = floats(2L * FEATURES * partitions());
  private final FloatArray moments = floats(2L * FEATURES);
  private final FloatArray bayes = floats((long) size * CLASSES);
  private final FloatArray regression = floats((long) size * CLASSES);
  private final FloatArray greatest = floats(size);
  private final FloatArray sums = floats(size);
  private final IntArray labels = ints(size);
  private final FloatArray confidence = floats(size);
  private double[][] probabilities;

  public MachineLearning(ProgramContext context) {
    super(context);
  }

  /** The classifiers. */
  enum Branch {
    BAYES,
    RIDGE
  }

  /** The kernel, configured for a partition and a classifier. */
  Kernel.Configuration over(Part part, Branch branch, Kernel kernel, int threads) {
    return over(kernel, threads);
  }

  /** The configured kernel that combines the results of all partitions. */
  Kernel.Configuration combination(Kernel kernel, int threads) {
    return over(kernel, threads);
  }

  @Override
  public double run() {
    for (Part part : parts()) {
      FloatArray own =
          partial.slice(2L * part.index() * FEATURES, 2L * (part.index() + 1) * FEATURES);
      over(part, Branch.RIDGE, partialMoments, FEATURES)
          .launch(rows(x.array(), part, FEATURES), own, part.length(), FEATURES);
    }
    combination(combineMoments, FEATURES).launch(partial, moments, partitions(), size, FEATURES);
    for (Part part : parts()) {
      naiveBayes(part);
      ridgeRegression(part);
      over(part, Branch.RIDGE, vote, part.length())
          .launch(
              rows(bayes, part, CLASSES),
              rows(regression, part, CLASSES),
              labels.slice(part.from(), part.to()),
              rows(confidence, part, 1),
              part.length(),
              CLASSES);
    }
    return parts().stream().mapToDouble(part -> confidence.get(part.from())).sum();
  }

  private void naiveBayes(Part part) {
    int n = part.length();
    FloatArray scores = rows(bayes, part, CLASSES);
    FloatArray most = rows(greatest, part, 1);
    FloatArray sum = rows(sums, part, 1);
    over(part, Branch.BAYES, linearScores, n * CLASSES)
        .launch(rows(x.array(), part, FEATURES), likelihoods.array(), scores, n, FEATURES, CLASSES);
    over(part, Branch.BAYES, rowMaximum, n).launch(scores, most, n, CLASSES);
    over(part, Branch.BAYES, rowLogSum, n).launch(scores, most, sum, n, CLASSES);
    over(part, Branch.BAYES, posterior, n * CLASSES).launch(scores, sum, n, CLASSES);
  }

  private void ridgeRegression(Part part) {
    int n = part.length();
    FloatArray standard = rows(z, part, FEATURES);
    FloatArray scores = rows(regression, part, CLASSES);
    over(part, Branch.RIDGE, standardise, n * FEATURES)
        .launch(rows(x.array(), part, FEATURES), moments, standard, n, FEATURES);
    over(part, Branch.RIDGE, linearScores, n * CLASSES)
        .launch(standard, ridge.array(), scores, n, FEATURES, CLASSES);
    over(part, Branch.RIDGE, addIntercepts, n * CLASSES)
        .launch(scores, intercepts.array(), n, CLASSES);
    over(part, Branch.RIDGE, softmax, n).launch(scores, n, CLASSES);
  }

  static FloatArray rows(FloatArray matrix, Part part, int width) {
    return matrix.slice((long) part.from() * width, (long) part.to() * width);
  }

  /**
   * How sure the vote is, then how sure the host is of the chosen labels. So a tie may choose
   * either label.
   */
  @Override
  public double[] outputs() {
    int[] chosen = labels.toArray();
    var mine = IntStream.range(0, size).mapToDouble(i -> probabilities[i][chosen[i]]);
    return DoubleStream.concat(Arrays.stream(Data.toHost(confidence)), mine).toArray();
  }

  @Override
  public double[] expected() {
    double[][] rows = new double[size][];
    for (int i = 0; i < size; i++) {
      rows[i] = Data.widened(Arrays.copyOfRange(x.host(), i * FEATURES, (i + 1) * FEATURES));
    }
    double[][] bayesian = new double[size][];
    for (int i = 0; i < size; i++) {
      bayesian[i] = softmax(product(rows[i], likelihoods.host()));
    }
    standardise(rows);
    probabilities = new double[size][CLASSES];
    for (int i = 0; i < size; i++) {
      double[] scores = product(rows[i], ridge.host());
      for (int c = 0; c < CLASSES; c++) {
        scores[c] += intercepts.host()[c];
      }
      double[] other = softmax(scores);
      for (int c = 0; c < CLASSES; c++) {
        probabilities[i][c] = (bayesian[i][c] + other[c]) / 2;
      }
    }
    double[] best =
        Arrays.stream(probabilities)
            .mapToDouble(p -> Arrays.stream(p).max().orElseThrow())
            .toArray();
    return DoubleStream.concat(Arrays.stream(best), Arrays.stream(best)).toArray();
  }

  private static void standardise(double[][] rows) {
    for (int f = 0; f < FEATURES; f++) {
      double sum = 0;
      double squares = 0;
      for (double[] row : rows) {
        sum += row[f];
        squares += row[f] * row[f];
      }
      double mean = sum / rows.length;
      double variance = squares / rows.length - mean * mean;
      double scale = variance > 0 ? 1 / Math.sqrt(variance) : 0;
      for (double[] row : rows) {
        row[f] = (row[f] - mean) * scale;
      }
    }
  }

  private static double[] product(double[] row, float[] weights) {
    double[] scores = new double[CLASSES];
    for (int f = 0; f < FEATURES; f++) {
      for (int c = 0; c < CLASSES; c++) {
        scores[c] += row[f] * weights[f * CLASSES + c];
      }
    }
    return scores;
  }

  private static double[] softmax(double[] scores) {
    double most = Arrays.stream(scores).max().orElseThrow();
    double[] exponentials = Arrays.stream(scores).map(score -> Math.exp(score - most)).toArray();
    double sum = Arrays.stream(exponentials).sum();
    return Arrays.stream(exponentials).map(value -> value / sum).toArray();
  }
}
