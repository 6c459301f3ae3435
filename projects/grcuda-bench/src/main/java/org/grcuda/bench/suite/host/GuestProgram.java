package org.grcuda.bench.suite.host;

import java.io.IOException;
import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.grcuda.bench.suite.ProgramResult;
import org.grcuda.bench.suite.SuiteFiles;

/** Runs the programs of the suite in a guest language, in a context. */
public final class GuestProgram {

  private static final String PYTHON =
      """
      def run(folder, *arguments):
          import sys
          if folder not in sys.path:
              sys.path.insert(0, folder)
          import suite
          return suite.run(list(arguments))
      run
      """;

  private GuestProgram() {}

  /**
   * Runs one benchmark.
   *
   * @param host {@code python} or {@code js}
   * @param context a context with every permission, in which JavaScript modules evaluate to their
   *     exports (the option {@code js.esm-eval-returns-exports})
   * @param arguments the benchmark's name and its options, without {@code --json}
   * @throws PolyglotException if the arguments are refused, or the program fails
   */
  public static ProgramResult run(
      Context context, String host, SuiteFiles files, List<String> arguments) throws IOException {
    Value run = function(context, host, files);
    Object[] all = new Object[arguments.size() + (host.equals("python") ? 2 : 1)];
    int next = 0;
    if (host.equals("python")) {
      all[next++] = files.path("benchmarks-python").toString();
    }
    for (String argument : arguments) {
      all[next++] = argument;
    }
    all[next] = "--json";
    Value json = host.equals("python") ? run.execute(all) : run.execute((Object) all);
    return ProgramResult.parse(json.asString());
  }

  private static Value function(Context context, String host, SuiteFiles files) throws IOException {
    return switch (host) {
      case "python" -> context.eval("python", PYTHON);
      case "js" -> {
        var file = files.path("benchmarks-js/suite.mjs").toFile();
        var module =
            Source.newBuilder("js", file).mimeType("application/javascript+module").build();
        yield context.eval(module).getMember("run");
      }
      default ->
          throw new IllegalArgumentException(
              "unknown host '" + host + "': there are java, python and js");
    };
  }
}
