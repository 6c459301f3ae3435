package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PythonReplTest {

  private static final Map<String, String> OPTIONS = Map.of("engine.WarnInterpreterOnly", "false");

  /** What {@code body} prints to standard output and standard error. */
  private static CommandRun session(Consumer<PythonRepl> body) {
    return CommandRun.capture(
        () -> {
          try (var repl = new PythonRepl(OPTIONS)) {
            body.accept(repl);
            return repl.end(0);
          }
        });
  }

  @Test
  void valuesAreDisplayedAndErrorsDoNotEndTheSession() {
    CommandRun run =
        session(
            repl -> {
              repl.run("x = grcuda.arange(3, dtype=grcuda.int32)");
              repl.run("x");
              repl.run("def f():\n    return x[7]\n");
              repl.run("f()");
              repl.run("a = 1\nfor i in range(2):\n    a += i\na");
              repl.run("_ + 1");
              repl.run("1 +* 2");
              repl.run("None");
            });
    assertEquals("int[3] [0, 1, 2]\n2\n3\n", run.out());
    assertTrue(
        run.err()
            .contains(
                """
                  File "<python-input-3>", line 1, in <module>
                    f()
                """),
        run.err());
    assertTrue(run.err().contains("IndexError: "), run.err());
    assertTrue(run.err().contains("SyntaxError: invalid syntax"), run.err());
    assertFalse(run.err().contains("repl.py"), run.err());
  }

  @Test
  void statementsOfSeveralLinesEndWithAnEmptyOne() {
    session(
        repl -> {
          assertTrue(repl.isComplete("x = 1"));
          assertFalse(repl.isComplete("if True:"));
          assertFalse(repl.isComplete("if True:\n    x = 1"));
          assertTrue(repl.isComplete("if True:\n    x = 1\n"));
          assertFalse(repl.isComplete("f(1,"));
          assertTrue(repl.isComplete("1 +* 2"));
        });
  }

  @Test
  void namesAndMembersAreCompleted() {
    session(
        repl -> {
          repl.run("import sys; lengthy = 1");
          assertEquals(List.of("leng", "lengthy"), repl.complete("1 + leng"));
          assertTrue(repl.complete("(sys.ver").contains("sys.version"));
          assertTrue(repl.complete("grcuda.aran").contains("grcuda.arange("));
          assertEquals(List.of(""), repl.complete("    "));
        });
  }

  @Test
  void theEndHasAStatus() {
    session(
        repl -> {
          assertEquals(OptionalInt.of(0), repl.run("exit"));
          assertEquals(OptionalInt.of(3), repl.run("quit(3)"));
          assertEquals(OptionalInt.empty(), repl.run("exit = 5"));
          assertEquals(OptionalInt.empty(), repl.run("exit"));
        });
  }
}
