package org.grcuda.driver;

/**
 * What a device executes.
 *
 * @param architecture as NVRTC's {@code --gpu-architecture} takes it: {@code compute_NN} for PTX,
 *     {@code sm_NN} for the device's own machine code; such a device also takes PTX
 * @param newestCuda the newest version of CUDA whose code it takes, 1000 times the major and 10
 *     times the minor number, as cuDriverGetVersion gives it; 0: any
 */
public record CodeTarget(String architecture, int newestCuda) {

  /** Code of any version of CUDA. */
  public CodeTarget(String architecture) {
    this(architecture, 0);
  }

  /** Whether {@link Device#loadModule} expects PTX text, not machine code. */
  public boolean isPtx() {
    return architecture.startsWith("compute_");
  }

  /** Compute capability, as architectures count: 90 for 9.0. */
  public int capability() {
    return Integer.parseInt(architecture.substring(architecture.indexOf('_') + 1));
  }
}
