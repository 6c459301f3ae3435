package org.grcuda.cli;

import java.util.List;
import org.graalvm.options.OptionDescriptor;

/** The texts of {@code --help}. */
final class Help {

  private static final String LANGUAGE_PREFIX = "grcuda.";

  private Help() {}

  /** Names every command. */
  static String overview(List<Command> commands) {
    var text = new StringBuilder();
    text.append("grcuda: runs Python, JavaScript and Java programs that call CUDA kernels\n\n");
    for (Command command : commands) {
      text.append(usage(command)).append("    ").append(command.summary()).append("\n\n");
    }
    return text.append("grcuda COMMAND --help | --version\n").toString();
  }

  /** One command, with the options of the grcuda language. */
  static String of(Command command) {
    var text = new StringBuilder("usage: ").append(usage(command)).append('\n');
    text.append(command.summary()).append('\n').append(command.details());
    if (!command.takesLanguageOptions()) {
      return text.toString();
    }
    text.append(
        "\nOptions, before the operand; those of other languages and of the engine work too:\n");
    for (OptionDescriptor option : LanguageOptions.known().values()) {
      if (option.getName().startsWith(LANGUAGE_PREFIX)) {
        text.append("  --").append(option.getName()).append('=');
        text.append(option.getKey().getDefaultValue()).append('\n');
        text.append("        ").append(option.getHelp().replace("\n", "\n        ")).append('\n');
      }
    }
    return text.toString();
  }

  private static String usage(Command command) {
    return "grcuda %s %s\n".formatted(command.name(), command.synopsis());
  }
}
