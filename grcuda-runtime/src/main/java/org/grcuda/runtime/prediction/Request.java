package org.grcuda.runtime.prediction;

import java.util.Arrays;

/**
 * The computation that a {@link FinishModel} predicts: the parts of its data, its parents, and the
 * share of a device that it can use. One object serves for one computation after the other, so
 * nothing is allocated for them.
 */
final class Request {

  private long[] bytes = new long[16];
  private long[] places = new long[16];
  private double[][] available = new double[16][];
  private int parts;

  private long touchedBytes;
  private double share = 1;

  /** By device: when the last parent there ends. */
  private final double[] parents;

  private double latestParent;

  Request(int devices) {
    parents = new double[devices];
  }

  /** Turns to a new computation, at {@code now}. */
  void begin(long touched, double ofDevice, double now) {
    parts = 0;
    touchedBytes = touched;
    share = ofDevice;
    latestParent = now;
    Arrays.fill(parents, now);
  }

  /** A parent ends on {@code device} at {@code end}. */
  void after(int device, double end) {
    parents[device] = Math.max(parents[device], end);
    latestParent = Math.max(latestParent, parents[device]);
  }

  /** One more part of its data, as {@link FinishModel#needs} says. */
  void needs(long size, long holders, double[] since) {
    if (parts == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * parts);
      places = Arrays.copyOf(places, 2 * parts);
      available = Arrays.copyOf(available, 2 * parts);
    }
    bytes[parts] = size;
    places[parts] = holders;
    available[parts++] = since;
  }

  int parts() {
    return parts;
  }

  long bytes(int part) {
    return bytes[part];
  }

  /** Where a part is: bit 0 for the host, bit d + 1 for device d. */
  long places(int part) {
    return places[part];
  }

  /** Since when copies of a part are there: at index d for device d; null: for long. */
  double[] available(int part) {
    return available[part];
  }

  /** Bytes of the memory that it reads or writes. */
  long touchedBytes() {
    return touchedBytes;
  }

  /** The share of a device that it can use. */
  double share() {
    return share;
  }

  /** When the last of its parents on {@code device} ends. */
  double parents(int device) {
    return parents[device];
  }

  /** When the last of its parents ends. */
  double latestParent() {
    return latestParent;
  }
}
