package org.grcuda.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command in a process of its own, which signals can be sent to. */
final class CommandProcess {

  private CommandProcess() {}

  /** Starts {@code grcuda NAME ARGS...}, both output streams merged. */
  static Process start(String name, String... args) throws IOException {
    List<String> words = new ArrayList<>(List.of(name, "--engine.WarnInterpreterOnly=false"));
    words.addAll(List.of(args));
    return start(words);
  }

  /** Starts {@code grcuda WORDS...}, both output streams merged. */
  static Process start(List<String> words) throws IOException {
    // A shell starts commands in the background with SIGINT ignored, and that is inherited.
    var command =
        new ArrayList<>(
            List.of(
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                "org.grcuda.cli.Main"));
    command.addAll(words);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Sends {@code signal}, such as INT. */
  static void signal(Process process, String signal) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }
}
