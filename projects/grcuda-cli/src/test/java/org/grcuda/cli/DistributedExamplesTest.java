package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of distributed arrays find that their results are right. */
class DistributedExamplesTest {

  @ParameterizedTest
  @ValueSource(strings = {"heat_distributed.py", "heat_distributed.mjs", "HeatDistributed.java"})
  void resultsDoNotDependOnTheParts(String name) {
    CommandRun run = CommandRun.ofProgram("../../examples/" + name, "40", "10");
    assertEquals(0, run.status(), run::err);
    assertTrue(
        run.out().matches("rank 0 of 1: 10 steps on 40 x 40 points, [0-9.]+ in all: validated\n"),
        run::out);
  }
}
