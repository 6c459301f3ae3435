package org.grcuda.nvrtc;

import java.util.List;

/**
 * One file of a PyPI package.
 *
 * @param packageName its name there
 * @param version its version
 * @param platformTag the platform that pip is asked for (PEP 600)
 * @param sha256 its checksum, in lower-case hexadecimal
 * @param bytes its size
 * @param folder its folder that holds the libraries
 * @param libraries the files of that folder that are needed, libnvrtc first
 * @param installName the folder of the user cache that holds the libraries once unpacked
 */
record WheelRelease(
    String packageName,
    String version,
    String platformTag,
    String sha256,
    long bytes,
    String folder,
    List<String> libraries,
    String installName) {

  /** NVRTC 12.9, which compiles for Volta to Blackwell. */
  static WheelRelease nvrtc12(String architecture, String sha256, long bytes) {
    return new WheelRelease(
        "nvidia-cuda-nvrtc-cu12",
        "12.9.86",
        "manylinux2014_" + architecture,
        sha256,
        bytes,
        "nvidia/cuda_nvrtc/lib",
        List.of("libnvrtc.so.12", "libnvrtc-builtins.so.12.9"),
        "nvrtc-12.9.86-" + architecture);
  }

  /** As pip takes it. */
  String requirement() {
    return packageName + "==" + version;
  }
}
