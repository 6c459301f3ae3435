package org.grcuda.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.grcuda.cli.file.LanguageFiles;

/**
 * A Python interpreter, with the package {@code grcuda} (folder {@code python} of the resources)
 * importable, for one program.
 */
final class PythonSession implements AutoCloseable {

  private static final String BOOTSTRAP = "bootstrap";

  private final Context context;
  private final Value functions;

  /**
   * Opens one.
   *
   * @param origin the first of {@code sys.argv}, by which Python finds the first folder to import
   *     from: a file, {@code -c}, {@code -m} or {@code -}
   * @param arguments the other ones
   * @throws CommandFailure if an option does not exist or does not take its value
   */
  PythonSession(String origin, List<String> arguments, Map<String, String> options) {
    String[] argv = Stream.concat(Stream.of(origin), arguments.stream()).toArray(String[]::new);
    var builder =
        Context.newBuilder()
            .arguments("python", argv)
            // Uncaught exceptions go through sys.excepthook, and end with exit status 1.
            .option("python.AlwaysRunExcepthook", "true")
            .option("python.InstallSignalHandlers", "true")
            .option("python.WarnExperimentalFeatures", "false");
    context = LanguageOptions.open(builder, options);
    functions = bootstrap();
  }

  /** Makes the package importable; its code is read when the program asks for it. */
  private Value bootstrap() {
    var source =
        Source.newBuilder("python", LanguageFiles.read("python/bootstrap.py"), "bootstrap.py")
            .internal(true)
            .buildLiteral();
    ProxyExecutable read = path -> LanguageFiles.python(path[0].asString());
    ProxyExecutable code = path -> LanguageFiles.pythonCode(path[0].asString());
    Value made = context.eval(source).execute(read, code);
    context.getBindings("python").removeMember(BOOTSTRAP);
    return made;
  }

  /** Code that is not part of the program: it has variables of its own, and tracebacks skip it. */
  static Source internal(String code) {
    return Source.newBuilder("python", code, "grcuda").internal(true).buildLiteral();
  }

  /** Imports {@code NAME.py} of the resources as {@code grcuda._NAME}; returns the module. */
  Value load(String name) {
    return functions.invokeMember("load", "grcuda._" + name, name + ".py");
  }

  /** Runs {@code program}; prints what it does not catch. Returns the exit status it asks for. */
  int run(Source program) {
    try {
      context.eval(program);
      return 0;
    } catch (PolyglotException e) {
      return GuestErrors.status(e);
    }
  }

  /**
   * Ends the program: waits for its threads, calls what it registered with {@code atexit}, writes
   * out its files.
   *
   * @param status the exit status that it asks for
   * @return the exit status of the process
   */
  int end(int status) {
    try {
      return functions.invokeMember("finish", status).asInt();
    } catch (PolyglotException e) {
      return GuestErrors.status(e);
    }
  }

  @Override
  public void close() {
    try {
      context.close();
    } catch (PolyglotException e) {
      if (!e.isExit()) { // which the program asked for, and got
        throw e;
      }
    }
  }
}
