package org.grcuda.bench.suite.host;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.grcuda.GrCuda;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.bench.suite.ProgramContext;
import org.grcuda.bench.suite.ProgramResult;
import org.grcuda.bench.suite.ProgramSettings;
import org.grcuda.bench.suite.SuiteFiles;
import org.grcuda.bench.suite.SuiteTable;
import org.grcuda.bench.suite.program.Benchmark;
import org.grcuda.bench.suite.program.BlackScholes;
import org.grcuda.bench.suite.program.BlackScholesByHand;
import org.grcuda.bench.suite.program.Chain;
import org.grcuda.bench.suite.program.CholeskyTiles;
import org.grcuda.bench.suite.program.CholeskyTilesByHand;
import org.grcuda.bench.suite.program.DenseConjugateGradients;
import org.grcuda.bench.suite.program.DenseConjugateGradientsByHand;
import org.grcuda.bench.suite.program.ForkJoin;
import org.grcuda.bench.suite.program.Hits;
import org.grcuda.bench.suite.program.Images;
import org.grcuda.bench.suite.program.Lanczos;
import org.grcuda.bench.suite.program.LanczosByHand;
import org.grcuda.bench.suite.program.LuTiles;
import org.grcuda.bench.suite.program.LuTilesByHand;
import org.grcuda.bench.suite.program.MachineLearning;
import org.grcuda.bench.suite.program.MachineLearningByHand;
import org.grcuda.bench.suite.program.MatrixProduct;
import org.grcuda.bench.suite.program.MatrixProduct2d;
import org.grcuda.bench.suite.program.MatrixProduct3d;
import org.grcuda.bench.suite.program.MatrixProduct3dByHand;
import org.grcuda.bench.suite.program.MatrixProductByHand;
import org.grcuda.bench.suite.program.MatrixVector;
import org.grcuda.bench.suite.program.MatrixVectorByHand;
import org.grcuda.bench.suite.program.NeuralNetwork;
import org.grcuda.bench.suite.program.SparseConjugateGradients;
import org.grcuda.bench.suite.program.TaskGraph;
import org.grcuda.bench.suite.program.Tree;
import org.grcuda.bench.suite.program.VectorSquares;
import org.grcuda.bench.suite.program.VectorSquaresByHand;

/** Runs the programs of the suite in Java: command line, measurement, report. */
public final class JavaProgram {

  private static final double NANOS = 1e9;

  private static final Map<String, Function<ProgramContext, Benchmark>> PROGRAMS =
      Map.ofEntries(
          Map.entry("vec", VectorSquares::new),
          Map.entry("bs", BlackScholes::new),
          Map.entry("ml", MachineLearning::new),
          Map.entry("hits", Hits::new),
          Map.entry("images", Images::new),
          Map.entry("cg", SparseConjugateGradients::new),
          Map.entry("cg-dense", DenseConjugateGradients::new),
          Map.entry("dl", NeuralNetwork::new),
          Map.entry("chain", Chain::new),
          Map.entry("fork-join", ForkJoin::new),
          Map.entry("tree", Tree::new),
          Map.entry("mul", MatrixVector::new),
          Map.entry("lanczos", Lanczos::new),
          Map.entry("matmul", MatrixProduct::new),
          Map.entry("lu-tiles", LuTiles::new),
          Map.entry("cholesky-tiles", CholeskyTiles::new),
          Map.entry("matmul-2d", MatrixProduct2d::new),
          Map.entry("matmul-3d", MatrixProduct3d::new),
          Map.entry("task-graph", TaskGraph::new));

  private static final Map<String, Function<ProgramContext, Benchmark>> BY_HAND =
      Map.of(
          "vec", VectorSquaresByHand::new,
          "bs", BlackScholesByHand::new,
          "ml", MachineLearningByHand::new,
          "cg-dense", DenseConjugateGradientsByHand::new,
          "mul", MatrixVectorByHand::new,
          "lanczos", LanczosByHand::new,
          "matmul", MatrixProductByHand::new,
          "lu-tiles", LuTilesByHand::new,
          "cholesky-tiles", CholeskyTilesByHand::new,
          "matmul-3d", MatrixProduct3dByHand::new);

  /** The name of the host of the programs in Java. */
  public static final String HOST = "java";

  /**
   * The name of the host of the programs in Java that name devices, streams and transfers
   * themselves.
   */
  public static final String HOST_BY_HAND = "java-hand";

  private static final Set<String> HELP = Set.of("-h", "--help");

  private JavaProgram() {}

