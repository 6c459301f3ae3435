package org.grcuda.bench.reproduce.groute;

import java.util.stream.DoubleStream;

/** What goes over the links of m60-8, whose devices sit in pairs on boards, two on each root. */
final class Traffic {

  /** Bytes per second, in each direction, of the links of devices and of boards, and of roots. */
  private static final double LINK = 12e9;

  private static final double ROOT = 24e9;

  private final double[] devices;
  private final double[] boards;
  private final double[] roots;

  /**
   * @param count of devices
   */
  Traffic(int count) {
    // Each link has two directions.
    devices = new double[2 * count];
    boards = new double[count + 1];
    roots = new double[count / 2 + 2];
  }

  /** Adds a copy from one place to another; a negative place is the host. */
  void add(int from, int to, double bytes) {
    if (from == to) {
      return;
    }
    climb(from, to, 0, bytes);
    climb(to, from, 1, bytes);
  }

  private void climb(int place, int other, int direction, double bytes) {
    if (place < 0) {
      return;
    }
    devices[2 * place + direction] += bytes;
    if (other < 0 || other / 2 != place / 2) {
      boards[2 * (place / 2) + direction] += bytes;
    }
    if (other < 0 || other / 4 != place / 4) {
      roots[2 * (place / 4) + direction] += bytes;
    }
  }

  /** Seconds for which the busiest of them is at least needed. */
  double seconds() {
    double link =
        DoubleStream.concat(DoubleStream.of(devices), DoubleStream.of(boards)).max().orElse(0);
    return Math.max(link / LINK, DoubleStream.of(roots).max().orElse(0) / ROOT);
  }
}
