package org.grcuda.nvrtc.wheel;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** A PyPI package with headers of CUDA, in the order in which the packages are searched. */
public enum HeaderPackage {
  /** {@code cuda_fp16.h}, {@code cooperative_groups.h}, {@code mma.h}... */
  RUNTIME(
      "the headers of the CUDA runtime",
      "nvidia-cuda-runtime-cu12",
      "12.9.79",
      "nvidia/cuda_runtime/include",
      "cuda-runtime-headers",
      "cuda_fp16.h",
      "(cuda\\w*|cooperative_groups|cuComplex|vector_(types|functions)|device_\\w+"
          + "|math_(constants|functions)|library_types|driver_(types|functions)|builtin_types"
          + "|host_defines|sm_\\d+_\\w+|channel_descriptor|(texture|surface)_\\w+"
          + "|common_functions|mma)\\.h(pp)?|cooperative_groups/[\\w./]+",
      ""),
  /** CCCL: {@code cuda/std}, {@code nv/target}, CUB, Thrust. */
  CCCL(
      "the headers of libcu++",
      "nvidia-cuda-cccl-cu12",
      "12.9.27",
      "nvidia/cuda_cccl/include",
      "cuda-cccl-headers",
      "nv/target",
      "(cuda|nv)/[\\w./]+",
      "(cub|thrust)/[\\w./]+"),
  /** What {@code mma.h} includes: {@code crt/mma.h}. */
  COMPILER(
      "the headers of matrix products",
      "nvidia-cuda-nvcc-cu12",
      "12.9.86",
      "nvidia/cuda_nvcc/include",
      "cuda-nvcc-headers",
      "crt/mma.h",
      "crt/[\\w./]+",
      ""),
  /** {@code curand_kernel.h}. */
  CURAND(
      "the headers of cuRAND",
      "nvidia-curand-cu12",
      "10.3.10.19",
      "nvidia/curand/include",
      "curand-headers",
      "curand_kernel.h",
      "curand\\w*\\.h",
      "");

  private final String title;
  private final String packageName;
  private final String version;
  private final String folder;
  private final String installName;
  private final String probe;
  private final Pattern closed;
  private final Pattern open;

  HeaderPackage(
      String title,
      String packageName,
      String version,
      String folder,
      String installName,
      String probe,
      String closed,
      String open) {
    this.title = title;
    this.packageName = packageName;
    this.version = version;
    this.folder = folder;
    this.installName = installName;
    this.probe = probe;
    this.closed = Pattern.compile(closed);
    this.open = Pattern.compile(open);
  }

  /** The package that has a header of that name; empty if none has. */
  public static Optional<HeaderPackage> of(String header) {
    for (HeaderPackage each : values()) {
      if (each.closed.matcher(header).matches() || each.open.matcher(header).matches()) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** Whether a header of that name is of a package, and includes only such, whatever is defined. */
  public static boolean isClosed(String header) {
    return isOne(header, each -> each.closed);
  }

  /** Whether a header of that name is of a package, and macros may change what it includes. */
  public static boolean isOpen(String header) {
    return isOne(header, each -> each.open);
  }

  private static boolean isOne(String header, Function<HeaderPackage, Pattern> names) {
    return !header.isEmpty()
        && !header.contains("..")
        && Arrays.stream(values()).anyMatch(p -> names.apply(p).matcher(header).matches());
  }

  /** A header that is there if the package's others are. */
  public String probe() {
    return probe;
  }

  /**
   * Its wheel for a kind of machine.
   *
   * @param platformTag the platform that pip is asked for (PEP 600)
   * @param sha256 its checksum, in lower-case hexadecimal
   * @param bytes its size
   */
  WheelRelease wheel(String platformTag, String sha256, long bytes) {
    return new WheelRelease(
        title,
        packageName,
        version,
        platformTag,
        sha256,
        bytes,
        folder,
        List.of(),
        installName + "-" + version);
  }
}
