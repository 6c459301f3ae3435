package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** {@code grcuda bench}: its arguments, and the benchmarks that are quick enough for a test. */
final class BenchCommandTest {

  @Test
  void unknownBenchmarksAndArgumentsAreRefused() {
    assertRefused("bench: expected the name of a benchmark: arrays, ", "bench");
    assertRefused("bench: expected the name of a benchmark: arrays, ", "bench", "x");
    assertRefused("bench: unexpected argument '--quick'", "bench", "launch", "--quick");
    assertRefused("bench: unknown argument '--fast'; expected ", "bench", "scheduling", "--fast");
    assertRefused(
        "bench: --workload: expected one of independent, chain, fork-join, iterative, given 'x'",
        "bench",
        "scheduling",
        "--workload=x");
    assertRefused(
        "bench: --most: expected a whole number from 1, given '0'",
        "bench",
        "scheduling",
        "--most=0");
    assertRefused("bench: unknown argument '--fast'; expected ", "bench", "waiting", "--fast");
    assertRefused("bench: unknown argument '--burners=0'", "bench", "waiting", "--burners=0");
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
  void cpuComparesKernelsAndValidatesThem() {
    CommandRun table = CommandRun.of("bench", "cpu", "--quick", "--kernel=saxpy");
    assertEquals(0, table.status(), table.err());
    assertTrue(table.out().startsWith("medians, ms; ratio: "), table.out());
    assertTrue(table.out().contains("\nsaxpy "), table.out());
    assertTrue(table.out().contains("\ngrcuda: CPU ("), table.out());
    CommandRun json =
        CommandRun.of("bench", "cpu", "--quick", "--kernel=reduction", "--alone", "--json");
    assertTrue(json.out().contains("\"kernel\": \"reduction\""), json.out());
    assertRefused("bench: --kernel: expected one of square, ", "bench", "cpu", "--kernel=x");
  }

  @Test
  void schedulingPrintsATableAndJson() {
    String[] quick = {"bench", "scheduling", "--quick", "--workload=chain", "--policy=round-robin"};
    CommandRun table = CommandRun.of(quick);
    assertEquals(0, table.status(), table.err());
    assertTrue(table.out().startsWith("chain: "), table.out());
    assertTrue(table.out().contains("\n8 devices, round-robin "), table.out());
    CommandRun json =
        CommandRun.of("bench", "scheduling", "--quick", "--workload=iterative", "--json");
    assertTrue(
        json.out().startsWith("[{\"workload\": \"iterative\", \"subject\": \"plain loop"),
        json.out());
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
