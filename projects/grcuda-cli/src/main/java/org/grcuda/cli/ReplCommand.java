package org.grcuda.cli;

import java.io.Console;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.graalvm.polyglot.PolyglotException;

/**
 * {@code grcuda repl LANGUAGE}: reads statements from the terminal and runs them. If standard input
 * is not a terminal, its text is run as a program.
 */
final class ReplCommand implements Command {

  @Override
  public String name() {
    return "repl";
  }

  @Override
  public String synopsis() {
    return "[--grcuda.OPTION=VALUE ...] [python|js]";
  }

  @Override
  public String summary() {
    return "Reads statements of Python (or of JavaScript) and runs them, with grcuda at hand.";
  }

  @Override
  public int run(Arguments arguments) {
    List<String> operands = arguments.operands();
    String language = operands.isEmpty() ? "python" : operands.getFirst();
    if (operands.size() > 1 || !List.of("python", "js").contains(language)) {
      throw CommandFailure.usage(
          "repl: expected python or js, got '%s'".formatted(String.join(" ", operands)));
    }
    Map<String, String> options = arguments.languageOptions();
    Console console = System.console();
    if (console == null || !console.isTerminal()) {
      return RunCommand.runStandardInput(language, List.of(), options);
    }
    // The editor comes first: it takes the signals of the terminal, and then languages take theirs.
    try (var editor = new LineEditor(language);
        Repl repl = language.equals("js") ? new JavaScriptRepl(options) : new PythonRepl(options)) {
      editor.attach(repl);
      System.out.println(repl.banner());
      return repl.end(loop(editor, repl));
    }
  }

  private static int loop(LineEditor editor, Repl repl) {
    while (true) {
      String text = editor.read();
      if (text == null) {
        return 0;
      }
      try {
        OptionalInt status = text.isBlank() ? OptionalInt.empty() : repl.run(text);
        if (status.isPresent()) {
          return status.getAsInt();
        }
      } catch (PolyglotException e) {
        if (e.isExit() || e.isCancelled()) {
          return GuestErrors.status(e);
        }
        GuestErrors.status(e);
      }
    }
  }
}
