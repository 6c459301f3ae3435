package org.grcuda.sim;

import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.sim.engine.Completion;
import org.grcuda.sim.engine.ComputeUnit;
import org.grcuda.sim.engine.Engine;
import org.grcuda.sim.memory.Allocation;
import org.grcuda.sim.memory.SimMemory;
import org.grcuda.sim.topology.DeviceModel;
import org.grcuda.sim.topology.Topology;

/** What the commands of streams take when their turn has come. With the lock of the queues held. */
final class Execution {

  private final SimDriver driver;
  private final Engine engine;
  private final ComputeUnit[] units;
  private final CopyEngines copies;

  Execution(SimDriver driver, Engine engine) {
    this.driver = driver;
    this.engine = engine;
    units = new ComputeUnit[driver.deviceCount()];
    for (int i = 0; i < units.length; i++) {
      units[i] = engine.computeUnit();
    }
    copies = new CopyEngines(engine, driver.topology(), units.length);
  }

  /** As for a command executor. */
  boolean begin(QueuedCommand command) {
    return switch (command.kind()) {
      case LAUNCH -> launch(command);
      case COPY -> copy(command);
      case FILL -> fill(command);
      case PREFETCH, ADVISE, ATTACH -> true;
      case WAIT, RECORD -> throw new IllegalArgumentException(command + " is no work");
    };
  }

  private boolean launch(QueuedCommand command) {
    Running running = run(command);
    if (running.failure != null) {
      return fail(running);
    }
    DeviceModel device = driver.topology().device();
    KernelModel kernel = KernelModel.of(command, device);
    if (running.event == null && kernel.nanos() == 0 && device.launchLatency() == 0) {
      return true;
    }
    engine.after(
        device.launchLatency(),
        () -> units[command.device()].start(kernel.nanos(), kernel.share(), running));
    return false;
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
    int from = place(command.word(1));
    int to = place(command.word(0));
    if (from != to) {
      copies.copy(from, to, bytes, 1, running);
    } else if (from == Topology.HOST) {
      engine.after(bytes / driver.topology().bandwidth(from, to), running);
    } else {
      local(from, bytes / driver.topology().bandwidth(from, to), running);
    }
    return false;
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
    int place = place(command.word(0));
    int device = place == Topology.HOST ? command.device() : place;
    local(device, bytes / driver.topology().device().memoryBandwidth(), running);
    return false;
  }

  /** Work of a device that fills it. */
  private void local(int device, double nanos, Running running) {
    engine.after(
        driver.topology().device().copyLatency(), () -> units[device].start(nanos, 1, running));
  }

  private int place(long address) {
    Allocation allocation = driver.memory().at(address);
    return allocation == null || allocation.isManaged() ? SimMemory.HOST : allocation.place();
  }

  /** Has the functional backend execute a command. */
  private Running run(QueuedCommand command) {
    try {
      return new Running(command, driver.functional().begin(command), null);
    } catch (DriverException e) {
      return new Running(command, null, e);
    }
  }

  private boolean fail(Running running) {
    engine.after(0, running);
    return false;
  }

  /** A command that has begun. */
  private final class Running implements Completion {

    private final QueuedCommand command;
    private final Event event;
    private final DriverException failure;

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
      DriverException cause = event == null ? failure : driver.functional().ended(event);
      driver
          .queues()
          .finish(command, cause == null ? null : driver.simDevice(command.device()).own(cause));
    }
  }
}
