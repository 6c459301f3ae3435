package org.grcuda.runtime.route;

import java.util.List;

/**
 * What a router connects.
 *
 * @param sources the endpoints that send
 * @param targets the endpoints that receive
 * @param rowBytes size of a row, at least 1
 * @param packetRows most rows of a packet, at least 1
 */
public record RouterShape(List<End> sources, List<End> targets, long rowBytes, long packetRows) {

  /**
   * An endpoint of the router.
   *
   * @param name in messages
   * @param place where its buffers are: a device's ordinal, or {@link
   *     org.grcuda.runtime.computation.Places#HOST}
   */
  public record End(String name, int place) {}

  /** Copies the lists. */
  public RouterShape {
    sources = List.copyOf(sources);
    targets = List.copyOf(targets);
  }
}
