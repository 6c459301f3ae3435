package org.grcuda.bench.crossing;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Benchmark of submissions from Java to NVIDIA's driver. A submission has two waits, a launch and a
 * record. The benchmark compares it with the same four calls made in C. It measures each way from
 * Java to C, and {@link Device#submit}, which also checks and writes the submission. The driver is
 * a test double that returns at once.
 */
public final class CrossingBenchmark {

  /** A module that the double accepts, with a kernel of 16 bytes of parameters. */
  static final String KERNEL =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .visible .entry add(.param .u64 add_x, .param .u32 add_n, .param .u32 add_by)
      {
        ret;
      }
      """;

  private static final String DRIVER_PROPERTY = "grcuda.cuda.driver";
  private static final int PARAMETER_BYTES = 16;

  private final Map<String, IntToDoubleFunction> sides = new LinkedHashMap<>();

  private CrossingBenchmark(Crossings crossings, Device device) {
    Stream stream = device.createStream();
    Event event = device.createEvent(false);
    Function add = device.loadModule(KERNEL.getBytes(StandardCharsets.UTF_8)).function("add");
    Submission submission = new Submission();
    fill(submission, stream, event, add);
    sides.put("the four calls in C", Crossings::direct);
    sides.put("one crossing, JNI", timed(crossings::jni));
    sides.put("one crossing, java.lang.foreign", timed(crossings::foreign));
    sides.put("one crossing, JNA direct mapping", timed(crossings::jnaDirect));
    sides.put("one crossing, JNA interface", timed(crossings::jnaMapped));
    sides.put(
        "Device.submit: checked, written, crossed",
        timed(
            rounds -> {
              for (int i = 0; i < rounds; i++) {
                device.submit(submission);
              }
            }));
    sides.put(
        "the same, and the Submission made",
        timed(
            rounds -> {
              for (int i = 0; i < rounds; i++) {
                submission.clear();
                fill(submission, stream, event, add);
                device.submit(submission);
              }
            }));
  }

  @Command
  private static final class Settings {

    @Option(names = "--quick", description = "Few calls: shows that it works.")
    private boolean quick;

    @Option(names = "--json", description = "Prints JSON instead of a table.")
    private boolean json;
  }

  /**
   * Runs the benchmark and prints the results to standard output.
   *
   * @throws IllegalArgumentException for an unknown argument
   */
  public static void run(BenchmarkArguments arguments) throws IOException {
    Settings settings = new Settings();
    if (!arguments.readInto(settings)) {
      return;
    }
    int rounds = settings.quick ? 3 : 31;
    int calls = settings.quick ? 10_000 : 200_000;
    try (DriverDouble driverDouble = DriverDouble.build()) {
      Crossings crossings = new Crossings(driverDouble.library(), driverDouble.driver());
      try (Driver driver = open(driverDouble)) {
        CrossingBenchmark benchmark = new CrossingBenchmark(crossings, driver.device(0));
        driverDouble.beQuiet(true);
        Map<String, Double> nanos = benchmark.measure(rounds, calls);
        driverDouble.beQuiet(false);
        System.out.print(settings.json ? json(nanos) : table(nanos, rounds, calls));
      }
    }
  }

  /**
   * Opens the CUDA backend on the double. The provider reads the system property when it is
   * created.
   */
  private static Driver open(DriverDouble driverDouble) {
    String before = System.setProperty(DRIVER_PROPERTY, driverDouble.driver().toString());
    try {
      return ServiceLoader.load(DriverProvider.class, DriverProvider.class.getClassLoader())
          .stream()
          .map(ServiceLoader.Provider::get)
          .filter(provider -> provider.name().equals("cuda"))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("there is no CUDA backend"))
          .open(DriverSettings.defaults());
    } finally {
      if (before == null) {
        System.clearProperty(DRIVER_PROPERTY);
      } else {
        System.setProperty(DRIVER_PROPERTY, before);
      }
    }
  }

  private static void fill(Submission submission, Stream stream, Event event, Function add) {
    submission.waitFor(stream, event);
    submission.waitFor(stream, event);
    LaunchShape shape = new LaunchShape(1, 1, 1, 32, 1, 1, 0);
    submission.launch(stream, add, shape, new long[PARAMETER_BYTES / 8], PARAMETER_BYTES);
    submission.record(stream, event);
  }

  @FunctionalInterface
  private interface Loop {
    void run(int rounds);
  }

  /** Measures the thread's processor time for each pass of a loop, in nanoseconds. */
  private static IntToDoubleFunction timed(Loop loop) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return calls -> {
      long begin = threads.getCurrentThreadCpuTime();
      loop.run(calls);
      return (double) (threads.getCurrentThreadCpuTime() - begin) / calls;
    };
  }

  /** Returns the median of each side over the rounds. The sides take turns in each round. */
  private Map<String, Double> measure(int rounds, int calls) {
    Map<String, double[]> samples = new LinkedHashMap<>();
    sides.keySet().forEach(name -> samples.put(name, new double[rounds]));
    for (int round = 0; round < rounds; round++) {
      for (var side : sides.entrySet()) {
        samples.get(side.getKey())[round] = side.getValue().applyAsDouble(calls);
      }
    }
    Map<String, Double> medians = new LinkedHashMap<>();
    samples.forEach(
        (name, nanos) -> {
          Arrays.sort(nanos);
          medians.put(name, nanos[rounds / 2]);
        });
    return medians;
  }

  private static String table(Map<String, Double> nanos, int rounds, int calls) {
    double direct = nanos.values().iterator().next();
    String head =
        String.format(
            Locale.ROOT,
            "two waits, a launch, a record, on a driver that returns at once, ns of the thread:"
                + " median of %d rounds of %,d%n%-42s %8s %8s%n",
            rounds,
            calls,
            "",
            "ns",
            "over C");
    return nanos.entrySet().stream()
        .map(
            side ->
                String.format(
                    Locale.ROOT,
                    "%-42s %8.1f %8.1f%n",
                    side.getKey(),
                    side.getValue(),
                    side.getValue() - direct))
        .collect(Collectors.joining("", head, ""));
  }

  private static String json(Map<String, Double> nanos) {
    return nanos.entrySet().stream()
        .map(
            side ->
                String.format(
                    Locale.ROOT,
                    "{\"side\": \"%s\", \"nanos\": %.1f}",
                    side.getKey(),
                    side.getValue()))
        .collect(Collectors.joining(",\n ", "[", "]\n"));
  }
}
