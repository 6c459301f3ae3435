package org.grcuda.runtime;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.queue.QueuedCommand;

/** A null driver in which commands complete when somebody waits, and only then. */
class VirtualTimeDriver implements Driver {

  private final NullDriver driver;
  private final Predicate<List<QueuedCommand>> step;

  /** Completes the oldest command that can complete. */
  VirtualTimeDriver(Driver driver) {
    this(
        driver,
        ready -> {
          if (!ready.isEmpty()) {
            ((NullDriver) driver).complete(ready.getFirst());
          }
          return !ready.isEmpty();
        });
  }

  /**
   * Lets the test decide.
   *
   * @param step completes or fails one of the commands that can complete, of which there may be
   *     none; returns whether it has
   */
  VirtualTimeDriver(Driver driver, Predicate<List<QueuedCommand>> step) {
    this.driver = (NullDriver) driver;
    this.step = step;
    this.driver.hold();
  }

  @Override
  public boolean hasVirtualTime() {
    return true;
  }

  @Override
  public boolean awaitUntil(BooleanSupplier complete) {
    while (!complete.getAsBoolean()) {
      if (!step.test(driver.ready())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String name() {
    return driver.name();
  }

  @Override
  public int deviceCount() {
    return driver.deviceCount();
  }

  @Override
  public Device device(int ordinal) {
    return driver.device(ordinal);
  }

  @Override
  public boolean canAccessPeer(int device, int peer) {
    return driver.canAccessPeer(device, peer);
  }

  @Override
  public long allocateManaged(long bytes) {
    return driver.allocateManaged(bytes);
  }

  @Override
  public long allocateHost(long bytes) {
    return driver.allocateHost(bytes);
  }

  @Override
  public void free(long address) {
    driver.free(address);
  }

  @Override
  public long hostNanos() {
    return driver.hostNanos();
  }

  @Override
  public void close() {
    driver.close();
  }
}
