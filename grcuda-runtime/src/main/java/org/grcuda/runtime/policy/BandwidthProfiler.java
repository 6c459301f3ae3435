package org.grcuda.runtime.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.Driver;
import org.grcuda.driver.UsageException;

/**
 * Measures the links of a machine. It first times copies of pinned host memory and of device
 * memory, for each ordered pair of places alone, by events of the devices; then copies from the
 * host to several devices at once. Nothing else should run meanwhile.
 */
public final class BandwidthProfiler {

  /** Is told of each step. */
  @FunctionalInterface
  public interface Progress {
    /** {@code done} of {@code total} steps are done. */
    void at(int done, int total);
  }

  /** Sizes tried, growing, until a copy lasts long enough to be timed well. */
  private static final long[] SIZES = {64 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20, 256 << 20};

  private static final long LONG_ENOUGH_NANOS = 2_000_000;
  private static final int WARM_UP_COPIES = 3;
  private static final int COPIES = 5;

  /** GB/s that no link has: the copies did nothing. */
  private static final double IMPLAUSIBLE = 100_000;

  /**
   * Two devices share a link if both together get less than this part of the sum of what each gets
   * alone.
   */
  private static final double SHARED_BELOW = 0.75;

  private final Driver driver;
  private final Progress progress;
  private final int devices;
  private final int steps;
  private int done;

  private BandwidthProfiler(Driver driver, Progress progress) {
    this.driver = driver;
    this.progress = progress;
    devices = driver.deviceCount();
    steps = (devices + 1) * (devices + 1) - 1 + devices * (devices - 1) / 2;
  }

  /**
   * Measures every link of {@code driver}.
   *
   * @param progress told of each step
   * @throws UsageException if copies take no time, as on the null device
   * @throws org.grcuda.driver.DriverException if memory for the copies is not there, or a copy
   *     fails
   */
  public static BandwidthProfile measure(Driver driver, Progress progress) {
    return new BandwidthProfiler(driver, progress).measure();
  }

  private BandwidthProfile measure() {
    try (CopyBench bench = new CopyBench(driver)) {
      BandwidthMatrix.Builder builder = BandwidthMatrix.builder(devices, "measured");
      for (int from = BandwidthMatrix.HOST; from < devices; from++) {
        for (int to = BandwidthMatrix.HOST; to < devices; to++) {
          if (from != BandwidthMatrix.HOST || to != BandwidthMatrix.HOST) {
            builder.set(from, to, link(bench, from, to));
            step();
          }
        }
      }
      BandwidthMatrix matrix = builder.build();
      return new BandwidthProfile(matrix, shared(bench, matrix));
    }
  }

  private void step() {
    progress.at(++done, steps);
  }

  /** The median over three sizes of the median of several copies. */
  private double link(CopyBench bench, int from, int to) {
    boolean isPair = from != BandwidthMatrix.HOST && to != BandwidthMatrix.HOST;
    if (isPair && from != to && !driver.copiesBetween(from, to)) {
      // Data passes the host, one way after the other.
      double out = link(bench, from, BandwidthMatrix.HOST);
      return 1 / (1 / out + 1 / link(bench, BandwidthMatrix.HOST, to));
    }
    long size = size(bench, from, to);
    double[] medians = new double[3];
    for (int i = 0; i < medians.length; i++) {
      medians[i] = median(bench, from, to, size >> i);
    }
    return median(medians);
  }

  /** The first size whose copy lasts long enough, or the largest that fits; warms the link up. */
  private static long size(CopyBench bench, int from, int to) {
    long size = SIZES[0];
    for (long next : SIZES) {
      if (next > SIZES[0] && !bench.fits(next)) {
        break;
      }
      size = next;
      long shortest = Long.MAX_VALUE;
      for (int i = 0; i < WARM_UP_COPIES; i++) {
        shortest = Math.min(shortest, bench.copy(from, to, size));
      }
      if (shortest >= LONG_ENOUGH_NANOS) {
        break;
      }
    }
    return size;
  }

  private double median(CopyBench bench, int from, int to, long size) {
    double[] bandwidths = new double[COPIES];
    for (int i = 0; i < COPIES; i++) {
      bandwidths[i] = size / (double) bench.copy(from, to, size);
    }
    double median = median(bandwidths);
    if (median >= IMPLAUSIBLE) {
      throw new UsageException(
          "copies of the backend '" + driver.name() + "' take no time: nothing can be measured");
    }
    return median;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Devices whose host links slow each other down, directly or through others. */
  private List<BandwidthProfile.SharedLink> shared(CopyBench bench, BandwidthMatrix matrix) {
    int[] group = new int[devices];
    for (int i = 0; i < devices; i++) {
      group[i] = i;
    }
    for (int one = 0; one < devices; one++) {
      for (int other = one + 1; other < devices; other++) {
        List<Integer> pair = List.of(one, other);
        if (together(bench, pair) < SHARED_BELOW * alone(matrix, pair)) {
          int joined = group[other];
          for (int i = 0; i < devices; i++) {
            group[i] = group[i] == joined ? group[one] : group[i];
          }
        }
        step();
      }
    }
    List<BandwidthProfile.SharedLink> shared = new ArrayList<>();
    for (int first = 0; first < devices; first++) {
      List<Integer> members = new ArrayList<>();
      for (int i = 0; i < devices; i++) {
        if (group[i] == first) {
          members.add(i);
        }
      }
      if (members.size() > 1) {
        shared.add(
            new BandwidthProfile.SharedLink(
                members, alone(matrix, members), together(bench, members)));
      }
    }
    return shared;
  }

  private static double alone(BandwidthMatrix matrix, List<Integer> members) {
    double sum = 0;
    for (int device : members) {
      sum += matrix.between(BandwidthMatrix.HOST, device);
    }
    return sum;
  }

  private static double together(CopyBench bench, List<Integer> members) {
    long size = size(bench, BandwidthMatrix.HOST, members.getFirst());
    double[] sums = new double[COPIES];
    bench.copyFromHost(members, size);
    for (int i = 0; i < COPIES; i++) {
      sums[i] = members.size() * size / (double) bench.copyFromHost(members, size);
    }
    return median(sums);
  }
}
