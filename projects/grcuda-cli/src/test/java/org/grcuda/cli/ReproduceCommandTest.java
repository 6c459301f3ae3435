package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code grcuda reproduce}, on few devices and at small sizes. */
final class ReproduceCommandTest {

  @TempDir private Path folder;

  private CommandRun run(String figure, String benchmarks, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "reproduce",
                figure,
                "--topology=v100-8",
                "--devices=1,2",
                "--share=0.01",
                "--benchmarks=" + benchmarks,
                "--output=" + folder));
    all.addAll(Arrays.asList(more));
    CommandRun run = CommandRun.of(all.toArray(String[]::new));
    assertEquals(0, run.status(), run.err());
    return run;
  }

  /** The rows of all tables of a figure whose caption begins so. */
  private static List<JsonObject> rows(CommandRun run, String caption) {
    List<JsonObject> rows = new ArrayList<>();
    for (JsonElement figure : JsonParser.parseString(run.out()).getAsJsonArray()) {
      assertTrue(figure.getAsJsonObject().get("simulated").getAsBoolean());
      for (JsonElement table : figure.getAsJsonObject().getAsJsonArray("tables")) {
        if (table.getAsJsonObject().get("caption").getAsString().startsWith(caption)) {
          JsonArray array = table.getAsJsonObject().getAsJsonArray("rows");
          array.forEach(row -> rows.add(row.getAsJsonObject()));
        }
      }
    }
    assertFalse(rows.isEmpty(), run.out());
    return rows;
  }

  @Test
  void scalingHasATablePicturesAndADocument() throws Exception {
    CommandRun run = run("scaling", "bs,cg", "--markdown=" + folder.resolve("figures.md"));
    assertTrue(run.out().startsWith("scaling: Speed-up over one device (simulated)\n"), run.out());
    assertTrue(run.out().contains("\nbenchmark "), run.out());
    assertTrue(run.out().endsWith("\npictures and results.json: " + folder + "\n"), run.out());
    String svg = Files.readString(folder.resolve("scaling-v100-8.svg"));
    assertTrue(svg.startsWith("<svg ") && svg.endsWith("</svg>\n"), svg);
    assertTrue(svg.contains("simulated"), svg);
    String document = Files.readString(folder.resolve("figures.md"));
    assertTrue(document.startsWith("# Published results, simulated\n"), document);
    assertTrue(document.contains("\n| B&S | "), document);
  }

  @Test
  void noScheduleIsFasterThanItsBound() {
    for (JsonObject row : rows(run("scaling", "vec,bs,ml,cg,mul", "--json"), "Speed-up on ")) {
      double bound = row.get("bound").getAsDouble();
      for (String bar : List.of("2", "2, auto", "2, by hand")) {
        assertTrue(row.get(bar).getAsDouble() <= bound * (1 + 1e-9), row.toString());
      }
    }
  }

  /** As the publication has it: alternating, or most where the first inputs are. */
  @Test
  void kernelsOfVecAreSpreadAsPublished() throws Exception {
    List<JsonObject> rows = rows(run("ablation", "vec", "--json"), "VEC in 4 partitions");
    assertEquals(2, rows.size());
    int[][] expected = {{6, 6}, {8, 4}};
    for (int i = 0; i < expected.length; i++) {
      JsonObject row = rows.get(i);
      assertEquals(expected[i][0], row.get("kernels on device 0").getAsInt(), row.toString());
      assertEquals(expected[i][1], row.get("on device 1").getAsInt(), row.toString());
      assertEquals(8, row.get("dependencies").getAsInt(), row.toString());
      Path picture = folder.resolve("ablation-vec-" + row.get("policy").getAsString() + ".svg");
      assertTrue(Files.readString(picture).contains("sum_difference"));
    }
  }

  /** What the figures show at any size. */
  @Test
  void otherFiguresComeOut() {
    List<JsonObject> relative = rows(run("relative", "bs", "--json"), "Speed relative");
    assertEquals(
        List.of(1, 2), relative.stream().map(row -> row.get("devices").getAsInt()).toList());
    List<JsonObject> moved = rows(run("transfers", "bs", "--json"), "Moved");
    for (JsonObject row : moved) {
      assertEquals(0, row.get("device to device, GB").getAsDouble(), row.toString());
      double bytes = row.get("host to device, GB").getAsDouble();
      assertEquals(0.01 * (16L << 30) / 2e9, bytes, 1e-6, row.toString());
    }
    assertEquals(5, rows(run("sensitivity", "mul", "--json"), "Speed-up of 2 devices").size());
    assertEquals(2, rows(run("sizes", "cg", "--json"), "Time relative").size());
  }

  private CommandRun outOfCore(String figure, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of("reproduce", "outofcore-" + figure, "--tiles=4,6", "--output=" + folder));
    all.addAll(Arrays.asList(more));
    CommandRun run = CommandRun.of(all.toArray(String[]::new));
    assertEquals(0, run.status(), run.err());
    return run;
  }

  /** Little matrices, which fit: each byte is loaded, no schedule is faster than full speed. */
  @Test
  void factorizationsTellWhatIsMovedAndWhatIsPossible() throws Exception {
    for (String figure : List.of("lu", "cholesky", "cores")) {
      CommandRun run = outOfCore(figure, "--policies=by-hand,round-robin", "--json");
      List<JsonObject> rows = rows(run, figure.equals("cholesky") ? "Cholesky, " : "LU, ");
      assertEquals(4, rows.size());
      for (JsonObject row : rows) {
        assertTrue(row.get("% of peak").getAsDouble() <= 100.001, row.toString());
        double gigabytes = row.get("GB").getAsDouble();
        assertTrue(row.get("loads, GB").getAsDouble() >= 0.999999 * gigabytes, row.toString());
        double least = row.get("loads / least").getAsDouble();
        assertTrue(least >= 0.999999, row.toString());
      }
      assertEquals(2, rows(run, "Bounds of these").size());
      String svg = Files.readString(folder.resolve("outofcore-" + figure + "-peak.svg"));
      assertTrue(svg.contains("by-hand"), svg);
    }
  }

  @Test
  void otherFiguresOfLargeDataComeOut() throws Exception {
    String document = folder.resolve("large.md").toString();
    CommandRun run = outOfCore("orders", "--policies=round-robin", "--markdown=" + document);
    assertTrue(run.out().contains("tasks per load"), run.out());
    String svg = Files.readString(folder.resolve("order-round-robin-2-1.svg"));
    assertTrue(svg.contains("device 1 of 2"), svg);
    String text = Files.readString(Path.of(document));
    assertTrue(text.startsWith("# Data larger than memory, simulated\n"), text);
    CommandRun products = outOfCore("matmul", "--policies=by-hand,round-robin", "--json");
    assertEquals(4, rows(products, "matmul-3d, ").size());
    assertEquals(2, rows(products, "matmul-2d, ").size());
    CommandRun parts = outOfCore("ablation", "--policies=round-robin+lru", "--json");
    assertEquals(2, rows(parts, "LU, 4 V100").size());
  }

  @Test
  void hostsAreMeasuredAndTakeTheirTime() {
    CommandRun run = run("hosts", "vec", "--json", "--hosts=java,js", "--host-iterations=30");
    List<JsonObject> measured = rows(run, "Microseconds");
    assertEquals(
        List.of("java", "js"),
        measured.stream().map(row -> row.get("language").getAsString()).toList());
    for (JsonObject row : measured) {
      assertTrue(row.get("us").getAsDouble() > 0, row.toString());
    }
    assertEquals(2, rows(run, "Time under").size());
  }

  @Test
  void asynchronousAlgorithmsHaveSpeedUpsAndTheirBounds() throws Exception {
    String document = folder.resolve("groute.md").toString();
    CommandRun run =
        CommandRun.of(
            "reproduce",
            "groute",
            "--scale=6",
            "--stands-for=16",
            "--side=8",
            "--graphs=rmat,road",
            "--programs=bfs,components",
            "--devices=2",
            "--megabytes=2",
            "--output=" + folder,
            "--markdown=" + document,
            "--json");
    assertEquals(0, run.status(), run.err());
    List<JsonObject> speedUps = rows(run, "Asynchronous, on m60-8");
    assertEquals(
        List.of("bfs", "components", "bfs", "components", "filter"),
        speedUps.stream().map(row -> row.get("program").getAsString()).toList());
    assertEquals(2, rows(run, "Time of bulk-synchronous").size());
    for (JsonObject row : rows(run, "Milliseconds on 2 devices")) {
      double share = row.get("bound / time").getAsDouble();
      assertTrue(share > 0 && share <= 1, row.toString());
    }
    List<JsonObject> packets = rows(run, "2 MB from device 0 to device 1");
    assertEquals(7, packets.size());
    assertTrue(packets.getFirst().get("over one copy, %").getAsDouble() > 50);
    List<JsonObject> links = rows(run, "2 MB to device 0");
    for (int i = 1; i < links.size(); i++) {
      double nearer = links.get(i - 1).get("GB/s").getAsDouble();
      assertTrue(links.get(i).get("GB/s").getAsDouble() <= nearer * 1.01, links.toString());
    }
    assertEquals(7, rows(run, "2 MB from device 0 to several").size());
    assertEquals(4, rows(run, "Speed-up of 2 devices").size());
    assertEquals(3, rows(run, "BFS on RMAT graphs").size());
    assertFalse(rows(run, "Of graph algorithms").isEmpty());
    assertTrue(Files.readString(folder.resolve("groute-speedup.svg")).startsWith("<svg "));
    String text = Files.readString(Path.of(document));
    assertTrue(text.startsWith("# Asynchronous graph algorithms on several devices"), text);
    assertTrue(text.contains(" --scale=6 --stands-for=16 --side=8 "), text);
  }

  /** The rows of all measured tables that a command has written into the folder of results. */
  private List<JsonObject> measured(String figure, String caption) throws IOException {
    return written(figure, caption, false);
  }

  private List<JsonObject> written(String figure, String caption, boolean simulated)
      throws IOException {
    List<JsonObject> rows = new ArrayList<>();
    String json = Files.readString(folder.resolve("results.json"));
    for (JsonElement each : JsonParser.parseString(json).getAsJsonArray()) {
      JsonObject report = each.getAsJsonObject();
      if (report.get("figure").getAsString().equals(figure)
          && report.get("simulated").getAsBoolean() == simulated) {
        if (report.getAsJsonArray("tables").isEmpty()) {
          assertFalse("1".equals(System.getenv("GRCUDA_REQUIRE_MPI")), json);
          assumeTrue(false, report.get("notes").toString());
        }
        for (JsonElement table : report.getAsJsonArray("tables")) {
          if (table.getAsJsonObject().get("caption").getAsString().startsWith(caption)) {
            JsonArray array = table.getAsJsonObject().getAsJsonArray("rows");
            array.forEach(row -> rows.add(row.getAsJsonObject()));
          }
        }
      }
    }
    return rows;
  }

  @Test
  void programsOfSeveralProcessesAreMeasuredBesideMpi() throws Exception {
    Process process =
        CommandProcess.start(
            List.of(
                "reproduce",
                "prema",
                "--turns=1",
                "--rounds=1",
                "--sizes=8,65536",
                "--messages=5",
                "--ranks=1,2",
                "--domain=12,10,8",
                "--iterations=3",
                "--gpus=2,4",
                "--cluster-domain=24,20,16",
                "--scaling=4,16",
                "--matrices=64,256",
                "--products=5",
                "--devices=1,2",
                "--output=" + folder,
                "--markdown=" + folder.resolve("prema.md")));
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    List<JsonObject> messages = measured("prema-pingpong", "Medians");
    assertEquals(2, messages.size(), output);
    for (JsonObject row : messages) {
      for (String way : List.of("C", "C, staged", "messages", "call", "put")) {
        assertTrue(row.get(way).getAsDouble() > 0, row.toString());
      }
    }
    List<JsonObject> iterations = measured("prema-jacobi", "Best rounds");
    assertEquals(2, iterations.size(), output);
    for (JsonObject row : iterations) {
      assertEquals("same", row.get("bits").getAsString());
      assertTrue(row.get("MPI / 2").getAsDouble() > 0, row.toString());
    }
    assertTrue(Files.readString(folder.resolve("prema-jacobi.svg")).contains("2 parts"));
    List<JsonObject> cluster = written("prema-jacobi", "Other assumptions", true);
    assertEquals(6, cluster.size(), output);
    for (JsonObject row : cluster) {
      assertTrue(row.get("MPI / 1").getAsDouble() > 0, row.toString());
    }
    List<JsonObject> scaling = written("prema-scaling", "An iteration", true);
    assertEquals(2, scaling.size(), output);
    assertTrue(scaling.getLast().get("messages of a rank").getAsDouble() > 1, scaling.toString());
    List<JsonObject> better = written("prema-dgemm", "Better than without, %", true);
    assertEquals("60", better.getFirst().get("pool, published").getAsString(), output);
    assertTrue(better.getFirst().get("all, here").getAsDouble() > 50, better.toString());
    List<JsonObject> devices = written("prema-devices", "Times as fast", true);
    assertEquals(2, devices.size(), output);
    assertTrue(Files.readString(folder.resolve("prema-devices.svg")).contains("processes"));
    double slow = cluster.getFirst().get("MPI").getAsDouble();
    assertTrue(slow >= cluster.get(4).get("MPI").getAsDouble(), cluster.toString());
    String document = Files.readString(folder.resolve("prema.md"));
    assertTrue(document.contains("reproduce prema --turns=1 --rounds=1 "), document);
  }

  @Test
  void unknownArgumentsAreRefused() {
    assertRefused("expected the name of a figure: scaling, ", "");
    assertRefused("expected the name of a figure: scaling, ", "figures");
    String figures = CommandRun.of("reproduce", "figures").err();
    assertTrue(
        figures.contains(
            ", groute, prema-pingpong, prema-jacobi, prema-scaling, prema-dgemm, prema-devices,"
                + " prema, given 'figures'"),
        figures);
    assertRefused("--domain: expected three extents, given 8,8", "prema", "--domain=8,8");
    assertRefused("--ranks: expected numbers up to 64, given 65", "prema-jacobi", "--ranks=65");
    for (String gpus : List.of("3", "4,2", "512")) {
      assertRefused(
          "--gpus: expected ascending powers of two up to 256, given " + gpus,
          "prema",
          "--gpus=" + gpus);
    }
    assertRefused(
        "--scaling: expected ascending powers of two up to 1024, given 2048",
        "prema-scaling",
        "--scaling=2048");
    assertRefused(
        "--cluster-domain: expected three extents, given 8", "prema", "--cluster-domain=8");
    assertRefused(
        "--sizes: expected multiples of 4 up to 268435456, given 6", "prema", "--sizes=6");
    assertRefused(
        "--matrices: expected multiples of 16 up to 1024, given 65", "prema", "--matrices=65");
    assertRefused("--products: expected a number up to 100, given 101", "prema", "--products=101");
    assertRefused(
        "--devices: expected numbers up to 16, given 17", "prema-devices", "--devices=17");
    assertRefused("Unknown option: '--quick'; see grcuda reproduce all --help", "all", "--quick");
    assertRefused("Invalid value for option '--graphs'", "groute", "--graphs=star");
    assertRefused("--devices: expected numbers from 2 to 8, given 9", "groute", "--devices=9");
    assertRefused("--scale: expected 2 to 24, given 25", "groute", "--scale=25");
    assertInvalid("--benchmarks", "expected some of vec,bs,ml,cg,", "hits");
    assertInvalid("--devices", "expected whole numbers from 1 to 99, given 'all'", "all");
    assertInvalid("--share", "expected a number above 0, up to 1, given '2'", "2");
    assertInvalid("--hosts", "expected one of java, js, python, given 'r'", "r");
    assertInvalid("--host-iterations", "expected a whole number from 15 to 9999,", "14");
    assertRefused("--policies: expected by-hand, or one of auto, ", "outofcore", "--policies=none");
    assertInvalid("--tiles", "expected a whole number from 1", "0");
    assertInvalid("--topology", "expected built-in machines, such as v100-8, given 'v100'", "v100");
  }

  @Test
  void everyFigureTellsItsArguments() {
    CommandRun run = CommandRun.of("reproduce", "scaling", "--help");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().startsWith("Usage: grcuda reproduce scaling "), run.out());
    assertTrue(run.out().contains("--share=FRACTION"), run.out());
  }

  private static void assertInvalid(String option, String message, String value) {
    CommandRun run = CommandRun.of("reproduce", "all", option + "=" + value);
    assertEquals(CommandFailure.USAGE, run.status(), run.err());
    String start = "grcuda: reproduce: Invalid value for option '" + option + "'";
    assertTrue(run.err().startsWith(start) && run.err().contains(": " + message), run.err());
  }

  private static void assertRefused(String message, String... arguments) {
    CommandRun run =
        CommandRun.of(
            Stream.concat(Stream.of("reproduce"), Arrays.stream(arguments)).toArray(String[]::new));
    assertEquals(CommandFailure.USAGE, run.status(), run.err());
    assertTrue(run.err().startsWith("grcuda: reproduce: " + message), run.err());
  }
}
