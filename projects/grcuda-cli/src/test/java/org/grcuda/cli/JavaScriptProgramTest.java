package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaScriptProgramTest {

  @TempDir private Path folder;

  private CommandRun run(String name, String source, String... arguments) throws IOException {
    Path file = Files.writeString(folder.resolve(name), source);
    return CommandRun.ofProgram(file.toString(), arguments);
  }

  private void assertPrints(String expected, String source, String... arguments)
      throws IOException {
    assertEquals(new CommandRun(0, expected, ""), run("a.js", source, arguments));
  }

  @Test
  void argumentsAreSeenBothWays() throws IOException {
    assertPrints(
        "[ 'x', '-y' ] [ 'x', '-y' ] " + folder.resolve("a.js") + "\n",
        "console.log([...arguments], process.argv.slice(2), process.argv[1])",
        "x",
        "-y");
  }

  @Test
  void consoleShowsValuesAsNodeDoes() throws IOException {
    assertPrints(
        "{ a: 1, b: [ 'x', null ] } Map(1) { 'k' => 2 } Float32Array(2) [ 0, 0 ] [class A] -0 1n\n",
        """
        console.log({a: 1, b: ['x', null]}, new Map([['k', 2]]), new Float32Array(2), class A {},
            -0, 1n)
        """);
    assertPrints("{ a: { b: { c: [Object] } } }\n", "console.log({a: {b: {c: {d: 1}}}})");
    assertPrints("a 5% {\"x\":1} rest\n", "console.log('%s %d%% %j', 'a', 5, {x: 1}, 'rest')");
    assertPrints("[1, 2]\n", "console.log(Java.type('java.util.List').of(1, 2))");
  }

  @Test
  void errorsAndWarningsOfTheConsoleGoToStandardError() throws IOException {
    assertEquals(
        new CommandRun(0, "", "e\nw\n"), run("a.js", "console.error('e'); console.warn('w')"));
  }

  @Test
  void exitCannotBeCaughtAndSetsTheStatus() throws IOException {
    String source =
        "try { process.exit(5) } catch (e) { console.log('c') } finally { console.log('f') }";
    assertEquals(new CommandRun(5, "", ""), run("a.js", source));
    assertEquals(4, run("a.js", "process.exitCode = 4").status());
  }

  @Test
  void promisesAndTimersRunInOrderBeforeTheEnd() throws IOException {
    assertPrints(
        "sync\nmicrotask\nfirst x\nsecond\n",
        """
        setTimeout(() => console.log('second'), 500);
        setTimeout(a => console.log('first', a), 1, 'x');
        const stopped = setTimeout(() => console.log('never'), 1);
        clearTimeout(stopped);
        Promise.resolve().then(() => console.log('microtask'));
        console.log('sync');
        """);
  }

  @Test
  void anIntervalRunsUntilItIsCleared() throws IOException {
    assertPrints(
        "1\n2\n3\n",
        """
        let k = 0;
        const id = setInterval(() => { console.log(++k); if (k === 3) clearInterval(id); }, 1);
        """);
  }

  @Test
  void timersRunWhileComputationsAreAwaited() throws IOException {
    assertPrints(
        "true true settled undefined\n",
        """
        const { zeros, kernel, synchronizeAsync } = grcuda;
        const copy = kernel(
          'extern "C" __global__ void copy(int *y, const volatile int *x) { y[0] = x[0]; }',
          'copy(y: inout pointer sint32, x: in pointer sint32)');
        const x = zeros(1, 'int');
        for (let i = 0; i < 50; i++) copy(1, 1)(x, zeros(1, 'int'));
        let ticks = 0;
        const timer = setInterval(() => ticks++, 1);
        (async () => {
          const y = await x.ready();
          const nothing = await synchronizeAsync();
          await new Promise((done) => setTimeout(done, 10));
          clearInterval(timer);
          console.log(y === x, ticks > 0, 'settled', nothing);
        })();
        """);
  }

  @Test
  void aProgramDoesNotEndWhileAComputationIsAwaited() throws IOException {
    assertPrints(
        "sync\nready\n",
        "grcuda.zeros(9).ready().then(() => console.log('ready'));" + " console.log('sync')");
  }

  @Test
  void modulesImportFromTheFolderOfTheImporter() throws IOException {
    Files.createDirectory(folder.resolve("lib"));
    Files.writeString(folder.resolve("lib/b.mjs"), "export const b = 42;");
    assertEquals(
        new CommandRun(0, "42 7\n", ""),
        run(
            "a.mjs",
            "import { b } from './lib/b.mjs'; const c = await Promise.resolve(7);"
                + " console.log(b, c)"));
  }

  @Test
  void uncaughtErrorsShowPlaceMessageAndStack() throws IOException {
    CommandRun run = run("a.js", "function f() {\n  throw new TypeError('boom');\n}\nf();\n");
    assertEquals(1, run.status());
    assertEquals(
        """
        a.js:2
          throw new TypeError('boom');
                ^^^^^^^^^^^^^^^^^^^^^

        TypeError: boom
            at f (a.js:2:9)
            at a.js:4:1
        """,
        run.err());
  }

  @Test
  void rejectedPromisesAndSyntaxErrorsFail() throws IOException {
    CommandRun rejected = run("a.js", "(async () => { throw new Error('late') })()");
    assertEquals(1, rejected.status());
    assertTrue(rejected.err().contains("Error: late\n"), rejected.err());
    CommandRun syntax = run("a.js", "let x y");
    assertEquals(1, syntax.status());
    assertTrue(syntax.err().startsWith("SyntaxError: a.js:1:6 "), syntax.err());
  }

  @Test
  void exportsSayWhichProgramTheyShow() throws IOException {
    Path trace = folder.resolve("trace.json");
    Path file =
        Files.writeString(
            folder.resolve("vector.mjs"), "Polyglot.eval('grcuda', 'int[8]')[0] = 1;");
    CommandRun run = CommandRun.of("run", "--grcuda.ExportTrace=" + trace, file.toString());
    assertEquals(0, run.status(), run.err());
    assertTrue(Files.readString(trace).contains("\"program\":\"vector.mjs\""), run.err());
  }
}
