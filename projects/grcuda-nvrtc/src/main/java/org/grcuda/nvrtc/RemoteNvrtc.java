package org.grcuda.nvrtc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * NVRTC in a process of its own, within limits. Several threads may compile at the same time; none
 * waits for another.
 */
final class RemoteNvrtc implements AutoCloseable {

  private static final long WATCH_MILLIS = 20;

  private final CompileLimits limits;
  private final CompileWait waiting;
  private final Consumer<String> notices;
  private final Set<WorkerProcess> busy = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param notices receives lines for the user
   */
  RemoteNvrtc(CompileLimits limits, CompileWait waiting, Consumer<String> notices) {
    this.limits = limits;
    this.waiting = waiting;
    this.notices = notices;
  }

  /**
   * The library's description of itself.
   *
   * @throws NvrtcException if it cannot be loaded, or is not NVRTC
   */
  WorkerMessage.Description describe(Path library) {
    WorkerMessage answer =
        ask(new WorkerMessage.Describe(library.toString()), library.getFileName().toString());
    if (answer instanceof WorkerMessage.Description description) {
      return description;
    }
    throw failure(answer);
  }

  /**
   * Compiles.
   *
   * @param headers besides those of the program, which come first
   * @throws CompilationException the program is wrong, crashes NVRTC, or exceeds the limits
   * @throws NvrtcException NVRTC cannot be used
   * @throws IllegalStateException this is closed, or was while it compiled
   */
  CompiledProgram compile(Path library, Program program, HeaderSet headers) {
    HeaderSet all = headers.with(program.headers());
    WorkerMessage answer =
        ask(
            new WorkerMessage.Compile(library.toString(), program, all, limits.stackBytes()),
            program.name());
    if (answer instanceof WorkerMessage.Compiled compiled) {
      compiled.notices().forEach(notices);
      return compiled.program();
    }
    throw failure(answer);
  }

  private static NvrtcException failure(WorkerMessage answer) {
    return switch (answer) {
      case WorkerMessage.Refused(String result, String log) ->
          new CompilationException(result, log);
      case WorkerMessage.Failed(String reason) -> new NvrtcException(reason);
      default -> new NvrtcException("The compiler's process answered " + answer);
    };
  }

  private WorkerMessage ask(WorkerMessage request, String name) {
    WorkerProcess process = WorkerPool.SHARED.take(waiting);
    boolean hasAnswered = false;
    busy.add(process);
    try {
      checkOpen();
      CompletableFuture<WorkerMessage> answer = process.ask(request);
      Watch watch = new Watch(name, process, answer);
      waiting.block(watch::await);
      hasAnswered = true;
      return answer.join();
    } catch (CompletionException e) {
      hasAnswered = false;
      checkOpen();
      throw e.getCause() instanceof WorkerProcess.Died died ? crash(name, died) : cause(e);
    } finally {
      busy.remove(process);
      WorkerPool.SHARED.giveBack(process, hasAnswered);
    }
  }

  private static RuntimeException cause(CompletionException e) {
    return e.getCause() instanceof NvrtcException failure ? failure : e;
  }

  private static CompilationException crash(String name, WorkerProcess.Died died) {
    return new CompilationException(
        CompilationException.CRASH,
        name
            + ": NVRTC crashed ("
            + died.getMessage()
            + "). It does so where operators, brackets, braces or templates are nested very"
            + " deeply, mostly by macros: nest them less.");
  }

  /** Waits for an answer, within the limits. */
  private final class Watch {

    private final String name;
    private final WorkerProcess process;
    private final CompletableFuture<WorkerMessage> answer;
    private final long start = System.nanoTime();

    Watch(String name, WorkerProcess process, CompletableFuture<WorkerMessage> answer) {
      this.name = name;
      this.process = process;
      this.answer = answer;
    }

    void await() throws InterruptedException {
      while (!isDone()) {
        if (System.nanoTime() - start > limits.time().toNanos()) {
          throw stopped("took longer than " + text(limits.time()), "CompileTime");
        }
        if (process.residentBytes() > limits.memoryBytes()) {
          throw stopped(
              "took more than " + (limits.memoryBytes() >> 20) + " MiB of memory", "CompileMemory");
        }
      }
    }

    private boolean isDone() throws InterruptedException {
      try {
        answer.get(WATCH_MILLIS, TimeUnit.MILLISECONDS);
        return true;
      } catch (ExecutionException e) {
        return true;
      } catch (TimeoutException e) {
        return false;
      }
    }

    private CompilationException stopped(String what, String option) {
      return new CompilationException(
          CompilationException.LIMIT,
          name + ": compiling it " + what + " and was stopped (option grcuda." + option + ").");
    }
  }

  private static String text(Duration time) {
    return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the compiler is closed");
    }
  }

  /** Ends running compilations: threads that wait for them get an {@link IllegalStateException}. */
  @Override
  public void close() {
    closed = true;
    busy.forEach(WorkerProcess::kill);
  }
}
