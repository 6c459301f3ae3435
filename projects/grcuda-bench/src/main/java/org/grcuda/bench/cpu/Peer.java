package org.grcuda.bench.cpu;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A side that is a C program of this package. Each problem runs in a process of its own. */
enum Peer {
  POCL(
      "PoCL",
      "opencl",
      List.of("-lOpenCL"),
      "PoCL cannot be used (Debian: pocl-opencl-icd ocl-icd-opencl-dev)"),
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
  PeerSide open(Path folder) throws IOException, MissingException {
    for (String file : List.of("peer.h", "peer.c", program + ".c")) {
      Sources.copy(file, folder);
    }
    try {
      List<String> options = List.of("-O2", "-o", program, "peer.c", program + ".c");
      PeerProcess.compile(folder, options, libraries);
    } catch (IOException e) {
      throw new MissingException(missing + ": " + e.getMessage());
    }
    return new PeerSide(this, folder, program);
  }

  /**
   * Writes the kernels of a problem to {@code folder}, in the form that the program takes.
   *
   * @return the name of the file for the command line of the program
   */
  String code(Path folder, String problem) throws IOException {
    if (this == POCL) {
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
