package org.grcuda.sim;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.BlockCounts;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.MemoryAdvice;
import org.grcuda.driver.Submission;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.sim.engine.Completion;
import org.grcuda.sim.engine.ComputeUnit;
import org.grcuda.sim.engine.Engine;
import org.grcuda.sim.memory.Allocation;
import org.grcuda.sim.memory.Movement;
import org.grcuda.sim.memory.Mover;
import org.grcuda.sim.memory.Residency;
import org.grcuda.sim.topology.DeviceModel;
import org.grcuda.sim.topology.MemoryCalls;
import org.grcuda.sim.topology.Topology;

/**
 * Runs the commands of streams in simulated time, when their turn has come. Called with the lock of
 * the queues held.
 */
final class Execution {

  private final SimDriver driver;
  private final Engine engine;
  private final ComputeUnit[] units;
  private final CopyEngines copies;
  private final Residency residency;

  Execution(SimDriver driver, Engine engine) {
    this.driver = driver;
    this.engine = engine;
    units = new ComputeUnit[driver.deviceCount()];
    for (int i = 0; i < units.length; i++) {
      units[i] = engine.computeUnit();
    }
    copies = new CopyEngines(engine, driver.topology(), units.length);
    residency = new Residency(driver.memory(), new PageMover(), units.length);
  }

  /** Where managed memory is. */
  Residency residency() {
    return residency;
  }

  /** As for a command executor. */
  boolean begin(QueuedCommand command) {
    return switch (command.kind()) {
      case LAUNCH -> launch(command);
      case COPY -> copy(command);
      case FILL -> fill(command);
      case PREFETCH -> prefetch(command);
      case ADVISE -> advise(command);
      case ATTACH -> true;
      case WAIT, RECORD ->
          throw new IllegalArgumentException(command + " is not work for a device");
    };
  }

  private boolean launch(QueuedCommand command) {
    LaunchCounts.Alike alike = alike(command);
    Growths growths = Growths.of(command);
    Running running =
        growths == null || driver.functional().computes()
            ? run(command, alike, growths)
            : new Running(command, null, unmeasured(command));
    if (running.failure != null) {
      return fail(running);
    }
    DeviceModel device = driver.topology().device();
    Start start = new Start(running, alike, growths);
    KernelModel kernel = KernelModel.of(command, device, null, null);
    List<Residency.Use> uses = uses(command);
    Movement arrival =
        uses.isEmpty() ? null : residency.access(uses, command.device(), kernel.passes());
    boolean isThere = arrival == null || arrival.isOver();
    if (isThere && running.event == null && kernel.nanos() == 0 && device.launchLatency() == 0) {
      return true;
    }
    residency.pin(uses, true);
    running.uses = uses;
    if (isThere) {
      engine.after(device.launchLatency(), start);
    } else {
      arrival.then(() -> engine.after(device.launchLatency(), start));
    }
    return false;
  }

  private static DriverException unmeasured(QueuedCommand launch) {
    return new DriverException(
        CudaResult.CUDA_ERROR_NOT_SUPPORTED,
        launch.kind().call(),
        launch.device(),
        "the cost of kernel '"
            + launch.kernel()
            + "' depends on what it computes, and grcuda.SimCompute=false computes nothing");
  }

  /** The counts for a launch; null if its cost is declared, or nothing is counted. */
  private LaunchCounts.Alike alike(QueuedCommand launch) {
    boolean counted =
        driver.functional().computes()
            && KernelModel.isUndeclared(launch)
            && LaunchCounts.stride(launch) > 0;
    return counted ? ((SimFunction) launch.function()).counts().of(launch, driver.memory()) : null;
  }

  /** The managed memory that a launch is known to access. */
  private List<Residency.Use> uses(QueuedCommand launch) {
    List<Residency.Use> uses = new ArrayList<>(launch.accessCount());
    for (int i = 0; i < launch.accessCount(); i++) {
      Allocation allocation = driver.memory().at(launch.access(i, 0));
      if (allocation != null && allocation.isManaged()) {
        boolean writes = (launch.access(i, 2) & Submission.WRITES) != 0;
        uses.add(new Residency.Use(allocation, launch.access(i, 0), launch.access(i, 1), writes));
      }
    }
    return uses;
  }

  private boolean prefetch(QueuedCommand command) {
    Allocation allocation = driver.memory().at(command.word(0));
    if (allocation == null || !allocation.isManaged() || command.word(1) == 0) {
      return true;
    }
    Residency.Use use = new Residency.Use(allocation, command.word(0), command.word(1), false);
    Movement movement = residency.prefetch(use, (int) command.word(2));
    if (movement.isOver()) {
      return true;
    }
    Running running = new Running(command, null, null);
    movement.then(running::run);
    return false;
  }

  private boolean advise(QueuedCommand command) {
    Allocation allocation = driver.memory().at(command.word(0));
    long advice = command.word(2);
    boolean set = advice == MemoryAdvice.SET_READ_MOSTLY.code();
    if (allocation != null
        && allocation.isManaged()
        && (set || advice == MemoryAdvice.UNSET_READ_MOSTLY.code())) {
      residency.setReadMostly(allocation, command.word(0), command.word(1), set);
    }
    return true;
  }

