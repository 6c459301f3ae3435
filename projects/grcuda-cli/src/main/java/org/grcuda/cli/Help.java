package org.grcuda.cli;

import java.util.List;
import org.graalvm.options.OptionDescriptor;

/** The texts of {@code --help}. */
final class Help {

  /** Width of the lines. */
  private static final int WIDTH = 100;

  private Help() {}

  /** Names every command. */
  static String overview(List<Command> commands) {
    var text = new StringBuilder();
    text.append("grcuda: runs Python, JavaScript and Java programs that call CUDA kernels\n\n");
    for (Command command : commands) {
      text.append(usage(command, "")).append("    ").append(command.summary()).append("\n\n");
    }
    return text.append("grcuda COMMAND --help | help options | --version\n").toString();
  }

  /** One command. */
  static String of(Command command) {
    String text = usage(command, "usage: ") + command.summary() + '\n' + command.details();
    return command.takesLanguageOptions()
        ? text + "\nThe options of grcuda, and those of languages and engine: grcuda help options\n"
        : text;
  }

  /** The options of grcuda: name, default, meaning. */
  static String options() {
    var text =
        new StringBuilder(
            "Before the operand; those of other languages and of the engine work too:\n");
    for (OptionDescriptor option : LanguageOptions.known().values()) {
      if (option.getName().startsWith(LanguageOptions.PREFIX)) {
        text.append("  --").append(option.getName()).append('=');
        text.append(option.getKey().getDefaultValue()).append('\n');
        text.append("        ").append(option.getHelp().replace("\n", "\n        ")).append('\n');
      }
    }
    return text.toString();
  }

  /** The usage line, broken where it is long. */
  private static String usage(Command command, String prefix) {
    var text = new StringBuilder();
    var line = new StringBuilder(prefix + "grcuda " + command.name());
    for (String word : command.synopsis().split(" ")) {
      if (line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder("   ");
      }
      line.append(' ').append(word);
    }
    return text.append(line).append('\n').toString();
  }
}
