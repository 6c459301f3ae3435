package org.grcuda.bench.devicewide;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** NumPy in a process of its own, which keeps the arrays. */
final class NumPySide implements AutoCloseable {

  private final Process process;
  private final BufferedWriter commands;
  private final BufferedReader answers;
  private final String version;

  /**
   * Starts it.
   *
   * @param folder for its program and its errors
   * @throws IOException there is no such Python, or it has no NumPy
   */
  NumPySide(String python, Path folder) throws IOException {
    Path program = folder.resolve("numpy_side.py");
    Path errors = folder.resolve("errors.txt");
    try (InputStream text = NumPySide.class.getResourceAsStream("numpy_side.py")) {
      Files.copy(text, program);
    }
    process = new ProcessBuilder(python, program.toString()).redirectError(errors.toFile()).start();
    commands = process.outputWriter(StandardCharsets.UTF_8);
    answers = process.inputReader(StandardCharsets.UTF_8);
    version = answers.readLine();
    if (version == null) {
      String why = Files.readString(errors).strip();
      throw new IOException(
          "%s cannot run NumPy (%s): name a Python that has it by --python=FILE"
              .formatted(python, why.substring(why.lastIndexOf('\n') + 1)));
    }
  }

  String version() {
    return version;
  }

  /** Milliseconds for one execution. */
  double millis(Workload workload, Path numbers) throws IOException {
    commands.write(workload.operation() + " " + workload.numpyType() + " " + numbers + "\n");
    commands.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("NumPy ended at " + workload);
    }
    return Double.parseDouble(answer);
  }

  @Override
  public void close() {
    process.destroy();
  }
}
