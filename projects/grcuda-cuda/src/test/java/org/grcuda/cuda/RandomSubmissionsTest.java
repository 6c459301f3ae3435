package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random programs in C on the native library and the double (src/test/c/random), without a JVM:
 * several host threads, one to four GPUs, under AddressSanitizer, which also looks for leaks, and
 * ThreadSanitizer. What they read is right, and what is left out of them shows.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RandomSubmissionsTest {

  /** Of each kind; more of them, other ones: for long runs by hand. */
  private static final String PROGRAMS = System.getProperty("grcuda.test.programs", "200");

  private static final String FIRST = System.getProperty("grcuda.test.seed", "1");

  private static final Path SOURCE = Path.of("src/test/c");

  private static final int SEEDED = 1;

  /** The programs and the double, built with a sanitizer. */
  private record Build(Path programs, Path library) {}

  private final Map<String, Build> builds = new HashMap<>();

  private Path folder;

  @BeforeAll
  void prepare(@TempDir Path shared) {
    folder = shared;
  }

  private Build build(String sanitizer) {
    return builds.computeIfAbsent(sanitizer, kind -> build(kind, SOURCE.resolve("../../main/c")));
  }

  private Build build(String sanitizer, Path library) {
    String[] flags =
        sanitizer.equals("none")
            ? new String[0]
            : new String[] {"-fsanitize=" + sanitizer, "-fno-omit-frame-pointer"};
    String name = sanitizer + builds.size();
    Path programs = folder.resolve("random-" + name);
    Path cuda = folder.resolve("libcuda-" + name + ".so");
    Recording.run(SOURCE.resolve("build.sh"), cuda, flags);
    List<String> all = new ArrayList<>(List.of(library.toAbsolutePath().toString()));
    all.addAll(List.of(flags));
    Recording.run(SOURCE.resolve("random/build.sh"), programs, all.toArray(String[]::new));
    return new Build(programs, cuda);
  }

  private static String run(Build build, int mode, int threads, String... defect)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(build.programs().toString(), build.library().toString()));
    command.addAll(List.of(FIRST, PROGRAMS, "" + mode, "" + threads));
    command.addAll(List.of(defect));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertTrue(process.waitFor(10, TimeUnit.SECONDS));
    return output + "exit " + process.exitValue();
  }

  private static void assumeAvailable(String sanitizer) throws IOException {
    if (!sanitizer.equals("none")) {
      String name = sanitizer.equals("address") ? "libasan.so" : "libtsan.so";
      Process compiler = new ProcessBuilder("cc", "-print-file-name=" + name).start();
      String found = new String(compiler.getInputStream().readAllBytes()).strip();
      assumeTrue(Path.of(found).isAbsolute(), "the C compiler has no " + name);
    }
  }

  @ParameterizedTest
  @CsvSource({"none, 1", "none, 2", "address, 1", "address, 2", "thread, 1", "thread, 2"})
  void readWhatTheyWouldComputeOneStepAfterTheOther(String sanitizer, int mode) throws Exception {
    assumeAvailable(sanitizer);
    assertEquals(
        PROGRAMS + " programs, no mismatch, nothing left\nexit 0", run(build(sanitizer), mode, 3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cuStreamWaitEvent",
        "cuEventQuery",
        "cuEventRecord",
        "cuEventSynchronize",
        "cuStreamSynchronize",
        "cuMemcpyAsync",
        "cuMemsetD32Async",
        "cuLaunchHostFunc",
        "cuLaunchKernel",
        "cuMemFree_v2"
      })
  void callsThatAreLeftOutShow(String function) throws Exception {
    String output = run(build("none"), SEEDED, 1, function, "7");
    assertTrue(output.endsWith("exit 1"), output);
  }

  /** A library whose threads share what each should have to itself. */
  @Test
  void threadSanitizerIsWatching() throws Exception {
    assumeAvailable("thread");
    Path library = Files.createDirectory(folder.resolve("library"));
    try (var sources = Files.list(SOURCE.resolve("../../main/c"))) {
      for (Path source : sources.toList()) {
        String text = Files.readString(source);
        Files.writeString(
            library.resolve(source.getFileName()),
            text.replace("_Thread_local LastUse", "LastUse"));
      }
    }
    String output = run(build("thread", library), 2, 3);
    assertTrue(output.contains("ThreadSanitizer: data race"), output);
    assertNotEquals("exit 0", output.lines().toList().getLast());
  }
}
