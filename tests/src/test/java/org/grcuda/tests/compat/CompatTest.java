package org.grcuda.tests.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;
import org.grcuda.GrCuda;
import org.grcuda.tests.NativeCompiler;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs written in the way of GrCUDA's documentation, examples and benchmarks, with the options
 * that they are started with: call forms, names, file names relative to the working directory.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class CompatTest {

  private static final String[] PROGRAMS = {"build", "bind", "arrays", "graph", "runtime"};
  private static final String[] SETTINGS = {
    "ExecutionPolicy", "async",
    "DependencyPolicy", "with-const",
    "RetrieveNewStreamPolicy", "always-new",
    "RetrieveParentStreamPolicy", "disjoint",
    "DeviceSelectionPolicy", "round-robin",
    "InputPrefetch", "false",
    "ForceStreamAttach", "true",
    "EnableComputationTimers", "false",
    "MemAdvisePolicy", "preferred",
    "DataThreshold", "0.1",
    "BandwidthMatrix", "connection_graph.csv",
    "NumberOfGPUs", "2"
  };

  private Engine engine;
  private Path folder;

  @BeforeAll
  void makeFiles(@TempDir Path temporary) throws IOException {
    engine = Engine.newBuilder().option("engine.WarnInterpreterOnly", "false").build();
    folder = temporary;
    NativeCompiler.cxx(folder, "increment", Repository.resource("/compat/increment.cpp"));
    for (String name : List.of("host.nidl", "kernels.nidl")) {
      Files.writeString(folder.resolve(name), Repository.resource("/compat/" + name));
    }
    try (GrCuda cuda = GrCuda.open()) {
      String source = Repository.resource("/compat/increment.cu");
      Files.writeString(folder.resolve("increment.ptx"), cuda.buildKernel(source, "add_ten").ptx());
    }
  }

  @AfterAll
  void close() {
    engine.close();
  }

  /**
   * Every program under every policy it was run with; the settings under the one that it prints.
   */
  static Stream<Arguments> programs() {
    List<Map<String, String>> options =
        List.of(Map.of("ExecutionPolicy", "sync", "DependencyPolicy", "no-const"), settings());
    return Stream.concat(
        Stream.of(PROGRAMS).flatMap(name -> options.stream().map(o -> Arguments.of(name, o))),
        Stream.of(Arguments.of("settings", settings())));
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    for (int i = 0; i < SETTINGS.length; i += 2) {
      settings.put(SETTINGS[i], SETTINGS[i + 1]);
    }
    return settings;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void python(String name, Map<String, String> options) throws IOException {
    assertEquals(expected(name), guest("python", name + ".py", options));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void javaScript(String name, Map<String, String> options) throws IOException {
    assertEquals(expected(name), guest("js", name + ".js", options));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void java(String name, Map<String, String> options) throws IOException {
    var out = new ByteArrayOutputStream();
    try (Context context = open(options, out);
        var print = new PrintStream(out, true, StandardCharsets.UTF_8)) {
      CompatPrograms.ALL.get(name).run(context, print);
    }
    assertEquals(expected(name), out.toString(StandardCharsets.UTF_8));
  }

  private static String expected(String name) throws IOException {
    return Repository.resource("/compat/" + name + ".out");
  }

  private String guest(String language, String file, Map<String, String> options)
      throws IOException {
    var out = new ByteArrayOutputStream();
    try (Context context = open(options, out)) {
      String code = Repository.resource("/compat/" + file);
      context.eval(Source.newBuilder(language, code, file).build());
      if (language.equals("python")) {
        context.eval("python", "import sys; sys.stdout.flush()");
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private Context open(Map<String, String> options, ByteArrayOutputStream out) {
    Context.Builder builder =
        Context.newBuilder()
            .engine(engine)
            .allowAllAccess(true)
            .allowExperimentalOptions(true)
            .currentWorkingDirectory(folder)
            .out(out)
            .err(out);
    options.forEach((name, value) -> builder.option("grcuda." + name, value));
    return builder.build();
  }
}
