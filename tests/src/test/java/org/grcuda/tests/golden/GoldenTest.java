package org.grcuda.tests.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.grcuda.GrCuda;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.Hosts;
import org.grcuda.tests.Repository;
import org.grcuda.tests.TestBackend;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same programs in Python, JavaScript and Java, under every execution policy, on one device and
 * on two: the output of each must equal the one golden file, byte for byte.
 *
 * <p>A program {@code p} is {@code p.py}, {@code p.js} and an entry of {@link JavaPrograms}; its
 * kernels are in {@code p.cu}, if it has any, its output in {@code p.out}, on GPUs in {@code
 * p.gpu.out} if there is one; a shared library that it calls is made of {@code p.cpp}.
 */
final class GoldenTest {

  private static final String[] PROGRAMS = {
    "expressions",
    "arrays",
    "matrices",
    "copies",
    "elements",
    "signatures",
    "options",
    "globals",
    "binding",
    "chain",
    "libraries",
    "reduction",
    "partition",
    "memory",
    "views",
    "printf",
    "structs",
    "devices",
    "bandwidth",
    "streams",
    "ordering",
    "textures",
    "tasks",
    "clusters",
    "mapped",
    "hostfunctions"
  };

  static Stream<Configuration> configurations() {
    return Stream.concat(
        Configuration.all(1, 2),
        Stream.of(
            Configuration.of(
                "CpuDevices", "2",
                "CpuDeviceMemory", "8M",
                "MemoryManager", "replicated")));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void python(Configuration configuration) {
    // One context for all programs: making one takes seconds. Each has its own globals.
    var out = new ByteArrayOutputStream();
    try (Context context = Hosts.open(configuration.options(), out)) {
      var run = context.eval("python", "lambda code, name: exec(compile(code, name, 'exec'), {})");
      each(
          program -> {
            out.reset();
            offer(context, program);
            run.execute(Repository.resource(path(program, "py")), program + ".py");
            context.eval("python", "import sys; sys.stdout.flush()");
            return out;
          });
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void javaScript(Configuration configuration) {
    each(
        program -> {
          var out = new ByteArrayOutputStream();
          try (Context context = Hosts.open(configuration.options(), out)) {
            offer(context, program);
            String code = Repository.resource(path(program, "js"));
            context.eval(Source.newBuilder("js", code, program + ".js").build());
          }
          return out;
        });
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void javaPolyglot(Configuration configuration) {
    each(
        program -> {
          var out = new ByteArrayOutputStream();
          JavaPrograms.Polyglot code = JavaPrograms.POLYGLOT.get(program);
          if (code == null) {
            return null;
          }
          try (Context context = Hosts.open(configuration.options(), out);
              var print = new PrintStream(out, true, StandardCharsets.UTF_8)) {
            code.run(context, kernels(program), print);
          }
          return out;
        });
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void javaTyped(Configuration configuration) {
    each(
        program -> {
          var out = new ByteArrayOutputStream();
          JavaPrograms.Typed code = JavaPrograms.TYPED.get(program);
          if (code == null) {
            return null;
          }
          try (var print = new PrintStream(out, true, StandardCharsets.UTF_8);
              GrCuda cuda = configuration.typed().output(print::print).open()) {
            code.run(cuda, kernels(program), print);
          }
          return out;
        });
  }

  /** Every program has a Java version, of one kind or the other. */
  @Test
  void everyProgramIsInJava() {
    for (String program : PROGRAMS) {
      Map<String, ?> kind =
          JavaPrograms.TYPED.containsKey(program) ? JavaPrograms.TYPED : JavaPrograms.POLYGLOT;
      Assertions.assertTrue(kind.containsKey(program), program);
    }
  }

  @FunctionalInterface
  private interface Run {
    /** Runs a program; gives what it printed, or null where there is no such program. */
    ByteArrayOutputStream of(String program) throws IOException;
  }

  private static void each(Run run) {
    Stream<Executable> checks =
        Stream.of(PROGRAMS)
            .map(
                program ->
                    () -> {
                      ByteArrayOutputStream out = run.of(program);
                      if (out != null) {
                        String expected = Repository.resource(expected(program));
                        assertEquals(expected, out.toString(StandardCharsets.UTF_8), program);
                      }
                    });
    Assertions.assertAll(checks);
  }

  /** What a guest program imports: its kernels, the folder of its files, its library's path. */
  private static void offer(Context context, String program) throws IOException {
    Value bindings = context.getPolyglotBindings();
    bindings.putMember("source", kernels(program));
    String folder = Repository.folder(path(program, "out")).toString();
    bindings.putMember("folder", folder);
    if (Libraries.exists(program)) {
      bindings.putMember("library", Libraries.of(program).toString());
    }
  }

  private static String kernels(String program) throws IOException {
    String path = path(program, "cu");
    return Repository.hasResource(path) ? Repository.resource(path) : "";
  }

  /** CUDA prints what kernels print on the standard output of the process, not the context's. */
  private static String expected(String program) {
    String ofGpus = path(program, "gpu.out");
    boolean special = TestBackend.isGpu() && Repository.hasResource(ofGpus);
    return special ? ofGpus : path(program, "out");
  }

  private static String path(String program, String extension) {
    return "/golden/" + program + "." + extension;
  }
}
