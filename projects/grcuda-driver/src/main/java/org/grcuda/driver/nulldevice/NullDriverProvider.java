package org.grcuda.driver.nulldevice;

import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;

/** Offers {@link NullDriver} as the backend {@code "null"}, which is taken only by name. */
public final class NullDriverProvider implements DriverProvider {

  static final String NAME = "null";

  /** For the service loader. */
  public NullDriverProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int rank() {
    return -1;
  }

  @Override
  public boolean needsNativeAccess() {
    return false;
  }

  @Override
  public Availability probe() {
    return new Availability(true, "computes nothing: for tests and for measuring overheads");
  }

  @Override
  public Driver open(DriverSettings settings) {
    NullSettings given = NullSettings.defaults().withLog(false);
    if (settings.deviceCount() > 0) {
      given = given.withDevices(settings.deviceCount());
    }
    if (settings.deviceMemory() > 0) {
      given = given.withDeviceMemory(settings.deviceMemory());
    }
    return new NullDriver(given);
  }
}
