package org.grcuda.runtime.policy;

import java.util.Arrays;

/**
 * Bandwidths between the places of a machine, the host and its devices, in gigabytes (10^9 bytes)
 * per second, each direction by itself. Immutable. No bandwidth is zero.
 */
public final class BandwidthMatrix {

  /** The host, as a place. */
  public static final int HOST = -1;

  /**
   * Bandwidth that {@link #assumed} gives a link between the host and a device, GB/s: PCIe 3.0 x16.
   */
  public static final double ASSUMED_HOST = 12;

  /**
   * Bandwidth that {@link #assumed} gives a link between two devices, GB/s: as through the host.
   */
  public static final double ASSUMED_DEVICES = 12;

  private final int devices;
  private final String origin;
  private final double[] values;

  private BandwidthMatrix(Builder from) {
    devices = from.devices;
    origin = from.origin;
    values = from.values.clone();
  }

  /**
   * The documented default for a machine without measured bandwidths. All links are equal, so
   * policies that go by transfer time go by size.
   *
   * @param devices number of devices, at least 1
   */
  public static BandwidthMatrix assumed(int devices) {
    Builder builder = builder(devices, "assumed");
    for (int from = HOST; from < devices; from++) {
      for (int to = HOST; to < devices; to++) {
        if (from != to) {
          builder.set(from, to, from == HOST || to == HOST ? ASSUMED_HOST : ASSUMED_DEVICES);
        }
      }
    }
    return builder.build();
  }

  /**
   * Starts a matrix with nothing in it.
   *
   * @param devices number of devices, at least 1
   * @param origin where the figures come from, for messages: a path, "measured"
   */
  public static Builder builder(int devices, String origin) {
    return new Builder(devices, origin);
  }

  /** Number of devices. */
  public int devices() {
    return devices;
  }

  /** Where the figures come from: a path, {@code "measured"}, {@code "assumed"}. */
  public String origin() {
    return origin;
  }

  /**
   * Bandwidth from one place to another, GB/s. From a place to itself it is the bandwidth of the
   * place's own memory, infinite where that is not known; to policies, such data need not move.
   *
   * @param from a device, or {@link #HOST}
   * @param to a device, or {@link #HOST}
   * @throws IndexOutOfBoundsException if there is no such place
   */
  public double between(int from, int to) {
    double value = values[index(from, to)];
    return from == to && value == 0 ? Double.POSITIVE_INFINITY : value;
  }

  /**
   * The bandwidths between the host and the first {@code count} devices only.
   *
   * @param count 1 to {@link #devices}
   */
  public BandwidthMatrix first(int count) {
    if (count > devices) {
      throw new IllegalArgumentException(this + ": there are no " + count);
    }
    if (count == devices) {
      return this;
    }
    Builder part = builder(count, origin);
    for (int from = HOST; from < count; from++) {
      int begin = index(from, HOST);
      System.arraycopy(values, begin, part.values, index(count, from, HOST), count + 1);
    }
    return part.build();
  }

  private int index(int from, int to) {
    return index(devices, from, to);
  }

  private static int index(int devices, int from, int to) {
    if (from < HOST || from >= devices || to < HOST || to >= devices) {
      throw new IndexOutOfBoundsException(
          "from " + from + " to " + to + ": places are -1 (the host) to " + (devices - 1));
    }
    return (from + 1) * (devices + 1) + to + 1;
  }

  @Override
  public String toString() {
    return "bandwidths of " + devices + " devices, " + origin;
  }

  /** Collects the bandwidths of a machine. */
  public static final class Builder {

    private final int devices;
    private final String origin;
    private final double[] values;

    private Builder(int devices, String origin) {
      if (devices < 1) {
        throw new IllegalArgumentException(devices + " devices");
      }
      this.devices = devices;
      this.origin = origin;
      values = new double[(devices + 1) * (devices + 1)];
    }

    /**
     * Sets one bandwidth.
     *
     * @param bandwidth GB/s, above 0 and finite
     * @throws IndexOutOfBoundsException if there is no such place
     * @throws IllegalArgumentException if {@code bandwidth} is not above 0 and finite
     */
    public Builder set(int from, int to, double bandwidth) {
      if (!(bandwidth > 0) || Double.isInfinite(bandwidth)) {
        throw new IllegalArgumentException("bandwidth " + bandwidth + " is not above 0");
      }
      values[index(devices, from, to)] = bandwidth;
      return this;
    }

    /** Whether that bandwidth was set. */
    public boolean has(int from, int to) {
      return values[index(devices, from, to)] != 0;
    }

    /**
     * The matrix. A link that was given in one direction only counts for both, as in the files that
     * GrCUDA writes.
     *
     * @throws IllegalStateException naming two different places between which no bandwidth was
     *     given
     */
    public BandwidthMatrix build() {
      double[] given = values.clone();
      for (int from = HOST; from < devices; from++) {
        for (int to = HOST; to < devices; to++) {
          int index = index(devices, from, to);
          if (values[index] == 0 && from != to) {
            values[index] = given[index(devices, to, from)];
            if (values[index] == 0) {
              throw new IllegalStateException("no bandwidth from " + from + " to " + to);
            }
          }
        }
      }
      BandwidthMatrix made = new BandwidthMatrix(this);
      System.arraycopy(given, 0, values, 0, given.length);
      return made;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BandwidthMatrix matrix
        && matrix.devices == devices
        && Arrays.equals(matrix.values, values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }
}
