package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.grcuda.runtime.policy.BandwidthFile;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BandwidthCommandTest {

  private static final String SMALL = "--grcuda.CpuDeviceMemory=16M";

  @TempDir private Path folder;

  private static void assertFails(int status, String message, String... args) {
    assertEquals(new CommandRun(status, "", "grcuda: " + message + "\n"), CommandRun.of(args));
  }

  @Test
  void aTableIsPrintedAndTheFileIsReadAgain() throws IOException {
    Path file = folder.resolve("made").resolve("b.csv");
    CommandRun run =
        CommandRun.of("bandwidth", SMALL, "--grcuda.CpuDevices=2", "-o", file.toString());
    assertEquals("grcuda: written to " + file + "\n", run.err());
    assertEquals(0, run.status());
    List<String> lines = run.out().lines().toList();
    assertEquals("GB/s to      host        0        1", lines.getFirst());
    assertTrue(lines.get(1).matches(" {4}host {8}-( +[0-9]+\\.[0-9]){2}"), lines.get(1));
    assertTrue(lines.get(3).matches(" {7}1( +[0-9]+\\.[0-9]){3}"), lines.get(3));
    BandwidthMatrix matrix = BandwidthFile.parse(Files.readString(file), "b.csv");
    assertEquals(2, matrix.devices());
    try (Stream<Path> files = Files.list(file.getParent())) {
      assertEquals(List.of(file), files.toList());
    }
    CommandRun used =
        CommandRun.of(
            "eval",
            "--engine.WarnInterpreterOnly=false",
            "--grcuda.CpuDevices=2",
            "--grcuda.BandwidthMatrix=" + file,
            "bandwidth()");
    assertTrue(used.out().contains(" 1: " + matrix.between(0, 1) + "}, 1: {-1: "), used.out());
  }

  @Test
  void whatCannotBeDoneIsRefused() {
    assertFails(2, "bandwidth: unexpected argument 'x'", "bandwidth", "x");
    assertFails(2, "-o: no value given", "bandwidth", "-o");
    assertFails(
        2,
        "bandwidth: takes options of grcuda only, got '--js.strict'",
        "bandwidth",
        "--js.strict");
    CommandRun unknown = CommandRun.of("bandwidth", "--grcuda.NumberOfGPU=2");
    assertEquals(2, unknown.status());
    assertTrue(
        unknown
            .err()
            .startsWith("grcuda: unknown option grcuda.NumberOfGPU; did you mean 'NumberOfGPUs'?"),
        unknown.err());
    assertFails(
        1,
        "bandwidth: copies of the backend 'null' take no time: nothing can be measured",
        "bandwidth",
        "--grcuda.Backend=null");
    CommandRun run = CommandRun.of("bandwidth", SMALL, "-o", folder.toString());
    assertEquals(1, run.status());
    assertEquals("grcuda: bandwidth: cannot write " + folder + ": it is a folder\n", run.err());
    assertTrue(Files.isDirectory(folder));
  }

  @Test
  void progressIsShownOnATerminalAfterTwoSeconds() {
    var bytes = new ByteArrayOutputStream();
    var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    try (var line = new ProgressLine("measuring", out, true)) {
      line.at(1, 4, 1_000_000_000L);
      assertEquals("", bytes.toString(StandardCharsets.UTF_8));
      line.at(2, 4, 3_000_000_000L);
      String text = bytes.toString(StandardCharsets.UTF_8);
      assertTrue(text.endsWith("grcuda [============            ] measuring"), text);
    }
    assertFalse(bytes.toString(StandardCharsets.UTF_8).endsWith("measuring"));
  }
}
