package org.grcuda.runtime.route;

import java.util.stream.IntStream;

/** The routing policies that a router can be given by name. */
public enum Routing {

  /** Each packet goes to every target. */
  BROADCAST("broadcast"),

  /** Each packet goes to the target with the most free buffers, on demand. */
  SCATTER("scatter"),

  /** Each packet goes to the first target, in the order of the list, that has a free buffer. */
  PRIORITY("priority"),

  /** All packets go to the one target. */
  GATHER("gather"),

  /** The tag of a message is the position of its target. */
  DIRECT("direct"),

  /** Packets of each source go to the target after it in the list, from the last to the first. */
  RING("ring");

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
   * @param sources how many sources it has
   * @param targets how many targets it has
   * @throws IllegalArgumentException if no such router can have this policy
   */
  public RoutingPolicy of(int sources, int targets) {
    check(sources, targets);
    int[] all = IntStream.range(0, targets).toArray();
    return switch (this) {
      case BROADCAST, GATHER -> (source, tag) -> all;
      case SCATTER -> new ToAny(all, true);
      case PRIORITY -> new ToAny(all, false);
      case DIRECT -> (source, tag) -> new int[] {tag};
      case RING -> (source, tag) -> new int[] {(source + 1) % targets};
    };
  }

  private void check(int sources, int targets) {
    if (this == GATHER && targets != 1) {
      throw new IllegalArgumentException("policy gather: expected one target, given " + targets);
    }
    if (this == RING && sources != targets) {
      throw new IllegalArgumentException(
          "policy ring: expected as many targets as sources, given "
              + sources
              + " sources and "
              + targets
              + " targets");
    }
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
