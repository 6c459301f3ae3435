package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that no compiler withstands end a process, and not this one. */
@Timeout(120)
class CompilerWorkerTest {

  private static final Path CACHE = Path.of("target", "unused");
  private static final long MIB = 1L << 20;

  private static NvrtcCompiler compiler(CompileLimits limits) {
    return NvrtcCompiler.open(settings(limits));
  }

  private static NvrtcSettings settings(CompileLimits limits) {
    return Nvrtc.settings(CACHE).withMaxProgramBytes(0).withLimits(limits);
  }

  private static CompileLimits limits(long mebibytes, long stackMebibytes, Duration time) {
    return new CompileLimits(mebibytes * MIB, stackMebibytes * MIB, time);
  }

  private static CompilationException refused(CompileLimits limits, Program program) {
    try (NvrtcCompiler compiler = compiler(limits)) {
      return assertThrows(CompilationException.class, () -> compiler.compile(program));
    }
  }

  private static void compileSomething(NvrtcCompiler compiler) {
    Program program = new Program("__global__ void k(int *x) { *x = 1; }", "k.cu", "compute_80");
    assertTrue(compiler.compile(program).ptx().contains(".entry"));
  }

  @Test
  void aCrashIsAnErrorAndTheNextCompilationWorks() {
    CompilationException error = refused(limits(4096, 16, Duration.ofSeconds(100)), Bombs.NESTED);
    assertEquals(CompilationException.CRASH, error.result());
    assertTrue(error.getMessage().startsWith("bomb.cu: NVRTC crashed"), error.getMessage());
    compileSomething(compiler(CompileLimits.DEFAULT));
  }

  /** What the JVM says of it would be taken for an answer. */
  @Test
  void aStartUpCacheThatDoesNotFitIsLeftOut(@TempDir Path folder) throws Exception {
    Path cache = Files.writeString(folder.resolve("no.aot"), "made for another JVM");
    System.setProperty(WorkerCommand.START_CACHE, cache.toString());
    WorkerProcess process = WorkerProcess.start();
    System.clearProperty(WorkerCommand.START_CACHE);
    try {
      String library = folder.resolve("libnvrtc.so").toString();
      WorkerMessage answer = process.ask(new WorkerMessage.Describe(library)).join();
      String reason = assertInstanceOf(WorkerMessage.Failed.class, answer).reason();
      assertTrue(reason.startsWith("NVRTC cannot be loaded from " + library), reason);
    } finally {
      process.kill();
    }
  }

  @Test
  void timeIsLimited() {
    CompilationException error = refused(limits(4096, 64, Duration.ofMillis(1500)), Bombs.ENDLESS);
    assertEquals(CompilationException.LIMIT, error.result());
    assertEquals(
        "bomb.cu: compiling it took longer than 1500 ms and was stopped (option"
            + " grcuda.CompileTime).",
        error.getMessage());
  }

  @Test
  void memoryIsLimited() {
    CompilationException error = refused(limits(256, 64, Duration.ofSeconds(100)), Bombs.ENDLESS);
    assertEquals(CompilationException.LIMIT, error.result());
    assertEquals(
        "bomb.cu: compiling it took more than 256 MiB of memory and was stopped (option"
            + " grcuda.CompileMemory).",
        error.getMessage());
  }

  @Test
  void closingEndsACompilation() throws Exception {
    NvrtcCompiler compiler = compiler(CompileLimits.DEFAULT);
    Set<Long> before = workers();
    var compilation = CompletableFuture.runAsync(() -> compiler.compile(Bombs.ENDLESS));
    awaitWorkBy(compilation);
    compiler.close();
    CompletionException error =
        assertThrows(
            CompletionException.class, () -> compilation.orTimeout(10, TimeUnit.SECONDS).join());
    var cause = assertInstanceOf(IllegalStateException.class, error.getCause());
    assertEquals("the compiler is closed", cause.getMessage());
    assertTrue(workers().size() <= Math.max(2, before.size()), "none goes on");
    assertThrows(IllegalStateException.class, () -> compileSomething(compiler));
  }

