package org.grcuda.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Source;

/** Runs Python programs as the {@code python} command does. */
final class PythonProgram implements Program {

  @Override
  public int run(Path file, List<String> arguments, Map<String, String> options) {
    try (var session = new PythonSession(file.toString(), arguments, options)) {
      return session.end(session.run(Source.newBuilder("python", file.toFile()).build()));
    } catch (IOException e) {
      throw CommandFailure.failed("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Runs the program {@code text}.
   *
   * @param origin where it comes from, as the command line has it: {@code -c} or {@code -}
   */
  int runText(String text, String origin, List<String> arguments, Map<String, String> options) {
    String name = origin.equals("-") ? "<stdin>" : "<string>";
    try (var session = new PythonSession(origin, arguments, options)) {
      return session.end(session.run(Source.newBuilder("python", text, name).buildLiteral()));
    }
  }

  /** Runs the module {@code name} as the program: {@code run -m NAME}. */
  int runModule(String name, List<String> arguments, Map<String, String> options) {
    try (var session = new PythonSession("-m", arguments, options)) {
      String call = "__import__('runpy')._run_module_as_main(%s)".formatted(literal(name));
      return session.end(session.run(PythonSession.internal(call)));
    }
  }

  /** Runs the code cells of the notebook {@code file} in order. */
  static int runNotebook(Path file, List<String> arguments, Map<String, String> options) {
    try (var session = new PythonSession(file.toString(), arguments, options)) {
      session.load("interactive");
      session.load("notebook");
      String call =
          "__import__('sys').modules['grcuda._notebook'].run(%s)"
              .formatted(literal(file.toString()));
      return session.end(session.run(PythonSession.internal(call)));
    }
  }

  private static String literal(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
  }
}
