package org.grcuda.runtime.policy;

import java.util.List;

/**
 * What was measured of a machine.
 *
 * @param matrix the bandwidth of every link by itself
 * @param shared the devices whose routes to the host share a link somewhere
 */
public record BandwidthProfile(BandwidthMatrix matrix, List<SharedLink> shared) {

  /** Takes a copy. */
  public BandwidthProfile {
    shared = List.copyOf(shared);
  }

  /**
   * Devices that share a link to the host.
   *
   * @param devices their ordinals
   * @param alone sum of the bandwidths that each gets from the host when it copies alone, GB/s
   * @param together sum of the bandwidths that they get when all copy at the same time, GB/s
   */
  public record SharedLink(List<Integer> devices, double alone, double together) {

    /** Takes a copy. */
    public SharedLink {
      devices = List.copyOf(devices);
    }
  }
}
