package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;

/** The double of libcuda.so.1 (src/test/c), and what it is told and asked. */
public final class Recording {

  /** Kinds of handle that it counts. */
  private static final List<String> KINDS =
      List.of(
          "context",
          "stream",
          "event",
          "module",
          "allocation",
          "graph",
          "node",
          "executable",
          "array",
          "mipmapped array",
          "image");

  private static final class Builds {
    private static final Path FOLDER = folder();
    private static final Recording CURRENT = new Recording(build("current"));

    private static Path folder() {
      try {
        Path made = Files.createTempDirectory("grcuda-recording");
        made.toFile().deleteOnExit();
        return made;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final Path library;
  private final SymbolLookup symbols;

  @SuppressWarnings("restricted")
  private Recording(Path library) {
    this.library = library;
    this.symbols = SymbolLookup.libraryLookup(library, Arena.global());
  }

  /** The double of a current driver: one for the process. */
  public static Recording current() {
    return Builds.CURRENT;
  }

  /** The double of another driver, built with flags of the compiler. */
  static Recording built(String name, String... flags) {
    return new Recording(build(name, flags));
  }

  private static Path build(String name, String... flags) {
    Path file = Builds.FOLDER.resolve("libcuda-" + name + ".so");
    run(Path.of("src/test/c/build.sh"), file, flags);
    file.toFile().deleteOnExit();
    return file;
  }

  /** Runs a build script. */
  static void run(Path script, Path target, String... flags) {
    String[] command = new String[flags.length + 2];
    command[0] = script.toAbsolutePath().toString();
    command[1] = target.toString();
    System.arraycopy(flags, 0, command, 2, flags.length);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes());
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException(Arrays.toString(command) + ":\n" + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Its file. */
  public Path library() {
    return library;
  }

  /** Forgets everything. No driver may be open on it. */
  public Recording reset(int devices, long memory) {
    call("recording_reset", devices, memory);
    return this;
  }

  /** Commands are executed later from now on, in a legal order that the seed chooses. */
  Recording seeded(long seed) {
    call("recording_mode", 1, seed);
    return this;
  }

  /** Commands are executed by threads from now on, as soon as they may be. */
  Recording parallel() {
    call("recording_mode", 2, 0L);
    return this;
  }

  /** How managed pages come to where they are needed. */
  enum Move {
    DEVICE_FAULT,
    HOST_FAULT,
    AHEAD
  }

  /**
   * Each managed page is in one place from now on, the host or a device. No memory is managed yet.
   */
  void countPages() {
    call("recording_count_pages");
  }

  /** Managed pages that moved in such a way since {@link #countPages}. */
  long movedPages(Move how) {
    return (long) call("recording_moved_pages", how.ordinal());
  }

  /** Commands that are not finished. */
  int unfinished() {
    return (int) call("recording_unfinished");
  }

  /** Handles of a kind that were made since the reset. */
  int created(String kind) {
    try (Arena arena = Arena.ofConfined()) {
      return (int) call("recording_created", arena.allocateFrom(kind));
    }
  }

  /** Opens a driver on it. */
  public Driver open(DriverSettings settings) {
    return provider().open(settings);
  }

  /** The provider that takes it for the driver library. */
  public CudaDriverProvider provider() {
    return new CudaDriverProvider(library.toString());
  }

  /** What cuDriverGetVersion answers. */
  void setVersion(int version) {
    call("recording_set_version", version);
  }

  void setAttribute(DeviceAttribute attribute, int value) {
    call("recording_set_attribute", attribute.code(), value);
  }

  /** An attribute of one device. */
  void setAttributeOf(int device, DeviceAttribute attribute, int value) {
    call("recording_set_attribute_of", device, attribute.code(), value);
  }

  /** As if managed memory, or another process, had taken so much. */
  void setUsed(int device, long bytes) {
    call("recording_set_used", device, bytes);
  }

  void setPeers(boolean peers) {
    call("recording_set_peers", peers ? 1 : 0);
  }

  /** The devices stand still while this holds. */
  void hold(boolean held) {
    call("recording_hold", held ? 1 : 0);
  }

  /** Lets calls return at once. */
  public void beQuiet(boolean quiet) {
    call("recording_be_quiet", quiet ? 1 : 0);
  }

  /** Fails a call {@code times} times (below 0: always) after {@code skip} that are not failed. */
  void fail(String function, int skip, int times, int status) {
    try (Arena arena = Arena.ofConfined()) {
      call("recording_fail", arena.allocateFrom(function), skip, times, status);
    }
  }

  /** Has calls of a function wait until this is called with another name, such as {@code ""}. */
  void block(String function) {
    try (Arena arena = Arena.ofConfined()) {
      call("recording_block", arena.allocateFrom(function));
    }
  }

  /** Returns once a function was called {@code count} times; fails after ten seconds. */
  void awaitCalls(String function, int count) throws InterruptedException {
    for (int i = 0; i < 10_000 && count(function) < count; i++) {
      Thread.sleep(1);
    }
    assertEquals(count, count(function), function);
  }

  /** Fails it once. */
  void failOnce(String function, CudaResult result) {
    fail(function, 0, 1, result.code());
  }

  /** Fails every call, as after a fault of a kernel. */
  void fault(CudaResult result) {
    call("recording_fault", result.code());
  }

  /** The calls so far, but for those that ask which context is current: they go before most. */
  List<String> calls() {
    return allCalls().stream().filter(call -> !call.startsWith("cuCtxGetCurrent")).toList();
  }

  /** All calls so far. */
  List<String> allCalls() {
    return text("recording_calls").lines().toList();
  }

  /** How often a function was called so far. */
  int count(String function) {
    try (Arena arena = Arena.ofConfined()) {
      return (int) call("recording_count", arena.allocateFrom(function));
    }
  }

  /** Makes memory of the process known to the driver, as cuMemHostRegister does. */
  void register(long address, long bytes) {
    call("recording_register", address, bytes);
  }

  /** Ends {@link #register}. */
  void unregister(long address) {
    call("recording_unregister", address);
  }

  /** Makes a context current on this thread, as another library does; -1: none. */
  void makeCurrent(int device) {
    call("recording_make_current", device);
  }

  void forgetCalls() {
    call("recording_forget_calls");
  }

  /** Number of handles of a kind that were not destroyed. */
  int live(String kind) {
    try (Arena arena = Arena.ofConfined()) {
      return (int) call("recording_live", arena.allocateFrom(kind));
    }
  }

  /** Fails unless everything was given back and nothing was misused. */
  public void assertClean() {
    assertEquals("", violations());
    assertEquals(0, unfinished(), "unfinished commands");
    for (String kind : KINDS) {
      assertEquals(0, live(kind), "live: " + kind);
    }
  }

  /** What no right caller does. */
  String violations() {
    return text("recording_violations");
  }

  @SuppressWarnings("restricted")
  private String text(String name) {
    return ((MemorySegment) call(name)).reinterpret(Long.MAX_VALUE).getString(0);
  }

  @SuppressWarnings("restricted")
  private Object call(String name, Object... arguments) {
    MemoryLayout[] types =
        Arrays.stream(arguments).map(Recording::layout).toArray(MemoryLayout[]::new);
    FunctionDescriptor descriptor =
        switch (name) {
          case "recording_calls", "recording_violations" ->
              FunctionDescriptor.of(ValueLayout.ADDRESS, types);
          case "recording_count", "recording_live", "recording_unfinished", "recording_created" ->
              FunctionDescriptor.of(ValueLayout.JAVA_INT, types);
          case "recording_moved_pages" -> FunctionDescriptor.of(ValueLayout.JAVA_LONG, types);
          default -> FunctionDescriptor.ofVoid(types);
        };
    MethodHandle handle =
        Linker.nativeLinker().downcallHandle(symbols.find(name).orElseThrow(), descriptor);
    try {
      return handle.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException(name, e);
    }
  }

  private static MemoryLayout layout(Object argument) {
    return switch (argument) {
      case Integer number -> ValueLayout.JAVA_INT;
      case Long number -> ValueLayout.JAVA_LONG;
      default -> ValueLayout.ADDRESS;
    };
  }
}
