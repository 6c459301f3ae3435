package org.grcuda.tests.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.grcuda.GrCuda;
import org.grcuda.bench.suite.ProgramResult;
import org.grcuda.bench.suite.SuiteFiles;
import org.grcuda.bench.suite.SuiteTable;
import org.grcuda.bench.suite.host.JavaProgram;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs that grcuda is compared with, as far as they run without a GPU. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ComparisonTest {

  private static final Path FOLDER = Repository.root().resolve("comparison");
  private static final Pattern LAUNCH =
      Pattern.compile("schedule\\.launch(?:_shared)?\\(\\w+(?:\\(\\w+\\))?,\\s*(\\w+),");
  private static final Pattern INCLUDE =
      Pattern.compile("#include \"../../kernels/([\\w/]+\\.cu)\"");
  private static final int SEEDS = 3;
  private static final double SAME = 1e-3;

  private final SuiteFiles files = SuiteFiles.find();
  @TempDir private Path built;
  private SuiteTable table;
  private GrCuda cuda;

  @BeforeAll
  void open() throws IOException {
    table = files.table();
    cuda = Configuration.of("CpuDevices", "1").typed().open();
  }

  @AfterAll
  void close() {
    cuda.close();
  }

  /** Of every benchmark the kernels are the suite's own files. */
  @ParameterizedTest
  @ValueSource(strings = {"vec", "bs", "ml", "hits", "images", "cg", "mul"})
  void kernelsAreThoseOfTheSuite(String program) throws IOException {
    String source = Files.readString(FOLDER.resolve("cuda/" + program + ".cu"));
    assertTrue(!source.contains("__global__"), "a kernel of its own");
    Set<String> launched = found(LAUNCH, source);
    assertTrue(!launched.isEmpty());
    Set<String> sources =
        launched.stream()
            .map(name -> table.kernels().get(name).source())
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(sources, found(INCLUDE, source));
    String python = Files.readString(FOLDER.resolve("python/" + program + ".py"));
    launched.forEach(name -> assertTrue(python.contains("\"" + name + "\""), name));
    sources.forEach(name -> assertTrue(python.contains("\"" + name + "\""), name));
  }

  /** Numba's kernels have the parameters of those that they stand for. */
  @Test
  void numbaHasTheKernels() throws IOException {
    String python = Files.readString(FOLDER.resolve("python/numba_kernels.py"));
    List<MatchResult> kernels =
        Pattern.compile("@cuda\\.jit\\ndef (\\w+)\\(([^)]*)\\)").matcher(python).results().toList();
    assertEquals(27, kernels.size());
    for (MatchResult kernel : kernels) {
      String signature = table.kernels().get(kernel.group(1)).signature();
      assertEquals(signature.split(",").length, kernel.group(2).split(",").length, kernel.group(1));
    }
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whatever the streams do first, results are those of the host, and of the suite in Java. */
  @ParameterizedTest
  @CsvSource({
    "vec, 503, 3",
    "bs, 203, 4",
    "ml, 29, 3",
    "hits, 101, 1",
    "images, 10, 1",
    "cg, 120, 1",
    "mul, 61, 4"
  })
  void cudaProgramIsRight(String name, int size, int partitions) throws Exception {
    Path program = program(name);
    for (int seed = 1; seed <= SEEDS; seed++) {
      ProgramResult result =
          DoubleOfCuda.measure(program, seed, options(name, size, partitions, "async"));
      assertEquals(Boolean.TRUE, result.valid(), result::json);
    }
    ProgramResult result =
        DoubleOfCuda.measure(program, 1, options(name, size, partitions, "sync", "--reinit"));
    assertEquals(Boolean.TRUE, result.valid(), result::json);
    assertEquals(1, result.seconds().length);
    ProgramResult java =
        JavaProgram.run(
            cuda,
            JavaProgram.HOST,
            files,
            List.of(
                name,
                "--size=" + size,
                "--partitions=" + partitions,
                "--iterations=1",
                "--block-size=32"));
    assertEquals(java.result(), result.result(), SAME * Math.max(1, Math.abs(java.result())));
  }

  /** A program of the comparison, compiled once: that is most of the time that these tests take. */
  private Path program(String name) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(built.resolve("programs"));
    if (!Files.exists(folder.resolve(name))) {
      DoubleOfCuda.build(folder, name, FOLDER.resolve("cuda/" + name + ".cu"));
    }
    return folder.resolve(name);
  }

  private String[] options(
      String name, int size, int partitions, String execution, String... more) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--benchmark=" + name,
                "--size=" + size,
                "--partitions=" + partitions,
                "--iterations=1",
                "--warm-up=0",
                "--block-size=32",
                "--block-size-2d=8",
                "--execution=" + execution,
                "--tolerance=" + table.benchmark(name).tolerance()));
    options.addAll(List.of(more));
    return options.toArray(String[]::new);
  }

  /** A program that forgets to wait is found out: the double lets no stream wait for another. */
  @ParameterizedTest
  @CsvSource({"vec, 503, 3", "cg, 120, 1"})
  void doubleNoticesMissingWaits(String name, int size, int partitions) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("env", "CUDA_DOUBLE_NO_WAITS=1", program(name).toString()));
    command.addAll(List.of(options(name, size, partitions, "async")));
    ProgramResult result = ProgramResult.parse(DoubleOfCuda.run(command, 1));
    assertNotEquals(Boolean.TRUE, result.valid(), result::json);
  }

  /** Runs what there is, and says what there is not. */
  @Test
  void tableNamesWhatIsMissing() throws Exception {
    Path folder = program("vec").getParent();
    program("launch");
    String output =
        DoubleOfCuda.run(
            List.of(
                "python3",
                FOLDER.resolve("compare.py").toString(),
                "--benchmarks=vec,launch",
                "--sides=cuda,cuda-sync,numba,java",
                "--cuda=" + folder,
                "--python=/nowhere/python",
                "--grcuda=/nowhere/grcuda",
                "--sizes=100,small",
                "--rounds=2",
                "--iterations=2",
                "--launches=3"),
            1);
    String figure = "\\s+[\\d.]+ \\(\\s*[\\d.]+ x\\)";
    for (String line :
        List.of(
            "vec 100" + figure + figure,
            "vec 1,000" + figure + figure,
            "four arguments, done" + figure + "\\s+-",
            "numba: not there: .*No such file or directory: '/nowhere/python'",
            "java: not there: there is no command /nowhere/grcuda")) {
      assertTrue(Pattern.compile("^" + line, Pattern.MULTILINE).matcher(output).find(), output);
    }
  }

  /** The others run on one GPU: so does grcuda, and never on another backend unless it is told. */
  @Test
  void grcudaRunsOnOneGpuUnlessToldOtherwise() throws Exception {
    Path log = built.resolve("commands");
    Path command = built.resolve("grcuda");
    Files.writeString(
        command,
        """
        #!/bin/sh
        echo "$@" >> %s
        echo '{"seconds": [0.5, 0.25, 1.5], "valid": true}'
        """
            .formatted(log));
    assertTrue(command.toFile().setExecutable(true));
    List<String> compare =
        List.of(
            "python3",
            FOLDER.resolve("compare.py").toString(),
            "--benchmarks=bs",
            "--sides=java,java-sync,js",
            "--grcuda=" + command,
            "--sizes=7",
            "--rounds=1",
            "--grcuda.NumberOfGPUs=2");
    String output = DoubleOfCuda.run(compare, 1);
    assertTrue(output.contains("500.000 ( 1.00 x)"), output);
    List<String> commands = Files.readAllLines(log);
    String options = "--grcuda.NumberOfGPUs=2 --grcuda.Backend=cuda";
    assertEquals(
        List.of(
            "eval " + options + " cudaGetDeviceCount()",
            "eval " + options + " --grcuda.ExecutionPolicy=sync cudaGetDeviceCount()"),
        commands.subList(0, 2));
    assertTrue(commands.get(3).startsWith("bench program " + options + " bs --size=7 "), output);
    assertTrue(commands.get(5).startsWith("run " + options + " /"), output);
  }

  @Test
  void pythonProgramsAreWellFormed() throws Exception {
    DoubleOfCuda.run(
        List.of(
            "python3",
            "-c",
            "import ast, glob, sys\n"
                + "found = glob.glob(sys.argv[1] + '/**/*.py', recursive=True)\n"
                + "assert len(found) > 10, found\n"
                + "[ast.parse(open(name).read(), name) for name in found]",
            FOLDER.toString()),
        1);
  }

  /** On Numba's simulator, with a Python that has it: -Dgrcuda.test.python=FILE. */
  @ParameterizedTest
  @CsvSource({
    "vec, 50, 2",
    "bs, 20, 2",
    "ml, 5, 2",
    "hits, 20, 1",
    "images, 6, 1",
    "cg, 30, 1",
    "mul, 13, 2"
  })
  void numbaProgramIsRight(String name, int size, int partitions) throws Exception {
    String python = System.getProperty("grcuda.test.python");
    assumeTrue(python != null, "no Python with Numba is named");
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                "NUMBA_ENABLE_CUDASIM=1",
                python,
                FOLDER.resolve("python/main.py").toString()));
    command.add("numba");
    command.addAll(List.of(options(name, size, partitions, "async")));
    ProgramResult result = ProgramResult.parse(DoubleOfCuda.run(command, 1));
    assertEquals(Boolean.TRUE, result.valid(), result::json);
    assertEquals("numba", result.host());
  }
}
