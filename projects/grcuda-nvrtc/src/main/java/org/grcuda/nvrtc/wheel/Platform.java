package org.grcuda.nvrtc.wheel;

import java.util.Map;
import java.util.Optional;

/**
 * A kind of machine that NVRTC is published for.
 *
 * @param architecture as Linux names it: {@code "x86_64"}, {@code "aarch64"}
 * @param cudaTarget its folder below {@code targets} of a CUDA toolkit
 * @param wheel the PyPI package that holds NVRTC for it
 * @param headers those that hold CUDA's headers
 */
public record Platform(
    String architecture,
    String cudaTarget,
    WheelRelease wheel,
    Map<HeaderPackage, WheelRelease> headers) {

  private static final Platform X86_64 =
      new Platform(
          "x86_64",
          "x86_64-linux",
          WheelRelease.nvrtc12(
              "x86_64",
              "manylinux2014",
              "210cf05005a447e29214e9ce50851e83fc5f4358df8b453155d5e1918094dcb4",
              89_568_129),
          Map.of(
              HeaderPackage.RUNTIME,
              HeaderPackage.RUNTIME.wheel(
                  "manylinux2014_x86_64",
                  "25bba2dfb01d48a9b59ca474a1ac43c6ebf7011f1b0b8cc44f54eb6ac48a96c3",
                  3_493_179),
              HeaderPackage.CCCL,
              HeaderPackage.CCCL.wheel(
                  "manylinux2014_x86_64",
                  "37869e17ce2e1ecec6eddf1927cca0f8c34e64fd848d40453df559091e2d7117",
                  3_152_243),
              HeaderPackage.COMPILER,
              HeaderPackage.COMPILER.wheel(
                  "manylinux2010_x86_64",
                  "5d6a0d32fdc7ea39917c20065614ae93add6f577d840233237ff08e9a38f58f0",
                  40_546_229),
              HeaderPackage.CURAND,
              HeaderPackage.CURAND.wheel(
                  "manylinux_2_27_x86_64",
                  "49b274db4780d421bd2ccd362e1415c13887c53c214f0d4b761752b8f9f6aa1e",
                  68_295_626)));

  private static final Platform AARCH64 =
      new Platform(
          "aarch64",
          "sbsa-linux",
          WheelRelease.nvrtc12(
              "aarch64",
              "manylinux2014",
              "096d4de6bda726415dfaf3198d4f5c522b8e70139c97feef5cd2ca6d4cd9cead",
              44_528_905),
          Map.of(
              HeaderPackage.RUNTIME,
              HeaderPackage.RUNTIME.wheel(
                  "manylinux2014_aarch64",
                  "83469a846206f2a733db0c42e223589ab62fd2fabac4432d2f8802de4bded0a4",
                  3_515_012),
              HeaderPackage.CCCL,
              HeaderPackage.CCCL.wheel(
                  "manylinux2014_aarch64",
                  "d7898b38aa68beaa234d48f0868273702342a196d6e2e9d0ef058dca2390ebea",
                  3_152_245),
              HeaderPackage.COMPILER,
              HeaderPackage.COMPILER.wheel(
                  "manylinux2014_aarch64",
                  "44e1eca4d08926193a558d2434b1bf83d57b4d5743e0c431c0c83d51da1df62b",
                  39_411_138),
              HeaderPackage.CURAND,
              HeaderPackage.CURAND.wheel(
                  "manylinux_2_27_aarch64",
                  "de663377feb1697e1d30ed587b07d5721fdd6d2015c738d7528a6002a6134d37",
                  68_292_066)));

  /** This machine; empty where NVRTC is not published for it. */
  public static Optional<Platform> current() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  /** The kind of a machine by its system and architecture, as Java names them. */
  public static Optional<Platform> of(String system, String architecture) {
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
