package org.grcuda.nvrtc;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Makes a start-up cache (JEP 483) of the compiler's process, with which the first compilation of a
 * program ends some 80 ms earlier. It makes the cache by one run that rehearses a compilation.
 * Needs no NVRTC.
 */
public final class WorkerTraining {

  private static final long SECONDS = 120;

  private WorkerTraining() {}

  /**
   * The command.
   *
   * @param arguments the file to make
   * @throws IOException if it cannot be made
   * @throws IllegalArgumentException for other arguments
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException("expected: FILE");
    }
    Process worker = WorkerCommand.start(List.of("-XX:AOTCacheOutput=" + arguments[0]));
    try {
      ask(worker);
      if (!worker.waitFor(SECONDS, TimeUnit.SECONDS) || worker.exitValue() != 0) {
        throw new IOException("the compiler's process did not write " + arguments[0]);
      }
    } finally {
      worker.destroyForcibly();
    }
  }

  /** The end of its input ends it. */
  private static void ask(Process worker) throws IOException {
    String library = WorkerMessage.REHEARSAL;
    Program program = new Program("", "kernel.cu", "compute_80", List.of(), Map.of(), List.of());
    Map<String, String> headers = Map.of("limits.h", "");
    var compile = new WorkerMessage.Compile(library, program, headers, List.of(), 1 << 20);
    try (var in = new DataInputStream(new BufferedInputStream(worker.getInputStream()));
        var out = new DataOutputStream(new BufferedOutputStream(worker.getOutputStream()))) {
      in.readInt();
      for (WorkerMessage request : List.of(new WorkerMessage.Describe(library), compile)) {
        WorkerMessage.write(out, request);
        if (WorkerMessage.read(in) instanceof WorkerMessage.Failed failed) {
          throw new IOException(failed.reason());
        }
      }
    }
  }
}
