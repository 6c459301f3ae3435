package org.grcuda.bench.reproduce.prema;

import java.util.List;
import org.grcuda.bench.arguments.WholeNumber;
import org.grcuda.bench.reproduce.ResultSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The settings of the reproduction: sizes, ranks, and where the results go. */
@Command
final class PremaSettings {

  private static final int AXES = 3;
  private static final int MOST_RANKS = 64;
  private static final int LEAST_BYTES = 4;
  private static final int MOST_BYTES = 1 << 28;

  @Option(
      names = "--turns",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "How often the programs take turns; default: ${DEFAULT-VALUE}.")
  private int turns = 2;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "Rounds of each program in a turn; default: ${DEFAULT-VALUE}.")
  private int rounds = 5;

  @Option(
      names = "--sizes",
      paramLabel = "BYTES",
      split = ",",
      converter = WholeNumber.class,
      description = "Sizes of messages, multiples of 4; default: 8 to 8388608.")
  private List<Integer> sizes = List.of(8, 64, 512, 4096, 32_768, 262_144, 2_097_152, 8_388_608);

  @Option(
      names = "--messages",
      paramLabel = "N",
      converter = WholeNumber.class,
      description =
          "Small messages there and back in a round; large ones are fewer, up to 20 times. Default:"
              + " ${DEFAULT-VALUE}.")
  private int messages = 200;

  @Option(
      names = "--ranks",
      paramLabel = "COUNT",
      split = ",",
      converter = WholeNumber.class,
      description = "Numbers of processes that iterate together; default: 1,2,4.")
  private List<Integer> ranks = List.of(1, 2, 4);

  @Option(
      names = "--domain",
      paramLabel = "N",
      split = ",",
      converter = WholeNumber.class,
      description = "The domain's three extents; default: 128,128,96.")
  private List<Integer> domain = List.of(128, 128, 96);

  @Option(
      names = "--iterations",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "Iterations in a round; default: ${DEFAULT-VALUE}.")
  private int iterations = 30;

  @Option(names = "--here", hidden = true, description = "This process is one of the ranks.")
  private boolean here;

  @Mixin private ResultSettings results;

  /** Refuses what each option alone does not show. */
  void check() {
    if (domain.size() != AXES) {
      throw new IllegalArgumentException(
          "--domain: expected three extents, given " + Prema.joined(domain));
    }
    for (int count : ranks) {
      if (count > MOST_RANKS) {
        throw new IllegalArgumentException("--ranks: expected numbers up to 64, given " + count);
      }
    }
    for (int bytes : sizes) {
      if (bytes % LEAST_BYTES != 0 || bytes > MOST_BYTES) {
        throw new IllegalArgumentException(
            "--sizes: expected multiples of 4 up to %d, given %d".formatted(MOST_BYTES, bytes));
      }
    }
  }

  int turns() {
    return turns;
  }

  int rounds() {
    return rounds;
  }

  List<Integer> sizes() {
    return sizes;
  }

  /** Messages of a size there and back in a round. */
  int messages(int bytes) {
    return Math.max(
        1, bytes <= 1 << 16 ? messages : bytes <= 1 << 20 ? messages / 4 : messages / 20);
  }

  List<Integer> ranks() {
    return ranks;
  }

  long[] domain() {
    return domain.stream().mapToLong(Integer::longValue).toArray();
  }

  int iterations() {
    return iterations;
  }

  boolean isHere() {
    return here;
  }

  /** The options that chose the contents of a document; empty if all are as by default. */
  String choice() {
    String given =
        " --turns=%d --rounds=%d --sizes=%s --messages=%d --ranks=%s --domain=%s --iterations=%d"
            .formatted(
                turns,
                rounds,
                Prema.joined(sizes),
                messages,
                Prema.joined(ranks),
                Prema.joined(domain),
                iterations);
    return this.isUsual() ? "" : given;
  }

  private boolean isUsual() {
    PremaSettings usual = new PremaSettings();
    return turns == usual.turns
        && rounds == usual.rounds
        && sizes.equals(usual.sizes)
        && messages == usual.messages
        && ranks.equals(usual.ranks)
        && domain.equals(usual.domain)
        && iterations == usual.iterations;
  }

  /** Where the results go. */
  ResultSettings results() {
    return results;
  }
}
