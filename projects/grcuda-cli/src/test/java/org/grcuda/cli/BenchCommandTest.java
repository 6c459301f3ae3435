package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code grcuda bench}: its arguments, and the benchmarks that are quick enough for a test. */
final class BenchCommandTest {

  @Test
  void unknownBenchmarksAndArgumentsAreRefused() {
    assertRefused("bench: expected the name of a benchmark: arrays, ", "bench");
    assertRefused("bench: expected the name of a benchmark: arrays, ", "bench", "x");
    assertRefused(
        "bench: Unknown option: '--quick'; see grcuda bench launch --help",
        "bench",
        "launch",
        "--quick");
    for (String name : List.of("crossing", "scheduling", "waiting")) {
      assertRefused(
          "bench: Unknown option: '--fast'; see grcuda bench %s --help".formatted(name),
          "bench",
          name,
          "--fast");
    }
    assertRefused(
        "bench: Invalid value for option '--workload': expected one of independent, chain,"
            + " fork-join, iterative, given 'x'; see grcuda bench scheduling --help",
        "bench",
        "scheduling",
        "--workload=x");
    assertRefused(
        "bench: Invalid value for option '--most': expected a whole number from 1, given '0'",
        "bench",
        "scheduling",
        "--most=0");
    assertRefused(
        "bench: Invalid value for option '--burners': expected a whole number from 1, given '0'",
        "bench",
        "waiting",
        "--burners=0");
    assertRefused("bench: takes no option of a language", "bench", "--grcuda.CpuDevices=2", "cpu");
  }

  @Test
  void everyBenchmarkTellsItsArguments() {
    CommandRun all = CommandRun.of("bench", "--help");
    assertEquals(0, all.status(), all.err());
    List<String> names =
        all.out()
            .lines()
            .filter(line -> line.startsWith("  "))
            .map(line -> line.strip().split(" ")[0])
            .toList();
    assertEquals(19, names.size(), all.out());
    for (String name : names) {
      CommandRun one = CommandRun.of("bench", name, "--help");
      assertEquals(0, one.status(), one.err());
      assertTrue(one.out().startsWith("Usage: grcuda bench " + name + " "), one.out());
      assertTrue(one.out().contains("-h, --help"), one.out());
    }
    CommandRun program = CommandRun.of("bench", "program", "vec", "--help");
    assertTrue(program.out().startsWith("Usage: grcuda bench program vec "), program.out());
    assertTrue(program.out().contains("--by-hand"), program.out());
  }

  @Test
  void compilationNamesTheFileThatItCannotTake(@TempDir Path folder) throws Exception {
    assertRefused("bench: no such file: no.cu", "bench", "compilation", "no.cu");
    Path file = Files.writeString(folder.resolve("k.cu"), "nonsense");
    assertRefused("bench: bench.cu(1): error: ", "bench", "compilation", file.toString());
  }

  @Test
  void translationNamesTheFileThatItCannotTake(@TempDir Path folder) throws Exception {
    assertRefused("bench: Missing required parameter: 'FILE.ptx'", "bench", "translation");
    assertRefused("bench: no such file: @list", "bench", "translation", "@list");
    Path file = folder.resolve("k.ptx");
    assertRefused("bench: no such file: " + file, "bench", "translation", file.toString());
    Files.writeString(file, ".version 7.0\nnonsense\n");
    assertRefused("bench: " + file + ": ", "bench", "translation", file.toString());
  }

  @Test
  void waitingOnSharedCoresPrintsATableOrWhyNot() {
    CommandRun shared = CommandRun.of("bench", "waiting", "--shared", "--quick");
    assertEquals(0, shared.status(), shared.err());
    boolean isTable = shared.out().contains("half of each period");
    assertTrue(isTable || shared.out().contains("left out: "), shared.out());
  }

  @Test
  void waitingPrintsATableAndJson() {
    CommandRun table = CommandRun.of("bench", "waiting", "--quick");
    assertEquals(0, table.status(), table.err());
    assertTrue(table.out().contains("\nidle cores\n"), table.out());
    assertTrue(table.out().contains("\nevery core contended by other processes\n"), table.out());
    assertEquals(6, table.out().lines().filter(line -> line.contains(", cpu ")).count() - 2);
    assertTrue(table.out().contains("(published 4.2)"), table.out());
    CommandRun json = CommandRun.of("bench", "waiting", "--quick", "--json");
    assertTrue(
        json.out().startsWith("{\"waits\": [\n  {\"policy\": \"hybrid\", \"kernelMicros\": 10,"),
        json.out());
  }

  @Test
  void graphComparesSchedulesAndC() {
    CommandRun table =
        CommandRun.of(
            "bench", "graph", "--scale=8", "--side=20", "--parts=1,3", "--rounds=1", "--warm-up=1");
    assertEquals(0, table.status(), table.err());
    assertEquals(16, table.out().lines().filter(l -> l.matches("[a-z]+ (rmat|road) .*")).count());
    assertTrue(table.out().contains("x bulk-synchronous, "), table.out());
    assertTrue(table.out().contains("x C with OpenMP\n"), table.out());
  }

  @Test
  void cpuComparesKernelsAndValidatesThem() {
    CommandRun table = CommandRun.of("bench", "cpu", "--quick", "--kernel=saxpy");
    assertEquals(0, table.status(), table.err());
    assertTrue(table.out().startsWith("medians, ms; ratio: "), table.out());
    assertTrue(table.out().contains("\nsaxpy "), table.out());
    assertTrue(table.out().contains("\ngrcuda: CPU ("), table.out());
    CommandRun json =
        CommandRun.of("bench", "cpu", "--quick", "--kernel=reduction", "--alone", "--json");
    assertTrue(json.out().contains("\"kernel\": \"reduction\""), json.out());
    assertRefused(
        "bench: Invalid value for option '--kernel': expected one of square, ",
        "bench",
        "cpu",
        "--kernel=x");
  }

