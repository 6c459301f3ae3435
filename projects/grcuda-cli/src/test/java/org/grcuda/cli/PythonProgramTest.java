package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonProgramTest {

  @TempDir private Path folder;

  private CommandRun run(String source, String... arguments) throws IOException {
    Path file = Files.writeString(folder.resolve("a.py"), source);
    return CommandRun.ofProgram(file.toString(), arguments);
  }

  @Test
  void theProgramIsMainSeesItsArgumentsAndImportsItsNeighbours() throws IOException {
    Files.writeString(folder.resolve("neighbour.py"), "x = 7\n");
    String file = folder.resolve("a.py").toString();
    assertEquals(
        new CommandRun(5, "__main__ ['" + file + "', 'x', '-y'] True 7\n", ""),
        run(
            """
            import sys, neighbour
            print(__name__, sys.argv, __file__ == sys.argv[0], neighbour.x)
            sys.exit(5)
            """,
            "x",
            "-y"));
  }

  @Test
  void exitWithAMessagePrintsItAndFails() throws IOException {
    CommandRun run = run("import sys\nsys.exit('no data')\n");
    // GraalPy 25.0.3 ends the message with no line break.
    assertEquals(
        new CommandRun(1, "", "no data"),
        new CommandRun(run.status(), run.out(), run.err().strip()));
  }

  @Test
  void uncaughtExceptionsPrintATraceback() throws IOException {
    String file = folder.resolve("a.py").toString();
    assertEquals(
        new CommandRun(
            1,
            "",
            """
            Traceback (most recent call last):
              File "%s", line 3, in <module>
                f()
              File "%s", line 2, in f
                return 1 // 0
            ZeroDivisionError: integer division or modulo by zero
            """
                .formatted(file, file)),
        run("def f():\n    return 1 // 0\nf()\n"));
  }

  @Test
  void codeStandardInputAndModulesAreProgramsToo() throws IOException {
    String print = "import sys; print(__name__, sys.argv); exit(4)\n";
    assertEquals(
        new CommandRun(4, "__main__ ['-c', 'x', '-c']\n", ""),
        CommandRun.ofProgram("-c", print, "x", "-c"));
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(print.getBytes()));
      assertEquals(new CommandRun(4, "__main__ ['-']\n", ""), CommandRun.ofProgram("-"));
    } finally {
      System.setIn(before);
    }
    CommandRun module = CommandRun.ofProgram("-m", "calendar", "2026", "11");
    assertEquals(0, module.status(), module.err());
    assertTrue(module.out().startsWith("   November 2026\n"), module.out());
    assertEquals(
        "grcuda: run: --language=ruby: expected python or js\n",
        CommandRun.of("run", "--language=ruby", "-c", "1").err());
  }

  private CommandRun notebook(String... cells) throws IOException {
    var json = new StringJoiner(",", "{\"nbformat\": 4, \"cells\": [", "]}");
    json.add("{\"cell_type\": \"markdown\", \"source\": [\"# A title\"]}");
    for (String cell : cells) {
      String text = cell.replace("\n", "\\n").replace("\"", "\\\"");
      json.add("{\"cell_type\": \"code\", \"source\": \"" + text + "\"}");
    }
    Path file = Files.writeString(folder.resolve("a.ipynb"), json.toString());
    return CommandRun.ofProgram(file.toString());
  }

  @Test
  void cellsOfANotebookAreRunInOrderAndErrorsNameTheCell() throws IOException {
    CommandRun run =
        notebook(
            "%matplotlib inline\nx = 6\nx * 7",
            "text = \"\"\"\n%no magic\n\"\"\"\nlen(text)",
            "%time y = x\ny;",
            "def f():\n    return 1 // 0\nf()",
            "print('not reached')");
    assertEquals(1, run.status());
    assertTrue(run.out().matches("42\n11\nWall time: .* ms\n"), run.out());
    assertTrue(
        run.err().contains("a.ipynb, cell 4\", line 2, in f\n    return 1 // 0\n"), run.err());
    assertFalse(run.err().contains("notebook.py"), run.err());
    CommandRun refused = notebook("x = 1\n%foo x");
    assertEquals(1, refused.status());
    assertTrue(
        refused.err().contains("a.ipynb, cell 1, line 2: the magic '%foo' is not supported"),
        refused.err());
  }
}
