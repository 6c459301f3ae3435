package org.grcuda.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * Runs JavaScript programs with what Node's users expect: globals and modules (folder {@code
 * javascript/node} of the resources), beside GraalJS's own {@code arguments}, {@code Polyglot} and
 * {@code Java}.
 */
final class JavaScriptProgram implements Program {

  /** The polyglot binding by which the language finds the event loop. */
  private static final String EVENT_LOOP = "grcuda.eventLoop";

  private final EventLoop loop = new EventLoop();

  /** What {@code globals.js} gives, to be told of the program's end. */
  private Value program;

  @Override
  public int run(Path file, List<String> arguments, Map<String, String> options) {
    ModuleFileSystem files = new ModuleFileSystem();
    var builder =
        Context.newBuilder()
            .arguments("js", arguments.toArray(String[]::new))
            .allowIO(IOAccess.newBuilder().fileSystem(files).build())
            .option("js.esm-eval-returns-exports", "true")
            .option("js.global-property", "true")
            .option("js.json-modules", "true")
            // Its hook is the only one that sees who imports what.
            .option("js.mle-mode", "true")
            .option("js.shebang", "true")
            // Its quit() is what process.exit needs: no JavaScript code can catch it.
            .option("js.shell", "true")
            .option("js.text-encoding", "true")
            .option("js.unhandled-rejections", "throw");
    try (Context context = LanguageOptions.open(builder, options)) {
      Path path = file.toAbsolutePath().normalize();
      var modules = new ProgramModules(context, files, path, () -> program.invokeMember("modules"));
      return run(context, modules, path, arguments);
    } catch (PolyglotException e) {
      return GuestErrors.status(e);
    }
  }

  private int run(Context context, ProgramModules modules, Path file, List<String> arguments) {
    ProxyExecutable expect = settle -> loop.expect(settle[0]);
    context.getPolyglotBindings().putMember(EVENT_LOOP, expect);
    Source source = modules.program();
    program = installGlobals(context, modules, file, arguments, source);
    try {
      attempt(() -> context.eval(source));
      do {
        while (!loop.isIdle()) {
          attempt(loop::run);
        }
      } while (program.invokeMember("beforeExit").asBoolean() && !loop.isIdle());
      return program.invokeMember("exit").asInt();
    } catch (PolyglotException e) {
      int status = GuestErrors.status(e);
      return e.isExit() || e.isCancelled() || e.isInterrupted()
          ? status
          : program.invokeMember("fail").asInt();
    }
  }

  /** Runs a part of the program. An error goes to the program's handler, if it has one. */
  private void attempt(Runnable part) {
    try {
      part.run();
    } catch (PolyglotException e) {
      boolean isError =
          !e.isExit() && !e.isCancelled() && !e.isInterrupted() && !e.isInternalError();
      if (!isError || !program.invokeMember("uncaught", e.getGuestObject()).asBoolean()) {
        throw e;
      }
    }
  }

  /** Defines the globals; returns what is to be told of the program's end. */
  private Value installGlobals(
      Context context, ProgramModules modules, Path file, List<String> arguments, Source source) {
    var argv = Stream.concat(Stream.of("grcuda", file.toString()), arguments.stream()).toArray();
    boolean isScript = source.getMimeType().equals(ProgramModules.SCRIPT);
    var services = new NodeServices(context, loop, modules).functions();
    return NodeServices.load(context, "globals").execute(services, argv, isScript);
  }
}
