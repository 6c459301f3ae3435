package org.grcuda.bench.messages;

import java.util.Arrays;

/**
 * How long messages take one way, in seconds: an element for each round.
 *
 * @param transportSmall a small message in a frame of the transport
 * @param transportLarge 8 MB as a payload of the transport
 * @param arraySmall an array with the bytes of a small message, which both hosts read
 * @param arrayLarge an array of 8 MB
 * @param handler a call of a mobile object with a number
 */
record Times(
    double[] transportSmall,
    double[] transportLarge,
    double[] arraySmall,
    double[] arrayLarge,
    double[] handler) {

  static double median(double[] times) {
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  static double shortest(double[] times) {
    return Arrays.stream(times).min().orElseThrow();
  }
}
