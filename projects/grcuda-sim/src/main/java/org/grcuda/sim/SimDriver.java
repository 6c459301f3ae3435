package org.grcuda.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.HostWaiter;
import org.grcuda.driver.queue.CommandExecutor;
import org.grcuda.driver.queue.CommandQueues;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.sim.engine.Engine;
import org.grcuda.sim.engine.Process;
import org.grcuda.sim.memory.Allocation;
import org.grcuda.sim.memory.Movement;
import org.grcuda.sim.memory.Residency;
import org.grcuda.sim.memory.SimMemory;
import org.grcuda.sim.topology.Topology;

/**
 * A simulated machine in virtual time. Time passes only when the host submits or waits; no clock of
 * the real machine and no other thread influences it. So a program with one thread takes the same
 * simulated time, to the nanosecond, whenever it runs.
 */
public final class SimDriver implements Driver {

  /** Least bytes that a page fault of the host moves: neighbours of a page come with it. */
  private static final long HOST_PAGE = 64 << 10;

  private final Topology topology;
  private final long deviceMemory;
  private final Functional functional;
  private final SimMemory memory;
  private final CommandQueues queues = new CommandQueues(new Executor());
  private final Process process;
  private final SimClock clock;
  private final Execution execution;
  private final List<SimDevice> devices = new ArrayList<>();
  private boolean closed;

  /**
   * Opens the functional backend.
   *
   * @param host makes the process that drives the devices
   * @throws DriverException CUDA_ERROR_INVALID_VALUE for a setting that is negative or more than
   *     the machine has
   */
  SimDriver(
      DriverSettings settings,
      boolean computes,
      Topology topology,
      DriverProvider functionalProvider,
      Function<Engine, Process> host) {
    this.topology = topology;
    int count = deviceCount(settings.deviceCount(), topology);
    this.deviceMemory = deviceMemory(settings.deviceMemory(), topology);
    this.functional =
        new Functional(
            functionalProvider,
            settings,
            computes,
            Functional.bytes(topology, count, deviceMemory));
    this.memory =
        new SimMemory(functional::allocate, count, deviceMemory, topology.host().memory());
    Engine engine = new Engine();
    this.process = host.apply(engine);
    this.clock =
        new SimClock(engine, process, queues, topology.host().query(), topology.host().wake());
    for (int ordinal = 0; ordinal < count; ordinal++) {
      devices.add(new SimDevice(this, ordinal));
    }
    this.execution = new Execution(this, engine);
  }

