package org.grcuda.cli.node;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;
import org.grcuda.cli.file.LanguageFiles;

/** Functions of the host for the files of folder {@code javascript/node}. */
public final class NodeServices {

  private static final String FOLDER = "javascript/node/";

  private final Context context;
  private final EventLoop loop;
  private final ProgramModules modules;

  public NodeServices(Context context, EventLoop loop, ProgramModules modules) {
    this.context = context;
    this.loop = loop;
    this.modules = modules;
  }

  /** The functions by name. */
  public ProxyObject functions() {
    Map<String, Object> functions = new HashMap<>();
    addOutput(functions);
    addModules(functions);
    addFiles(functions);
    add(functions, "startTimer", a -> loop.start(a[0], a[1].asDouble(), a[2].asBoolean()));
    add(functions, "stopTimer", a -> loop.stop(a[0].asInt()));
    return ProxyObject.fromMap(functions);
  }

  private static void add(Map<String, Object> functions, String name, ProxyExecutable function) {
    functions.put(name, function);
  }

  private static void addOutput(Map<String, Object> functions) {
    add(functions, "out", text -> write(System.out, text[0]));
    add(functions, "err", text -> write(System.err, text[0]));
    add(functions, "display", value -> value[0].toString());
  }

  private static Object write(PrintStream stream, Value text) {
    stream.print(text.asString());
    return null;
  }

  private void addModules(Map<String, Object> functions) {
    add(functions, "load", name -> load(context, name[0].asString()));
    add(functions, "pathOfImport", a -> modules.pathOfImport(textOrNull(a[0]), a[1].asString()));
    add(functions, "find", a -> modules.findRequired(a[0].asString(), a[1].asString()));
    add(functions, "compile", file -> modules.compile(file[0].asString()));
    add(functions, "importNow", file -> modules.importNow(file[0].asString()));
    add(functions, "module", none -> modules.importNow(ModuleFileSystem.GRCUDA.toString()));
    add(
        functions,
        "builtins",
        none -> ProxyArray.fromArray(BuiltinModules.THERE.toArray(Object[]::new)));
  }

  private static String textOrNull(Value value) {
    return value.isNull() ? null : value.asString();
  }

  /** The value of the file {@code name} of the folder. */
  public static Value load(Context context, String name) {
    String path = FOLDER + name + ".js";
    return context.eval(
        Source.newBuilder("js", LanguageFiles.read(path), path).internal(true).buildLiteral());
  }

  private static void addFiles(Map<String, Object> functions) {
    add(functions, "readText", file -> reading(() -> Files.readString(path(file[0]))));
    add(
        functions,
        "readBytes",
        file -> reading(() -> ByteBuffer.wrap(Files.readAllBytes(path(file[0])))));
    add(functions, "readInput", none -> reading(() -> ByteBuffer.wrap(System.in.readAllBytes())));
    add(functions, "list", folder -> reading(() -> list(path(folder[0]))));
    add(functions, "writeBytes", NodeServices::writeBytes);
  }

  private interface Reading {
    Object read() throws IOException;
  }

  /** JavaScript sees the exception itself, whose class says what went wrong. */
  private static Object reading(Reading reading) {
    try {
      return reading.read();
    } catch (IOException e) {
      throw sneaky(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> RuntimeException sneaky(Throwable e) throws E {
    throw (E) e;
  }

  private static Path path(Value value) {
    return value.isHostObject() ? value.asHostObject() : Path.of(value.asString());
  }

  private static ProxyArray list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return ProxyArray.fromArray(files.map(file -> file.getFileName().toString()).toArray());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Writes {@code (file, buffer, offset, size or -1 for all, options)}. */
  private static Object writeBytes(Value... arguments) {
    Value buffer = arguments[1];
    long offset = arguments[2].asLong();
    long size = arguments[3].asLong() < 0 ? buffer.getBufferSize() : arguments[3].asLong();
    Set<OpenOption> options = new HashSet<>(Set.of(StandardOpenOption.WRITE));
    for (long i = 0; i < arguments[4].getArraySize(); i++) {
      options.add(arguments[4].getArrayElement(i).asHostObject());
    }
    return reading(
        () -> {
          try (var file = Files.newByteChannel(path(arguments[0]), options)) {
            byte[] part = new byte[(int) Math.min(size, 1 << 20)];
            for (long at = 0; at < size; at += part.length) {
              int count = (int) Math.min(part.length, size - at);
              buffer.readBuffer(offset + at, part, 0, count);
              file.write(ByteBuffer.wrap(part, 0, count));
            }
          }
          return null;
        });
  }
}
