package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

  @TempDir private Path folder;

  private static void assertRefused(String message, String... args) {
    assertEquals(new CommandRun(2, "", "grcuda: " + message + "\n"), CommandRun.of(args));
  }

  @Test
  void noArgumentsPrintTheUsageAsAnError() {
    CommandRun run = CommandRun.of();
    assertEquals(2, run.status());
    assertEquals("", run.out());
    assertTrue(run.err().contains("grcuda run [--grcuda.OPTION=VALUE ...] FILE [ARGUMENTS...]"));
  }

  @Test
  void helpNamesEveryCommand() {
    CommandRun run = CommandRun.of("--help");
    assertEquals(0, run.status());
    for (String command : new String[] {"run", "eval", "devices"}) {
      assertTrue(run.out().contains("\ngrcuda " + command + " "), command);
    }
  }

  @Test
  void helpOfACommandListsTheOptionsOfTheLanguage() {
    CommandRun run = CommandRun.of("run", "--help");
    assertEquals(0, run.status());
    assertTrue(run.out().contains("--grcuda.ExecutionPolicy="), run.out());
    assertEquals(run, CommandRun.of("help", "run"));
  }

  @Test
  void unknownCommandsAndOptionsAreRefusedByName() {
    assertRefused("unknown command 'rum'; did you mean 'run'?", "rum", "x.js");
    assertRefused("unknown option '--frob'; see grcuda --help", "--frob");
    assertRefused(
        "unknown option '--grcuda.ExecutionPolcy'; did you mean '--grcuda.ExecutionPolicy'?",
        "eval",
        "--engine.WarnInterpreterOnly=false",
        "--grcuda.ExecutionPolcy=sync",
        "1");
    assertRefused(
        "unknown option '--ExecutionPolicy'; did you mean '--grcuda.ExecutionPolicy'?",
        "eval",
        "--ExecutionPolicy=sync",
        "1");
  }

  @Test
  void filesThatCannotBeRunAreRefusedByName() throws Exception {
    assertRefused("run: no FILE given", "run");
    assertRefused("no such file: none.py", "run", "none.py");
    assertRefused("cannot run a.txt: not a .py, .js, .mjs or .java file", "run", "a.txt");
    Path directory = Files.createDirectory(folder.resolve("d.js"));
    assertRefused("not a readable file: " + directory, "run", directory.toString());
  }

  @Test
  void operandsAreCounted() {
    assertRefused("eval: expected one EXPRESSION, got 0", "eval");
    assertRefused("eval: expected one EXPRESSION, got 2", "eval", "1", "2");
    assertRefused("devices: unexpected argument 'x'", "devices", "x");
  }

  @Test
  void evalPrintsTheValueAndErrorsGoToStandardError() {
    CommandRun run = CommandRun.of("eval", "--engine.WarnInterpreterOnly=false", "int[3]");
    assertEquals(new CommandRun(0, "int[3] [0, 0, 0]\n", ""), run);
    CommandRun bad = CommandRun.of("eval", "--engine.WarnInterpreterOnly=false", "int[");
    assertEquals(1, bad.status());
    assertEquals("", bad.out());
    assertTrue(bad.err().startsWith("expression:1\nint[\n    ^\n\n"), bad.err());
  }

  @Test
  void devicesListsBackendsAndDevices() {
    CommandRun run = CommandRun.of("devices", "--engine.WarnInterpreterOnly=false");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("\n  cpu "), run.out());
    assertTrue(run.out().contains("\ndevice 0: "), run.out());
    assertTrue(run.out().contains("  warpSize "), run.out());
  }
}
