package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.grcuda.driver.CodeTarget;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverHost;
import org.grcuda.driver.DriverProvider.Availability;
import org.grcuda.driver.DriverSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the provider says, and how GPUs become devices. */
class ProbeTest {

  private static final long MIB = 1L << 20;

  private final Recording recording = Recording.current();

  @BeforeEach
  void reset() {
    recording.reset(2, 64 * MIB);
  }

  @AfterEach
  void everythingWasGivenBack() {
    recording.assertClean();
  }

  private void assertUnavailable(CudaDriverProvider provider, String... parts) {
    Availability availability = provider.probe();
    assertFalse(availability.available(), availability.reason());
    for (String part : parts) {
      assertTrue(availability.reason().contains(part), availability.reason());
    }
    DriverException refused =
        assertThrows(DriverException.class, () -> provider.open(DriverSettings.defaults()));
    assertTrue(refused.detail().contains(parts[0]), refused.detail());
  }

  @Test
  void streamsHaveAsManyConnectionsAsCudaCanMake() {
    recording.provider().open(DriverSettings.defaults()).close();
    String set = System.getenv().getOrDefault("CUDA_DEVICE_MAX_CONNECTIONS", "32");
    assertTrue(
        recording.calls().contains("cuInit 0, %s connections".formatted(set)),
        recording.calls()::toString);
  }

  @Test
  void isTakenBeforeTheProcessorAndOnlyWithNativeAccess() {
    CudaDriverProvider provider = recording.provider();
    assertEquals("cuda", provider.name());
    assertTrue(provider.rank() > 10);
    assertTrue(provider.needsNativeAccess());
  }

  @Test
  void namesTheGpusAndTheDriver() {
    recording.setVersion(12_040);
    Availability availability = recording.provider().probe();
    assertTrue(availability.available());
    assertEquals(
        "Recording device, Recording device; the driver is for CUDA 12.4 (driver library %s)"
            .formatted(recording.library()),
        availability.reason());
  }

  @Test
  void withoutDriverSaysSo() {
    assertUnavailable(
        new CudaDriverProvider("libcuda-that-is-nowhere.so.1"),
        "no NVIDIA driver is installed",
        "libcuda-that-is-nowhere.so.1");
  }

  @Test
  void libraryWithoutTheFunctionsIsRefused() {
    assertUnavailable(
        new CudaDriverProvider("libm.so.6"), "the NVIDIA driver is too old", "cuInit", "R525");
  }

  @Test
  void oldDriverIsRefused() {
    recording.setVersion(11_080);
    assertUnavailable(recording.provider(), "is for CUDA 11.8, too old", "R525");
  }

  @Test
  void withoutGpuSaysSo() {
    recording.reset(0, MIB);
    assertUnavailable(recording.provider(), "no GPU that this process may use");
    recording.reset(1, MIB);
    recording.fail("cuInit", 0, -1, CudaResult.CUDA_ERROR_NO_DEVICE.code());
    assertUnavailable(recording.provider(), "no GPU that this process may use");
  }

  @Test
  void otherErrorsOfTheDriverAreTold() {
    recording.fail("cuInit", 0, -1, CudaResult.CUDA_ERROR_SYSTEM_DRIVER_MISMATCH.code());
    Availability availability = recording.provider().probe();
    assertFalse(availability.available());
    assertTrue(
        availability.reason().contains("CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"), availability.reason());
  }

