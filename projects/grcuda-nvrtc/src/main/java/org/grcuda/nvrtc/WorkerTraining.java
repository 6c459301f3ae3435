package org.grcuda.nvrtc;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
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
    // Nothing is written there, as the rehearsal takes little time.
    Path kept = Path.of(arguments[0] + "-headers");
    Process worker = WorkerCommand.start(List.of("-XX:AOTCacheOutput=" + arguments[0]));
    try {
      ask(worker, kept);
      if (!worker.waitFor(SECONDS, TimeUnit.SECONDS) || worker.exitValue() != 0) {
        throw new IOException("the compiler's process did not write " + arguments[0]);
      }
    } finally {
      worker.destroyForcibly();
    }
  }

  /** The end of its input ends it. */
  private static void ask(Process worker, Path kept) throws IOException {
    String library = WorkerMessage.REHEARSAL;
    Program program = new Program("#include <limits.h>", "kernel.cu", "compute_80");
    HeaderSet headers = new HeaderSet(Map.of("limits.h", ""), List.of(), "", kept.toString());
    var compile = new WorkerMessage.Compile(library, program, headers, 1 << 20);
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
