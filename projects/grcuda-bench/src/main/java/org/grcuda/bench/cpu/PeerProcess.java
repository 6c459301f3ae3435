package org.grcuda.bench.cpu;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A running program of a peer. It answers each line that it is sent with one line. */
final class PeerProcess implements AutoCloseable {

  private final Path errors;
  private final Process process;
  private final BufferedWriter commands;
  private final BufferedReader answers;

  /** Starts {@code command} in {@code folder}, with more variables in its environment. */
  PeerProcess(Path folder, List<String> command, Map<String, String> environment)
      throws IOException {
    errors = folder.resolve("errors.txt");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectError(errors.toFile());
    builder.environment().put("POCL_CACHE_DIR", folder.resolve("pocl").toString());
    // Few spins, so that idle threads do not take processor time from the side measured next.
    builder.environment().put("GOMP_SPINCOUNT", "1000");
    builder.environment().putAll(environment);
    process = builder.start();
    commands = process.outputWriter(StandardCharsets.UTF_8);
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Sends {@code command} and returns the answer. */
  String ask(String command) throws IOException {
    commands.write(command + "\n");
    commands.flush();
    return answer();
  }

  /** Reads the next line of the program. */
  String answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException(
          "the program of the peer ended: " + firstLine(Files.readString(errors)));
    }
    return line;
  }

  /**
   * Runs the C compiler.
   *
   * @throws IOException if there is no compiler, or if it fails; the message then has the
   *     compiler's output
   */
  static void compile(Path folder, List<String> options, List<String> more) throws IOException {
    List<String> command = new ArrayList<>(List.of("cc"));
    command.addAll(options);
    command.addAll(more);
    Process compiler =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    try (BufferedReader reader = compiler.inputReader(StandardCharsets.UTF_8)) {
      String output = reader.lines().collect(Collectors.joining("\n"));
      if (compiler.waitFor() != 0) {
        throw new IOException("cc failed: " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("it printed nothing");
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
