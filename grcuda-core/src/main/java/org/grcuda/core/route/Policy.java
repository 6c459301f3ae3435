package org.grcuda.core.route;

import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.route.RouterShape;
import org.grcuda.runtime.route.Routing;
import org.grcuda.runtime.route.RoutingPolicy;
import org.grcuda.types.GrCudaException;

/** How a router routes: by a policy of the library, or by one of the program's. */
public final class Policy {

  private final Routing routing;
  private final RoutingPolicy own;

  private Policy(Routing routing, RoutingPolicy own) {
    this.routing = routing;
    this.own = own;
  }

  /** By a policy of the library. */
  public static Policy of(Routing routing) {
    return new Policy(routing, null);
  }

  /** By a policy of the program's. */
  public static Policy of(RoutingPolicy own) {
    return new Policy(null, own);
  }

  /**
   * By the policy of the library that has a name.
   *
   * @throws GrCudaException if there is none of that name
   */
  public static Policy named(String name) {
    for (Routing routing : Routing.values()) {
      if (routing.optionName().equals(name)) {
        return of(routing);
      }
    }
    List<String> names = Arrays.stream(Routing.values()).map(Routing::optionName).toList();
    throw new GrCudaException(
        GrCudaException.Kind.VALUE,
        "no routing policy '"
            + name
            + "': there are "
            + String.join(", ", names)
            + ", or a function of source and tag"
            + Suggestions.didYouMean(name, names));
  }

  /** Its name in messages. */
  String name() {
    return routing == null ? "router" : routing.optionName();
  }

  boolean isRing() {
    return routing == Routing.RING;
  }

  boolean isTree() {
    return routing == Routing.TREE;
  }

  /**
   * The policy for a router.
   *
   * @throws GrCudaException if no such router can have it
   */
  RoutingPolicy of(RouterShape shape, BandwidthMatrix bandwidths) {
    if (routing == null) {
      return own;
    }
    try {
      return routing.of(shape, bandwidths);
    } catch (IllegalArgumentException e) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, e.getMessage(), e);
    }
  }
}