  private static int deviceCount(int wanted, Topology topology) {
    if (wanted < 0 || wanted > topology.devices()) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          "cuInit",
          -1,
          "%d devices wanted, %s has 1 to %d; 0 for all"
              .formatted(wanted, topology.name(), topology.devices()));
    }
    return wanted == 0 ? topology.devices() : wanted;
  }

  private static long deviceMemory(long wanted, Topology topology) {
    if (wanted < 0) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          "cuInit",
          -1,
          "deviceMemory is %d, expected 0 or more".formatted(wanted));
    }
    return wanted == 0 ? topology.device().memory() : wanted;
  }

  @Override
  public String name() {
    return SimDriverProvider.NAME;
  }

  @Override
  public boolean tellsOfInstructions() {
    return functional.tellsOfInstructions();
  }

  @Override
  public int deviceCount() {
    return devices.size();
  }

  @Override
  public Device device(int ordinal) {
    return DriverException.requireDevice(devices, ordinal);
  }

  @Override
  public boolean canAccessPeer(int device, int peer) {
    return device(device) != device(peer);
  }

  @Override
  public long allocateManaged(long bytes) {
    queues.requireOpen();
    return memory.allocateManaged(bytes);
  }

  @Override
  public long allocateHost(long bytes) {
    queues.requireOpen();
    spendIfAny(topology.host().memoryCalls().pinning(bytes));
    return memory.allocateHost(bytes);
  }

  @Override
  public void free(long address) {
    queues.requireOpen();
    Allocation given = memory.at(address);
    if (given != null && !given.isManaged() && given.place() != SimMemory.HOST) {
      passRelease(devices.get(given.place()));
    }
    Allocation removed = memory.remove(address);
    if (removed.isManaged()) {
      synchronized (queues) {
        execution.residency().removed(removed);
      }
    }
    functional.free(address);
  }

  @Override
  public boolean hasCostlyHostMemory() {
    return topology.host().memoryCalls().pinning(1) > 0;
  }

  /** Whether {@code address} is in host memory that is not page-locked. */
  boolean isPageable(long address) {
    Allocation allocation = memory.at(address);
    return allocation == null
        || allocation.place() == SimMemory.HOST && !topology.host().memoryCalls().pageLocks();
  }

  /** The time of freeing memory of a device. */
  private void passRelease(SimDevice device) {
    double cost = topology.host().memoryCalls().release();
    if (cost > 0) {
      clock.stall(() -> queues.isIdle(device));
      clock.spend(cost);
    }
  }

  /** As {@link #spend}; others do not learn of it if it takes no time. */
  void spendIfAny(double nanos) {
    if (nanos > 0) {
      clock.spend(nanos);
    }
  }

  @Override
  public long hostNanos() {
    return Math.round(clock.now());
  }

  @Override
  public boolean hasVirtualTime() {
    return true;
  }

  @Override
  public boolean hasRealMemory() {
    return functional.computes();
  }

  @Override
  public boolean awaitUntil(BooleanSupplier complete) throws InterruptedException {
    queues.requireOpen();
    boolean ended = clock.await(complete, Long.MAX_VALUE);
    if (!ended && !process.isAlone()) {
      throw new IllegalStateException("the simulation stands still: all ranks wait");
    }
    return ended;
  }

  /** The process that drives the devices. */
  public Process process() {
    return process;
  }

  /** The host has looked for something in vain, which costs as a query, unless it waits for it. */
  public void asked() {
    clock.asked();
  }

  /** The host is busy for {@code nanos} nanoseconds. */
  public void spend(double nanos) {
    clock.spend(nanos);
  }

  @Override
  public void waitWith(HostWaiter waiter) {
    clock.waitWith(waiter);
    functional.waitWith(waiter);
  }

  @Override
  public long hostPageBytes() {
    return HOST_PAGE;
  }

  /** Page faults of the host; device memory, and pages that are already there, cost nothing. */
  @Override
  public void hostAccess(long address, long bytes, boolean writes) {
    queues.requireOpen();
    Allocation allocation = memory.at(address);
    if (allocation == null || !allocation.isManaged()) {
      return;
    }
    long first = (address - allocation.address()) / HOST_PAGE * HOST_PAGE;
    long last = (address + bytes - allocation.address() + HOST_PAGE - 1) / HOST_PAGE * HOST_PAGE;
    long length = Math.min(last, allocation.bytes()) - first;
    Movement movement;
    synchronized (queues) {
      Residency.Use use =
          new Residency.Use(allocation, allocation.address() + first, length, writes);
      movement = execution.residency().access(List.of(use), SimMemory.HOST);
    }
    clock.stall(movement::isOver);
  }

  @Override
  public double bandwidth(int from, int to) {
    return topology.bandwidth(from, to);
  }

  @Override
  public void stop(String reason) {
    functional.stop(reason);
  }

  @Override
  public long progress() {
    return functional.progress();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      queues.close();
      functional.close();
    }
  }

  Topology topology() {
    return topology;
  }

  long deviceMemory() {
    return deviceMemory;
  }

  Functional functional() {
    return functional;
  }

  SimMemory memory() {
    return memory;
  }

  CommandQueues queues() {
    return queues;
  }

  SimClock clock() {
    return clock;
  }

  SimDevice simDevice(int ordinal) {
    return devices.get(ordinal);
  }

  private final class Executor implements CommandExecutor {

    @Override
    public boolean begin(QueuedCommand command) {
      return execution.begin(command);
    }

    @Override
    public void asked() {
      clock.asked();
    }

    @Override
    public boolean drive(BooleanSupplier complete, long nanos) throws InterruptedException {
      if (!clock.await(complete, nanos)) {
        throw new IllegalStateException("the simulation stands still, and something is waited for");
      }
      return true;
    }

    @Override
    public long now() {
      return hostNanos();
    }
  }
}
