package org.grcuda.nvrtc;

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
record WheelRelease(
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
  private static final String RUNTIME_VERSION = "12.9.79";
  private static final String CCCL_VERSION = "12.9.27";

  /** NVRTC 12.9, which compiles for Volta to Blackwell; libnvrtc is the first of its files. */
  static WheelRelease nvrtc12(String architecture, String sha256, long bytes) {
    return new WheelRelease(
        "NVRTC, the CUDA compiler",
        "nvidia-cuda-nvrtc-cu12",
        NVRTC_VERSION,
        tag(architecture),
        sha256,
        bytes,
        "nvidia/cuda_nvrtc/lib",
        List.of("libnvrtc.so.12", "libnvrtc-builtins.so.12.9"),
        "nvrtc-" + NVRTC_VERSION + "-" + architecture);
  }

  /** The headers of the CUDA runtime, such as {@code cuda_fp16.h}. */
  static WheelRelease runtimeHeaders12(String architecture, String sha256, long bytes) {
    return new WheelRelease(
        "the headers of the CUDA runtime",
        "nvidia-cuda-runtime-cu12",
        RUNTIME_VERSION,
        tag(architecture),
        sha256,
        bytes,
        "nvidia/cuda_runtime/include",
        List.of(),
        "cuda-runtime-headers-" + RUNTIME_VERSION);
  }

  /** The headers of CCCL: {@code cuda/std}, {@code nv/target}, CUB, Thrust. */
  static WheelRelease ccclHeaders12(String architecture, String sha256, long bytes) {
    return new WheelRelease(
        "the headers of libcu++",
        "nvidia-cuda-cccl-cu12",
        CCCL_VERSION,
        tag(architecture),
        sha256,
        bytes,
        "nvidia/cuda_cccl/include",
        List.of(),
        "cuda-cccl-headers-" + CCCL_VERSION);
  }

  private static String tag(String architecture) {
    return "manylinux2014_" + architecture;
  }

  /** As pip takes it. */
  String requirement() {
    return packageName + "==" + version;
  }
}
