package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workload, with each call failing in its turn, in a process under AddressSanitizer. */
class AddressSanitizerTest {

  private static final String DONE = "all calls have failed";

  @TempDir private Path temporary;

  @Test
  void nativeLibraryTouchesOnlyWhatIsItsOwn() throws Exception {
    String output = run("workload");
    assertTrue(output.contains(DONE), output);
    assertTrue(output.endsWith("exit 0"), output);
  }

  @Test
  void sanitizerIsWatching() throws Exception {
    String output = run("stray");
    assertTrue(output.contains("AddressSanitizer: heap-buffer-overflow"), output);
    assertTrue(output.contains("libgrcuda_cuda"), output);
  }

  private String run(String what) throws Exception {
    Path runtime = runtimeLibrary();
    assumeTrue(runtime.isAbsolute(), "the C compiler has no libasan.so: nothing is checked");
    Path packed = temporary.resolve("org/grcuda/cuda/jni");
    Recording.run(
        Path.of("src/main/c/build.sh"), packed, "-fsanitize=address", "-fno-omit-frame-pointer");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx200m",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            temporary + ":" + System.getProperty("java.class.path"),
            Child.class.getName(),
            what);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LD_PRELOAD", runtime.toString());
    // The JVM has handlers of its own, and memory that nobody gives back.
    builder
        .environment()
        .put("ASAN_OPTIONS", "handle_segv=0:detect_leaks=0:alloc_dealloc_mismatch=0");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    return output.strip() + "\nexit " + process.exitValue();
  }

  /** Where the compiler has it; a relative path where it has not. */
  private static Path runtimeLibrary() throws IOException {
    Process compiler = new ProcessBuilder("cc", "-print-file-name=libasan.so").start();
    Path found = Path.of(new String(compiler.getInputStream().readAllBytes()).strip());
    return found.isAbsolute() ? found.toRealPath() : found;
  }

  /** The child process. */
  static final class Child {

    private static final long MEMORY = 1L << 20;

    private Child() {}

    public static void main(String[] arguments) throws Exception {
      Recording recording = Recording.built("asan", "-fsanitize=address").reset(2, MEMORY);
      if (arguments[0].equals("stray")) {
        stray(recording);
        return;
      }
      Workload.run(recording);
      recording.assertClean();
      for (String call : Stream.of("F", "O").flatMap(Child::functions).toList()) {
        recording.reset(2, MEMORY);
        recording.fail(call, 0, 1, CudaResult.CUDA_ERROR_NOT_PERMITTED.code());
        try {
          Workload.run(recording);
        } catch (DriverException e) {
          assertNotEquals(0, e.result().code());
        }
        assertEquals("", recording.violations());
      }
      System.out.println(DONE);
    }

    private static Stream<String> functions(String mark) {
      try {
        return AbiTest.functions(mark).stream();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Has the library read commands beyond their end. */
    private static void stray(Recording recording) {
      try (Driver driver = recording.open(DriverSettings.defaults())) {
        CudaDevice device = (CudaDevice) driver.device(0);
        long copy = new SubmissionWriter().address();
        DriverApi.submit(device.sessionHandle(), device.context(), copy + 8 * 256, 3);
      }
      System.out.println("not noticed");
    }
  }
}
