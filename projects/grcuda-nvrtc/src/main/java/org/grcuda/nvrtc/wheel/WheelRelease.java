package org.grcuda.nvrtc.wheel;

import java.util.List;

/**
 * One file of a PyPI package.
 *
 * @param title its contents, for a message
 * @param packageName its name there
 * @param version its version
 * @param platformTag the platform that pip is asked for (PEP 600)
 * @param sha256 its checksum, in lower-case hexadecimal
 * @param bytes its size
 * @param folder the folder in it with the needed files
 * @param files the needed files of that folder; empty for all files below it
 * @param installName the folder of the user cache that holds them once unpacked
 */
public record WheelRelease(
    String title,
    String packageName,
    String version,
    String platformTag,
    String sha256,
    long bytes,
    String folder,
    List<String> files,
    String installName) {

  private static final String NVRTC_VERSION = "12.9.86";

  /**
   * NVRTC 12.9, which compiles for Volta to Blackwell; libnvrtc is the first of its files.
   *
   * @param architecture as Linux names it
   * @param tag the platform, without the architecture
   */
  static WheelRelease nvrtc12(String architecture, String tag, String sha256, long bytes) {
    return new WheelRelease(
        "NVRTC, the CUDA compiler",
        "nvidia-cuda-nvrtc-cu12",
        NVRTC_VERSION,
        tag + "_" + architecture,
        sha256,
        bytes,
        "nvidia/cuda_nvrtc/lib",
        List.of("libnvrtc.so.12", "libnvrtc-builtins.so.12.9"),
        "nvrtc-" + NVRTC_VERSION + "-" + architecture);
  }

  /** As pip takes it. */
  public String requirement() {
    return packageName + "==" + version;
  }
}
