package org.grcuda.runtime.policy;

import java.util.List;

/**
 * What was measured of a machine.
 *
 * @param matrix the bandwidth of every link by itself
 * @param shared the devices whose links to the host are one and the same somewhere
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
   * @param alone sum of what each gets from the host by itself, GB/s
   * @param together what they get in all when all copy at the same time, GB/s
   */
  public record SharedLink(List<Integer> devices, double alone, double together) {

    /** Takes a copy. */
    public SharedLink {
      devices = List.copyOf(devices);
    }
  }
}
