package org.grcuda.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code grcuda run FILE}: runs a program in the language that its file extension names. */
final class RunCommand implements Command {

  static final String PROGRAM_NAME = "grcuda.ProgramName";

  private static final List<String> EXPORTS = List.of("grcuda.ExportDAG", "grcuda.ExportTrace");

  @Override
  public String name() {
    return "run";
  }

  @Override
  public String synopsis() {
    return "[--grcuda.OPTION=VALUE ...] FILE [ARGUMENTS...]";
  }

  @Override
  public String summary() {
    return "Runs a program in Python (.py), JavaScript (.js, .mjs) or Java (.java).";
  }

  @Override
  public int run(Arguments arguments) {
    List<String> operands = arguments.operands();
    if (operands.isEmpty()) {
      throw CommandFailure.usage("run: no FILE given");
    }
    Path file = Path.of(operands.getFirst());
    Program program = Program.of(file);
    if (!Files.exists(file)) {
      throw CommandFailure.usage("no such file: " + file);
    }
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw CommandFailure.usage("not a readable file: " + file);
    }
    Map<String, String> options = withName(arguments.languageOptions(), file);
    return program.run(file, operands.subList(1, operands.size()), options);
  }

  /** Exports say which program they show; no other run needs to be told. */
  private static Map<String, String> withName(Map<String, String> options, Path file) {
    boolean exports = EXPORTS.stream().anyMatch(options::containsKey);
    if (!exports || options.containsKey(PROGRAM_NAME)) {
      return options;
    }
    Map<String, String> named = new LinkedHashMap<>(options);
    named.put(PROGRAM_NAME, file.getFileName().toString());
    return named;
  }
}
