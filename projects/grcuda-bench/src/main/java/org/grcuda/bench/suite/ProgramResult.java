package org.grcuda.bench.suite;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.Arrays;
import java.util.Locale;

/**
 * The result of running a benchmark. As JSON it has the same members in every language.
 *
 * @param benchmark its name
 * @param host {@code java}, {@code java-hand}, {@code python} or {@code js}
 * @param settings the settings of the run
 * @param devices number of devices in use
 * @param policy the option {@code DeviceSelectionPolicy}
 * @param execution the option {@code ExecutionPolicy}
 * @param seconds the time of each iteration, from the first launch to the result on the host
 * @param warmUpSeconds the time of each warm-up iteration
 * @param result a number that depends on the results
 * @param error largest difference from the host's results, relative for results above 1; null if
 *     the results were not validated or one was not a number
 * @param valid whether the error is within the tolerance; null if the results were not validated
 */
public record ProgramResult(
    String benchmark,
    String host,
    ProgramSettings settings,
    int devices,
    String policy,
    String execution,
    double[] seconds,
    double[] warmUpSeconds,
    Double result,
    Double error,
    Boolean valid) {

  private static final double MILLIS = 1e3;

  /** Parses the result that a program of any language has printed as JSON. */
  public static ProgramResult parse(String json) {
    return new Gson().fromJson(json, ProgramResult.class);
  }

  /** The result as one line of JSON. */
  public String json() {
    return new GsonBuilder().serializeNulls().create().toJson(this);
  }

  /** The median time of the timed iterations. */
  public double medianSeconds() {
    double[] sorted = seconds.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** The result as one line for people. */
  public String report() {
    String validity = valid == null ? "not validated" : valid ? "valid" : "NOT VALID";
    return String.format(
        Locale.ROOT,
        "%s in %s, size %,d, %d partitions, %d devices, %s, %s: %.3f ms (median of %d), %s",
        benchmark,
        host,
        settings.size(),
        settings.partitions(),
        devices,
        execution,
        policy,
        medianSeconds() * MILLIS,
        seconds.length,
        validity);
  }
}
