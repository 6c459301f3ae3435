package org.grcuda.bench.messages;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The MPI of the machine: starts two ranks of a program, and compiles a program in C. */
final class Mpi {

  private static final String SOURCE = "pingpong.c";
  private static final int RANKS = 2;

  /**
   * What two ranks on one machine need of Open MPI: all cores for both, also where it counts one,
   * and in a container the root user. Other libraries ignore it.
   */
  private static final Map<String, String> VARIABLES =
      Map.of(
          "OMPI_MCA_hwloc_base_binding_policy", "none",
          "OMPI_MCA_rmaps_base_oversubscribe", "1",
          "OMPI_ALLOW_RUN_AS_ROOT", "1",
          "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");

  private final String mpirun;
  private final String mpicc;

  /**
   * By the environment variables of this process.
   *
   * @param environment may name the programs of an MPI that are not the ones in PATH
   */
  Mpi(Map<String, String> environment) {
    mpirun = environment.getOrDefault("GRCUDA_MPIRUN", "mpirun");
    mpicc = environment.getOrDefault("GRCUDA_MPICC", "mpicc");
  }

  /** Says what of it is missing; null if nothing is. */
  String missing() {
    for (String program : List.of(mpirun, mpicc)) {
      if (!starts(program)) {
        return "there is no " + program + " (Debian: openmpi-bin and libopenmpi-dev)";
      }
    }
    return null;
  }

  private static boolean starts(String program) {
    try {
      output(new ProcessBuilder(program, "--version").redirectError(Redirect.DISCARD));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Compiles the peer into {@code folder}, and gives the command that starts it. */
  List<String> compilePeer(Path folder) throws IOException {
    Path source = folder.resolve(SOURCE);
    Path program = folder.resolve("pingpong");
    try (InputStream text = Mpi.class.getResourceAsStream(SOURCE)) {
      Files.copy(text, source);
    }
    output(
        new ProcessBuilder(mpicc, "-O2", "-o", program.toString(), source.toString())
            .redirectError(Redirect.INHERIT));
    return List.of(program.toString());
  }

  /** What two ranks of {@code program} print, once they have ended. */
  List<String> run(List<String> program) throws IOException {
    List<String> command =
        // By way of env: where the program's name is java, Open MPI changes its arguments.
        new ArrayList<>(List.of(mpirun, "-n", Integer.toString(RANKS), "env"));
    command.addAll(program);
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    builder.environment().putAll(VARIABLES);
    return output(builder).lines().toList();
  }

  private static String output(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(builder.command().getFirst() + " failed: " + output);
      }
      return output;
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
