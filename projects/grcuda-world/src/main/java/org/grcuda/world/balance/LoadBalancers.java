package org.grcuda.world.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.object.MobilePointer;

/** The balancers by the values of the option. */
public final class LoadBalancers {

  private static final LoadBalancer NONE =
      new LoadBalancer() {
        @Override
        public int victim() {
          return -1;
        }

        @Override
        public MobilePointer give(int thief, List<WaitingCalls> waiting) {
          return null;
        }
      };

  private LoadBalancers() {}

  /** The one that moves nothing. */
  public static LoadBalancer none() {
    return NONE;
  }

  /** The one of this module that steals, for rank {@code rank} of {@code size}. */
  static LoadBalancer stealing(int rank, int size) {
    return new RandomStealing(rank, size);
  }

  /**
   * The balancer of this name.
   *
   * @throws GrCudaException if there is none
   */
  public static LoadBalancer named(String name, int rank, int size) {
    return switch (name) {
      case "none" -> NONE;
      case "steal" -> stealing(rank, size);
      default -> provided(name, rank, size);
    };
  }

  private static LoadBalancer provided(String name, int rank, int size) {
    List<String> names = new ArrayList<>(List.of("none", "steal"));
    for (LoadBalancerProvider provider : ServiceLoader.load(LoadBalancerProvider.class)) {
      if (provider.name().equals(name)) {
        return provider.create(rank, size);
      }
      names.add(provider.name());
    }
    throw new GrCudaException(
        GrCudaException.Kind.VALUE,
        "option grcuda.LoadBalancer: unknown value '"
            + name
            + "'"
            + Suggestions.didYouMean(name, names, "Legal values", String.join(", ", names)));
  }
}
