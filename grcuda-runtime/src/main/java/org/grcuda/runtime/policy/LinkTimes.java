package org.grcuda.runtime.policy;

/**
 * How long a byte takes to each device from the places that hold it. These times are computed once
 * for each set of holders and kept; a program has few such sets. Choosing a device is then one
 * multiplication per part and device. Not thread-safe.
 */
public final class LinkTimes {

  private static final int KEPT = 1024;

  private final BandwidthMatrix matrix;
  private final LinkChoice choice;
  private final long[] keys = new long[KEPT];
  private final double[][] rows = new double[KEPT][];

  /** Times over the links of {@code matrix} that {@code choice} picks. */
  public LinkTimes(BandwidthMatrix matrix, LinkChoice choice) {
    this.matrix = matrix;
    this.choice = choice;
  }

  /** The bandwidths. */
  public BandwidthMatrix matrix() {
    return matrix;
  }

  /**
   * Nanoseconds per byte to each device; 0 to devices that hold the data. The caller must not
   * change the array.
   *
   * @param devices the devices that hold the data, bit d for device d
   * @param onHost whether the host does; it must if no device does
   */
  public double[] nanosPerByte(long devices, boolean onHost) {
    long key = devices << 1 | (onHost ? 1 : 0);
    int slot = (int) (key * 0x9E3779B97F4A7C15L >>> 54);
    double[] row = rows[slot];
    if (row == null || keys[slot] != key) {
      row = work(devices, onHost);
      rows[slot] = row;
      keys[slot] = key;
    }
    return row;
  }

  private double[] work(long devices, boolean onHost) {
    double[] row = new double[matrix.devices()];
    for (int to = 0; to < row.length; to++) {
      if ((devices & 1L << to) == 0) {
        row[to] = 1 / bandwidth(devices, onHost, to);
      }
    }
    return row;
  }

  private double bandwidth(long devices, boolean onHost, int to) {
    double chosen = onHost ? matrix.between(BandwidthMatrix.HOST, to) : Double.NaN;
    for (long rest = devices; rest != 0; rest &= rest - 1) {
      double link = matrix.between(Long.numberOfTrailingZeros(rest), to);
      chosen = Double.isNaN(chosen) ? link : choice.of(chosen, link);
    }
    return chosen;
  }
}
