/** Programs of several processes: messages, mobile objects and distributed arrays. */
module org.grcuda.world {
  requires transitive org.grcuda.core;
  requires transitive org.grcuda.transport;

  exports org.grcuda.world;
  exports org.grcuda.world.balance;
  exports org.grcuda.world.message;
  exports org.grcuda.world.object;

  uses org.grcuda.transport.TransportProvider;
  uses org.grcuda.world.balance.LoadBalancerProvider;

  provides org.grcuda.spi.NamespaceProvider with
      org.grcuda.world.guest.DistributedArrayFunction,
      org.grcuda.world.guest.WorldFunction;
}
