package org.grcuda.bench.waiting;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Processes that keep every core busy until they are closed. */
final class Contention implements AutoCloseable {

  /** The command of each process. It limits the processor time, in case nobody ends the process. */
  private static final List<String> COMMAND =
      List.of("sh", "-c", "ulimit -t 1800; while :; do :; done");

  /** Ends the processes if this one is told to end. */
  private final Thread atExit = new Thread(this::end);

  private final List<Process> processes = new ArrayList<>();

  /**
   * Starts {@code perCore} processes for each core; 0 for none.
   *
   * @throws IOException if the system does not start a process
   */
  static Contention perCore(int perCore) throws IOException {
    int count = perCore * Runtime.getRuntime().availableProcessors();
    return new Contention(Collections.nCopies(count, COMMAND));
  }

  /**
   * Starts a process on each of {@code cores}.
   *
   * @throws IOException if the system does not start a process
   */
  static Contention on(List<Integer> cores) throws IOException {
    return new Contention(cores.stream().map(core -> Cores.on(core, COMMAND)).toList());
  }

  private Contention(List<List<String>> commands) throws IOException {
    Runtime.getRuntime().addShutdownHook(atExit);
    boolean started = false;
    try {
      for (List<String> command : commands) {
        processes.add(
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
      }
      started = true;
    } finally {
      if (!started) {
        close();
      }
    }
  }

  /** The numbers of the processes. */
  List<Long> processes() {
    return processes.stream().map(Process::pid).toList();
  }

  @Override
  public void close() {
    end();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }

  private synchronized void end() {
    processes.forEach(Process::destroyForcibly);
  }
}
