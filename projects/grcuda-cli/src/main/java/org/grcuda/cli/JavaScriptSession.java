package org.grcuda.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.grcuda.cli.node.EventLoop;
import org.grcuda.cli.node.ModuleFileSystem;
import org.grcuda.cli.node.NodeServices;
import org.grcuda.cli.node.ProgramModules;

/**
 * A JavaScript engine for one program, with the globals and modules that users of Node expect
 * (folder {@code javascript/node} of the resources), beside GraalJS's own {@code arguments}, {@code
 * Polyglot} and {@code Java}.
 */
final class JavaScriptSession implements AutoCloseable {

  /** The polyglot binding by which the language finds the event loop. */
  private static final String EVENT_LOOP = "grcuda.eventLoop";

  private final EventLoop loop = new EventLoop();
  private final Path file;
  private final List<String> arguments;
  private final Context context;
  private final ProgramModules modules;

  /** The result of {@code globals.js}, which must be told of the program's end. */
  private Value program;

  /**
   * Opens one.
   *
   * @param origin the file of the program; if there is none, one that could be
   * @param arguments what the program sees as its own command line
   * @throws CommandFailure if an option does not exist or does not take its value
   */
  JavaScriptSession(Path origin, List<String> arguments, Map<String, String> options) {
    ModuleFileSystem files = new ModuleFileSystem();
    var builder =
        Context.newBuilder()
            .arguments("js", arguments.toArray(String[]::new))
            .allowIO(IOAccess.newBuilder().fileSystem(files).build())
            .option("js.esm-eval-returns-exports", "true")
            .option("js.global-property", "true")
            .option("js.json-modules", "true")
            // Only its hook sees which file imports which name.
            .option("js.mle-mode", "true")
            .option("js.shebang", "true")
            // process.exit needs its quit(): no JavaScript code can catch that.
            .option("js.shell", "true")
            .option("js.text-encoding", "true")
            .option("js.unhandled-rejections", "throw");
    this.arguments = arguments;
    file = origin.toAbsolutePath().normalize();
    context = LanguageOptions.open(builder, options);
    modules = new ProgramModules(context, files, file, () -> program.invokeMember("modules"));
  }

  /** The modules of the program. */
  ProgramModules modules() {
    return modules;
  }

  /** The event loop of the program. */
  EventLoop loop() {
    return loop;
  }

  /** The context, in which the globals are there once {@link #start} was called. */
  Context context() {
    return context;
  }

  /**
   * Defines the globals.
   *
   * @param isScript whether the program is not an ECMAScript module
   * @return an object that must be told of the program's end, and that shows values
   */
  Value start(boolean isScript) {
    ProxyExecutable expect = settle -> loop.expect(settle[0]);
    context.getPolyglotBindings().putMember(EVENT_LOOP, expect);
    var argv = Stream.concat(Stream.of("grcuda", file.toString()), arguments.stream()).toArray();
    var services = new NodeServices(context, loop, modules).functions();
    program = NodeServices.load(context, "globals").execute(services, argv, isScript);
    return program;
  }

  /** Runs the program {@code text} to its end; prints what it does not catch. */
  int run(Supplier<Source> text) {
    try {
      Source source = text.get();
      start(source.getMimeType().equals(ProgramModules.SCRIPT));
      return run(source);
    } catch (PolyglotException e) {
      return GuestErrors.status(e);
    }
  }

  private int run(Source source) {
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
