package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is compiled to for devices and drivers, by several releases of NVRTC. */
class TargetChoiceTest {

  private static final TargetChoice CUDA_12_0 =
      new TargetChoice(12_000, List.of(50, 60, 70, 75, 80, 86, 89, 90));
  private static final TargetChoice CUDA_12_9 =
      new TargetChoice(12_090, List.of(50, 60, 70, 75, 80, 86, 89, 90, 100, 103, 120, 121));
  private static final TargetChoice CUDA_13 =
      new TargetChoice(13_000, List.of(75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121));

  @Test
  void versionsAreNumbersAsTheDriversAre() {
    assertEquals(12_090, TargetChoice.version("12.9"));
    assertEquals(13_000, TargetChoice.version("13.0"));
  }

  @Test
  void machineCodeOfTheDeviceIsTakenByDriversOfTheSameMajorVersion() {
    assertEquals("sm_90", CUDA_12_9.of(90, 12_000));
    assertEquals("sm_70", CUDA_12_9.of(70, 13_000));
    assertEquals("sm_120", CUDA_13.of(120, 13_010));
    assertEquals("sm_90", CUDA_12_9.of(90, 0));
  }

  @Test
  void newerDevicesGetPtxThatTheirDriverTakes() {
    assertEquals("compute_90", CUDA_12_0.of(100, 12_080));
    assertEquals("compute_121", CUDA_12_9.of(130, 13_020));
    assertEquals("compute_86", CUDA_12_0.of(87, 12_000));
  }

  @Test
  void whereTheDriverIsOlderThanNvrtcMachineCodeOfTheSameFamilyDoes() {
    assertEquals("sm_86", new TargetChoice(12_090, List.of(80, 86, 90)).of(89, 12_020));
  }

  @Test
  void nothingThatFitsIsAnErrorThatSaysSo() {
    String driver = message(CUDA_13, 90, 12_080);
    assertTrue(driver.startsWith("NVRTC 13.0 makes code that the NVIDIA driver, for CUDA 12.8,"));
    assertTrue(driver.contains("CUDA_HOME"), driver);
    String device = message(CUDA_13, 70, 13_000);
    assertTrue(device.contains("compute capabilities 7.5, 8.0, "), device);
    assertTrue(device.contains("and the device has 7.0"), device);
    message(CUDA_12_9, 130, 12_080);
  }

  private static String message(TargetChoice nvrtc, int capability, int newestCuda) {
    return assertThrows(NvrtcException.class, () -> nvrtc.of(capability, newestCuda)).getMessage();
  }
}
