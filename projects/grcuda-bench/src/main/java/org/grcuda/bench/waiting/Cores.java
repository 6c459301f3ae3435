package org.grcuda.bench.waiting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grcuda.bench.waiting.ControlGroups.UnavailableException;

/** Keeps threads and processes on one core each, by util-linux' {@code taskset}. */
final class Cores {

  private static final String COMMAND = "taskset";
  private static final String ALLOWED = "Cpus_allowed_list:";

  private Cores() {}

  /**
   * The numbers of the cores that this process may use.
   *
   * @throws UnavailableException if nothing can be kept on a core here
   */
  static List<Integer> allowed() throws UnavailableException {
    try {
      new ProcessBuilder(COMMAND, "--version")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new UnavailableException(COMMAND + " is not there (Debian: util-linux)");
    }
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith(ALLOWED)) {
          return numbers(line.substring(ALLOWED.length()).strip());
        }
      }
    } catch (IOException e) {
      throw new UnavailableException("cannot read " + e.getMessage());
    }
    throw new UnavailableException("/proc/self/status has no " + ALLOWED);
  }

  /** The numbers of a list such as {@code 0-2,5}. */
  static List<Integer> numbers(String list) {
    List<Integer> numbers = new ArrayList<>();
    for (String range : list.split(",")) {
      String[] ends = range.split("-");
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  /**
   * Keeps the calling thread on {@code core} from now on.
   *
   * @throws IOException if {@code taskset} is not installed, or refuses
   */
  static void pin(int core) throws IOException, InterruptedException {
    Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
    List<String> command = List.of(COMMAND, "-p", "-c", "" + core, thread.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes()).strip();
    if (process.waitFor() != 0) {
      throw new IOException("%s: %s".formatted(String.join(" ", command), said));
    }
  }

  /** The command that runs {@code command} on {@code core}. */
  static List<String> on(int core, List<String> command) {
    List<String> pinned = new ArrayList<>(List.of(COMMAND, "-c", "" + core));
    pinned.addAll(command);
    return pinned;
  }
}
