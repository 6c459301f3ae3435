package org.grcuda.sim;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.option.Option;
import org.grcuda.sim.engine.Engine;
import org.grcuda.sim.engine.Process;
import org.grcuda.sim.topology.Simulation;
import org.grcuda.sim.topology.Topologies;
import org.grcuda.sim.topology.Topology;
import org.grcuda.sim.topology.TopologyException;

/** Offers simulated machines as the backend {@code "sim"}. */
public final class SimDriverProvider implements DriverProvider {

  static final String NAME = "sim";

  /** Taken only by name; it ranks below the null device, which costs less. */
  private static final int RANK = -2;

  /** For the service loader. */
  public SimDriverProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int rank() {
    return RANK;
  }

  @Override
  public boolean needsNativeAccess() {
    return false;
  }

  @Override
  public List<Option> options() {
    return Simulation.OPTIONS;
  }

  @Override
  public Availability probe() {
    return functional()
        .map(
            provider ->
                new Availability(
                    true,
                    "taken only by name; simulates %s, or what a file describes; '%s' computes"
                        .formatted(String.join(", ", Topologies.builtIn()), provider.name())))
        .orElse(new Availability(false, "needs a backend that compiles kernels, such as 'cpu'"));
  }

  @Override
  public Driver open(DriverSettings settings) {
    return open(settings, Process::alone);
  }

  /**
   * Opens the backend as {@link #open(DriverSettings)} does, as one of several hosts.
   *
   * @param host makes the process that drives the devices
   */
  public SimDriver open(DriverSettings settings, Function<Engine, Process> host) {
    DriverProvider functional =
        functional()
            .orElseThrow(
                () ->
                    new DriverException(
                        CudaResult.CUDA_ERROR_NO_DEVICE, "cuInit", -1, probe().reason()));
    Simulation simulation = Simulation.of(settings);
    Topology topology;
    try {
      topology = Topologies.find(simulation);
    } catch (TopologyException e) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE, "cuInit", -1, e.getMessage(), e);
    }
    return new SimDriver(
        Simulation.withMemory(settings), simulation.computes(), topology, functional, host);
  }

  /** The best backend that executes PTX in this process and confines it. */
  private static Optional<DriverProvider> functional() {
    return ServiceLoader.load(DriverProvider.class, SimDriverProvider.class.getClassLoader())
        .stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.rank() >= 0 && !provider.needsNativeAccess())
        .filter(provider -> provider.probe().available())
        .max(Comparator.comparingInt(DriverProvider::rank));
  }
}
