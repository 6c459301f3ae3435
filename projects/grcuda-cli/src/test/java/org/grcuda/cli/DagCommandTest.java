package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DagCommandTest {

  private static final String SCHEDULE =
      """
      {"format": "grcuda-schedule", "version": 1, "metadata": {"program": "two.py"}, "leftOut": 0,
       "devices": [{"ordinal": 0, "name": "Device", "memoryBytes": 1024}],
       "streams": [{"device": 0, "index": 0, "kind": "compute"}],
       "computations": [
         {"id": 1, "name": "first", "kind": "launch", "device": 0, "stream": 0,
          "submitted": 5, "start": 10, "end": 30, "status": "complete"},
         {"id": 2, "name": "second", "kind": "launch", "device": 0, "stream": 0,
          "submitted": 6, "start": 30, "end": 50, "status": "complete"}],
       "dependencies": [{"from": 1, "to": 2, "arrays": ["x"]}]}
      """;

  @TempDir private Path folder;
  private Path input;

  @BeforeEach
  void writeSchedule() throws IOException {
    input = Files.writeString(folder.resolve("two.json"), SCHEDULE);
  }

  private Path draw(String name) {
    Path output = folder.resolve(name);
    CommandRun run = CommandRun.of("dag", input.toString(), "-o", output.toString());
    assertEquals(new CommandRun(0, "", ""), run);
    return output;
  }

  private void assertRefused(int status, String message, Object... args) {
    String[] line = Stream.of(args).map(Object::toString).toArray(String[]::new);
    assertEquals(new CommandRun(status, "", "grcuda: " + message + "\n"), CommandRun.of(line));
  }

  @Test
  void theEndingOfTheOutputSaysTheFormat() throws IOException {
    assertTrue(Files.readString(draw("two.dot")).contains("  v1 -> v2 [label=\"x\"];\n"));
    assertTrue(Files.readString(draw("two.svg")).startsWith("<svg "));
    assertTrue(Files.readString(draw("two.html")).startsWith("<!DOCTYPE html>"));
  }

  @Test
  void itSaysHowFarItIs() throws IOException {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    StringWriter written = new StringWriter();
    long longAgo = System.nanoTime() - 3_000_000_000L;
    try (var line = new ProgressLine("dag", new PrintStream(shown), true, longAgo)) {
      FileProgress progress = new FileProgress(line, 8);
      progress.reading(new StringReader("12345678")).read(new char[4]);
      assertTrue(
          shown.toString().endsWith("grcuda [======                  ] dag"), shown::toString);
      progress.writing(written).write("1234");
      assertTrue(
          shown.toString().endsWith("grcuda [==================      ] dag"), shown::toString);
    }
    assertTrue(shown.toString().endsWith("\r\033[K"), shown::toString);
    assertEquals("1234", written.toString());
  }

  @Test
  void anOutputThatIsThereIsReplaced() throws IOException {
    Files.writeString(folder.resolve("two.dot"), "old");
    assertTrue(Files.readString(draw("two.dot")).startsWith("digraph"));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(
          List.of("two.dot", "two.json"), files.map(f -> f.getFileName() + "").sorted().toList());
    }
  }

  @Test
  void namesThatNoFileCanHoldAreWrittenAsFarAsTheyCan() throws IOException {
    Files.writeString(input, SCHEDULE.replace("\"first\"", "\"fir\\ud800st\""));
    assertTrue(Files.readString(draw("two.dot")).contains("v1 [label=\"fir?st #1\"]"));
  }

  @Test
  void helpSaysWhatItTakes() {
    CommandRun run = CommandRun.of("dag", "--help");
    assertEquals(0, run.status());
    assertTrue(run.out().startsWith("usage: grcuda dag FILE.json -o FILE.(svg|html|dot)\n"));
    assertFalse(run.out().contains("--grcuda."), run.out());
  }

  @Test
  void commandLinesThatMakeNoSenseAreRefused() {
    String endings = "the ending .html or .svg or .dot";
    assertRefused(2, "dag: expected one FILE.json, got 0", "dag", "-o", "x.svg");
    assertRefused(2, "dag: expected one FILE.json, got 2", "dag", "a", "b", "-o", "x.svg");
    assertRefused(2, "dag: no output file; add -o FILE with " + endings, "dag", input);
    assertRefused(2, "-o: no value given", "dag", input, "-o");
    assertRefused(
        2, "dag: cannot write x.png: expected a name with " + endings, "dag", input, "-o", "x.png");
    assertRefused(2, "no such file: none.json", "dag", "none.json", "-o", "x.svg");
    assertRefused(2, "not a readable file: " + folder, "dag", folder, "-o", "x.svg");
    assertRefused(
        2,
        "dag: takes no option of a language, got '--grcuda.Backend'",
        "dag",
        "--grcuda.Backend=cpu",
        input,
        "-o",
        "x.svg");
  }

  @Test
  void filesThatHoldNoScheduleAreRefusedAndNothingIsWritten() throws IOException {
    Path output = folder.resolve("out.svg");
    Path other = Files.writeString(folder.resolve("other.json"), "{\"a\": 1}");
    assertRefused(
        1,
        "dag: " + other + ": no recorded schedule: the field \"format\" is not \"grcuda-schedule\"",
        "dag",
        other,
        "-o",
        output);
    Files.write(other, new byte[] {'{', (byte) 0xff});
    assertRefused(
        1, "dag: " + other + ": no recorded schedule: not UTF-8", "dag", other, "-o", output);
    Files.writeString(other, SCHEDULE.replace("\"to\": 2", "\"to\": 1"));
    CommandRun run = CommandRun.of("dag", other.toString(), "-o", output.toString());
    assertEquals(1, run.status());
    assertTrue(run.err().startsWith("grcuda: dag: " + other + ": "), run.err());
    assertFalse(Files.exists(output));
    CommandRun unwritable =
        CommandRun.of("dag", input.toString(), "-o", folder.resolve("no/where.svg").toString());
    assertEquals(1, unwritable.status());
    assertTrue(unwritable.err().startsWith("grcuda: dag: cannot write "), unwritable.err());
  }
}
