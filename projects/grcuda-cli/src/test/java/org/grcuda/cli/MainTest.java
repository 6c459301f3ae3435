package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    assertTrue(run.err().contains("grcuda run [--grcuda.OPTION=VALUE ...] (FILE | "));
  }

  @Test
  void helpNamesEveryCommand() {
    CommandRun run = CommandRun.of("--help");
    assertEquals(0, run.status());
    for (String command : new String[] {"run", "repl", "eval", "devices"}) {
      assertTrue(run.out().contains("\ngrcuda " + command + " "), command);
    }
  }

  @Test
  void helpOfACommandIsAboutThatCommand() {
    CommandRun run = CommandRun.of("run", "--help");
    assertEquals(0, run.status());
    assertTrue(run.out().contains("  -m MODULE "), run.out());
    assertFalse(run.out().contains("--grcuda.ExecutionPolicy="), run.out());
    assertEquals(run, CommandRun.of("help", "run"));
    assertTrue(CommandRun.of("help", "options").out().contains("--grcuda.ExecutionPolicy="));
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
    assertRefused("repl: expected python or js, got 'ruby'", "repl", "ruby");
    assertRefused("no such file: none.py", "run", "none.py");
    assertRefused("cannot run a.txt: not a .py, .ipynb, .js, .mjs or .java file", "run", "a.txt");
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
  void devicesAreThreeLinesEachOrAllThatIsKnown() {
    CommandRun run =
        CommandRun.of(
            "devices",
            "--engine.WarnInterpreterOnly=false",
            "--grcuda.Backend=cpu",
            "--grcuda.CpuDevices=2");
    assertEquals(0, run.status(), run.err());
    List<String> lines = run.out().lines().toList();
    assertEquals(6, lines.size(), run.out());
    assertTrue(lines.get(3).startsWith("device 1: "), run.out());
    assertTrue(
        lines.get(4).matches("  .* GiB of memory, .* multiprocessors, compute capability 9.0"),
        run.out());
    assertTrue(lines.get(5).startsWith("  backend cpu: "), run.out());
    CommandRun all = CommandRun.of("devices", "--all", "--engine.WarnInterpreterOnly=false");
    assertTrue(all.out().contains("\n  warpSize "), all.out());
  }
}
