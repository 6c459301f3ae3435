package org.grcuda.cli;

import java.io.IOException;
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
import org.graalvm.polyglot.proxy.ProxyObject;

/**
 * Runs JavaScript programs with the globals that Node's users expect: {@code console}, {@code
 * process}, timers (resource {@code node.js}), beside GraalJS's own {@code arguments}, {@code
 * Polyglot} and {@code Java}.
 */
final class JavaScriptProgram implements Program {

  private static final String SCRIPT = "application/javascript";
  private static final String MODULE = "application/javascript+module";

  /** The polyglot binding by which the language finds the event loop. */
  private static final String EVENT_LOOP = "grcuda.eventLoop";

  private final EventLoop loop = new EventLoop();

  @Override
  public int run(Path file, List<String> arguments, Map<String, String> options) {
    var builder =
        Context.newBuilder()
            .arguments("js", arguments.toArray(String[]::new))
            .allowIO(IOAccess.newBuilder().fileSystem(new ModuleFileSystem()).build())
            .option("js.esm-eval-returns-exports", "true")
            .option("js.global-property", "true")
            .option("js.shebang", "true")
            // Its quit() is what process.exit needs: no JavaScript code can catch it.
            .option("js.shell", "true")
            .option("js.text-encoding", "true")
            .option("js.unhandled-rejections", "throw");
    try (Context context = LanguageOptions.open(builder, options)) {
      context.getPolyglotBindings().putMember(EVENT_LOOP, (ProxyExecutable) a -> loop.expect(a[0]));
      Value process = installGlobals(context, file, arguments);
      String type = file.toString().endsWith(".mjs") ? MODULE : SCRIPT;
      context.eval(Source.newBuilder("js", file.toFile()).mimeType(type).build());
      loop.run();
      return process.getMember("exitCode").asInt();
    } catch (PolyglotException e) {
      return GuestErrors.status(e);
    } catch (IOException e) {
      throw CommandFailure.failed("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Defines the globals; returns {@code process}. */
  private Value installGlobals(Context context, Path file, List<String> arguments)
      throws IOException {
    var source =
        Source.newBuilder("js", JavaScriptProgram.class.getResource("node.js"))
            .internal(true)
            .build();
    var argv =
        Stream.concat(
                Stream.of("grcuda", file.toAbsolutePath().normalize().toString()),
                arguments.stream())
            .toArray();
    Map<String, Object> host =
        Map.of(
            "out", (ProxyExecutable) text -> write(System.out, text[0]),
            "err", (ProxyExecutable) text -> write(System.err, text[0]),
            "display", (ProxyExecutable) value -> value[0].toString(),
            "startTimer",
                (ProxyExecutable) a -> loop.start(a[0], a[1].asDouble(), a[2].asBoolean()),
            "stopTimer", (ProxyExecutable) a -> loop.stop(a[0].asInt()),
            "module", (ProxyExecutable) none -> context.eval(module()));
    return context.eval(source).execute(ProxyObject.fromMap(host), argv);
  }

  private static Object write(java.io.PrintStream stream, Value text) {
    stream.print(text.asString());
    return null;
  }

  /** The module grcuda, for programs that are no modules: the global of that name. */
  private static Source module() {
    return Source.newBuilder("js", HostFiles.read("javascript/grcuda.mjs"), "grcuda.mjs")
        .mimeType(MODULE)
        .buildLiteral();
  }
}
