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
  private static final int MOST_SCALING = 1024;
  private static final int MOST_EXTENT = 1024;
  private static final int MOST_PRODUCTS = 100;
  private static final int MOST_DEVICES = 16;
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

  @Option(
      names = "--scaling",
      paramLabel = "COUNT",
      split = ",",
      converter = WholeNumber.class,
      description =
          "Numbers of GPUs over which the domain grows: powers of two, ascending; default:"
              + " 16,64,256,1024.")
  private List<Integer> scaling = List.of(16, 64, 256, 1024);

  @Option(
      names = "--matrices",
      paramLabel = "N",
      split = ",",
      converter = WholeNumber.class,
      description =
          "Extents of the matrices that are multiplied on a simulated GPU, multiples of 16;"
              + " default: 64,128,256,512,768,1024.")
  private List<Integer> matrices = List.of(64, 128, 256, 512, 768, 1024);

  @Option(
      names = "--products",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "How many products of matrices are timed; default: ${DEFAULT-VALUE}.")
  private int products = 100;

  @Option(
      names = "--devices",
      paramLabel = "COUNT",
      split = ",",
      converter = WholeNumber.class,
      description = "Numbers of GPUs of a machine that multiply small matrices; default: 1,2,3,4.")
  private List<Integer> devices = List.of(1, 2, 3, 4);

  @Option(names = "--here", hidden = true, description = "This process is one of the ranks.")
  private boolean here;

  @Mixin private ResultSettings results;

  /** Refuses what each option alone does not show. */
  void check() {
    checkExtents("--domain", domain);
    checkExtents("--cluster-domain", clusterDomain);
    checkPowers("--gpus", gpus, MOST_GPUS);
    checkPowers("--scaling", scaling, MOST_SCALING);
    checkProducts();
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

  private void checkProducts() {
    for (int n : matrices) {
      if (n % ProductKernel.TILE != 0 || n > MOST_EXTENT) {
        throw new IllegalArgumentException(
            "--matrices: expected multiples of %d up to %d, given %d"
                .formatted(ProductKernel.TILE, MOST_EXTENT, n));
      }
    }
    if (products > MOST_PRODUCTS) {
      throw new IllegalArgumentException(
          "--products: expected a number up to %d, given %d".formatted(MOST_PRODUCTS, products));
    }
    for (int count : devices) {
      if (count > MOST_DEVICES) {
        throw new IllegalArgumentException(
            "--devices: expected numbers up to %d, given %d".formatted(MOST_DEVICES, count));
      }
    }
  }

  private static void checkPowers(String option, List<Integer> counts, int most) {
    int before = 0;
    for (int count : counts) {
      if (Integer.bitCount(count) != 1 || count <= before || count > most) {
        throw new IllegalArgumentException(
            "%s: expected ascending powers of two up to %d, given %s"
                .formatted(option, most, Prema.joined(counts)));
      }
      before = count;
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

  /** The numbers of GPUs over which the domain grows. */
  List<Integer> scaling() {
    return scaling;
  }

  /** Extents of the matrices that are multiplied. */
  List<Integer> matrices() {
    return matrices;
  }

  /** How many products are timed. */
  int products() {
    return products;
  }

  /** Numbers of GPUs that multiply small matrices. */
  List<Integer> devices() {
    return devices;
  }

  boolean isHere() {
    return here;
  }

  /** The options that chose the contents of a document; empty if all are as by default. */
  String choice() {
    String given =
        (" --turns=%d --rounds=%d --sizes=%s --messages=%d --ranks=%s --domain=%s --iterations=%d"
                + " --gpus=%s --cluster-domain=%s --scaling=%s --matrices=%s --products=%d"
                + " --devices=%s")
            .formatted(
                turns,
                rounds,
                Prema.joined(sizes),
                messages,
                Prema.joined(ranks),
                Prema.joined(domain),
                iterations,
                Prema.joined(gpus),
                Prema.joined(clusterDomain),
                Prema.joined(scaling),
                Prema.joined(matrices),
                products,
                Prema.joined(devices));
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
        && clusterDomain.equals(usual.clusterDomain)
        && scaling.equals(usual.scaling)
        && matrices.equals(usual.matrices)
        && products == usual.products
        && devices.equals(usual.devices);
  }

  /** Where the results go. */
  ResultSettings results() {
    return results;
  }
}
