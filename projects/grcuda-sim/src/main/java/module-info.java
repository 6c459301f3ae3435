/** The simulated backend: a timing model of machines with several GPUs. */
module org.grcuda.sim {
  requires com.google.gson;
  requires transitive org.grcuda.driver;
  requires transitive org.grcuda.transport;

  exports org.grcuda.sim.cluster;

  uses org.grcuda.driver.DriverProvider;

  provides org.grcuda.driver.DriverProvider with
      org.grcuda.sim.SimDriverProvider;
}
