/** Programs of several processes: messages, mobile objects and distributed arrays. */
@SuppressWarnings("module") // org.grcuda.bench is built after this module.
module org.grcuda.world {
  requires transitive org.grcuda.core;
  requires transitive org.grcuda.transport;

  exports org.grcuda.world;
  exports org.grcuda.world.balance;
  exports org.grcuda.world.message;
  exports org.grcuda.world.object;
  exports org.grcuda.world.array to
      org.grcuda.bench;
  exports org.grcuda.world.partition to
      org.grcuda.bench;

  uses org.grcuda.transport.TransportProvider;
  uses org.grcuda.world.balance.LoadBalancerProvider;

  provides org.grcuda.spi.NamespaceProvider with
      org.grcuda.world.guest.DistributedArrayFunction,
      org.grcuda.world.guest.WorldFunction;
}
