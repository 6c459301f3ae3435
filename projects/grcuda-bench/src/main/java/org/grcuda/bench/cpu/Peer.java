package org.grcuda.bench.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A side that is a C program of this package. Each problem runs in a process of its own. */
enum Peer {
  POCL(
      "PoCL",
      "opencl",
      List.of("-lOpenCL"),
      "PoCL cannot be used (Debian: pocl-opencl-icd ocl-icd-opencl-dev)"),
  /** Only if its folder is given. */
  INTEL(
      "Intel OpenCL",
      "opencl",
      List.of("-lOpenCL"),
      "Intel's OpenCL cannot be used (pip: intel-opencl-rt intel-cmplr-lib-rt; Debian:"
          + " ocl-icd-opencl-dev)"),
  GCC("gcc", "openmp", List.of("-ldl"), "gcc cannot be used (Debian: gcc)");

  private static final List<String> KERNEL_OPTIONS =
      List.of("-O3", "-march=native", "-fopenmp", "-fPIC", "-shared", "-std=gnu11");

  private final String title;
  private final String program;
  private final List<String> libraries;
  private final String missing;

  Peer(String title, String program, List<String> libraries, String missing) {
    this.title = title;
    this.program = program;
    this.libraries = libraries;
    this.missing = missing;
  }

  /** Its name in reports. */
  String title() {
    return title;
  }

  /**
   * Compiles its program in {@code folder}.
   *
   * @throws MissingException if its libraries or the compiler are not installed
   */
  private PeerSide open(Path folder, CpuSettings settings) throws IOException, MissingException {
    for (String file : List.of("peer.h", "peer.c", program + ".c")) {
      Sources.copy(file, folder);
    }
    try {
      List<String> options = List.of("-O2", "-o", program, "peer.c", program + ".c");
      PeerProcess.compile(folder, options, libraries);
    } catch (IOException e) {
      throw new MissingException(missing + ": " + e.getMessage());
    }
    return new PeerSide(this, folder, program, environment(folder, settings));
  }

  /**
   * The peers of a benchmark, compiled in {@code folder}, as far as they can be used here.
   *
   * @param notes receives, by their names, why others cannot
   */
  static List<Side> open(CpuSettings settings, Path folder, Map<String, String> notes)
      throws IOException {
    List<Side> sides = new ArrayList<>();
    for (Peer peer : settings.isAlone() ? List.<Peer>of() : List.of(values())) {
      if (peer != INTEL || settings.intel() != null) {
        try {
          sides.add(peer.open(folder, settings));
        } catch (MissingException e) {
          notes.put(peer.title(), e.getMessage());
        }
      }
    }
    return sides;
  }

  /** What its processes find in their environment. */
  private Map<String, String> environment(Path folder, CpuSettings settings)
      throws IOException, MissingException {
    if (this != INTEL) {
      return Map.of();
    }
    Path libraries = settings.intel().toAbsolutePath().resolve("lib");
    Path library = libraries.resolve("libintelocl.so");
    if (!Files.exists(library)) {
      throw new MissingException(missing + ": there is no " + library);
    }
    Path vendors = Files.createDirectories(folder.resolve("vendors"));
    Files.writeString(vendors.resolve("intel.icd"), library + "\n");
    return Map.of("OCL_ICD_VENDORS", vendors.toString(), "LD_LIBRARY_PATH", libraries.toString());
  }

  /** Whether its kernels are OpenCL C, launched step by step; otherwise one function in C. */
  boolean isOpenCl() {
    return this != GCC;
  }

  /**
   * Writes the kernels of a problem to {@code folder}, in the form that the program takes.
   *
   * @return the name of the file for the command line of the program
   */
  String code(Path folder, String problem) throws IOException {
    if (isOpenCl()) {
      Sources.copy(problem + ".cl", folder);
      return problem + ".cl";
    }
    Sources.copy("peer.h", folder);
    Sources.copy(problem + ".c", folder);
    String library = problem + ".so";
    List<String> output = List.of("-o", library, problem + ".c", "-lm");
    PeerProcess.compile(folder, KERNEL_OPTIONS, output);
    return "./" + library;
  }
}