  @Test
  void cpuMeasuresFirstLaunchesInProcessesOfTheirOwn() throws IOException, InterruptedException {
    Process process =
        CommandProcess.start(List.of("bench", "cpu", "--first", "--quick", "--kernel=saxpy"));
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    assertTrue(out.startsWith("ms; translation: "), out);
    assertTrue(
        out.lines().anyMatch(line -> line.matches("saxpy( +[\\d.]+){5}(( +[\\d.]+){2})*")), out);
  }

  @Test
  void crossingPrintsEverySideOnce() {
    CommandRun table = CommandRun.of("bench", "crossing", "--quick");
    assertEquals(0, table.status(), table.err());
    assertTrue(table.out().startsWith("two waits, a launch, a record"), table.out());
    assertEquals(9, table.out().lines().count(), table.out());
    assertTrue(table.out().contains("\none crossing, java.lang.foreign "), table.out());
  }

  @Test
  void schedulingPrintsATableAndJson() {
    String[] quick = {"bench", "scheduling", "--quick", "--workload=chain", "--policy=round-robin"};
    CommandRun table = CommandRun.of(quick);
    assertEquals(0, table.status(), table.err());
    assertTrue(table.out().startsWith("chain: "), table.out());
    assertTrue(table.out().contains("\n8 devices, round-robin "), table.out());
    CommandRun json =
        CommandRun.of(
            "bench",
            "scheduling",
            "--quick",
            "--workload=iterative",
            "--policy=round-robin",
            "--json");
    assertTrue(
        json.out().startsWith("[{\"workload\": \"iterative\", \"subject\": \"plain loop"),
        json.out());
  }

  @Test
  void programRunsOneBenchmarkOfTheSuite() {
    CommandRun run =
        CommandRun.of(
            "bench", "program", "vec", "--size=1000", "--iterations=2", "--grcuda.CpuDevices=2");
    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.out().startsWith("vec in java, size 1,000, 1 partitions, 2 devices, async, auto: "),
        run.out());
    assertTrue(run.out().endsWith(" ms (median of 2), valid\n"), run.out());
    assertRefused(
        "bench: Unknown option: '--sizes=1'; see grcuda bench program vec --help",
        "bench",
        "program",
        "vec",
        "--sizes=1");
  }

  @Test
  void suiteGoesOnWhereItWasInterrupted(@TempDir Path folder) throws Exception {
    assertRefused("bench: Unknown option: '--size=1'; see ", "bench", "suite", "--size=1");
    assertRefused(
        "bench: Invalid value for option '--devices' (COUNT): expected a whole number from 1",
        "bench",
        "suite",
        "--devices=all");
    assertRefused(
        "bench: Invalid value for option '--hosts' (NAME): expected one of java, java-hand,",
        "bench",
        "suite",
        "--hosts=r");
    String[] suite = {
      "bench",
      "suite",
      "--benchmarks=vec,tree",
      "--sizes=small",
      "--devices=1,2",
      "--policies=round-robin,stream-aware",
      "--iterations=1",
      "--warm-up=0",
      "--output=" + folder
    };
    CommandRun first = CommandRun.of(suite);
    assertEquals(0, first.status(), first.err());
    Path cells = folder.resolve("cells.jsonl");
    List<String> lines = Files.readAllLines(cells);
    assertEquals(6, lines.size());
    String kept = lines.get(0).replaceFirst("\"seconds\":\\[[^]]*", "\"seconds\":[12345.0");
    String cut = lines.get(1) + "\n" + lines.get(2).substring(0, 100);
    Files.writeString(cells, kept + "\n" + cut);

    assertEquals(0, CommandRun.of(suite).status());
    assertEquals(6, Files.readAllLines(cells).size());
    assertTrue(Files.readString(cells).startsWith(kept + "\n" + lines.get(1) + "\n"));
    List<String> table = Files.readAllLines(folder.resolve("results.csv"));
    assertEquals(7, table.size());
    assertTrue(
        table.get(1).startsWith("vec,java,1000,1,1,async,single-gpu,1,12345.0"), table.get(1));
    assertEquals(8, Files.readAllLines(folder.resolve("results.json")).size());
    for (String plot : List.of("speedup.svg", "ablation.svg")) {
      String svg = Files.readString(folder.resolve(plot));
      assertTrue(svg.startsWith("<svg ") && svg.endsWith("</svg>\n"), svg);
      assertEquals(3, svg.lines().filter(line -> line.contains("<title>")).count(), svg);
    }
    Files.writeString(cells, "[]\n");
    assertRefused("bench: " + cells + ", line 1: not a result", suite);
  }

  @Test
  void aLongLoopKeepsItsStreamsAndEvents() {
    CommandRun run = CommandRun.of("bench", "scheduling", "--loop", "--quick", "--devices=1");
    assertEquals(0, run.status(), run.err());
    assertEquals(13, run.out().lines().count(), run.out());
  }

  private static void assertRefused(String message, String... args) {
    CommandRun run = CommandRun.of(args);
    assertEquals(CommandFailure.USAGE, run.status(), run.err());
    assertTrue(run.err().startsWith("grcuda: " + message), run.err());
  }
}
