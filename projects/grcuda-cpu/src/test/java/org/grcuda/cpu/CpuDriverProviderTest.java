package org.grcuda.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.BiConsumer;
import org.grcuda.cpu.check.Debugging;
import org.grcuda.cpu.check.Debugging.MemoryCheck;
import org.grcuda.cpu.device.ModuleCache;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.exec.TensorModel;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.cpu.x86.Processor;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverHost;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.option.OptionException;
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
      drivers[i] =
          new CpuDriverProvider()
              .open(
                  new DriverSettings(
                      4, 0, Map.of("CpuThreads", "1"), DriverHost.printing(text -> {})));
      drivers[i].allocateManaged(1000);
    }
    for (Driver driver : drivers) {
      driver.close();
    }
  }

  /** One kernel that cannot be executed does not keep the others of its module from running. */
  @Test
  void kernelThatIsRefusedLeavesOthersOfItsModule() {
    String ptx =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .global .align 4 .u32 value = 5;
        .visible .entry fine()
        {
        st.global.u32 [value], 7;
        ret;
        }
        .visible .entry refused()
        {
        .reg .f64 %fd<2>;
        wgmma.fence.sync.aligned;
        ret;
        }
        """;
    try (Driver driver = new CpuDriverProvider().open(DriverSettings.defaults())) {
      Device device = driver.device(0);
      Module module = device.loadModule(ptx.getBytes(StandardCharsets.UTF_8));
      DriverException refused =
          assertThrows(DriverException.class, () -> module.function("refused"));
      assertEquals(CudaResult.CUDA_ERROR_NOT_SUPPORTED, refused.result());
      assertTrue(
          refused
              .getMessage()
              .contains(
                  "the cpu backend does not support"
                      + " 'wgmma.fence.sync.aligned': tensor cores of warp groups (PTX line"
                      + " 13, column 1)"),
          refused.getMessage());
      DriverException absent = assertThrows(DriverException.class, () -> module.function("absent"));
      assertTrue(absent.getMessage().contains("it has fine, refused"), absent.getMessage());
      Stream stream = device.createStream();
      LaunchShape one = new LaunchShape(1, 1, 1, 1, 1, 1, 0);
      Submission submission = new Submission();
      submission.launch(stream, module.function("fine"), one, new long[0], 0);
      device.submit(submission);
      stream.synchronize();
      assertEquals(7, Memory.ALL.get(ValueLayout.JAVA_INT, module.global("value").address()));
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
    return CpuDriverProvider.modules(Simd.AUTO, TensorModel.FMA, debugging);
  }

  @Test
  void machineCodeThatTheProcessorLacksIsRefused() {
    for (InstructionSet set : InstructionSet.values()) {
      String name = set.name().toLowerCase(Locale.ROOT);
      if (Processor.current().has(set)) {
        assertEquals(Simd.valueOf(set.name()), Simd.of(name));
      } else {
        String message = assertThrows(OptionException.class, () -> Simd.of(name)).getMessage();
        assertTrue(
            message.startsWith("option grcuda.CpuSimd: %s asked for, but ".formatted(name)),
            message);
      }
    }
  }
}
