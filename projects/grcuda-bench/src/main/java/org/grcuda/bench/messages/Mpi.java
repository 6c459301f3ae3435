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
import java.util.ServiceLoader;
import org.grcuda.transport.Transport;
import org.grcuda.transport.TransportProvider;

/** The MPI of the machine: starts ranks of a program, and compiles programs in C. */
public final class Mpi {

  /**
   * What ranks on one machine need of Open MPI: all cores for each, also where there are fewer, and
   * in a container the root user. Other libraries ignore it.
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
  public Mpi(Map<String, String> environment) {
    mpirun = environment.getOrDefault("GRCUDA_MPIRUN", "mpirun");
    mpicc = environment.getOrDefault("GRCUDA_MPICC", "mpicc");
  }

  /** Says what of it is missing; null if nothing is. */
  public String missing() {
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

  /**
   * Compiles a program.
   *
   * @param source a resource beside {@code owner}, such as {@code "pingpong.c"}
   * @param folder takes the source and the program, which has its name without {@code .c}
   * @param options of the compiler
   * @return the command that starts it
   * @throws IOException if it cannot be compiled; the compiler has told why on standard error
   */
  public List<String> compile(Class<?> owner, String source, Path folder, String... options)
      throws IOException {
    Path copy = folder.resolve(source);
    Path program = folder.resolve(source.substring(0, source.length() - ".c".length()));
    try (InputStream text = owner.getResourceAsStream(source)) {
      Files.copy(text, copy);
    }
    List<String> command = new ArrayList<>(List.of(mpicc));
    command.addAll(List.of(options));
    command.addAll(List.of("-o", program.toString(), copy.toString()));
    output(new ProcessBuilder(command).redirectError(Redirect.INHERIT));
    return List.of(program.toString());
  }

  /**
   * Runs {@code ranks} ranks of a program.
   *
   * @return the lines that they print, once they have ended
   * @throws IOException if they cannot be started, or one ends with an error
   */
  public List<String> run(int ranks, List<String> program) throws IOException {
    List<String> command =
        // By way of env: where the program's name is java, Open MPI changes its arguments.
        new ArrayList<>(List.of(mpirun, "-n", Integer.toString(ranks), "env"));
    command.addAll(program);
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    builder.environment().putAll(VARIABLES);
    return output(builder).lines().toList();
  }

  /** Connects this process, which {@code mpirun} has started, to the other ranks. */
  public static Transport connect() {
    for (TransportProvider provider : ServiceLoader.load(TransportProvider.class)) {
      if (provider.isLaunched(System.getenv())) {
        return provider.open(System.getenv());
      }
    }
    throw new IllegalStateException("this process was not started by mpirun");
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
