package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaScriptReplTest {

  private static final Map<String, String> OPTIONS = Map.of("engine.WarnInterpreterOnly", "false");

  private static CommandRun session(Consumer<JavaScriptRepl> body) {
    return CommandRun.capture(
        () -> {
          try (var repl = new JavaScriptRepl(OPTIONS)) {
            body.accept(repl);
            return repl.end(0);
          }
        });
  }

  @Test
  void valuesAreShownAsNodeDoesAndErrorsDoNotEndTheSession() {
    CommandRun run =
        session(
            repl -> {
              repl.run("'a' + 'b'");
              repl.run("{a: [1, 2]}");
              repl.run("const x = 5");
              repl.run("nope");
              repl.run("grcuda.ones(x).length");
              repl.run("_ + 1");
            });
    assertEquals("'ab'\n{ a: [ 1, 2 ] }\nundefined\n5\n6\n", run.out());
    assertTrue(run.err().contains("ReferenceError: nope is not defined"), run.err());
  }

  @Test
  void statementsMayAwait() {
    CommandRun run =
        session(
            repl -> {
              repl.run("const later = (v) => new Promise((done) => setTimeout(done, 5, v));");
              repl.run("await later(1);");
              repl.run("const { a, b: [c] } = await later({ a: 2, b: [3] })");
              repl.run("[a, c]");
              repl.run("let total = 0\nfor (const v of [1, 2]) total += await later(v)");
              repl.run("total");
              repl.run("await Promise.reject(new RangeError('far'))");
              repl.run("await new Promise(() => {})");
            });
    assertEquals("undefined\n1\nundefined\n[ 2, 3 ]\nundefined\n3\n", run.out());
    assertTrue(run.err().contains("RangeError: far"), run.err());
    assertTrue(run.err().endsWith("Nothing is left that could settle the awaited promise\n"));
  }

  @Test
  void linesAreMissingUntilWhatIsOpenIsClosed() {
    session(
        repl -> {
          assertFalse(repl.isComplete("function f() {"));
          assertFalse(repl.isComplete("const x = await f("));
          assertTrue(repl.isComplete("const x = await f()"));
          assertTrue(repl.isComplete("1 +* 2"));
        });
  }

  @Test
  void namesAndMembersAreCompleted() {
    session(
        repl -> {
          repl.run("const lengthy = [1]");
          assertEquals(List.of("lengt", "lengthy"), repl.complete("1 + lengt"));
          assertTrue(repl.complete("lengthy.ma").contains("lengthy.map"));
          assertTrue(repl.complete("grcuda.aran").contains("grcuda.arange"));
          assertEquals(OptionalInt.of(0), repl.run(".exit"));
        });
  }

  /** As Ctrl-C does. */
  @Test
  void aStatementThatRunsIsInterrupted(@TempDir Path folder) {
    Path begun = folder.resolve("begun");
    CommandRun run =
        session(
            repl -> {
              var interrupter =
                  new Thread(
                      () -> {
                        long end = System.nanoTime() + 60_000_000_000L;
                        while (!Files.exists(begun) && System.nanoTime() < end) {
                          LockSupport.parkNanos(1_000_000);
                        }
                        repl.interrupt();
                      });
              interrupter.start();
              repl.run("require('fs').writeFileSync('" + begun + "', ''); while (true) {}");
              repl.run("1 + 1");
            });
    assertEquals("2\n", run.out());
    assertEquals("Interrupted\n", run.err());
  }
}
