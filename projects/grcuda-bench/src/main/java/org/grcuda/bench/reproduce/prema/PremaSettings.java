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
  private static final int MOST_GPUS = 256;
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

  @Option(
      names = "--gpus",
      paramLabel = "COUNT",
      split = ",",
      converter = WholeNumber.class,
      description =
          "Numbers of GPUs of simulated clusters: powers of two, ascending; default: 16,64.")
  private List<Integer> gpus = List.of(16, 64);

  @Option(
      names = "--cluster-domain",
      paramLabel = "N",
      split = ",",
      converter = WholeNumber.class,
      description = "The domain's three extents on simulated clusters; default: 1024,1024,768.")
  private List<Integer> clusterDomain = List.of(1024, 1024, 768);

  @Option(names = "--here", hidden = true, description = "This process is one of the ranks.")
  private boolean here;

  @Mixin private ResultSettings results;

  /** Refuses what each option alone does not show. */
  void check() {
    checkExtents("--domain", domain);
    checkExtents("--cluster-domain", clusterDomain);
    int before = 0;
    for (int count : gpus) {
      if (Integer.bitCount(count) != 1 || count <= before || count > MOST_GPUS) {
        throw new IllegalArgumentException(
            "--gpus: expected ascending powers of two up to %d, given %s"
                .formatted(MOST_GPUS, Prema.joined(gpus)));
      }
      before = count;
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

  private static void checkExtents(String option, List<Integer> extents) {
    if (extents.size() != AXES) {
      throw new IllegalArgumentException(
          option + ": expected three extents, given " + Prema.joined(extents));
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

  List<Integer> gpus() {
    return gpus;
  }

  long[] clusterDomain() {
    return clusterDomain.stream().mapToLong(Integer::longValue).toArray();
  }

  boolean isHere() {
    return here;
  }

  /** The options that chose the contents of a document; empty if all are as by default. */
  String choice() {
    String given =
        (" --turns=%d --rounds=%d --sizes=%s --messages=%d --ranks=%s --domain=%s --iterations=%d"
                + " --gpus=%s --cluster-domain=%s")
            .formatted(
                turns,
                rounds,
                Prema.joined(sizes),
                messages,
                Prema.joined(ranks),
                Prema.joined(domain),
                iterations,
                Prema.joined(gpus),
                Prema.joined(clusterDomain));
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
        && iterations == usual.iterations
        && gpus.equals(usual.gpus)
        && clusterDomain.equals(usual.clusterDomain);
  }

  /** Where the results go. */
  ResultSettings results() {
    return results;
  }
}
