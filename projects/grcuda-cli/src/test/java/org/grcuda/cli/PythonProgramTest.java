package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
