package org.grcuda.tests;

import java.util.Map;
import java.util.TreeMap;

/**
 * The backend on which the tests run that also run on a GPU: that of the system property {@code
 * polyglot.grcuda.Backend}, from which contexts take it by themselves; else the CPU.
 */
public final class TestBackend {

  private static final String PROPERTY = "polyglot.grcuda.Backend";

  /** Options of the CPU backend, and what does the same on one GPU. */
  private static final Map<String, String> ON_A_GPU =
      Map.of("CpuDevices", "DevicesPerGPU", "CpuDeviceMemory", "GpuDeviceMemory");

  private TestBackend() {}

  /** Its name. */
  public static String name() {
    return System.getProperty(PROPERTY, "cpu");
  }

  /** Whether it is CUDA's. */
  public static boolean isGpu() {
    return name().equals("cuda");
  }

  /** Options written for the CPU backend, as this one takes them; the number of devices for all. */
  public static Map<String, String> options(Map<String, String> options) {
    Map<String, String> own = new TreeMap<>();
    options.forEach(
        (name, value) -> own.put(isGpu() ? ON_A_GPU.getOrDefault(name, name) : name, value));
    if (options.containsKey("CpuDevices")) {
      own.put("NumberOfGPUs", options.get("CpuDevices"));
    }
    return own;
  }
}
