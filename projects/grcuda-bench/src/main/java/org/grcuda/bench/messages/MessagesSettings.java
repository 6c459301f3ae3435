package org.grcuda.bench.messages;

import org.grcuda.bench.arguments.WholeNumber;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The settings of the benchmark. */
@Command
final class MessagesSettings {

  @Option(
      names = "--rounds",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "Rounds that are timed, of which the median counts; 11 by default.")
  private int rounds = 11;

  @Option(
      names = "--messages",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "Small messages there and back in a round; 1000 by default.")
  private int messages = 1_000;

  @Option(names = "--here", hidden = true, description = "This process is one of the two ranks.")
  private boolean here;

  int rounds() {
    return rounds;
  }

  int messages() {
    return messages;
  }

  boolean isHere() {
    return here;
  }
}
