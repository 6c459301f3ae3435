package org.grcuda.cli;

import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.option.Suggestions;

/**
 * The {@code grcuda} command.
 *
 * <p>Exit status: the one that the script asked for, else 0; 1 if a script or a command failed; 2
 * for a command line that cannot be carried out. Results go to standard output, diagnostics to
 * standard error.
 *
 * <p>The command line is parsed by {@link Arguments}: with a parser library, {@code --version} took
 * 230 ms more of processor time, and start-up is most of a small program's time. Benchmarks take
 * longer, and read their arguments by such a library: {@link org.grcuda.bench.BenchmarkArguments}.
 */
public final class Main {

  private static final List<Command> COMMANDS =
      List.of(
          new RunCommand(),
          new ReplCommand(),
          new EvalCommand(),
          new DevicesCommand(),
          new BandwidthCommand(),
          new DagCommand(),
          new BenchCommand(),
          new ReproduceCommand(),
          new MpirunCommand());

  /** Message, instead of a stack trace, for a process that may open too few files. */
  static final String TOO_MANY_FILES =
      "too many open files: this process may have too few file descriptors; allow it more"
          + " (ulimit -n 1024)";

  /** In the system's words (errno(3), EMFILE), as the JVM passes them on. */
  private static final String SYSTEM_ERROR = "Too many open files";

  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    System.exit(run(Arrays.asList(args)));
  }

  /** Runs the command line {@code args} and returns its exit status. */
  static int run(List<String> args) {
    try {
      return dispatch(args);
    } catch (CommandFailure e) {
      System.err.println("grcuda: " + e.getMessage());
      return e.status();
    } catch (RuntimeException e) {
      if (!hadTooManyFiles(e)) {
        throw e;
      }
      System.err.println("grcuda: " + TOO_MANY_FILES);
      return 1;
    }
  }

  /**
   * Whether something failed for want of file descriptors. The check is in this class, as no class
   * can be loaded then.
   */
  static boolean hadTooManyFiles(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null && cause.getMessage().contains(SYSTEM_ERROR)) {
        return true;
      }
    }
    return false;
  }

  private static int dispatch(List<String> args) {
    if (args.isEmpty()) {
      System.err.print(Help.overview(COMMANDS));
      return CommandFailure.USAGE;
    }
    List<String> rest = args.subList(1, args.size());
    switch (args.getFirst()) {
      case "-h", "--help", "help" -> System.out.print(help(rest));
      case "-V", "--version" -> System.out.print(Version.text());
      default -> {
        Command command = command(args.getFirst());
        Arguments arguments =
            Arguments.parse(rest, command.options(), command.flags(), command.lastOptions());
        if (!arguments.help()) {
          refuseLanguageOptions(command, arguments);
          return command.run(arguments);
        }
        System.out.print(Help.of(command));
      }
    }
    return 0;
  }

  private static String help(List<String> topics) {
    if (topics.isEmpty()) {
      return Help.overview(COMMANDS);
    }
    String topic = topics.getFirst();
    return topic.equals("options") ? Help.options() : Help.of(command(topic));
  }

  private static void refuseLanguageOptions(Command command, Arguments arguments) {
    if (!command.takesLanguageOptions() && !arguments.languageOptions().isEmpty()) {
      String option = arguments.languageOptions().keySet().iterator().next();
      throw CommandFailure.usage(
          "%s: takes no option of a language, got '--%s'".formatted(command.name(), option));
    }
  }

  private static Command command(String name) {
    for (Command command : COMMANDS) {
      if (command.name().equals(name)) {
        return command;
      }
    }
    String kind = name.startsWith("-") ? "option" : "command";
    String suggestion =
        kind.equals("option")
            ? ""
            : Suggestions.didYouMean(name, COMMANDS.stream().map(Command::name).toList());
    throw CommandFailure.usage(
        "unknown %s '%s'%s"
            .formatted(kind, name, suggestion.isEmpty() ? "; see grcuda --help" : suggestion));
  }
}