  /**
   * {@code grcuda bench program}: runs one benchmark and prints its result.
   *
   * @param arguments the name of the benchmark, and options
   * @throws IllegalArgumentException for an unknown argument, or a value that an argument does not
   *     take
   */
  public static void main(BenchmarkArguments arguments) throws IOException {
    SuiteFiles files = SuiteFiles.find();
    SuiteTable table = files.table();
    Map<String, String> contextOptions = new LinkedHashMap<>();
    List<String> words = arguments.words();
    String name = words.isEmpty() ? "" : words.getFirst();
    if (HELP.contains(name)) {
      String what =
          arguments.what() + " NAME is one of " + String.join(", ", table.benchmarks().keySet());
      new BenchmarkArguments(arguments.command() + " NAME", what + ".", words)
          .readInto(new ProgramSettings.Given(null), contextOptions);
      return;
    }
    SuiteTable.Entry entry = table.benchmark(name);
    ProgramSettings.Given given = new ProgramSettings.Given(entry);
    var rest =
        new BenchmarkArguments(
            arguments.command() + " " + name, entry.what(), words.subList(1, words.size()));
    if (!rest.readInto(given, contextOptions)) {
      return;
    }
    GrCuda.Builder builder = GrCuda.builder();
    contextOptions.forEach(builder::option);
    ProgramSettings settings = given.settings(name);
    try (GrCuda cuda = builder.open()) {
      String host = given.isByHand() ? HOST_BY_HAND : HOST;
      ProgramResult result = run(new Session(cuda, host, files, table), name, settings);
      System.out.println(settings.json() ? result.json() : result.report());
    }
  }

  /**
   * Runs one benchmark.
   *
   * @param host {@link #HOST} or {@link #HOST_BY_HAND}
   * @param arguments the name of the benchmark and its options
   * @throws IllegalArgumentException for other arguments, or if no version by hand exists
   */
  public static ProgramResult run(
      GrCuda cuda, String host, SuiteFiles files, List<String> arguments) throws IOException {
    return run(new Session(cuda, host, files, files.table()), arguments);
  }

  /**
   * What benchmarks run with: context, host, files and table.
   *
   * @param host {@link #HOST} or {@link #HOST_BY_HAND}
   * @param table benchmarks and kernels, with the costs of the kernels on simulated devices
   */
  public record Session(GrCuda cuda, String host, SuiteFiles files, SuiteTable table) {}

  /**
   * Runs one benchmark as {@link #run(GrCuda, String, SuiteFiles, List)} does, with the caller's
   * table.
   */
  public static ProgramResult run(Session session, List<String> arguments) {
    String name = arguments.getFirst();
    ProgramSettings.Given given = new ProgramSettings.Given(session.table().benchmark(name));
    List<String> rest = arguments.subList(1, arguments.size());
    new BenchmarkArguments("grcuda bench program " + name, "", rest).readInto(given);
    return run(session, name, given.settings(name));
  }

  private static ProgramResult run(Session session, String name, ProgramSettings settings) {
    SuiteTable.Entry entry = session.table().benchmark(name);
    String host = session.host();
    var context = new ProgramContext(session.cuda(), session.files(), session.table(), settings);
    var programs = host.equals(HOST) ? PROGRAMS : BY_HAND;
    if (!programs.containsKey(entry.program())) {
      throw new IllegalArgumentException(
          "%s: scheduled by hand are %s".formatted(name, new TreeSet<>(BY_HAND.keySet())));
    }
    Benchmark benchmark = programs.get(entry.program()).apply(context);
    return measure(name, host, entry, context, benchmark);
  }

  private static ProgramResult measure(
      String name,
      String host,
      SuiteTable.Entry entry,
      ProgramContext context,
      Benchmark benchmark) {
    ProgramSettings settings = context.settings();
    GrCuda cuda = context.cuda();
    double[] seconds = new double[settings.warmUp() + settings.iterations()];
    double[] expected = null;
    double error = 0;
    double result = 0;
    for (int iteration = 0; iteration < seconds.length; iteration++) {
      if (iteration == 0 || settings.reinit()) {
        benchmark.writeInputs();
      }
      benchmark.reset();
      cuda.synchronize();
      long start = cuda.nanoTime();
      result = benchmark.run();
      seconds[iteration] = (cuda.nanoTime() - start) / NANOS;
      if (settings.isValidated()) {
        expected = expected == null ? benchmark.expected() : expected;
        error = Math.max(error, difference(expected, benchmark.outputs()));
      }
    }
    Map<String, String> options = cuda.options();
    return new ProgramResult(
        name,
        host,
        settings,
        cuda.devices().size(),
        options.get("DeviceSelectionPolicy"),
        options.get("ExecutionPolicy"),
        part(seconds, settings.warmUp(), seconds.length),
        part(seconds, 0, settings.warmUp()),
        Double.isFinite(result) ? result : null,
        settings.isValidated() && Double.isFinite(error) ? error : null,
        settings.isValidated() ? error <= entry.tolerance() : null);
  }

  private static double[] part(double[] values, int from, int to) {
    return IntStream.range(from, to).mapToDouble(i -> values[i]).toArray();
  }

  /** The largest difference, relative for values above 1; infinite if a value is not a number. */
  private static double difference(double[] expected, double[] actual) {
    if (expected.length != actual.length) {
      throw new IllegalStateException(actual.length + " values, expected " + expected.length);
    }
    double largest = 0;
    for (int i = 0; i < expected.length; i++) {
      double error = Math.abs(actual[i] - expected[i]) / Math.max(1, Math.abs(expected[i]));
      largest = Double.isNaN(error) ? Double.POSITIVE_INFINITY : Math.max(largest, error);
    }
    return largest;
  }
}
