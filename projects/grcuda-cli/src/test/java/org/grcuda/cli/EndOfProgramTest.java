package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However a program ends, nothing that it did is lost. */
class EndOfProgramTest {

  /** Leaves files open, a thread and two handlers behind; what follows ends it. */
  private static final String PYTHON =
      """
      import atexit, csv, gzip, io, os, sys, threading, time
      import polyglot

      os.chdir(sys.argv[1])
      x = polyglot.eval(language="grcuda", string="CU").DeviceArray("float", 1)
      x[0] = 5
      named = open("named", "w")
      named.write("named")
      open("dropped", "wb").write(b"dropped")
      gzip.open("zipped", "wt").write("zipped")
      csv.writer(open("rows", "w")).writerow([1, 2])
      io.TextIOWrapper(io.BufferedWriter(io.FileIO("stacked", "w"))).write("stacked")
      atexit.register(lambda: (print("last:", x[0]), named.write(", twice")))
      atexit.register(print, "first")
      threading.Thread(target=lambda: (time.sleep(0.1), print("thread"))).start()

      def end():
          local = open("local", "w")
          local.write("local")
          %s
      end()
      """;

  private static final String AT_THE_END = "thread\nfirst\nlast: 5.0\n";

  @TempDir private Path folder;

  private Path python(String end) throws IOException {
    return Files.writeString(folder.resolve("a.py"), PYTHON.formatted(end));
  }

  private void assertAllIsWritten() throws IOException {
    assertEquals("named, twice", Files.readString(folder.resolve("named")));
    assertEquals("dropped", Files.readString(folder.resolve("dropped")));
    assertEquals("1,2\r\n", Files.readString(folder.resolve("rows")));
    assertEquals("stacked", Files.readString(folder.resolve("stacked")));
    assertEquals("local", Files.readString(folder.resolve("local")));
    try (var zipped = new GZIPInputStream(Files.newInputStream(folder.resolve("zipped")))) {
      assertEquals("zipped", new String(zipped.readAllBytes()));
    }
  }

  @ParameterizedTest
  @CsvSource({"pass, 0, ''", "sys.exit(7), 7, ''", "x[1], 1, IndexError"})
  void byItself(String end, int status, String error) throws IOException {
    CommandRun run = CommandRun.ofProgram(python(end).toString(), folder.toString());
    assertEquals(status, run.status(), run.err());
    assertEquals(AT_THE_END, run.out());
    assertTrue(error.isEmpty() ? run.err().isEmpty() : run.err().contains(error), run.err());
    assertAllIsWritten();
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void byASignal(String signal, int status) throws Exception {
    Path program = python("print('ready', flush=True); time.sleep(60)");
    Process process = CommandProcess.start("run", program.toString(), folder.toString());
    try (var output = process.inputReader()) {
      String line = output.readLine();
      while (!line.equals("ready")) {
        line = output.readLine();
      }
      CommandProcess.signal(process, signal);
      assertTrue(process.waitFor(20, TimeUnit.SECONDS), "still running");
      assertEquals(status, process.exitValue());
      assertAllIsWritten();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void whatCannotBeWrittenIsReported() throws IOException {
    Path program = folder.resolve("a.py");
    Files.writeString(program, "f = open('/dev/full', 'w')\nf.write('x')\n");
    CommandRun run = CommandRun.ofProgram(program.toString());
    assertEquals(120, run.status());
    assertEquals(
        """
        Exception ignored in: <_io.TextIOWrapper name='/dev/full' mode='w' encoding='UTF-8'>
        OSError: [Errno 28] No space left on device
        """,
        run.err());
  }

  /** More open files than are kept: those that are written to after others were opened, too. */
  @Test
  void manyFilesThatNobodyCloses() throws IOException {
    Path program = folder.resolve("a.py");
    Files.writeString(
        program,
        """
        files = [open(f"{__file__}.{k}", "w") for k in range(600)]
        for f in files:
            f.write("written")
        """);
    assertEquals(new CommandRun(0, "", ""), CommandRun.ofProgram(program.toString()));
    for (int k = 0; k < 600; k++) {
      assertEquals("written", Files.readString(Path.of(program + "." + k)));
    }
  }

  @Test
  void javaProgramsWaitForTheirThreads() throws IOException {
    Path program = folder.resolve("Threads.java");
    Files.writeString(
        program,
        """
        void main() {
          new Thread(() -> {
            try {
              Thread.sleep(100);
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            System.out.println("thread");
          }).start();
          throw new IllegalStateException("main");
        }
        """);
    CommandRun run = CommandRun.ofProgram(program.toString());
    assertEquals(1, run.status());
    assertEquals("thread\n", run.out());
    assertTrue(run.err().startsWith("Exception in thread \"main\" "), run.err());
  }
}
