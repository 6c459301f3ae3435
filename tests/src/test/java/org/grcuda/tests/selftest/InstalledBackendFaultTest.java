package org.grcuda.tests.selftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.grcuda.tests.TestBackend;
import org.junit.jupiter.api.Test;

/** A kernel that accesses memory that is not there, in a process of its own. */
class InstalledBackendFaultTest {

  private static final int TIMEOUT_SECONDS = 120;

  @Test
  void theReadOfItsOutputNamesTheKernelAndTheProcessEnds()
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-Dpolyglot.grcuda.Backend=" + TestBackend.name(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    FaultProgram.class.getName()))
            .redirectErrorStream(true)
            .start();
    try {
      assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), "the process hangs");
      String output = new String(process.getInputStream().readAllBytes());
      assertEquals(0, process.exitValue(), output);
      assertTrue(output.contains("ILLEGAL_ADDRESS"), output);
      assertTrue(output.contains("stray"), output);
      assertTrue(output.endsWith("closed\n"), output);
    } finally {
      process.destroyForcibly();
    }
  }
}
