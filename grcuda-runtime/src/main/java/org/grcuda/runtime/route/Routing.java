package org.grcuda.runtime.route;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grcuda.runtime.policy.BandwidthMatrix;

/** The routing policies that a router can be given by name. */
public enum Routing {

  /**
   * Each packet goes to every target: from the source, or where links differ, from the target
   * before it in the order of a ring, if that still has it.
   */
  BROADCAST("broadcast"),

  /** Each packet goes to the target with the most free buffers, on demand. */
  SCATTER("scatter"),

  /** Each packet goes to the first target, in the order of the list, that has a free buffer. */
  PRIORITY("priority"),

  /** All packets go to the one target. */
  GATHER("gather"),

  /** The tag of a message is the position of its target. */
  DIRECT("direct"),

  /**
   * Packets of each endpoint go to the next one of a cycle, whose slowest link is as fast as can
   * be.
   */
  RING("ring"),

  /**
   * Packets of endpoint {@code i} go to the endpoint whose number is {@code i} without its lowest
   * bit that is 1. So pairs of endpoints come together level by level, until the first has all.
   */
  TREE("tree");

  private final String optionName;

  Routing(String optionName) {
    this.optionName = optionName;
  }

  /** The name by which programs choose it. */
  public String optionName() {
    return optionName;
  }

  /**
   * The policy of a router.
   *
   * @param bandwidths of the links, for {@link #RING}
   * @throws IllegalArgumentException if no such router can have this policy
   */
  public RoutingPolicy of(RouterShape shape, BandwidthMatrix bandwidths) {
    check(shape);
    int[] all = IntStream.range(0, shape.targets().size()).toArray();
    return switch (this) {
      case BROADCAST -> broadcast(shape, bandwidths, all);
      case GATHER -> (source, tag) -> all;
      case SCATTER -> new ToAny(all, true);
      case PRIORITY -> new ToAny(all, false);
      case DIRECT -> (source, tag) -> new int[] {tag};
      case RING -> ring(RingOrder.of(bandwidths, places(shape)));
      case TREE -> (source, tag) -> source == 0 ? new int[0] : new int[] {source & source - 1};
    };
  }

  private void check(RouterShape shape) {
    if (this == GATHER && shape.targets().size() != 1) {
      throw new IllegalArgumentException(
          "policy gather: expected one target, given " + shape.targets().size());
    }
    if ((this == RING || this == TREE) && !shape.sources().equals(shape.targets())) {
      throw new IllegalArgumentException(
          "policy " + optionName + ": expected the same endpoints as sources and as targets");
    }
  }

  private static RoutingPolicy broadcast(RouterShape shape, BandwidthMatrix bandwidths, int[] all) {
    int[] places = places(shape);
    int[] senders = shape.sources().stream().mapToInt(RouterShape.End::place).toArray();
    if (!RingOrder.isUneven(
        bandwidths, IntStream.concat(Arrays.stream(senders), Arrays.stream(places)).toArray())) {
      return (source, tag) -> all;
    }
    int[][] orders = new int[senders.length][];
    for (int source = 0; source < orders.length; source++) {
      int from = senders[source];
      // Those at the source's own place first: among equals, the ring keeps the order.
      int[] targets =
          IntStream.concat(
                  Arrays.stream(all).filter(target -> places[target] == from),
                  Arrays.stream(all).filter(target -> places[target] != from))
              .toArray();
      int[] ring = new int[targets.length + 1];
      Arrays.setAll(ring, i -> i == 0 ? from : places[targets[i - 1]]);
      orders[source] =
          Arrays.stream(RingOrder.of(bandwidths, ring)).skip(1).map(i -> targets[i - 1]).toArray();
    }
    return new Forwarded(orders);
  }

  /**
   * A broadcast that is passed on.
   *
   * @param orders the targets of each source, in the order in which they pass packets on
   */
  private record Forwarded(int[][] orders) implements RoutingPolicy {

    @Override
    public int[] targets(int source, int tag) {
      return orders[source];
    }

    @Override
    public boolean isForwarded() {
      return true;
    }
  }

  private static int[] places(RouterShape shape) {
    return shape.targets().stream().mapToInt(RouterShape.End::place).toArray();
  }

  private static RoutingPolicy ring(int[] order) {
    int[] next = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      next[order[i]] = order[(i + 1) % order.length];
    }
    return (source, tag) -> new int[] {next[source]};
  }

  private record ToAny(int[] all, boolean isBalanced) implements RoutingPolicy {

    @Override
    public int[] targets(int source, int tag) {
      return all;
    }

    @Override
    public boolean isToAny() {
      return true;
    }
  }
}