  private boolean copy(QueuedCommand command) {
    long bytes = command.word(2);
    if (bytes == 0) {
      return true;
    }
    Running running = run(command);
    if (running.failure != null) {
      return fail(running);
    }
    int from = place(command.word(1), bytes, command.device());
    int to = written(command.word(0), bytes, command.device());
    if (from != to) {
      copies.copy(from, to, bytes, efficiency(command, from, to), running);
    } else if (from == Topology.HOST) {
      copies.copyOnHost(bytes, running);
    } else {
      local(from, bytes / driver.topology().bandwidth(from, to), running);
    }
    return false;
  }

  /** The share of the bandwidth that a copy reaches: less than all if it is of pageable memory. */
  private double efficiency(QueuedCommand copy, int from, int to) {
    MemoryCalls calls = driver.topology().host().memoryCalls();
    boolean slow =
        calls.isPageableSlow()
            && (driver.isPageable(copy.word(0)) || driver.isPageable(copy.word(1)));
    return slow ? Math.min(1, calls.pageable() / driver.topology().bandwidth(from, to)) : 1;
  }

  private boolean fill(QueuedCommand command) {
    long bytes = command.word(2) * command.word(3);
    if (bytes == 0) {
      return true;
    }
    Running running = run(command);
    if (running.failure != null) {
      return fail(running);
    }
    int place = written(command.word(0), bytes, command.device());
    if (place == Topology.HOST) {
      copies.copy(command.device(), place, bytes, 1, running);
    } else {
      local(place, bytes / driver.topology().device().memoryBandwidth(), running);
    }
    return false;
  }

  /** Work of a device that fills it. */
  private void local(int device, double nanos, Running running) {
    engine.after(
        driver.topology().device().copyLatency(), () -> units[device].start(nanos, 1, running));
  }

  /** The place of a range; memory that nobody has touched yet counts as on {@code device}. */
  private int place(long address, long bytes, int device) {
    Allocation allocation = driver.memory().at(address);
    if (allocation == null) {
      return Topology.HOST;
    }
    return allocation.isManaged()
        ? residency.place(new Residency.Use(allocation, address, bytes, false), device)
        : allocation.place();
  }

  /**
   * The place of a range that is overwritten: managed memory comes to the device that writes it.
   */
  private int written(long address, long bytes, int device) {
    Allocation allocation = driver.memory().at(address);
    if (allocation == null) {
      return Topology.HOST;
    }
    if (allocation.isManaged()) {
      residency.overwrite(new Residency.Use(allocation, address, bytes, true), device);
      return device;
    }
    return allocation.place();
  }

  /** Has the functional backend execute a command. */
  private Running run(QueuedCommand command) {
    return run(command, null, null);
  }

  /**
   * As the other.
   *
   * @param alike the counts for the launch; null for no counts
   * @param growths what is noted of it; null for nothing
   */
  private Running run(QueuedCommand command, LaunchCounts.Alike alike, Growths growths) {
    try {
      Function counted = null;
      if (alike != null) {
        Function kernel = ((SimFunction) command.function()).functional();
        counted = alike.counting(kernel, LaunchCounts.stride(command));
      }
      return new Running(command, driver.functional().begin(command, counted, growths), null);
    } catch (DriverException e) {
      return new Running(command, null, e);
    } catch (RuntimeException e) {
      // For example because its module was closed meanwhile: the stream must go on.
      DriverException failure =
          new DriverException(
              CudaResult.CUDA_ERROR_UNKNOWN,
              command.kind().call(),
              command.device(),
              String.valueOf(e.getMessage()),
              e);
      return new Running(command, null, failure);
    }
  }

  private boolean fail(Running running) {
    engine.after(0, running);
    return false;
  }

  /** Moves pages over the links. */
  private final class PageMover implements Mover {

    @Override
    public void move(int from, int to, long bytes, boolean faults, Runnable arrived) {
      double efficiency = faults ? driver.topology().device().faultEfficiency() : 1;
      copies.copy(from, to, bytes, efficiency, arrived::run);
    }

    @Override
    public double bandwidth(int from, int to) {
      return driver.topology().bandwidth(from, to);
    }
  }

  /** The begin of a kernel, when its counts and growths are known. */
  private final class Start implements Completion {

    private final Running running;
    private final LaunchCounts.Alike alike;
    private final Growths growths;
    // Commands are executed in the order in which they begin. So when this one has been executed,
    // the first of the launches like it has been, too.
    private final boolean waits;

    Start(Running running, LaunchCounts.Alike alike, Growths growths) {
      this.running = running;
      this.alike = alike;
      this.growths = growths;
      this.waits = growths != null || alike != null && !alike.isKnown();
    }

    @Override
    public Event gate() {
      return waits ? running.event : null;
    }

    @Override
    public void run() {
      QueuedCommand command = running.command;
      BlockCounts counts = alike == null ? null : alike.counts();
      // A kernel that failed may not have been followed by the copies.
      Growths known = growths == null || running.event.failure() != null ? null : growths;
      KernelModel kernel = KernelModel.of(command, driver.topology().device(), counts, known);
      units[command.device()].start(kernel.nanos(), kernel.share(), running);
    }
  }

  /** A command that has begun. */
  private final class Running implements Completion {

    private final QueuedCommand command;
    private final Event event;
    private final DriverException failure;
    private List<Residency.Use> uses = List.of();

    Running(QueuedCommand command, Event event, DriverException failure) {
      this.command = command;
      this.event = event;
      this.failure = failure;
    }

    @Override
    public Event gate() {
      return event;
    }

    @Override
    public void run() {
      residency.pin(uses, false);
      DriverException cause = event == null ? failure : driver.functional().ended(event);
      driver
          .queues()
          .finish(command, cause == null ? null : driver.simDevice(command.device()).own(cause));
    }
  }
}
