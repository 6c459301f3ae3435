package org.grcuda.nvrtc.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcSettings;
import org.grcuda.nvrtc.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of device and host code, as nvcc takes them. */
class WholeFileTest {

  private static final Path FILES = Path.of("src/test/resources/org/grcuda/nvrtc/source");
  private static final Pattern ENTRY = Pattern.compile("\\.entry (\\w+)");
  private static final NvrtcCompiler COMPILER =
      NvrtcCompiler.open(
          NvrtcSettings.of(System.getenv(), System.err::println).withMaxProgramBytes(0));

  private static WholeFile.Result compile(String text, String name, String path) {
    SourceReader reader =
        file -> {
          try {
            return Files.exists(Path.of(file))
                ? Optional.of(Files.readString(Path.of(file)))
                : Optional.empty();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    return WholeFile.compile(
        new Program(text, name, "compute_80"), path, reader, COMPILER::compile);
  }

  private static WholeFile.Result compile(String text) {
    return compile(text, "k.cu", "");
  }

  /** Each kernel by a part of its symbol, in the order of the alphabet. */
  @ParameterizedTest
  @CsvSource({
    "alignment.cu, diagonalILb0EE diagonalILb1EE",
    "annotations.cu, halve mapPlus mapTimes",
    "bfs.cu, advance expand",
    "boxes.cu, potentials",
    "branches.cu, sums",
    "cluster_stream.cu, gains",
    "constants.cu, convolveIL4Axis0EE convolveIL4Axis1EE",
    "convolution.cu, rows walshLocal walshStepILj0EE walshStepILj1EE walshStepILj2EE",
    "decomposition.cu, lu_diagonal lu_panels lu_rest",
    "elimination.cu, column rows",
    "euler.cu, initialize step_factor flux",
    "filter.cu, weigh resample scatter",
    "heart.cu, track scale_kernel shift_kernel",
    "histogram.cu, histogram256",
    "hotspot.cu, stepHeat",
    "libraries.cu, fillUniform square sumBlocks",
    "mandelbrot.cu, mandelbrot",
    "hotspot3d.cu, heat3d",
    "intrinsics.cu, atomics votes prefixes fold",
    "kmeans.cu, assign accumulate",
    "managed.cu, 4bump bumpCopy accumulateIf4SpanE",
    "matrixMul.cu, MatrixMulCUDAILi16EE MatrixMulCUDAILi32EE",
    "nbody.cu, integrate forcesILi64EE",
    "neighbours.cu, distances",
    "networks.cu, bitonic mergeRanksIL9Direction0EfE mergeRanksIL9Direction1EjE",
    "options.cu, 7finance12blackScholes 7finance8binomial",
    "pathfinder.cu, dynproc",
    "perceptron.cu, forward backward",
    "records.cu, search",
    "reduction.cu, reduceIfLj128ELb1EE reduceIfLj256ELb1EE reduceIfLj512ELb1EE reduceIiLj256ELb0EE"
        + " reduceIiLj256ELb1EE reduceIiLj512ELb1EE",
    "references.cu, smooth",
    "scan.cu, scanInBlocks addBefore",
    "speckle.cu, extract compress derive update",
    "templates.cu, totalIdLj128ELb0EE totalIdLj128ELb1EE totalIdLj64ELb0EE totalIiLj128ELb0EE"
        + " totalIiLj128ELb1EE totalIiLj64ELb0EE totalIiLj64ELb1EE",
    "transpose.cu, copy directly byTiles",
  })
  void everyKernelOfAFileIsBuilt(String name, String kernels) throws IOException {
    Path file = FILES.resolve(name);
    String text = Files.readString(file);
    WholeFile.Result result = compile(text, name, file.toString());
    TreeSet<String> entries = new TreeSet<>();
    ENTRY.matcher(result.code().ptx()).results().forEach(entry -> entries.add(entry.group(1)));
    String[] expected = kernels.split(" ");
    assertEquals(expected.length, entries.size(), entries.toString());
    for (String kernel : expected) {
      assertTrue(entries.stream().anyMatch(entry -> entry.contains(kernel)), entries.toString());
    }
    assertEquals(text.lines().count(), result.deviceSource().lines().count(), "lines stay");
    assertFalse(result.setAside().isEmpty());
  }

  @Test
  void whatIsSetAsideIsListedWithItsLines() {
    WholeFile.Result result =
        compile(
            """
            #include <iostream>
            int runs = 3;
            __global__ void twice(int *x) { x[threadIdx.x] *= 2; }
            int main() {
              twice<<<1, 32>>>(nullptr);
            }
            """);
    assertEquals(
        "[k.cu(2): variable runs: host data, k.cu(4-6): function main: host code]",
        result.setAside().toString());
    assertTrue(result.deviceSource().contains("twice"));
    assertFalse(result.deviceSource().contains("main"));
  }

  /** A header that neither the compiler nor the host's standard library has is told of. */
  @Test
  void aHeaderThatIsNotFoundIsListed() {
    WholeFile.Result result =
        compile("#include <vector>\n#include <mylib>\n__global__ void k(int *x) { *x = 1; }\n");
    assertEquals(
        "[k.cu(2): header mylib: not found: it is empty for device code]",
        result.setAside().toString());
  }

  /** Whatever a file holds, it comes to the compiler or is refused with a place. */
  @Test
  void filesOfAnyContentsComeToTheCompilerOrAreRefused() throws IOException {
    List<String> pieces =
        List.of("{", "}", "(", ")", "<", ">", "<<<", ";", "template", "#if", "#endif", "R\"(", "=");
    Random random = new Random(5);
    int compiled = 0;
    try (Stream<Path> files = Files.list(FILES)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String text = Files.readString(file);
        for (int i = 0; i < 50; i++) {
          int at = random.nextInt(text.length());
          int length = random.nextInt(Math.min(60, text.length() - at));
          String piece = pieces.get(random.nextInt(pieces.size()));
          String mutated =
              text.substring(0, at) + (i % 2 == 0 ? piece : "") + text.substring(at + length);
          compiled += reachesTheCompiler(mutated) ? 1 : 0;
        }
      }
    }
    assertTrue(compiled > 1000, compiled + " files came to the compiler");
  }

  /** What a compiler throws that compiles nothing. */
  private static final class Reached extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static boolean reachesTheCompiler(String text) {
    try {
      WholeFile.compile(
          new Program(text, "k.cu", "compute_80"),
          "",
          SourceReader.NONE,
          program -> {
            assertEquals(text.lines().count(), program.source().lines().count() - 2, text);
            throw new Reached();
          });
      throw new AssertionError("nothing was compiled");
    } catch (Reached e) {
      return true;
    } catch (SourceException e) {
      assertTrue(e.getMessage().matches("(?s)\\S+\\(\\d+\\): .*"), e.getMessage());
      return false;
    }
  }

  @Test
  void kernelsDoNotLaunchKernels() {
    SourceException refused =
        assertThrows(
            SourceException.class,
            () ->
                compile(
                    "__global__ void a() {}\n" + "__global__ void b() {\n  a<<<1, 1>>>();\n}\n"));
    assertEquals(
        "k.cu(3): function b launches a kernel (<<< >>>): kernels of grcuda cannot;"
            + " launch it from the host",
        refused.getMessage());
  }

  @Test
  void errorsInDeviceCodeAreNvrtcsWithTheFilesLines() {
    SourceException refused =
        assertThrows(
            SourceException.class,
            () -> compile("int main() {}\n__global__ void k(int *x) { *x = wrong; }\n"));
    assertTrue(
        refused.getMessage().startsWith("k.cu(2): error: identifier \"wrong\" is undefined"),
        refused.getMessage());
  }
}
