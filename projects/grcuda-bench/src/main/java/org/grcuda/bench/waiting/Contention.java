package org.grcuda.bench.waiting;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes that keep every core busy until they are closed. */
final class Contention implements AutoCloseable {

  /** The command of each process. It limits the processor time, in case nobody ends the process. */
  private static final String LOOP = "ulimit -t 1800; while :; do :; done";

  private final List<Process> processes = new ArrayList<>();

  /**
   * Starts {@code perCore} processes for each core; 0 for none.
   *
   * @throws IOException if the system does not start a process
   */
  Contention(int perCore) throws IOException {
    int count = perCore * Runtime.getRuntime().availableProcessors();
    boolean started = false;
    try {
      while (processes.size() < count) {
        processes.add(
            new ProcessBuilder("sh", "-c", LOOP)
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

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }
}
