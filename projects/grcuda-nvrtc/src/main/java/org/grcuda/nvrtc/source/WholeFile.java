package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.nvrtc.CompilationException;
import org.grcuda.nvrtc.CompiledProgram;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.Program;

/**
 * A CUDA file as nvcc takes it, with code of the host: that code is set aside, and NVRTC gets the
 * rest, line for line.
 *
 * <p>Where NVRTC refuses a declaration that no kernel needs, that declaration is set aside too, and
 * NVRTC is asked again.
 */
public final class WholeFile {

  private static final int MOST_ROUNDS = 8;

  private static final Pattern EXPRESSION = Pattern.compile("Input name expression was: \"(.*)\"");

  private final Program given;
  private final Includes includes;
  private final Macros macros = new Macros();
  private final SourceFile source;
  private List<String> options;
  private final Separation separation;
  private final Set<String> dropped = new HashSet<>();
  private final List<SetAside> instances = new ArrayList<>();
  private Map<SourceFile, Edited> texts = Map.of();
  private Program program;
  private Lead lead;
  private boolean isExact;

  private WholeFile(Program given, String path, SourceReader reader) {
    this.given = given;
    this.source = new SourceFile(given.name(), given.source());
    Predicate<String> isProvided = NvrtcCompiler::provides;
    CompilerOptions compiler = new CompilerOptions(given);
    compiler.define(macros);
    NvccMacros.define(macros);
    this.includes = new Includes(given.headers(), reader, compiler.folders(), isProvided);
    includes.place(source, path);
    Directives directives = new Directives(macros, includes);
    directives.read(source);
    // Without folders the result depends on nothing but the program, so that it can be kept.
    boolean keep = directives.hasUnknownIncludes() || reader == SourceReader.NONE;
    this.options = keep ? given.options() : compiler.withoutFolders();
    this.separation = new Separation(directives, compiler.isDefaultDevice());
    if (!compiler.hasConcepts()) {
      separation.refuseConcepts();
    }
  }

  /**
   * The device code of a CUDA file.
   *
   * @param code what was compiled
   * @param program what NVRTC was given
   * @param deviceSource the file's text with only what NVRTC got, line for line
   * @param setAside what of the file and its headers NVRTC did not get
   */
  public record Result(
      CompiledProgram code, Program program, String deviceSource, List<SetAside> setAside) {}

  /**
   * Compiles a file.
   *
   * @param whole the file, with options, headers given as texts, and name expressions
   * @param path where the file lies: headers are looked for beside it
   * @param reader reads headers
   * @param compiler compiles device code; throws {@link CompilationException}
   * @throws SourceException if device code is wrong, or does what kernels cannot: NVRTC's log, or
   *     the place and the reason
   * @throws CompilationException if the compiler crashed or was stopped
   */
  public static Result compile(
      Program whole,
      String path,
      SourceReader reader,
      Function<Program, CompiledProgram> compiler) {
    return new WholeFile(whole, path, reader).compile(compiler);
  }

  private Result compile(Function<Program, CompiledProgram> compiler) {
    for (int round = 1; ; round++) {
      try {
        CompiledProgram code = compileOnce(compiler);
        return new Result(code, program, texts.get(source).text(), setAside());
      } catch (CompilationException e) {
        if (CompilerError.of(e.getMessage()).isEmpty()) {
          throw e;
        }
        boolean goesOn =
            takeDesignators(e.getMessage()) || learn(e.getMessage()) || dropFound(e.getMessage());
        if (round == MOST_ROUNDS || !goesOn) {
          throw new SourceException(e.getMessage() + notes(e.getMessage()), e);
        }
      }
    }
  }

  /** Compiles again if the log is about lines whose numbers are not right. */
  private CompiledProgram compileOnce(Function<Program, CompiledProgram> compiler) {
    program = program();
    try {
      CompiledProgram code = compiler.apply(program);
      if (lead.isExactIn(code.log())) {
        return code;
      }
    } catch (CompilationException e) {
      if (lead.isExactIn(e.getMessage())) {
        throw e;
      }
    }
    isExact = true;
    program = program();
    return compiler.apply(program);
  }

  private Program program() {
    List<SourceFile> files = new ArrayList<>(includes.scanned().values());
    files.add(source);
    texts = separation.texts(files);
    Set<String> named = separation.deviceNames();
    Map<String, String> headers = new LinkedHashMap<>(given.headers());
    includes.scanned().forEach((name, file) -> headers.put(name, texts.get(file).text()));
    includes.absent().keySet().forEach(name -> headers.put(name, ""));
    Set<String> used = new HashSet<>();
    for (String name : includes.provided()) {
      if (HostHeaders.isNeedless(name, named)) {
        headers.put(name, "");
      } else {
        used.add(name);
      }
    }
    if (!used.isEmpty()) {
      Lp64.addHeader(headers);
    }
    headers.put(Prelude.NAME, Prelude.text(named, own(), used));
    lead = isExact ? Lead.none(given.name()) : Lead.of(given.name(), texts.get(source).text());
    String text = lead.behind(Prelude.NAME, texts.get(source).text());
    List<String> expressions = new ArrayList<>(separation.nameExpressions());
    expressions.removeAll(dropped);
    given.nameExpressions().stream()
        .filter(n -> !expressions.contains(n))
        .forEach(expressions::add);
    return new Program(text, given.name(), given.architecture(), options, headers, expressions);
  }

