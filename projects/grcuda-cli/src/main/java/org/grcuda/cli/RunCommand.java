package org.grcuda.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code grcuda run FILE}: runs a program in the language that its file extension names, or a
 * program from the command line, from standard input, or from a Python module.
 */
final class RunCommand implements Command {

  static final String PROGRAM_NAME = "grcuda.ProgramName";

  private static final String CODE = "-c";
  private static final String MODULE = "-m";
  private static final String STDIN = "-";
  private static final String LANGUAGE = "--language";

  private static final List<String> EXPORTS = List.of("grcuda.ExportDAG", "grcuda.ExportTrace");

  @Override
  public String name() {
    return "run";
  }

  @Override
  public String synopsis() {
    return "[--grcuda.OPTION=VALUE ...] (FILE | [--language=js] (-c CODE | -) | -m MODULE)"
        + " [ARGUMENTS...]";
  }

  @Override
  public String summary() {
    return "Runs a program in Python (.py), JavaScript (.js, .mjs) or Java (.java), or a notebook"
        + " (.ipynb).";
  }

  @Override
  public String details() {
    return """

      -c CODE          runs CODE, in Python unless --language says otherwise
      -                runs what standard input holds
      -m MODULE        runs a module of Python as the program
      --language=LANG  the language of CODE or standard input: python or js
    """;
  }

  @Override
  public Set<String> options() {
    return Set.of(LANGUAGE);
  }

  @Override
  public Set<String> lastOptions() {
    return Set.of(CODE, MODULE);
  }

  @Override
  public int run(Arguments arguments) {
    List<String> operands = arguments.operands();
    Map<String, String> own = arguments.commandOptions();
    Map<String, String> options = arguments.languageOptions();
    String module = own.get(MODULE);
    if (module != null) {
      ProgramText.remember(module, module);
      return new PythonProgram().runModule(module, operands, withName(options, module));
    }
    String code = own.get(CODE);
    String language = own.getOrDefault(LANGUAGE, "python");
    if (code != null) {
      return runText(language, code, CODE, operands, options);
    }
    if (operands.isEmpty()) {
      throw CommandFailure.usage("run: no FILE given");
    }
    List<String> rest = operands.subList(1, operands.size());
    return operands.getFirst().equals(STDIN)
        ? runStandardInput(language, rest, options)
        : runFile(Path.of(operands.getFirst()), rest, options);
  }

  private static int runFile(Path file, List<String> arguments, Map<String, String> options) {
    Program program = Program.of(file);
    if (!Files.exists(file)) {
      throw CommandFailure.usage("no such file: " + file);
    }
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw CommandFailure.usage("not a readable file: " + file);
    }
    ProgramText.remember(file);
    return program.run(file, arguments, withName(options, file.getFileName().toString()));
  }

  private static int runText(
      String language,
      String text,
      String origin,
      List<String> arguments,
      Map<String, String> options) {
    ProgramText.remember(origin, text);
    Map<String, String> named = withName(options, origin);
    return switch (language) {
      case "python" -> new PythonProgram().runText(text, origin, arguments, named);
      case "js" -> new JavaScriptProgram().runText(text, arguments, named);
      default ->
          throw CommandFailure.usage(
              "run: --language=%s: expected python or js".formatted(language));
    };
  }

  /** Runs what standard input holds. */
  static int runStandardInput(
      String language, List<String> arguments, Map<String, String> options) {
    String text;
    try {
      text = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw CommandFailure.failed("run: cannot read standard input: " + e.getMessage(), e);
    }
    return runText(language, text, STDIN, arguments, options);
  }

  /** Exports name the program that they show; runs without exports do not need the name. */
  private static Map<String, String> withName(Map<String, String> options, String name) {
    boolean exports = EXPORTS.stream().anyMatch(options::containsKey);
    if (!exports || options.containsKey(PROGRAM_NAME)) {
      return options;
    }
    Map<String, String> named = new LinkedHashMap<>(options);
    named.put(PROGRAM_NAME, name);
    return named;
  }
}
