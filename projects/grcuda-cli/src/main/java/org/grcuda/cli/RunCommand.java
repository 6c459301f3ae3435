package org.grcuda.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code grcuda run FILE}: runs a program in the language that its file extension names. */
final class RunCommand implements Command {

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
    return program.run(file, operands.subList(1, operands.size()), arguments.languageOptions());
  }
}
