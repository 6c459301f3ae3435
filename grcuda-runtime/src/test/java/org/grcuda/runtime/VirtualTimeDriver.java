package org.grcuda.runtime;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.queue.QueuedCommand;

/** A null driver in which commands complete, oldest first, when somebody waits, and only then. */
class VirtualTimeDriver implements Driver {

  private final NullDriver driver;

  VirtualTimeDriver(Driver driver) {
    this.driver = (NullDriver) driver;
    this.driver.hold();
  }

  @Override
  public boolean hasVirtualTime() {
    return true;
  }

  @Override
  public boolean awaitUntil(BooleanSupplier complete) {
    while (!complete.getAsBoolean()) {
      List<QueuedCommand> ready = driver.ready();
      if (ready.isEmpty()) {
        return false;
      }
      driver.complete(ready.getFirst());
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
