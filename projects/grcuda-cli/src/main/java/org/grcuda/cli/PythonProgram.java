package org.grcuda.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * Runs Python programs as the {@code python} command does, with the package {@code grcuda} (folder
 * {@code python} of the resources) importable.
 */
final class PythonProgram implements Program {

  private static final String BOOTSTRAP = "bootstrap";

  @Override
  public int run(Path file, List<String> arguments, Map<String, String> options) {
    String[] argv =
        Stream.concat(Stream.of(file.toString()), arguments.stream()).toArray(String[]::new);
    var builder =
        Context.newBuilder()
            .arguments("python", argv)
            // Uncaught exceptions go through sys.excepthook, and end with exit status 1.
            .option("python.AlwaysRunExcepthook", "true")
            .option("python.InstallSignalHandlers", "true")
            .option("python.WarnExperimentalFeatures", "false");
    try (Context context = LanguageOptions.open(builder, options)) {
      offerPackage(context);
      context.eval(Source.newBuilder("python", file.toFile()).build());
      return 0;
    } catch (PolyglotException e) {
      return GuestErrors.status(e);
    } catch (IOException e) {
      throw CommandFailure.failed("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Makes the package importable; its code is read when the program asks for it. */
  private static void offerPackage(Context context) {
    var source =
        Source.newBuilder("python", HostFiles.read("python/bootstrap.py"), "bootstrap.py")
            .internal(true)
            .buildLiteral();
    ProxyExecutable read = path -> HostFiles.python(path[0].asString());
    ProxyExecutable code = path -> HostFiles.pythonCode(path[0].asString());
    context.eval(source).execute(read, code);
    context.getBindings("python").removeMember(BOOTSTRAP);
  }
}
