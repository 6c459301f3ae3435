package org.grcuda.tests.suite;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.grcuda.GrCuda;
import org.grcuda.bench.suite.ProgramResult;
import org.grcuda.bench.suite.SuiteFiles;
import org.grcuda.bench.suite.host.GuestProgram;
import org.grcuda.bench.suite.host.JavaProgram;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.tests.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every benchmark of the suite, in three languages, at a small size: its results are those of the
 * host, on one device, two and four, under every policy (in Java each policy on each number); and
 * all languages tell the same.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SuiteTest {

  private static final List<Integer> DEVICES = List.of(1, 2, 4);

  private final SuiteFiles files = SuiteFiles.find();
  private Engine engine;

  @BeforeAll
  void openEngine() {
    engine = Engine.newBuilder().option("engine.WarnInterpreterOnly", "false").build();
  }

  @AfterAll
  void closeEngine() {
    engine.close();
  }

  /** Every policy on each number of devices. */
  static Stream<Configuration> all() {
    return policies().stream()
        .flatMap(policy -> DEVICES.stream().map(devices -> configuration(policy, devices)));
  }

  /** Every policy, the numbers of devices in turn, for hosts that take longer. */
  static Stream<Configuration> inPython() {
    return inTurn(1);
  }

  static Stream<Configuration> inJavaScript() {
    return inTurn(2);
  }

  private static Stream<Configuration> inTurn(int first) {
    List<Configuration> all = new ArrayList<>();
    for (String policy : policies()) {
      all.add(configuration(policy, DEVICES.get((all.size() + first) % DEVICES.size())));
    }
    return all.stream();
  }

  private static List<String> policies() {
    return Arrays.stream(DeviceSelection.values()).map(DeviceSelection::optionName).toList();
  }

  private static Configuration configuration(String policy, int devices) {
    return Configuration.of("CpuDevices", "" + devices, "DeviceSelectionPolicy", policy);
  }

  @ParameterizedTest
  @MethodSource("all")
  void java(Configuration configuration) throws IOException {
    try (GrCuda cuda = configuration.typed().open()) {
      each(arguments -> JavaProgram.run(cuda, JavaProgram.HOST, files, arguments));
    }
  }

  /** Versions scheduled by hand validate too. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void byHand(int devices) throws IOException {
    try (GrCuda cuda = configuration("round-robin", devices).typed().open()) {
      for (String name :
          List.of("vec-multi", "bs-multi", "ml-multi", "cg-dense", "mul", "lanczos", "matmul")) {
        List<String> arguments =
            List.of(name, "--size=" + files.table().benchmark(name).small(), "--iterations=1");
        var result = JavaProgram.run(cuda, JavaProgram.HOST_BY_HAND, files, arguments);
        assertEquals(Boolean.TRUE, result.valid(), () -> "not valid: " + result.json());
        assertEquals("java-hand", result.host());
      }
      assertThrows(
          IllegalArgumentException.class,
          () -> JavaProgram.run(cuda, JavaProgram.HOST_BY_HAND, files, List.of("hits")));
    }
  }

  @ParameterizedTest
  @MethodSource("inJavaScript")
  void javaScript(Configuration configuration) throws IOException {
    guest("js", configuration);
  }

  @ParameterizedTest
  @MethodSource("inPython")
  void python(Configuration configuration) throws IOException {
    guest("python", configuration);
  }

  private void guest(String host, Configuration configuration) throws IOException {
    try (Context context = context(configuration)) {
      each(arguments -> GuestProgram.run(context, host, files, arguments));
    }
  }

  private Context context(Configuration configuration) {
    Context.Builder builder =
        Context.newBuilder()
            .engine(engine)
            .allowAllAccess(true)
            .option("js.esm-eval-returns-exports", "true");
    configuration.options().forEach((name, value) -> builder.option("grcuda." + name, value));
    return builder.build();
  }

  @FunctionalInterface
  private interface Host {
    ProgramResult run(List<String> arguments) throws IOException;
  }

  private void each(Host host) throws IOException {
    List<Executable> checks = new ArrayList<>();
    files
        .table()
        .benchmarks()
        .forEach(
            (name, entry) ->
                checks.add(
                    () -> {
                      ProgramResult result =
                          host.run(
                              List.of(
                                  name,
                                  "--size=" + entry.small(),
                                  "--iterations=1",
                                  "--warm-up=0"));
                      assertEquals(
                          Boolean.TRUE, result.valid(), () -> "not valid: " + result.json());
                    }));
    assertAll(checks);
  }

  @Test
  void languagesTellTheSame() throws IOException {
    Configuration configuration = configuration("round-robin", 2);
    List<String> arguments =
        List.of(
            "mul",
            "--size=30",
            "--iterations=2",
            "--warm-up=1",
            "--partitions=3",
            "--block-size=32",
            "--block-size-2d=8",
            "--blocks=5",
            "--reinit");
    try (GrCuda cuda = configuration.typed().open();
        Context context = context(configuration)) {
      ProgramResult java = JavaProgram.run(cuda, JavaProgram.HOST, files, arguments);
      for (String host : List.of("python", "js")) {
        ProgramResult guest = GuestProgram.run(context, host, files, arguments);
        assertEquals(host, guest.host());
        assertEquals(2, guest.seconds().length);
        assertEquals(1, guest.warmUpSeconds().length);
        assertEquals(withoutTimes(java), withoutTimes(guest));
      }
    }
  }

  private static Map<String, Object> withoutTimes(ProgramResult result) {
    var settings = result.settings();
    return Map.of(
        "benchmark", result.benchmark(),
        "settings",
            List.of(
                settings.size(),
                settings.partitions(),
                settings.blocks(),
                settings.blockSize(),
                settings.blockSize2d(),
                settings.reinit(),
                settings.data()),
        "devices", result.devices(),
        "policy", result.policy(),
        "execution", result.execution(),
        "result", result.result(),
        "valid", result.valid());
  }

  /**
   * On simulated devices results are computed all the same, and times follow the declared costs.
   */
  @Test
  void simulatedDevicesAreChargedTheDeclaredCosts() throws IOException {
    Configuration machine = Configuration.of("Backend", "sim", "Topology", "v100-2");
    List<String> arguments = List.of("matmul", "--size=29", "--iterations=1");
    try (GrCuda cuda = machine.typed().open();
        Context context = context(machine)) {
      ProgramResult java = JavaProgram.run(cuda, JavaProgram.HOST, files, arguments);
      assertEquals(Boolean.TRUE, java.valid(), java::json);
      for (String host : List.of("python", "js")) {
        ProgramResult guest = GuestProgram.run(context, host, files, arguments);
        assertEquals(Boolean.TRUE, guest.valid(), guest::json);
      }
    }
    Configuration large =
        Configuration.of("Backend", "sim", "Topology", "v100-1", "SimCompute", "false");
    try (GrCuda cuda = large.typed().open()) {
      double small = seconds(cuda, "1000");
      double eightfold = seconds(cuda, "8000");
      assertTrue(eightfold > 256 * small, "512 times the operations: " + small + ", " + eightfold);
    }
  }

  private double seconds(GrCuda cuda, String size) throws IOException {
    List<String> arguments = List.of("matmul", "--size=" + size, "--data=touch", "--iterations=1");
    return JavaProgram.run(cuda, JavaProgram.HOST, files, arguments).medianSeconds();
  }

  /** Each in the words of its way to read arguments, with the option and what was given. */
  @Test
  void languagesRefuseTheSame() throws IOException {
    Map<List<String>, List<String>> refused = new LinkedHashMap<>();
    refused.put(List.of("vectors"), List.of("'vectors'", "vec, bs, ml"));
    refused.put(List.of("vec", "--sizes=10"), List.of("'--sizes"));
    refused.put(List.of("vec", "--size=ten"), List.of("--size", "whole number", "'ten'"));
    refused.put(List.of("vec", "--size=0"), List.of("--size", "whole number from 1"));
    refused.put(List.of("vec", "--iterations=0"), List.of("--iterations", "whole number from 1"));
    refused.put(List.of("vec", "--warm-up=-1"), List.of("--warm-up", "whole number", "'-1'"));
    refused.put(List.of("vec", "--data=none"), List.of("--data", "full", "touch", "'none'"));
    refused.put(List.of("vec", "--reinit=1"), List.of("--reinit", "'1'"));
    refused.put(
        List.of("vec", "--size=5", "--partitions=6"),
        List.of("--partitions", "1 to 5 partitions", "'6'"));
    refused.put(
        List.of("hits", "--partitions=2"), List.of("--partitions", "1 to 1 partitions", "'2'"));
    Configuration configuration = configuration("single-gpu", 1);
    try (GrCuda cuda = configuration.typed().open();
        Context context = context(configuration)) {
      refused.forEach(
          (arguments, parts) -> {
            assertNames(parts, () -> JavaProgram.run(cuda, JavaProgram.HOST, files, arguments));
            for (String host : List.of("python", "js")) {
              assertNames(parts, () -> GuestProgram.run(context, host, files, arguments));
            }
          });
    }
  }

  private static void assertNames(List<String> parts, Executable run) {
    String message = refusal(run);
    for (String part : parts) {
      assertTrue(message.contains(part), () -> part + " is not in: " + message);
    }
  }

  private static String refusal(Executable run) {
    return assertThrows(Exception.class, run).getMessage();
  }
}
