package org.grcuda.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;

/** Runs Python programs as the {@code python} command does. */
final class PythonProgram implements Program {

  private static final Source EXCEPT_HOOK =
      Source.newBuilder(
              "python",
              "lambda e: __import__('sys').excepthook(type(e), e, e.__traceback__)",
              "<excepthook>")
          .internal(true)
          .buildLiteral();

  @Override
  public int run(Path file, List<String> arguments, Map<String, String> options) {
    String[] argv =
        Stream.concat(Stream.of(file.toString()), arguments.stream()).toArray(String[]::new);
    var builder =
        Context.newBuilder()
            .arguments("python", argv)
            .option("python.InstallSignalHandlers", "true")
            .option("python.WarnExperimentalFeatures", "false");
    try (Context context = LanguageOptions.open(builder, options)) {
      return run(context, Source.newBuilder("python", file.toFile()).build());
    } catch (IOException e) {
      throw CommandFailure.failed("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static int run(Context context, Source source) {
    try {
      context.eval(source);
      return 0;
    } catch (PolyglotException e) {
      return isPython(e) ? runExceptHook(context, e) : GuestErrors.status(e);
    }
  }

  /** Whether it is an exception of Python's own, which ends the program neither by exit nor ^C. */
  private static boolean isPython(PolyglotException error) {
    return error.isGuestException()
        && !error.isExit()
        && !error.isInterrupted()
        && error.getGuestObject() != null
        && error.getGuestObject().hasMember("__traceback__");
  }

  /** Prints an uncaught exception as the program wants it: a traceback, unless it set a hook. */
  private static int runExceptHook(Context context, PolyglotException error) {
    try {
      context.eval(EXCEPT_HOOK).execute(error.getGuestObject());
      return 1;
    } catch (PolyglotException e) {
      return GuestErrors.status(e);
    }
  }
}
