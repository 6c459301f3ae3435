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
 * The arguments of a benchmark. How all of them read theirs: into an object whose fields say, by
 * picocli's annotations, what there is.
 *
 * @param command what was typed before them: {@code grcuda bench cpu}
 * @param what the command does, in one sentence
 * @param words the arguments
 */
public record BenchmarkArguments(String command, String what, List<String> words) {

  private static final int WIDTH = 100;
  private static final String CONTEXT_OPTION = "--grcuda.";

  @Command
  private static final class None {}

  /**
   * For a benchmark that takes none.
   *
   * @return whether to go on: not after {@code --help}, which has then been printed
   * @throws IllegalArgumentException if there is one, naming it
   */
  public boolean readNone() {
    return readInto(new None());
  }

  /**
   * Fills the annotated fields of {@code settings}.
   *
   * @return whether to go on: not after {@code --help}, which has then been printed
   * @throws IllegalArgumentException for an argument that is unknown or has no such value, naming
   *     it
   */
  public boolean readInto(Object settings) {
    return readInto(new CommandLine(settings), words);
  }

  /**
   * Fills the annotated fields of {@code settings}, of a benchmark that takes options of the
   * context, too.
   *
   * @param contextOptions gets those by name, without {@code --grcuda.}
   * @return whether to go on: not after {@code --help}, which has then been printed
   * @throws IllegalArgumentException for an argument that is unknown or has no such value, naming
   *     it
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
    // A file's name may begin with @.
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
