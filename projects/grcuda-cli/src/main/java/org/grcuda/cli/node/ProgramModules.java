package org.grcuda.cli.node;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.grcuda.cli.file.LanguageFiles;

/**
 * The modules of a JavaScript program, for {@code import} and {@code require}. {@code modules.js}
 * runs modules of CommonJS and of Node; an import of such a module gets a module made from its
 * exports.
 */
public final class ProgramModules {

  public static final String SCRIPT = "application/javascript";
  public static final String MODULE = "application/javascript+module";

  private static final String GRCUDA = "grcuda";

  /** It stands on the same line as the file's first line, so that lines keep their numbers. */
  private static final String HEAD =
      "(function (exports, require, module, __filename, __dirname) {";

  private static final String TAIL = "\n})";

  private static final Pattern WORD_OF_MODULES = Pattern.compile("\\b(import|export|await)\\b");

  private enum Format {
    BUILTIN,
    COMMONJS,
    JSON,
    MODULE;

    private final String text = name().toLowerCase(java.util.Locale.ROOT);
  }

  /** What a name means: a file by its path, or a module of Node by its name. */
  private record Found(Format format, String id) {}

  private final Context context;
  private final ModuleFileSystem files;
  private final Path program;

  /** The result of {@code modules.js}, once it is needed. */
  private final Supplier<Value> loader;

  /**
   * @param program the file of the program
   * @param loader gives the result of {@code modules.js}
   */
  public ProgramModules(
      Context context, ModuleFileSystem files, Path program, Supplier<Value> loader) {
    this.context = context;
    this.files = files;
    this.program = program;
    this.loader = loader;
  }

  /**
   * The path of the module that an import asks for.
   *
   * @param importer the path of the importing file; null if it is not a file
   * @param name what it imports
   */
  public String pathOfImport(String importer, String name) {
    if (name.equals(GRCUDA)) {
      return ModuleFileSystem.GRCUDA.toString();
    }
    Found found = find(ModuleResolution.IMPORT, name, importer);
    return switch (found.format) {
      case MODULE, JSON -> found.id;
      case BUILTIN, COMMONJS -> {
        Value text = loader.get().invokeMember("facade", found.format.text, found.id);
        yield files.offer(found.id, text.asString()).toString();
      }
    };
  }

  /**
   * The format and the id of the module that a call of {@code require} in the file {@code from}
   * asks for.
   */
  public ProxyArray findRequired(String name, String from) {
    Found found =
        name.equals(GRCUDA)
            ? new Found(Format.MODULE, ModuleFileSystem.GRCUDA.toString())
            : find(ModuleResolution.REQUIRE, name, from);
    return ProxyArray.fromArray(found.format.text, found.id);
  }

  private Found find(ModuleResolution resolution, String name, String from) {
    try {
      String builtin = BuiltinModules.find(name);
      if (builtin != null) {
        return new Found(Format.BUILTIN, builtin);
      }
      Path file = locate(resolution, name, from == null ? program : Path.of(from));
      return new Found(format(file), file.toString());
    } catch (ModuleNotFound e) {
      loader.get().invokeMember("fail", e.getMessage(), e.code());
      throw e;
    }
  }

  private static Path locate(ModuleResolution resolution, String name, Path from) {
    try {
      return resolution.find(name, from);
    } catch (ModuleNotFound e) {
      throw BuiltinModules.isElsewhere(name) ? BuiltinModules.absent(name) : e;
    }
  }

  /** How the file of a program is to be read; {@code package.json} and the text decide for .js. */
  private Format format(Path file) {
    String name = file.getFileName().toString();
    String extension = name.substring(name.lastIndexOf('.') + 1);
    return switch (extension) {
      case "mjs" -> Format.MODULE;
      case "cjs" -> Format.COMMONJS;
      case "json" -> Format.JSON;
      case "node" ->
          throw new ModuleNotFound(
              "ERR_DLOPEN_FAILED",
              "Cannot load " + file + ": native addons of Node are not supported");
      default -> isModule(file) ? Format.MODULE : Format.COMMONJS;
    };
  }

  private boolean isModule(Path file) {
    PackageJson json = PackageJson.around(file.getParent());
    String type = json == null ? null : json.text("type");
    return type != null ? type.equals("module") : looksLikeModule(file);
  }

  /** Whether CommonJS's compiler refuses it; so Node decides if nothing else says the format. */
  private boolean looksLikeModule(Path file) {
    if (!WORD_OF_MODULES.matcher(readText(file)).find()) {
      return false;
    }
    try {
      context.parse(commonJs(file));
      return false;
    } catch (PolyglotException e) {
      return e.isSyntaxError() && parses(source(file, MODULE));
    }
  }

  private boolean parses(Source source) {
    try {
      context.parse(source);
      return true;
    } catch (PolyglotException e) {
      if (e.isSyntaxError()) {
        return false;
      }
      throw e;
    }
  }

  /** The program itself, as a script or as a module. */
  public Source program() {
    String name = program.toString();
    if (name.endsWith(".mjs")) {
      return source(program, MODULE);
    }
    Source script = source(program, SCRIPT);
    if (name.endsWith(".cjs")) {
      return script;
    }
    PackageJson json = PackageJson.around(program.toAbsolutePath().getParent());
    String type = json == null ? null : json.text("type");
    if ("module".equals(type)) {
      return source(program, MODULE);
    }
    boolean mayBeModule = type == null && WORD_OF_MODULES.matcher(script.getCharacters()).find();
    return mayBeModule && !parses(script) && parses(source(program, MODULE))
        ? source(program, MODULE)
        : script;
  }

  /**
   * The program {@code text}, which is not a file: a script, or a module if it only parses as one.
   */
  public Source program(String text, String name) {
    Source script = literal(text, name, SCRIPT);
    Source module = literal(text, name, MODULE);
    return WORD_OF_MODULES.matcher(text).find() && !parses(script) && parses(module)
        ? module
        : script;
  }

  private static Source literal(String text, String name, String type) {
    return Source.newBuilder("js", text, name).mimeType(type).buildLiteral();
  }

  /** Compiles a CommonJS file to its function. */
  public Value compile(String file) {
    return context.eval(commonJs(Path.of(file)));
  }

  /** Imports a module, and gives its exports. */
  public Value importNow(String file) {
    Path path = Path.of(file);
    return context.eval(path.equals(ModuleFileSystem.GRCUDA) ? grcuda() : source(path, MODULE));
  }

  private static Source grcuda() {
    String text = LanguageFiles.read("javascript/grcuda.mjs");
    return build(
        Source.newBuilder("js", ModuleFileSystem.GRCUDA.toFile()).content(text).mimeType(MODULE));
  }

  private static Source commonJs(Path file) {
    String text = readText(file);
    // A first line for the system is not JavaScript.
    String body = text.startsWith("#!") ? "//" + text : text;
    return build(
        Source.newBuilder("js", file.toFile()).content(HEAD + body + TAIL).mimeType(SCRIPT));
  }

  private static Source source(Path file, String type) {
    return build(Source.newBuilder("js", new File(file.toString())).mimeType(type));
  }

  private static Source build(Source.Builder builder) {
    try {
      return builder.build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String readText(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
