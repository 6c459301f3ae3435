package org.grcuda.nvrtc;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Chooses the target of a compilation for a device, by the rules of the CUDA Compatibility guide:
 * machine code runs on its own architecture and on later minor ones of the same major number, with
 * drivers of the same major version of CUDA and later ones; PTX runs on its own and all later
 * architectures, with drivers of the same version of CUDA and later ones.
 *
 * @param version of NVRTC: 1000 times the major and 10 times the minor number
 * @param architectures that it knows, such as 90 for 9.0
 */
record TargetChoice(int version, List<Integer> architectures) {

  private static final String REMEDY =
      "set CUDA_HOME to a CUDA toolkit whose NVRTC fits, or allow that of CUDA 12.9 to be fetched";

  /** The version number of a text such as {@code "12.9"}. */
  static int version(String text) {
    int dot = text.indexOf('.');
    return 1000 * Integer.parseInt(text.substring(0, dot))
        + 10 * Integer.parseInt(text.substring(dot + 1));
  }

  /**
   * The option of NVRTC: machine code of the device, else PTX that its driver compiles for it, else
   * machine code of an earlier architecture that it executes.
   *
   * @param capability of the device, such as 90 for 9.0
   * @param newestCuda of the driver, as {@link #version}; 0: it takes all
   * @throws NvrtcException if NVRTC makes nothing that the device executes
   */
  String of(int capability, int newestCuda) {
    boolean cubins = newestCuda == 0 || version / 1000 <= newestCuda / 1000;
    boolean ptx = newestCuda == 0 || version <= newestCuda;
    int best = architectures.stream().filter(known -> known <= capability).reduce(0, Math::max);
    if (best == 0) {
      throw new NvrtcException(
          "NVRTC %s compiles for the compute capabilities %s, and the device has %s: %s"
              .formatted(
                  text(version),
                  architectures.stream()
                      .sorted()
                      .map(TargetChoice::capability)
                      .collect(Collectors.joining(", ")),
                  capability(capability),
                  REMEDY));
    }
    if (best == capability && cubins) {
      return "sm_" + best;
    }
    if (ptx) {
      return "compute_" + best;
    }
    if (cubins && best / 10 == capability / 10) {
      return "sm_" + best;
    }
    throw new NvrtcException(
        "NVRTC %s makes code that the NVIDIA driver, for CUDA %s, does not take: install a newer"
                .formatted(text(version), text(newestCuda))
            + " driver; or "
            + REMEDY);
  }

  private static String text(int version) {
    return version / 1000 + "." + version % 1000 / 10;
  }

  private static String capability(int number) {
    return number / 10 + "." + number % 10;
  }
}
