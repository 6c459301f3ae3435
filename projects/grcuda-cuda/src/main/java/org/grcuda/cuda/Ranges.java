package org.grcuda.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.Submission;

/**
 * Ranges and names for NVIDIA's profilers (NVTX): each submission is a range of its thread, named
 * by its kernel. Streams and devices get the numbers that this program uses.
 */
final class Ranges {

  /** The environment variable in which a profiler that wants ranges names its library. */
  private static final String INJECTION = "NVTX_INJECTION64_PATH";

  /** The same for tests, as a system property. */
  static final String INJECTION_PROPERTY = "grcuda.cuda.nvtx";

  private static final int ERROR_BYTES = 1024;

  private final Arena arena = Arena.ofShared();
  private final Map<String, MemorySegment> names = new ConcurrentHashMap<>();
  private final AtomicInteger streams = new AtomicInteger();

  private Ranges() {}

  /** Null unless a profiler wants them. */
  static Ranges open() {
    String injection = System.getProperty(INJECTION_PROPERTY, System.getenv(INJECTION));
    if (injection == null || injection.isEmpty()) {
      return null;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment error = arena.allocate(ERROR_BYTES);
      long path = arena.allocateFrom(injection).address();
      boolean isOpen = DriverApi.openRanges(path, error.address(), ERROR_BYTES) != 0;
      if (!isOpen) {
        System.getLogger(Ranges.class.getName())
            .log(
                System.Logger.Level.WARNING,
                "no NVTX ranges: {0}={1}: {2}",
                INJECTION,
                injection,
                error.getString(0));
      }
      return isOpen ? new Ranges() : null;
    }
  }

  /** Begins a range of this thread. */
  void begin(Submission submission) {
    DriverApi.pushRange(address(nameOf(submission)));
  }

  /** Ends the range of this thread that began last. */
  void end() {
    DriverApi.popRange();
  }

  void name(CudaStream stream) {
    String name = "grcuda %s, stream %d".formatted(stream.owner(), streams.incrementAndGet());
    DriverApi.nameStream(stream.handle(), address(name));
  }

  void name(Gpu gpu) {
    DriverApi.nameDevice(gpu.number(), address("grcuda GPU %d".formatted(gpu.number())));
  }

  private long address(String name) {
    return names.computeIfAbsent(name, arena::allocateFrom).address();
  }

  /**
   * The name of its kernel, else of the first command that moves data, else of its first command.
   */
  private static String nameOf(Submission submission) {
    Submission.Reader reader = submission.reader();
    String name = null;
    int rank = 0;
    while (reader.next()) {
      int found =
          switch (reader.command()) {
            case LAUNCH -> 3;
            case COPY, FILL, PREFETCH, ADVISE, ATTACH -> 2;
            case WAIT, RECORD -> 1;
          };
      if (found > rank) {
        rank = found;
        name = found == 3 ? reader.function().name() : reader.command().call();
      }
    }
    return name == null ? "nothing" : name;
  }

  /** Called when nothing is enqueued or named any more. */
  void close() {
    arena.close();
  }
}
