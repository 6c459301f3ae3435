package org.grcuda.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The arguments of a subcommand: options first, then operands. From the first operand on, nothing
 * counts as an option, so that a script gets its own options; {@code --} also ends the options.
 *
 * @param help whether {@code --help} was among the options
 * @param languageOptions options of languages and engine by name, in the form of every GraalVM
 *     launcher: {@code --grcuda.ExecutionPolicy=sync}, {@code --js.strict}; a name alone means
 *     "true"
 * @param commandOptions options of the command itself by name: {@code -o}
 * @param operands the other arguments, in order
 */
record Arguments(
    boolean help,
    Map<String, String> languageOptions,
    Map<String, String> commandOptions,
    List<String> operands) {

  /** Flags of GraalVM's own launchers for things that this command always does. */
  private static final Set<String> LAUNCHER_FLAGS =
      Set.of("--jvm", "--polyglot", "--experimental-options");

  /**
   * Parses {@code args}.
   *
   * @throws CommandFailure if an option is of no known form
   */
  static Arguments parse(List<String> args) {
    return parse(args, Set.of(), Set.of(), Set.of());
  }

  /**
   * Parses {@code args} for a command that has options of its own. If it runs no program, they may
   * follow operands too.
   *
   * @param own names of those that take a value, as the next argument or after an equals sign
   * @param flags names of options without a value; if given, their value is "true"
   * @param last names of options that take a value as the next argument and stand for the program;
   *     everything after it is an operand
   * @throws CommandFailure if an option is of no known form, or has no value
   */
  static Arguments parse(List<String> args, Set<String> own, Set<String> flags, Set<String> last) {
    boolean anywhere = last.isEmpty() && !(own.isEmpty() && flags.isEmpty());
    boolean help = false;
    var languageOptions = new LinkedHashMap<String, String>();
    var commandOptions = new LinkedHashMap<String, String>();
    var operands = new ArrayList<String>();
    int next = 0;
    while (next < args.size() && (anywhere || isOption(args.get(next)))) {
      String option = args.get(next++);
      String name = option.split("=", 2)[0];
      if (option.equals("--")) {
        break;
      } else if (!isOption(option)) {
        operands.add(option);
      } else if (option.equals("-h") || option.equals("--help")) {
        help = true;
      } else if (flags.contains(option)) {
        commandOptions.put(option, "true");
      } else if (own.contains(name) && !name.equals(option)) {
        commandOptions.put(name, option.substring(name.length() + 1));
      } else if (own.contains(option) || last.contains(option)) {
        if (next == args.size()) {
          throw CommandFailure.usage("%s: no value given".formatted(option));
        }
        commandOptions.put(option, args.get(next++));
        if (last.contains(option)) {
          break;
        }
      } else if (!LAUNCHER_FLAGS.contains(option)) {
        addLanguageOption(languageOptions, option);
      }
    }
    operands.addAll(args.subList(next, args.size()));
    return new Arguments(help, languageOptions, commandOptions, List.copyOf(operands));
  }

  private static boolean isOption(String argument) {
    return argument.startsWith("-") && argument.length() > 1;
  }

  private static void addLanguageOption(Map<String, String> options, String argument) {
    int equals = argument.indexOf('=');
    String option = equals < 0 ? argument : argument.substring(0, equals);
    if (option.startsWith("--vm.")) {
      throw CommandFailure.usage(
          "%s: options of the JVM go into the environment variable JDK_JAVA_OPTIONS"
              .formatted(argument));
    }
    if (!option.startsWith("--") || option.indexOf('.') <= 2) {
      throw CommandFailure.usage(LanguageOptions.unknown(option));
    }
    options.put(option.substring(2), equals < 0 ? "true" : argument.substring(equals + 1));
  }
}
