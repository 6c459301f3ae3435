package org.grcuda.nvrtc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Compiles the programs of a cache for other architectures, for machines without NVRTC. So a
 * program that has run on the CPU backend can run there on a GPU. Needs NVRTC, and no GPU.
 */
public final class Precompiler {

  private Precompiler() {}

  /**
   * The command.
   *
   * @param arguments the cache whose programs are taken; the cache beside which the results go;
   *     compute capabilities, such as 90 for 9.0
   * @throws IOException if a folder cannot be read or written
   * @throws IllegalArgumentException for other arguments
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length < 3) {
      throw new IllegalArgumentException("expected: FROM TO CAPABILITY...");
    }
    List<Integer> capabilities =
        Stream.of(arguments).skip(2).map(Integer::valueOf).sorted().toList();
    NvrtcSettings settings = NvrtcSettings.of(System.getenv(), System.err::println);
    int count = run(settings, Path.of(arguments[0]), Path.of(arguments[1]), capabilities);
    System.err.printf("grcuda: %d programs compiled for %s%n", count, capabilities);
  }

  /**
   * Compiles for each capability: machine code, and PTX for newer GPUs.
   *
   * @param settings finds NVRTC and CUDA's headers
   * @param from a cache's folder
   * @param to the folder of the cache beside which the results go
   * @return how many programs there are
   * @throws NvrtcException if there is no NVRTC, or it fails
   */
  public static int run(NvrtcSettings settings, Path from, Path to, List<Integer> capabilities)
      throws IOException {
    Set<Program> programs = programs(from);
    try (NvrtcCompiler compiler = NvrtcCompiler.open(settings.withMaxProgramBytes(0))) {
      Precompiled made = Precompiled.make(to, compiler.version(), capabilities);
      for (Program program : programs) {
        for (int capability : capabilities) {
          compile(compiler, program, capability, made);
        }
      }
    }
    return programs.size();
  }

  private static void compile(
      NvrtcCompiler compiler, Program program, int capability, Precompiled made)
      throws IOException {
    Program machine = program.withArchitecture("sm_" + capability);
    CompiledProgram compiled = compiler.compile(machine);
    made.add(machine, compiled);
    made.add(
        program.withArchitecture("compute_" + capability),
        new CompiledProgram(
            compiled.ptx(), new byte[0], compiled.log(), Map.copyOf(compiled.loweredNames())));
  }

  /** The programs of a cache, whatever they were compiled for. */
  private static Set<Program> programs(Path cache) throws IOException {
    List<Path> files;
    try (Stream<Path> list = Files.list(cache.resolve("programs"))) {
      files = list.sorted().toList();
    }
    Set<Program> programs = new LinkedHashSet<>();
    for (Path file : files) {
      ProgramCodec.keyOf(Files.readAllBytes(file))
          .map(key -> key.program().withArchitecture(""))
          .ifPresent(programs::add);
    }
    return programs;
  }
}
