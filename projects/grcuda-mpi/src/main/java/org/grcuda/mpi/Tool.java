package org.grcuda.mpi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.grcuda.transport.TransportException;

/** Runs a program that ends soon, such as a compiler. */
final class Tool {

  private Tool() {}

  /**
   * How it ended.
   *
   * @param output both streams
   */
  record Result(int status, String output) {

    /** The first line that says error, or else the first one. */
    String firstProblem() {
      return output
          .lines()
          .filter(line -> line.contains("error"))
          .findFirst()
          .or(() -> output.lines().findFirst())
          .orElse("exit status " + status);
    }
  }

  static Result run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      return new Result(process.waitFor(), output);
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new TransportException("interrupted while " + command.getFirst() + " ran", e);
    }
  }
}
