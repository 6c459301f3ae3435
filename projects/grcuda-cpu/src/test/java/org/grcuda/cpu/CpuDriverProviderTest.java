package org.grcuda.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.ServiceLoader;
import java.util.function.BiConsumer;
import org.grcuda.cpu.device.ModuleCache;
import org.grcuda.driver.Debugging;
import org.grcuda.driver.Debugging.MemoryCheck;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Simulation;
import org.junit.jupiter.api.Test;

class CpuDriverProviderTest {

  @Test
  void cpuComesFirstWhereThereIsNoGpu() {
    DriverProvider first =
        ServiceLoader.load(DriverProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .max(Comparator.comparingInt(DriverProvider::rank))
            .orElseThrow();
    assertEquals("cpu", first.name());
    assertTrue(first.rank() > 0);
    assertTrue(first.probe().available(), first.probe().reason());
  }

  @Test
  void defaultIsOneDeviceOfTheWholeMachine() {
    Machine machine = Machine.current();
    try (Driver driver = new CpuDriverProvider().open(DriverSettings.defaults())) {
      assertEquals(1, driver.deviceCount());
      Device device = driver.device(0);
      assertEquals(machine.cores(), device.attribute(DeviceAttribute.MULTIPROCESSOR_COUNT));
      assertEquals(machine.memory() / 4 * 3, device.totalMemory());
      assertFalse(machine.processor().isBlank());
      assertTrue(device.name().contains(machine.processor()), device.name());
    }
  }

  @Test
  void manyDriversMayBeOpenAtOnce() {
    Driver[] drivers = new Driver[20];
    for (int i = 0; i < drivers.length; i++) {
      drivers[i] = new CpuDriverProvider().open(new DriverSettings(4, 0, 1, text -> {}));
      drivers[i].allocateManaged(1000);
    }
    for (Driver driver : drivers) {
      driver.close();
    }
  }

  /** What is told of does not change what is told: contexts that check share their translations. */
  @Test
  void codeIsTranslatedOnceForAllDriversThatRunTheSame() {
    ModuleCache plain = modules(MemoryCheck.OFF, null);
    ModuleCache checked = modules(MemoryCheck.ACCESSES, null);
    assertSame(plain, modules(MemoryCheck.OFF, null));
    assertSame(checked, modules(MemoryCheck.ACCESSES, null));
    assertSame(checked, modules(MemoryCheck.RACES, null));
    assertNotSame(plain, checked);
  }

  /** Passes are shown to those who asked, each time. */
  @Test
  void driversThatShowPassesTranslateForThemselves() {
    assertNotSame(
        modules(MemoryCheck.OFF, (name, text) -> {}), modules(MemoryCheck.OFF, (name, text) -> {}));
  }

  private static ModuleCache modules(MemoryCheck check, BiConsumer<String, String> dump) {
    Debugging debugging = new Debugging(check, null, dump, text -> {});
    return CpuDriverProvider.modules(
        new DriverSettings(0, 0, 0, true, text -> {}, debugging, Simulation.defaults()));
  }
}
