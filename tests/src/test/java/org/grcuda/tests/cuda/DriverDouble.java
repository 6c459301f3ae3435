package org.grcuda.tests.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.grcuda.tests.Repository;

/** The double of NVIDIA's driver, as the library that contexts with {@code Backend=cuda} load. */
public final class DriverDouble {

  /** When commands are executed. */
  public enum Execution {
    /** As they are enqueued. */
    AT_ONCE,
    /** Later, in an order that a seed chooses. */
    SEEDED,
    /** By threads. */
    PARALLEL
  }

  /** The kernel that it knows. */
  static final String SOURCE =
      """
      extern "C" __global__ void add(int *x, int count, int by) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < count) x[i] += by;
      }
      """;

  private static final String[] KINDS = {
    "context", "stream", "event", "module", "allocation", "array", "mipmapped array", "image"
  };

  private static final String PROPERTY = "grcuda.cuda.driver";
  private static final int COMPUTE_CAPABILITY_MAJOR = 75;

  private final Path library;
  private final SymbolLookup symbols;

  /** Null while the double executes the kernels that it knows. */
  private KernelEngine engine;

  @SuppressWarnings("restricted")
  private DriverDouble(Path library) {
    this.library = library;
    this.symbols = SymbolLookup.libraryLookup(library, Arena.global());
    System.setProperty(PROPERTY, library.toString());
  }

  /** Builds it, and has contexts load it until {@link #forget}. */
  public static DriverDouble build(Path folder) throws IOException, InterruptedException {
    Path library = folder.resolve("libcuda-double.so");
    Path script = Repository.root().resolve("projects/grcuda-cuda/src/test/c/build.sh");
    Process process =
        new ProcessBuilder(script.toString(), library.toString()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), output);
    return new DriverDouble(library);
  }

  Path library() {
    return library;
  }

  /** Kernels are executed by the CPU backend from now on, whatever they are. */
  public void executeAllKernels() {
    engine = new KernelEngine();
    tell("recording_engine", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS), engine.function());
  }

  /** Contexts do not load it any more. */
  public void forget() {
    System.clearProperty(PROPERTY);
    if (engine != null) {
      tell("recording_engine", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS), MemorySegment.NULL);
      engine.close();
    }
  }

  /** Two GPUs that have done nothing. */
  void reset() {
    reset(2);
  }

  /** GPUs that have done nothing, with 64 MiB each, that execute commands at once. */
  public void reset(int gpus) {
    tell(
        "recording_reset",
        FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
        gpus,
        64L << 20);
    // Newer than NVRTC: the GPU gets PTX, which the double reads.
    setAttribute(COMPUTE_CAPABILITY_MAJOR, 13);
  }

  /** Commands are executed in that way from now on. */
  public void execute(Execution execution, long seed) {
    tell(
        "recording_mode",
        FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
        execution.ordinal(),
        seed);
  }

  /** Whether calls are recorded: the record of a long run fills the memory. */
  public void record(boolean record) {
    tell("recording_record", FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT), record ? 1 : 0);
  }

  /** Each managed page is in one place from now on; no memory is managed yet. */
  public void countPages() {
    tell("recording_count_pages", FunctionDescriptor.ofVoid());
  }

  /**
   * Managed pages that moved by faults of devices (0), by faults of the host (1), or ahead of their
   * use (2).
   */
  public long movedPages(int how) {
    FunctionDescriptor type = FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);
    return (long) tell("recording_moved_pages", type, how);
  }

  /** One in so many calls of a function does nothing but succeed, as if it had been left out. */
  public void ignore(String function, int oneIn) {
    try (Arena arena = Arena.ofConfined()) {
      tell(
          "recording_ignore",
          FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
          arena.allocateFrom(function),
          oneIn);
    }
  }

  /** Fails one call of a function, after {@code skip} that succeed, with a CUresult. */
  public void fail(String function, int skip, int status) {
    try (Arena arena = Arena.ofConfined()) {
      tell(
          "recording_fail",
          FunctionDescriptor.ofVoid(
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT),
          arena.allocateFrom(function),
          skip,
          1,
          status);
    }
  }

  /** Has a GPU fault at a command after {@code commands} others, with a CUresult. */
  public void faultAfter(long commands, int status) {
    tell(
        "recording_fault_after",
        FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT),
        commands,
        status);
  }

  /** Calls that were left out since {@link #ignore}. */
  public int ignored() {
    return (int) tell("recording_ignored", FunctionDescriptor.of(ValueLayout.JAVA_INT));
  }

  /** Handles of a kind that were not destroyed. */
  int live(String kind) {
    try (Arena arena = Arena.ofConfined()) {
      FunctionDescriptor type = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
      return (int) tell("recording_live", type, arena.allocateFrom(kind));
    }
  }

  /** The value of a CUdevice_attribute, of all devices. */
  void setAttribute(int attribute, int value) {
    tell(
        "recording_set_attribute",
        FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
        attribute,
        value);
  }

  /** The devices stand still while this holds. */
  void hold(boolean held) {
    tell("recording_hold", FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT), held ? 1 : 0);
  }

  /** Has calls of a function wait until this is called with another name, such as {@code ""}. */
  void block(String function) {
    try (Arena arena = Arena.ofConfined()) {
      tell(
          "recording_block",
          FunctionDescriptor.ofVoid(ValueLayout.ADDRESS),
          arena.allocateFrom(function));
    }
  }

  /** Returns once a function was called since {@link #forgetCalls}; fails after ten seconds. */
  void awaitCall(String function) throws InterruptedException {
    for (int i = 0; i < 10_000 && count(function) == 0; i++) {
      Thread.sleep(1);
    }
    assertTrue(count(function) > 0, function);
  }

  /** Calls of a function since {@link #forgetCalls}. */
  int count(String function) {
    try (Arena arena = Arena.ofConfined()) {
      FunctionDescriptor type = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
      return (int) tell("recording_count", type, arena.allocateFrom(function));
    }
  }

  /** Only calls of this thread are recorded from now on. */
  void recordOnlyMine() {
    tell("recording_only_mine", FunctionDescriptor.ofVoid());
  }

  void forgetCalls() {
    tell("recording_forget_calls", FunctionDescriptor.ofVoid());
  }

  /** The calls since {@link #forgetCalls}. */
  List<String> calls() {
    return text("recording_calls").lines().toList();
  }

  /** What was used as no right caller does; empty if there is nothing. */
  public String violations() {
    return text("recording_violations");
  }

  /** Everything was used as CUDA has it, finished and given back. */
  public void assertClean() {
    assertEquals("", violations());
    FunctionDescriptor number = FunctionDescriptor.of(ValueLayout.JAVA_INT);
    assertEquals(0, tell("recording_unfinished", number), "unfinished commands");
    for (String kind : KINDS) {
      assertEquals(0, live(kind), kind);
    }
  }

  @SuppressWarnings("restricted")
  private String text(String name) {
    MemorySegment text = (MemorySegment) tell(name, FunctionDescriptor.of(ValueLayout.ADDRESS));
    return text.address() == 0 ? "" : text.reinterpret(Long.MAX_VALUE).getString(0);
  }

  @SuppressWarnings("restricted")
  private Object tell(String name, FunctionDescriptor type, Object... arguments) {
    try {
      return Linker.nativeLinker()
          .downcallHandle(symbols.find(name).orElseThrow(), type)
          .invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException(name, e);
    }
  }
}
