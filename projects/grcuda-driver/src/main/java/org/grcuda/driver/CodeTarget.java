package org.grcuda.driver;

/**
 * What a device executes.
 *
 * @param architecture as NVRTC's {@code --gpu-architecture} takes it: {@code compute_NN} for PTX,
 *     {@code sm_NN} for machine code
 */
public record CodeTarget(String architecture) {

  /** Whether {@link Device#loadModule} wants PTX text rather than machine code. */
  public boolean isPtx() {
    return architecture.startsWith("compute_");
  }
}
