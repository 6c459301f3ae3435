package org.grcuda.bench.messages;

import org.grcuda.bench.arguments.WholeNumber;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The settings of the benchmark. */
@Command
final class MessagesSettings {

  private static final int MOST_BYTES = 4096;

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

  @Option(
      names = "--bytes",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "Bytes of a small message, a multiple of 8, at most 4096; 8 by default.")
  private int bytes = 8;

  @Option(names = "--here", hidden = true, description = "This process is one of the two ranks.")
  private boolean here;

  int rounds() {
    return rounds;
  }

  int messages() {
    return messages;
  }

  /**
   * Bytes of a small message.
   *
   * @throws IllegalArgumentException if no array of doubles has as many, or a frame of the
   *     transport does not hold them
   */
  int bytes() {
    if (bytes % Double.BYTES != 0 || bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "--bytes: expected a multiple of 8 up to " + MOST_BYTES + ", given " + bytes);
    }
    return bytes;
  }

  boolean isHere() {
    return here;
  }
}
