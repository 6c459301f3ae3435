package org.grcuda.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** How the programs of one host language are run. */
interface Program {

  /**
   * Runs the program in {@code file} to its end; prints uncaught errors as its language does.
   *
   * @param arguments what the program sees as its own command line
   * @param options language and engine options by name
   * @return exit status
   * @throws CommandFailure if the program cannot be started
   */
  int run(Path file, List<String> arguments, Map<String, String> options);

  /**
   * The language of {@code file}, by its extension.
   *
   * @throws CommandFailure if there is none
   */
  static Program of(Path file) {
    String name = file.toString();
    String extension = name.substring(name.lastIndexOf('.') + 1);
    return switch (extension) {
      case "py" -> new PythonProgram();
      case "js", "mjs", "cjs" -> new JavaScriptProgram();
      case "java" -> new JavaProgram();
      case "ipynb" -> PythonProgram::runNotebook;
      default ->
          throw CommandFailure.usage(
              "cannot run " + file + ": not a .py, .ipynb, .js, .mjs or .java file");
    };
  }
}