  @Test
  void othersDoNotWaitForALongCompilation() throws Exception {
    try (NvrtcCompiler busy = compiler(CompileLimits.DEFAULT)) {
      var compilation = CompletableFuture.runAsync(() -> busy.compile(Bombs.ENDLESS));
      awaitWorkBy(compilation);
      compileSomething(compiler(CompileLimits.DEFAULT));
      assertFalse(compilation.isDone());
    }
  }

  @Test
  void oneProcessServesMany() {
    NvrtcCompiler compiler = compiler(CompileLimits.DEFAULT);
    compileSomething(compiler);
    Set<Long> first = workers();
    for (int i = 0; i < 5; i++) {
      compileSomething(compiler);
    }
    assertEquals(first, workers());
  }

  @Test
  void anInterruptReachesTheWaitAndTheCompilationGoesOn() {
    int[] interrupts = {0};
    CompileWait interrupting =
        wait -> {
          Thread.currentThread().interrupt();
          try {
            wait.await();
          } catch (InterruptedException e) {
            interrupts[0]++;
            CompileWait.UNINTERRUPTIBLE.block(wait);
          }
        };
    compileSomething(NvrtcCompiler.open(settings(CompileLimits.DEFAULT), interrupting));
    assertEquals(1, interrupts[0]);
  }

  @Test
  void whatTheWaitThrowsEndsTheCompilation() {
    CompileWait cancelled =
        wait -> {
          throw new IllegalStateException("cancelled");
        };
    NvrtcCompiler compiler = NvrtcCompiler.open(settings(CompileLimits.DEFAULT), cancelled);
    Set<Long> before = workers();
    assertThrows(IllegalStateException.class, () -> compiler.compile(Bombs.ENDLESS));
    assertTrue(workers().size() <= Math.max(2, before.size()), "none goes on");
  }

  @Test
  void theProcessEndsWithItsParent() throws IOException, InterruptedException {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Parent.class.getName(),
                Nvrtc.settings(CACHE).library().toString())
            .redirectErrorStream(true)
            .start();
    long worker;
    try (var output = parent.inputReader()) {
      worker = Long.parseLong(output.readLine());
      parent.destroyForcibly();
    }
    var handle = ProcessHandle.of(worker);
    if (handle.isPresent()) {
      handle.get().onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }
  }

  /** Starts to compile for ever; prints the number of the compiler's process. */
  static final class Parent {

    private Parent() {}

    public static void main(String[] arguments) throws InterruptedException {
      NvrtcCompiler compiler =
          NvrtcCompiler.open(settings(CompileLimits.DEFAULT).withLibrary(Path.of(arguments[0])));
      var compilation = CompletableFuture.runAsync(() -> compiler.compile(Bombs.ENDLESS));
      awaitWorkBy(compilation);
      System.out.println(workers().iterator().next());
      compilation.join();
    }
  }

  /** Returns when a process computes for {@code compilation}. */
  private static void awaitWorkBy(CompletableFuture<?> compilation) throws InterruptedException {
    long used = 0;
    while (used < 1000 && !compilation.isDone()) {
      Thread.sleep(20);
      used =
          ProcessHandle.current()
              .children()
              .mapToLong(child -> child.info().totalCpuDuration().orElse(Duration.ZERO).toMillis())
              .max()
              .orElse(0);
    }
  }

  private static Set<Long> workers() {
    return ProcessHandle.current()
        .children()
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  @Test
  void limitsThatNoProgramCouldKeepAreRefused() {
    Duration second = Duration.ofSeconds(1);
    assertThrows(IllegalArgumentException.class, () -> limits(255, 1, second));
    assertThrows(IllegalArgumentException.class, () -> limits(256, 0, second));
    assertThrows(IllegalArgumentException.class, () -> limits(256, 1, Duration.ZERO));
  }
}
