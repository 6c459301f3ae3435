package org.grcuda.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.grcuda.transport.contract.TransportChecks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs of several processes, over each MPI of the machine. */
class MpiLaunchTest {

  private static final int SECONDS = 60;

  /** An MPI, by the names that its programs have where several are installed. */
  enum Mpi {
    OPENMPI(
        "Open MPI [0-9.]+", List.of("--allow-run-as-root", "--oversubscribe", "--bind-to", "none")),
    MPICH("MPICH [0-9.]+", List.of());

    private final String description;
    private final List<String> options;

    Mpi(String description, List<String> options) {
      this.description = description;
      this.options = options;
    }

    private String named(String program) {
      return program + "." + name().toLowerCase(Locale.ROOT);
    }

    private Mpi other() {
      return this == OPENMPI ? MPICH : OPENMPI;
    }

    /** Skips the test unless its programs are there, or fails where they are required. */
    private void require() {
      SearchPath path = new SearchPath(System.getenv());
      for (String program : List.of(named("mpirun"), named("mpicc"))) {
        boolean found = path.find(program).isPresent();
        if ("1".equals(System.getenv("GRCUDA_REQUIRE_MPI"))) {
          assertTrue(found, () -> "GRCUDA_REQUIRE_MPI=1, and there is no " + program);
        }
        assumeTrue(found, () -> "there is no " + program);
      }
    }
  }

  /** How a program ended. */
  private record Ended(int status, String output) {

    private long lines(String line) {
      return output.lines().filter(line::equals).count();
    }
  }

  private static Ended launch(Mpi mpi, int ranks, String program, Map<String, String> variables)
      throws IOException, InterruptedException {
    mpi.require();
    List<String> command = new ArrayList<>(List.of(mpi.named("mpirun")));
    command.addAll(mpi.options);
    command.addAll(List.of("-n", Integer.toString(ranks)));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xcheck:jni", "-Xmx512m", "-XX:ActiveProcessorCount=1", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.addAll(List.of(MpiRank.class.getName(), program));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    Thread limit =
        Thread.startVirtualThread(
            () -> {
              if (!ends(process)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
              }
            });
    String output = new String(process.getInputStream().readAllBytes());
    limit.join();
    return new Ended(process.waitFor(), output);
  }

  private static boolean ends(Process process) {
    try {
      return process.waitFor(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource({"OPENMPI, 2", "OPENMPI, 4", "MPICH, 2", "MPICH, 4"})
  void keepsTheContract(Mpi mpi, int ranks) throws Exception {
    Ended ended = launch(mpi, ranks, "checks", Map.of());
    assertEquals(0, ended.status, ended.output);
    for (int rank = 0; rank < ranks; rank++) {
      for (String check : TransportChecks.names()) {
        assertEquals(1, ended.lines("rank " + rank + ": " + check), ended.output);
      }
      String line = "rank " + rank + ": 200 null pointers of " + mpi.description;
      assertTrue(ended.output.lines().anyMatch(each -> each.matches(line)), ended.output);
      String closed = "rank " + rank + ": the connection of rank " + rank + " is closed";
      assertEquals(1, ended.lines(closed), ended.output);
    }
    // What -Xcheck:jni says where a handler of the JVM is replaced.
    assertFalse(ended.output.contains("handler"), ended.output);
  }

  @ParameterizedTest
  @EnumSource(Mpi.class)
  void abortEndsAllRanks(Mpi mpi) throws Exception {
    Ended ended = launch(mpi, 2, "abort", Map.of());
    assertEquals(7, ended.status, ended.output);
    // MPICH's launcher may lose the last lines of ranks when it ends them.
    int least = mpi == Mpi.OPENMPI ? 1 : 0;
    for (String line : List.of("rank 1: sizes differ", "rank 1: no more")) {
      long count = ended.lines(line);
      assertTrue(least <= count && count <= 1, ended.output);
    }
    // Rank 1 has waited for rank 0, which is ended while it writes.
    assertTrue(ended.lines("rank 0: sizes differ") <= 1, ended.output);
  }

  @ParameterizedTest
  @EnumSource(Mpi.class)
  void saysThatTheCompilerIsOfAnotherMpi(Mpi mpi) throws Exception {
    String other = mpi.other().named("mpicc");
    mpi.other().require();
    Ended ended = launch(mpi, 2, "checks", Map.of("GRCUDA_MPICC", other));
    assertTrue(ended.status != 0, ended.output);
    String message =
        ".*MPI?.* has started 2 ranks, and this process finds itself alone, as /.*/"
            + other
            + " is of another MPI \\("
            + mpi.other().description
            + "\\): set GRCUDA_MPICC to the mpicc of the mpirun in use";
    assertEquals(
        2, ended.output.lines().filter(line -> line.matches(message)).count(), ended.output);
  }
}
