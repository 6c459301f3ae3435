package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranges and names as a double of a profiler's library (src/test/library/nvtx.c) gets them. */
class RangesTest {

  private final Recording recording = Recording.current();

  @BeforeEach
  void reset() {
    recording.reset(1, 1 << 20);
  }

  @AfterEach
  void forget() {
    System.clearProperty(Ranges.INJECTION_PROPERTY);
  }

  @Test
  void profilerGetsRangesAndNames(@TempDir Path folder) throws Throwable {
    Path library = folder.resolve("libprofiler.so");
    Process compiler =
        new ProcessBuilder(
                "cc", "-shared", "-fPIC", "-o", library.toString(), "src/test/library/nvtx.c")
            .redirectErrorStream(true)
            .start();
    String output = new String(compiler.getInputStream().readAllBytes());
    assertEquals(0, compiler.waitFor(), output);
    System.setProperty(Ranges.INJECTION_PROPERTY, library.toString());
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      use(driver);
    }
    recording.assertClean();
    assertEquals(
        List.of(
            "device 0 grcuda GPU 0",
            "stream grcuda device 0, stream 1",
            "stream grcuda device 0, stream 2",
            "push add",
            "pop",
            "push cuMemsetD8Async",
            "pop",
            "push add",
            "pop"),
        lines(library));
    System.clearProperty(Ranges.INJECTION_PROPERTY);
    recording.open(DriverSettings.defaults()).close();
    assertEquals(9, lines(library).size());
  }

  private void use(Driver driver) {
    Device device = driver.device(0);
    Stream stream = device.createStream();
    device.createStream();
    long x = driver.allocateManaged(64);
    Function add = Workload.load(device).function("add");
    Submission submission = new Submission();
    submission.fill(stream, x, 0, 4, 4);
    LaunchShape shape = new LaunchShape(1, 1, 1, 4, 1, 1, 0);
    submission.launch(stream, add, shape, new long[] {x, 4 | 5L << 32}, 16);
    submission.record(stream, device.createEvent(false));
    device.submit(submission);
    submission.clear();
    submission.fill(stream, x, 0, 4, 4);
    device.submit(submission);
    submission.clear();
    // A range ends whatever happens.
    submission.launch(stream, add, shape, new long[] {x, 4 | 5L << 32}, 16);
    recording.failOnce("cuLaunchKernel", CudaResult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    assertThrows(DriverException.class, () -> device.submit(submission));
  }

  @SuppressWarnings("restricted")
  private static List<String> lines(Path library) throws Throwable {
    SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
    MemorySegment text =
        (MemorySegment)
            Linker.nativeLinker()
                .downcallHandle(
                    symbols.find("double_ranges").orElseThrow(),
                    FunctionDescriptor.of(ValueLayout.ADDRESS))
                .invokeWithArguments();
    return text.reinterpret(Long.MAX_VALUE).getString(0).lines().toList();
  }

  /** A profiler that is not there stops nothing. */
  @Test
  void otherLibrariesAreLeftAlone() {
    String tool = System.getProperty("java.io.tmpdir") + "/no-profiler.so";
    System.setProperty(Ranges.INJECTION_PROPERTY, tool);
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      driver.device(0).createStream().synchronize();
    }
    recording.assertClean();
  }
}
