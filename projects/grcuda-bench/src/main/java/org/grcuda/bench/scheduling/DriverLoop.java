package org.grcuda.bench.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.Device;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;

/** The baseline: a plain loop that hands launches directly to the null device. */
final class DriverLoop {

  private static final int COMPUTATIONS = 300_000;
  private static final int ROUNDS = 5;
  private static final int MOST_SAMPLES = 301;
  private static final LaunchShape SHAPE = new LaunchShape(1, 1, 1, 64, 1, 1, 0);

  private DriverLoop() {}

  static Result measure(int[] counts) {
    List<Result.Cost> costs = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      costs.clear();
      for (int count : counts) {
        costs.add(measure(count));
      }
    }
    return new Result("plain loop over the driver", List.copyOf(costs), null);
  }

  private static Result.Cost measure(int count) {
    double[] submit = new double[Math.clamp(COMPUTATIONS / count, 1, MOST_SAMPLES)];
    double[] complete = new double[submit.length];
    for (int i = 0; i < submit.length; i++) {
      sample(count, submit, complete, i);
    }
    Arrays.sort(submit);
    Arrays.sort(complete);
    int middle = submit.length / 2;
    return new Result.Cost(count, submit[middle] / count, complete[middle] / count, Double.NaN);
  }

  private static void sample(int count, double[] submit, double[] complete, int index) {
    try (NullDriver driver =
        new NullDriver(NullSettings.defaults().withLog(false).withChecks(false))) {
      Device device = driver.device(0);
      Function function = device.loadModule(new byte[1]).function("touch");
      Stream stream = device.createStream();
      Submission submission = new Submission();
      long[] parameters = new long[2];
      driver.hold();
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        submission.launch(stream, function, SHAPE, parameters, parameters.length * Long.BYTES);
        device.submit(submission);
        submission.clear();
      }
      long submitted = System.nanoTime();
      driver.release();
      submit[index] = submitted - start;
      complete[index] = System.nanoTime() - submitted;
    }
  }
}
