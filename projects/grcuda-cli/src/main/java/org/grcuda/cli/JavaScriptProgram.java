package org.grcuda.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs JavaScript programs as Node does. */
final class JavaScriptProgram implements Program {

  /** Node's name for a program that is not a file. */
  private static final String EVAL = "[eval]";

  @Override
  public int run(Path file, List<String> arguments, Map<String, String> options) {
    try (var session = new JavaScriptSession(file, arguments, options)) {
      return session.run(() -> session.modules().program());
    }
  }

  /** Runs the program {@code text}, which imports as a file of the working folder would. */
  int runText(String text, List<String> arguments, Map<String, String> options) {
    try (var session = new JavaScriptSession(Path.of(EVAL), arguments, options)) {
      return session.run(() -> session.modules().program(text, EVAL));
    }
  }
}