  @Test
  void openFailsWithTheFirstErrorAndGivesEverythingBack() {
    List<String> calls =
        List.of(
            "cuDriverGetVersion",
            "cuInit",
            "cuDeviceGetCount",
            "cuDeviceGet",
            "cuDeviceGetName",
            "cuDeviceTotalMem_v2",
            "cuDeviceGetAttribute",
            "cuDevicePrimaryCtxSetFlags_v2",
            "cuDevicePrimaryCtxRetain",
            "cuCtxGetCurrent",
            "cuMemGetInfo_v2",
            "cuDeviceCanAccessPeer",
            "cuCtxSetCurrent",
            "cuCtxEnablePeerAccess");
    for (String call : calls) {
      for (int skip = 0; skip < 2; skip++) {
        recording.reset(2, MIB);
        recording.fail(call, skip, 1, CudaResult.CUDA_ERROR_UNKNOWN.code());
        Driver opened = null;
        try {
          opened = recording.open(DriverSettings.defaults());
          assertEquals(1, skip, call);
        } catch (DriverException e) {
          assertEquals(CudaResult.CUDA_ERROR_UNKNOWN, e.result(), call);
          // Every call may find that the context cannot be used.
          assertTrue(call.startsWith(e.call()) || call.startsWith("cuCtx"), call + " " + e.call());
        } finally {
          if (opened != null) {
            opened.close();
          }
        }
        recording.assertClean();
      }
    }
  }

  @Test
  void gpuCanBeSplit() {
    recording.reset(1, 64 * MIB);
    try (Driver driver = recording.open(settings(0, "4"))) {
      assertEquals(4, driver.deviceCount());
      assertEquals("Recording device, part 3 of 4", driver.device(2).name());
      assertEquals(16 * MIB, driver.device(3).totalMemory());
      driver.device(1).allocate(10 * MIB);
      assertEquals(6 * MIB, driver.device(1).freeMemory());
      assertEquals(16 * MIB, driver.device(0).freeMemory());
      assertThrows(DriverException.class, () -> driver.device(1).allocate(7 * MIB));
      assertTrue(driver.canAccessPeer(0, 3));
    }
  }

  @Test
  void aPartOfTheGpusCanBeTaken() {
    try (Driver driver = recording.open(settings(1, "1"))) {
      assertEquals(1, driver.deviceCount());
      assertEquals(1, recording.live("context"));
    }
    DriverException refused =
        assertThrows(DriverException.class, () -> recording.open(settings(5, "2")));
    assertTrue(refused.detail().contains("5 devices asked for, there are 4"), refused.detail());
    assertThrows(DriverException.class, () -> recording.open(settings(-1, "1")));
  }

  @Test
  void codeIsThatOfEachGpuAndOfTheDriver() {
    recording.setVersion(12_040);
    recording.setAttributeOf(1, DeviceAttribute.COMPUTE_CAPABILITY_MAJOR, 8);
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      assertEquals(new CodeTarget("sm_90", 12_040), driver.device(0).codeTarget());
      assertEquals(new CodeTarget("sm_80", 12_040), driver.device(1).codeTarget());
    }
  }

  @Test
  void attributesThatTheDriverDoesNotKnowAreZero() {
    recording.fail("cuDeviceGetAttribute", 0, -1, CudaResult.CUDA_ERROR_INVALID_VALUE.code());
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      assertEquals(0, driver.device(0).attribute(DeviceAttribute.HOST_NUMA_ID));
    }
  }

  @Test
  void peersAreThoseOfTheDriver() {
    recording.setPeers(false);
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      assertFalse(driver.canAccessPeer(0, 1));
    }
    recording.setPeers(true);
    recording.fail("cuCtxEnablePeerAccess", 0, 1, CudaResult.CUDA_ERROR_TOO_MANY_PEERS.code());
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      assertFalse(driver.canAccessPeer(0, 1));
      assertTrue(driver.canAccessPeer(1, 0));
    }
  }

  @Test
  void contextsAreSharedByTheDriversOfAProcess() {
    try (Driver first = recording.open(DriverSettings.defaults());
        Driver second = recording.open(DriverSettings.defaults())) {
      assertEquals(4, recording.live("context"));
      Device device = first.device(0);
      device.createStream().close();
      assertEquals(2, second.deviceCount());
    }
  }

  private static DriverSettings settings(int devices, String perGpu) {
    return new DriverSettings(
        devices, 0, Map.of("DevicesPerGPU", perGpu), DriverHost.printing(text -> {}));
  }
}
