package org.grcuda.driver.nulldevice;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.queue.CommandQueues;
import org.grcuda.driver.queue.QueuedCommand;

/**
 * A backend that computes nothing: commands complete as soon as their stream and the events they
 * wait for allow it, kernels and copies leave memory as it is. It has CUDA's order, errors and
 * accounting, so that the layers above the driver contract can be tested without a device.
 *
 * <p>After {@link #hold}, launches and commands that touch memory stay pending until the test
 * {@link #complete completes} or {@link #fail fails} them, in any order that streams and events
 * allow; waits and records take effect by themselves as soon as they can. Nothing here depends on
 * time: the device clock ticks {@link #COMMAND_NANOS} per such command.
 */
public final class NullDriver implements Driver {

  /** Nanoseconds by which the device clock advances with every command except waits and records. */
  public static final long COMMAND_NANOS = 1_000;

  private final NullSettings settings;
  private final NullMemory memory;
  private final HoldingExecutor executor;
  private final CommandQueues queues;
  private final List<NullDevice> devices = new ArrayList<>();

  /** A driver whose commands complete at once. */
  public NullDriver(NullSettings settings) {
    this.settings = settings;
    this.memory = new NullMemory(settings);
    this.executor = new HoldingExecutor(settings.logged());
    this.queues = new CommandQueues(executor);
    for (int ordinal = 0; ordinal < settings.deviceCount(); ordinal++) {
      devices.add(new NullDevice(ordinal, settings, memory, queues));
    }
  }

  @Override
  public String name() {
    return NullDriverProvider.NAME;
  }

  @Override
  public boolean hasRealMemory() {
    return settings.realMemory();
  }

  @Override
  public int deviceCount() {
    return devices.size();
  }

  @Override
  public Device device(int ordinal) {
    return requireDevice(ordinal);
  }

  @Override
  public boolean canAccessPeer(int device, int peer) {
    return requireDevice(device) != requireDevice(peer) && settings.peerAccess();
  }

  @Override
  public long allocateManaged(long bytes) {
    queues.requireOpen();
    return memory.allocateHost(bytes, "cuMemAllocManaged");
  }

  @Override
  public long allocateHost(long bytes) {
    queues.requireOpen();
    return memory.allocateHost(bytes, "cuMemHostAlloc");
  }

  @Override
  public boolean hasCostlyHostMemory() {
    return settings.costlyHostMemory();
  }

  @Override
  public void free(long address) {
    queues.requireOpen();
    memory.free(address);
  }

  /** The devices' clock: commands that complete at once take no time. */
  @Override
  public long hostNanos() {
    return executor.now();
  }

  /** Completes what is pending, held back or not, and frees the memory. */
  @Override
  public void close() {
    release();
    queues.close();
    memory.close();
  }

  /** From now on keeps every command pending, except waits and records. */
  public void hold() {
    synchronized (queues) {
      executor.hold();
    }
  }

  /** Completes everything pending, and from now on everything at once. */
  public void release() {
    synchronized (queues) {
      executor.release();
    }
    completeAll();
  }

  /** Completes everything pending, and goes on holding back later commands. */
  public void completeAll() {
    List<QueuedCommand> ready;
    while (!(ready = ready()).isEmpty()) {
      for (QueuedCommand command : ready) {
        complete(command);
      }
    }
  }

  /** Commands neither completed, failed nor skipped, waits and records included, oldest first. */
  public List<QueuedCommand> pending() {
    return queues.pending();
  }

  /** Commands that {@link #complete} accepts now, oldest first. At most one of each stream. */
  public List<QueuedCommand> ready() {
    synchronized (queues) {
      return executor.ready();
    }
  }

  /**
   * Completes one held command.
   *
   * @throws IllegalStateException unless it is among {@link #ready}
   */
  public void complete(QueuedCommand command) {
    finish(command, null);
  }

  /**
   * Fails one held command: the rest of its submission is skipped.
   *
   * @throws IllegalStateException unless it is among {@link #ready}
   */
  public void fail(QueuedCommand command, DriverException failure) {
    finish(command, failure);
  }

  private void finish(QueuedCommand command, DriverException failure) {
    synchronized (queues) {
      executor.take(command);
      queues.finish(command, failure);
    }
  }

  /** Every command submitted since the start or {@link #clearLog}, in order of submission. */
  public List<QueuedCommand> log() {
    synchronized (queues) {
      return executor.log();
    }
  }

  /** Forgets the commands submitted so far. */
  public void clearLog() {
    synchronized (queues) {
      executor.clearLog();
    }
  }

  /** Number of live allocations: managed, host and device. */
  public int liveAllocations() {
    return memory.liveAllocations();
  }

  /** Number of streams created and not closed, of all devices. */
  public int openStreams() {
    return queues.openStreams();
  }

  /** Number of events created and not closed, of all devices. */
  public int openEvents() {
    return queues.openEvents();
  }

  private Device requireDevice(int ordinal) {
    return DriverException.requireDevice(devices, ordinal);
  }
}
