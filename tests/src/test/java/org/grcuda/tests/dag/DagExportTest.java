package org.grcuda.tests.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.Hosts;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exported DAG of a small program, which is written in JavaScript and in Java. */
final class DagExportTest {

  /** Every computation that may have a stream of its own has one, and none depends on timing. */
  private static final Configuration PLAIN =
      Configuration.of("ExecutionPolicy", "sync", "RetrieveNewStreamPolicy", "always-new");

  private static final String SOURCE =
      """
      extern "C" __global__ void next(const int *x, int *y, int n) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
          y[i] = x[i] + 1;
        }
      }
      extern "C" __global__ void sum(const int *x, const int *y, int *z, int n) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
          z[i] = x[i] + y[i];
        }
      }
      """;

  @TempDir private Path folder;

  static Stream<Configuration> configurations() {
    return Configuration.all(1, 2);
  }

  @Test
  void equalsTheGoldenFile() throws IOException {
    assertEquals(Repository.resource("/dag/diamond.dot"), exportFromJavaScript(PLAIN));
  }

  @Test
  void theTypedApiGivesTheSame() throws IOException {
    assertEquals(Repository.resource("/dag/diamond.dot"), exportFromJava(PLAIN));
  }

  /** Devices and streams may differ; what depends on what must not. */
  @ParameterizedTest
  @MethodSource("configurations")
  void dependenciesAreThoseOfTheProgram(Configuration configuration) throws IOException {
    assertEquals(
        edges(Repository.resource("/dag/diamond.dot")), edges(exportFromJava(configuration)));
  }

  /** What is exported on request, while computations may still run, has the same dependencies. */
  @Test
  void exportOnRequest() throws IOException {
    Path requested = folder.resolve("requested.dot");
    try (GrCuda cuda = GrCuda.builder().option("ExportDAG", folder + "/closing").open()) {
      run(cuda);
      cuda.exportDag(requested);
    }
    String golden = Repository.resource("/dag/diamond.dot");
    assertEquals(edges(golden), edges(Files.readString(requested)));
    assertEquals(edges(golden), edges(Files.readString(folder.resolve("closing"))));
  }

  /** A page and a picture hold every computation and, as exports of them ask for, its times. */
  @ParameterizedTest
  @ValueSource(strings = {"html", "svg"})
  void pagesAndPicturesOfAProgram(String extension) throws IOException {
    Path file = folder.resolve("dag." + extension);
    try (GrCuda cuda = PLAIN.typed().option("ExportDAG", file.toString()).open()) {
      run(cuda);
    }
    String text = Files.readString(file);
    assertTrue(text.startsWith(extension.equals("svg") ? "<svg " : "<!DOCTYPE html>"));
    for (String part : List.of("next", "sum", "makespan", "critical path", "device 0")) {
      assertTrue(text.contains(part), part + " is not in " + file);
    }
    assertFalse(text.contains("No times were recorded"));
  }

  private static String edges(String dot) {
    return dot.lines().filter(line -> line.contains("->")).collect(Collectors.joining("\n"));
  }

  private String exportFromJavaScript(Configuration configuration) throws IOException {
    Path file = folder.resolve("js.dot");
    Map<String, String> options = new HashMap<>(configuration.options());
    options.put("ExportDAG", file.toString());
    try (Context context = Hosts.open(options)) {
      context.getPolyglotBindings().putMember("source", SOURCE);
      context.eval("js", Repository.resource("/dag/diamond.js"));
    }
    return Files.readString(file);
  }

  private String exportFromJava(Configuration configuration) throws IOException {
    Path file = folder.resolve("java.dot");
    try (GrCuda cuda = configuration.typed().option("ExportDAG", file.toString()).open()) {
      run(cuda);
    }
    return Files.readString(file);
  }

  private static void run(GrCuda cuda) {
    Kernel next = cuda.buildKernel(SOURCE, "next", "const pointer, pointer, sint32");
    Kernel sum = cuda.buildKernel(SOURCE, "sum", "const pointer, const pointer, pointer, sint32");
    IntArray x = cuda.intArray(8);
    IntArray y = cuda.intArray(9);
    IntArray z = cuda.intArray(2, 4);
    x.fill(1);
    next.grid(1).block(8).launch(x, y, 8);
    next.grid(1).block(8).launch(x, z, 8);
    sum.grid(1).block(8).launch(y, z, x, 8);
    next.grid(1).block(8).launch(x.slice(0, 4), z.row(1), 4);
    y.fill(0);
    x.slice(0, 4).copyFrom(z.row(0));
    y.close();
  }
}