  /** Names that the files declare or define. */
  private Set<String> own() {
    Set<String> own = new HashSet<>(macros.everDefined());
    separation.kept().forEach(declaration -> own.addAll(declaration.names));
    return own;
  }

  private List<SetAside> setAside() {
    List<SetAside> all = new ArrayList<>(separation.setAside());
    all.addAll(instances);
    includes
        .absent()
        .forEach(
            (name, token) -> {
              if (!HostHeaders.isKnown(name)) {
                all.add(
                    new SetAside(
                        token.file().name(),
                        token.line(),
                        token.line(),
                        "header " + name,
                        "not found: it is empty for device code"));
              }
            });
    return all;
  }

  /**
   * Compiles as C++20 from now on, if an error is about a designator, {@code {.x = 1}}, and the
   * program names no version: gcc, and so nvcc, takes these in C++17, too.
   */
  private boolean takeDesignators(String log) {
    boolean names = options.stream().anyMatch(option -> option.matches("--?std=.*"));
    if (names || CompilerError.of(log).stream().noneMatch(this::isDesignator)) {
      return false;
    }
    options = new ArrayList<>(options);
    options.add("-std=c++20");
    return true;
  }

  private boolean isDesignator(CompilerError error) {
    return texts.entrySet().stream()
        .filter(text -> text.getKey().name().equals(error.file()))
        .anyMatch(
            text -> {
              int place = text.getValue().origin(error.line(), error.column());
              return place >= 0 && text.getKey().text().charAt(place) == '.';
            });
  }

  /** Sets aside what an error is about; false if one is about what kernels need. */
  private boolean learn(String log) {
    boolean learned = false;
    for (CompilerError error : CompilerError.of(log)) {
      learned |= drop(error.message());
      List<Declaration> about = about(error);
      about.forEach(each -> separation.refuse(each, "NVRTC: " + error.message()));
      learned |= !about.isEmpty();
    }
    return learned;
  }

  /** Drops the instance that an error is about, if only the host asks for it. */
  private boolean drop(String message) {
    Matcher expression = EXPRESSION.matcher(message);
    if (!expression.find()) {
      return false;
    }
    String refused = expression.group(1).replace(" ", "");
    return separation.nameExpressions().stream()
        .filter(each -> each.replace(" ", "").equals(refused))
        .filter(each -> !given.nameExpressions().contains(each))
        .anyMatch(dropped::add);
  }

  /**
   * Drops the instances whose arguments the file does not spell, as one of them may not be what
   * nvcc would make; false if there are none, or no other kernels.
   */
  private boolean dropFound(String log) {
    Map<String, Token> found = new LinkedHashMap<>(separation.foundExpressions());
    given.nameExpressions().forEach(found::remove);
    dropped.forEach(found::remove);
    Set<String> others = new HashSet<>(separation.nameExpressions());
    others.addAll(given.nameExpressions());
    others.removeAll(found.keySet());
    others.removeAll(dropped);
    boolean hasKernel =
        separation.kept().stream().anyMatch(e -> e.isKernel() && e.open >= 0 && !e.template);
    if (found.isEmpty() || others.isEmpty() && !hasKernel) {
      return false;
    }
    String why = "NVRTC: " + CompilerError.of(log).getFirst().message();
    found.forEach(
        (name, token) ->
            instances.add(
                new SetAside(
                    token.file().name(), token.line(), token.line(), "instance " + name, why)));
    return dropped.addAll(found.keySet());
  }

  /** The innermost declarations that an error is about and that may be set aside. */
  private List<Declaration> about(CompilerError error) {
    List<Declaration> found = new ArrayList<>();
    for (Predicate<Declaration> covers : places(error)) {
      separation.declarations().forEach(each -> innermost(each, covers, found));
    }
    return found;
  }

  /** For each file that an error may be in, whether it is in a declaration. */
  private List<Predicate<Declaration>> places(CompilerError error) {
    List<Predicate<Declaration>> places = new ArrayList<>();
    texts.forEach(
        (file, text) -> {
          if (file.name().equals(error.file())) {
            int place = text.origin(error.line(), error.column());
            places.add(
                place >= 0
                    ? each -> separation.covers(each, file, place)
                    : each -> separation.coversLine(each, file, error.line()));
          }
        });
    return places;
  }

  private boolean innermost(
      Declaration declaration, Predicate<Declaration> covers, List<Declaration> found) {
    if (!separation.kept().contains(declaration) || !covers.test(declaration)) {
      return false;
    }
    boolean inner = false;
    for (Declaration member : declaration.members) {
      inner |= innermost(member, covers, found);
    }
    if (!inner && separation.mayBeRefused(declaration)) {
      found.add(declaration);
      return true;
    }
    return inner;
  }

  private String notes(String log) {
    Set<Declaration> about = new LinkedHashSet<>();
    for (CompilerError error : CompilerError.of(log)) {
      places(error)
          .forEach(
              covers ->
                  separation.declarations().stream()
                      .filter(covers)
                      .flatMap(each -> each.members.stream())
                      .filter(covers)
                      .forEach(about::add));
    }
    return new ErrorNotes(separation, includes).of(log, about);
  }
}
