package org.grcuda.bench.suite.program;

import java.util.Arrays;
import org.grcuda.DoubleArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/** B&amp;S: prices of options, in independent partitions. */
public class BlackScholes extends Benchmark {

  static final double STRIKE = 60;
  static final double RATE = 0.035;
  static final double VOLATILITY = 0.2;
  static final double YEARS = 0.75;
  private static final double NEGLIGIBLE = 1e-17;

  final Kernel blackScholes = kernel("black_scholes");
  final Input<DoubleArray, double[]> spot = doubleInput(size, () -> Data.doubles(size, 1, 40, 80));
  final DoubleArray call = doubles(size);

  public BlackScholes(ProgramContext context) {
    super(context);
  }

  @Override
  public double run() {
    for (Part part : parts()) {
      DoubleArray from = spot.array().slice(part.from(), part.to());
      DoubleArray to = call.slice(part.from(), part.to());
      int n = part.length();
      over(blackScholes, n).launch(from, to, STRIKE, RATE, VOLATILITY, YEARS, n);
    }
    return firstOfEach();
  }

  /** The sum of one price from each partition. Reading the prices waits for all partitions. */
  final double firstOfEach() {
    return parts().stream().mapToDouble(part -> call.get(part.from())).sum();
  }

  @Override
  public double[] outputs() {
    return call.toArray();
  }

  @Override
  public double[] expected() {
    double deviation = VOLATILITY * Math.sqrt(YEARS);
    double discounted = STRIKE * Math.exp(-RATE * YEARS);
    double drift = (RATE + VOLATILITY * VOLATILITY / 2) * YEARS;
    return Arrays.stream(spot.host())
        .map(
            price -> {
              double d1 = (Math.log(price / STRIKE) + drift) / deviation;
              return price * normalCdf(d1) - discounted * normalCdf(d1 - deviation);
            })
        .toArray();
  }

  /**
   * The cumulative distribution function of the standard normal distribution: 1 / 2 plus the
   * density times x + x^3 / 3 + x^5 / (3 5) + ... The series converges for every x, and in few
   * terms for the values of this benchmark.
   */
  private static double normalCdf(double x) {
    double term = x;
    double sum = x;
    for (int k = 3; Math.abs(term) > NEGLIGIBLE; k += 2) {
      term *= x * x / k;
      sum += term;
    }
    return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }
}
