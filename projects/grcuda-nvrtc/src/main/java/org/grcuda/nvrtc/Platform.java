package org.grcuda.nvrtc;

import java.util.Optional;

/**
 * A kind of machine that NVRTC is published for.
 *
 * @param architecture as Linux names it: {@code "x86_64"}, {@code "aarch64"}
 * @param cudaTarget its folder below {@code targets} of a CUDA toolkit
 * @param wheel the PyPI package that holds NVRTC for it
 */
record Platform(String architecture, String cudaTarget, WheelRelease wheel) {

  private static final Platform X86_64 =
      new Platform(
          "x86_64",
          "x86_64-linux",
          WheelRelease.nvrtc12(
              "x86_64",
              "210cf05005a447e29214e9ce50851e83fc5f4358df8b453155d5e1918094dcb4",
              89_568_129));

  private static final Platform AARCH64 =
      new Platform(
          "aarch64",
          "sbsa-linux",
          WheelRelease.nvrtc12(
              "aarch64",
              "096d4de6bda726415dfaf3198d4f5c522b8e70139c97feef5cd2ca6d4cd9cead",
              44_528_905));

  /** This machine; empty where NVRTC is not published for it. */
  static Optional<Platform> current() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static Optional<Platform> of(String system, String architecture) {
    if (!system.equals("Linux")) {
      return Optional.empty();
    }
    return switch (architecture) {
      case "amd64", "x86_64" -> Optional.of(X86_64);
      case "aarch64" -> Optional.of(AARCH64);
      default -> Optional.empty();
    };
  }
}
