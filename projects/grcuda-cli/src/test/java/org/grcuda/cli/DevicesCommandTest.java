package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code grcuda devices --why}, on machines whose NVIDIA driver is what the property names. */
class DevicesCommandTest {

  private static final String DRIVER = "grcuda.cuda.driver";

  private final String before = System.getProperty(DRIVER);

  @AfterEach
  void restoreDriver() {
    if (before == null) {
      System.clearProperty(DRIVER);
    } else {
      System.setProperty(DRIVER, before);
    }
  }

  private static CommandRun why(String library, String... options) {
    System.setProperty(DRIVER, library);
    String[] args = new String[options.length + 2];
    args[0] = "devices";
    args[1] = "--why";
    System.arraycopy(options, 0, args, 2, options.length);
    return CommandRun.of(args);
  }

  private static void assertLines(CommandRun run, int status, String... starts) {
    assertEquals(status, run.status(), run.err());
    assertEquals("", run.err());
    List<String> lines = run.out().lines().toList();
    assertEquals(starts.length, lines.size(), run.out());
    for (int i = 0; i < starts.length; i++) {
      assertTrue(lines.get(i).startsWith(starts[i]), lines.get(i));
    }
  }

  @Test
  void withoutADriverTheProcessorIsTaken() {
    assertLines(
        why("libcuda-nowhere.so.1"),
        0,
        "Backend=auto:",
        "  cuda  not available   no NVIDIA driver is installed (libcuda-nowhere.so.1: ",
        "  cpu   taken           ",
        "  null  only by name    computes nothing",
        "  sim   only by name    ");
  }

  @Test
  void aDriverThatLacksFunctionsIsTooOld() {
    CommandRun run = why("libm.so.6");
    assertTrue(
        run.out().contains("\n  cuda  not available   the NVIDIA driver is too old: "), run.out());
    assertTrue(run.out().contains("R525 (CUDA 12.0) or later is needed\n"), run.out());
  }

  @Test
  void aBackendThatIsNamedAndCannotBeTakenIsAFailure() {
    assertLines(
        why("libcuda-nowhere.so.1", "--grcuda.Backend=cuda"),
        1,
        "Backend=cuda:",
        "  cuda  not available   no NVIDIA driver is installed",
        "  cpu   not needed      ",
        "  null  only by name    ",
        "  sim   only by name    ");
  }

  @Test
  void wrongOptionsAreRefused() {
    assertEquals(2, why("libcuda-nowhere.so.1", "--grcuda.Backend=cudb").status());
    assertEquals(
        "grcuda: devices: takes options of grcuda only, got '--js.strict'\n",
        why("libcuda-nowhere.so.1", "--js.strict=true").err());
  }
}
