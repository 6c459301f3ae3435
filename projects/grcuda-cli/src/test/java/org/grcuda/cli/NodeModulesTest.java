package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages of node_modules, CommonJS, and the modules of Node, as programs use them. */
class NodeModulesTest {

  @TempDir private Path folder;

  @BeforeEach
  void install() throws IOException, URISyntaxException {
    Path resources = Path.of(NodeModulesTest.class.getResource("/node").toURI());
    copy(resources.resolve("packages"), folder.resolve("node_modules"));
    copy(resources.resolve("program"), folder.resolve("program"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }

  private CommandRun run(String name, String source) throws IOException {
    Path file = Files.writeString(folder.resolve("program").resolve(name), source);
    return CommandRun.ofProgram(file.toString());
  }

  /** What Node prints, but for the suggestions and for what is not there, is in the file .out. */
  @ParameterizedTest
  @ValueSource(strings = {"main.mjs", "main.js", "typed/main.js", "files.mjs"})
  void programsPrintWhatTheyShould(String name) throws IOException {
    Path file = folder.resolve("program").resolve(name);
    String expected = Files.readString(Path.of(file + ".out"));
    assertEquals(
        new CommandRun(0, expected, ""), CommandRun.ofProgram(file.toRealPath().toString(), "arg"));
  }

  @Test
  void aScriptThatImportsIsAModule() throws IOException {
    assertEquals(
        new CommandRun(0, "4 true\n", ""),
        run(
            "a.js",
            "import { twice } from 'plain';\nconsole.log(twice(2), this === undefined);\n"));
  }

  @Test
  void anErrorOfAModuleShowsItsLine() throws IOException {
    Files.writeString(
        folder.resolve("program/bad.cjs"), "exports.f = () => {\n  undefined.x;\n};\n");
    CommandRun run = run("a.mjs", "import { f } from './bad.cjs';\nf();\n");
    assertEquals(1, run.status());
    assertTrue(run.err().contains("bad.cjs:2\n  undefined.x;\n"), run.err());
    assertTrue(run.err().contains("a.mjs:2:1"), run.err());
  }

  @Test
  void whatIsNotThereSaysSo() throws IOException {
    CommandRun run = run("a.mjs", "import fs from 'node:fs';\nfs.createReadStream('x');\n");
    assertTrue(
        run.err()
            .contains(
                "Error: fs.createReadStream is not there; files are read and written whole:"
                    + " readFileSync, writeFileSync, appendFileSync\n"),
        run.err());
    run = run("b.mjs", "import { createHash } from 'crypto';\n");
    assertTrue(
        run.err()
            .contains(
                "Error: node:crypto does not exist here; the modules of Node here are assert,"));
  }

  @Test
  void theProcessTellsOfItsEnd() throws IOException {
    String listeners =
        """
        process.on('exit', (code) => console.log('exit', code));
        let rounds = 0;
        process.on('beforeExit', () => {
          if (rounds++ < 1) setTimeout(() => console.log('more'), 1);
        });
        """;
    assertEquals(new CommandRun(0, "more\nexit 0\n", ""), run("a.js", listeners));
    assertEquals(new CommandRun(3, "exit 3\n", ""), run("a.js", listeners + "process.exit(3);\n"));
    assertEquals(
        new CommandRun(4, "more\nexit 4\n", ""), run("a.js", listeners + "process.exitCode = 4;"));
    CommandRun failed = run("a.js", listeners + "throw new RangeError('far');\n");
    assertEquals(1, failed.status());
    assertEquals("exit 1\n", failed.out());
    assertTrue(failed.err().contains("RangeError: far\n"), failed.err());
  }

  @Test
  void theProcessHearsOfUncaughtErrors() throws IOException {
    assertEquals(
        new CommandRun(0, "caught one\ncaught two\ncaught three\nlate\n", ""),
        run(
            "a.js",
            """
            process.on('uncaughtException', (e) => console.log('caught', e.message));
            setTimeout(() => {
              setTimeout(() => {
                setTimeout(() => console.log('late'), 1);
                Promise.reject(new Error('three'));
              }, 1);
              throw new Error('two');
            }, 1);
            throw new Error('one');
            """));
    CommandRun run = run("a.js", "process.on('SIGINT', () => {});\n");
    assertTrue(
        run.err()
            .contains(
                "Error: process.on: no event 'SIGINT' is there; there are exit, beforeExit,"
                    + " uncaughtException\n"),
        run.err());
  }
}
