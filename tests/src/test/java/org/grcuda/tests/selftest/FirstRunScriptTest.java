package org.grcuda.tests.selftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ./grcuda first-run} of a bundle whose commands are scripts that note how they are called.
 */
class FirstRunScriptTest {

  private record Run(int status, List<String> lines) {}

  @TempDir private Path bundle;

  @BeforeEach
  void copyTheScript() throws IOException {
    Files.copy(Repository.root().resolve("scripts/lib/first-run.sh"), bundle.resolve("first-run"));
    for (String command : List.of("grcuda", "selftest", "compare")) {
      script(command, "");
    }
  }

  private void script(String command, String body) throws IOException {
    Path file = bundle.resolve(command);
    Files.writeString(
        file, "#!/bin/sh\necho " + command + " \"$@\" >>\"$0.calls\"\n" + body + "\n");
    assertTrue(file.toFile().setExecutable(true));
  }

  private Run run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sh", bundle.resolve("first-run").toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    return new Run(process.exitValue(), output.lines().toList());
  }

  private List<String> calls(String command) throws IOException {
    return Files.readAllLines(bundle.resolve(command + ".calls"));
  }

  /** The names of the steps, in order. */
  private static List<String> steps(Run run) {
    return run.lines.stream()
        .filter(line -> !line.startsWith("first-run:"))
        .filter(line -> line.contains(" passed (") || line.contains(" FAILED: "))
        .map(line -> line.substring(0, 34).strip())
        .toList();
  }

  @Test
  void checksComeBeforeMeasurementsAndOneThingChangesAtATime() throws Exception {
    Run run = run();
    assertEquals(0, run.status, run.lines::toString);
    List<String> steps = steps(run);
    assertEquals(
        List.of(
            "devices",
            "attributes of devices",
            "contract",
            "faults",
            "kernels",
            "golden-java",
            "benchmarks",
            "comparison, small",
            "bs",
            "bs, 8 connections"),
        steps.subList(0, 10));
    assertEquals(8 + 3 * 9, steps.size());
    assertTrue(
        calls("grcuda")
            .contains(
                "grcuda bench program bs --grcuda.MemoryManager=replicated --iterations=10"
                    + " --grcuda.Backend=cuda"));
    String last = run.lines.getLast();
    assertEquals("first-run: 35 checks passed; the report is " + report(), last);
  }

  private Path report() {
    return bundle.resolve("first-run.txt");
  }

  @Test
  void aFailureIsReportedAndTheRestIsDone() throws Exception {
    script("selftest", "[ \"$2\" != kernels ] || { echo 'rounding of fma differs'; exit 1; }");
    Run run = run();
    assertEquals(1, run.status, run.lines::toString);
    assertEquals(35, steps(run).size());
    assertTrue(
        run.lines.stream().anyMatch(line -> line.matches("kernels +FAILED: status 1 \\(\\d+ s\\)")),
        run.lines::toString);
    assertEquals(
        "first-run: FAILED: 1 of 35 checks; the report is " + report(), run.lines.getLast());
    String report = Files.readString(report());
    assertTrue(report.contains("\n== kernels\n$ "), report);
    assertTrue(report.contains("\nrounding of fma differs\n"), report);
  }

  @Test
  void aStepThatHangsIsStopped() throws Exception {
    script("selftest", "[ \"$2\" != faults ] || exec sleep 1000");
    Run run = run("--limit=1");
    assertEquals(1, run.status, run.lines::toString);
    assertTrue(
        run.lines.stream()
            .anyMatch(line -> line.matches("faults +FAILED: not done after 1 s \\(\\d+ s\\)")),
        run.lines::toString);
    assertEquals(35, steps(run).size());
  }

  @Test
  void languagesAreTriedWhereTheirPartsAre() throws Exception {
    Files.createDirectories(bundle.resolve("cache/grcuda/nvrtc-12.9.86-x86_64"));
    Files.createDirectories(bundle.resolve("resources/python"));
    Files.createDirectories(bundle.resolve("modules"));
    Files.writeString(bundle.resolve("modules/js-language-25.jar"), "");
    List<String> steps = steps(run());
    assertTrue(steps.containsAll(List.of("golden-javascript", "golden-python")), steps::toString);
  }

  @Test
  void withoutAGpuItSaysSoAndStops() throws Exception {
    script("grcuda", "echo '  cuda  not available   no NVIDIA driver is installed'; exit 1");
    Run run = run();
    assertEquals(1, run.status);
    assertEquals(
        "first-run: FAILED: no GPU can be used; the report is " + report(), run.lines.getLast());
    assertTrue(Files.readString(report()).contains("no NVIDIA driver is installed"));
    assertEquals(1, calls("grcuda").size());
  }

  @Test
  void wrongArgumentsAreRefused() throws Exception {
    Run run = run("--limit=soon");
    assertEquals(2, run.status);
    assertEquals(
        List.of(
            "grcuda: first-run: --limit=soon: expected a whole number of seconds, such as"
                + " --limit=60"),
        run.lines);
    assertEquals(2, run("now").status);
  }
}
