package org.grcuda.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The command-line arguments of a benchmark. Every benchmark reads them into an object whose fields
 * declare the arguments by picocli's annotations.
 *
 * @param command the words before the arguments, such as {@code grcuda bench cpu}
 * @param what the command does, in one sentence
 * @param words the arguments
 */
public record BenchmarkArguments(String command, String what, List<String> words) {

  private static final int WIDTH = 100;
  private static final String CONTEXT_OPTION = "--grcuda.";

  @Command
  private static final class None {}

  /**
   * Reads the arguments of a benchmark that takes none.
   *
   * @return whether to go on; false after {@code --help}, whose text has been printed
   * @throws IllegalArgumentException if there is an argument; the message names it
   */
  public boolean readNone() {
    return readInto(new None());
  }

  /**
   * Reads the arguments into the annotated fields of {@code settings}.
   *
   * @return whether to go on; false after {@code --help}, whose text has been printed
   * @throws IllegalArgumentException for an unknown argument, or a value that an argument does not
   *     take; the message names it
   */
  public boolean readInto(Object settings) {
    return readInto(new CommandLine(settings), words);
  }

  /**
   * Reads the arguments of a benchmark that also takes options of the context. The other arguments
   * go into the annotated fields of {@code settings}.
   *
   * @param contextOptions receives the options of the context by name, without {@code --grcuda.}
   * @return whether to go on; false after {@code --help}, whose text has been printed
   * @throws IllegalArgumentException for an unknown argument, or a value that an argument does not
   *     take; the message names it
   */
  public boolean readInto(Object settings, Map<String, String> contextOptions) {
    List<String> others = new ArrayList<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (!word.startsWith(CONTEXT_OPTION)) {
        others.add(word);
      } else if (equals < 0) {
        throw new IllegalArgumentException("%s: expected %1$s=VALUE".formatted(word));
      } else {
        String name = word.substring(CONTEXT_OPTION.length(), equals);
        contextOptions.put(name, word.substring(equals + 1));
      }
    }
    CommandLine line = new CommandLine(settings);
    line.getCommandSpec()
        .usageMessage()
        .footer(CONTEXT_OPTION + "OPTION=VALUE: an option of the context, docs/options.md.");
    return readInto(line, others);
  }

  private boolean readInto(CommandLine line, List<String> these) {
    // picocli would expand @FILE, but a file's name may begin with @.
    line.setUsageHelpWidth(WIDTH).setOverwrittenOptionsAllowed(true).setExpandAtFiles(false);
    line.getCommandSpec()
        .name(command)
        .addOption(
            OptionSpec.builder("-h", "--help").usageHelp(true).description("Prints this.").build())
        .usageMessage()
        .description(what)
        .sortOptions(false);
    try {
      line.parseArgs(these.toArray(String[]::new));
    } catch (ParameterException e) {
      throw new IllegalArgumentException("%s; see %s --help".formatted(e.getMessage(), command), e);
    }
    if (line.isUsageHelpRequested()) {
      System.out.print(line.getUsageMessage(Ansi.OFF));
      return false;
    }
    return true;
  }
}
