package org.grcuda.world.balance;

/**
 * Makes balancers for the option {@code LoadBalancer}. Found with {@link java.util.ServiceLoader};
 * asked when the option names none that comes with this module.
 */
public interface LoadBalancerProvider {

  /** The value of the option that selects it; neither {@code none} nor {@code steal}. */
  String name();

  /** A new balancer, for rank {@code rank} of {@code size}. */
  LoadBalancer create(int rank, int size);
}
