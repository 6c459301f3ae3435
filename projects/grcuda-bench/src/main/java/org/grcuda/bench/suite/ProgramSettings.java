package org.grcuda.bench.suite;

import com.google.gson.annotations.SerializedName;
import org.grcuda.bench.arguments.WholeNumber;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The settings of a benchmark run. The options have the same names in every language.
 *
 * @param size the size of the problem, as the benchmark defines it
 * @param iterations the number of timed iterations
 * @param warmUp the number of iterations before them, which are not timed
 * @param partitions the number of partitions of the data, independent of the number of devices
 * @param blockSize threads of a block, in launches of one dimension
 * @param blockSize2d threads along each side of a block, in launches of two dimensions
 * @param blocks the blocks of a launch of one dimension; 0 for as many as it takes for a thread per
 *     element
 * @param density how many of 100 tiles of a matrix are not zero, in benchmarks on tiles
 * @param reinit whether the host writes the inputs before each iteration, not only before the first
 * @param validate whether the results of each iteration are compared with what the host computes
 * @param data {@code full}; or {@code touch}, for simulated devices: the host writes nothing, but
 *     inputs count as written by the host, and nothing is validated
 * @param json whether the result is printed as JSON
 */
public record ProgramSettings(
    int size,
    int iterations,
    @SerializedName("warm-up") int warmUp,
    int partitions,
    @SerializedName("block-size") int blockSize,
    @SerializedName("block-size-2d") int blockSize2d,
    int blocks,
    int density,
    boolean reinit,
    boolean validate,
    String data,
    boolean json) {

  /**
   * Whether the results are compared with the host's: validation is asked for, and the inputs hold
   * data.
   */
  public boolean isValidated() {
    return validate && data.equals("full");
  }

  /** The command-line options of a benchmark. */
  @Command
  public static final class Given {

    private final SuiteTable.Entry entry;

    @Mixin ProgramOptions options = new ProgramOptions();

    @Option(
        names = "--size",
        paramLabel = "N",
        converter = WholeNumber.class,
        description = "Of the problem, as the benchmark defines it.")
    Integer size;

    @Option(
        names = "--partitions",
        paramLabel = "COUNT",
        converter = WholeNumber.class,
        description = "Of the data; independent of the number of devices.")
    Integer partitions;

    @Option(names = "--json", description = "Prints the result as JSON.")
    boolean json;

    @Option(names = "--by-hand", description = "The version that is scheduled by hand.")
    boolean byHand;

    /**
     * Makes options of which none is given.
     *
     * @param entry the benchmark; null for the options of any benchmark
     */
    public Given(SuiteTable.Entry entry) {
      this.entry = entry;
    }

    /** Whether the command line asks for the version that is scheduled by hand. */
    public boolean isByHand() {
      return byHand;
    }

    /**
     * The settings: what was given, and the defaults for the rest.
     *
     * @param name the name of the benchmark, for messages
     * @throws IllegalArgumentException if there are more partitions than the benchmark can have
     */
    public ProgramSettings settings(String name) {
      return new ProgramSettings(
              or(size, entry.size()),
              or(options.iterations, 30),
              or(options.warmUp, 3),
              or(partitions, or(entry.partitions(), 1)),
              or(options.blockSize, 256),
              or(options.blockSize2d, 16),
              or(options.blocks, 0),
              or(options.density, 100),
              or(options.reinit, false),
              or(options.validate, true),
              or(options.data, "full"),
              json)
          .checked(name, entry);
    }

    private static <T> T or(T given, T otherwise) {
      return given == null ? otherwise : given;
    }
  }

  private ProgramSettings checked(String name, SuiteTable.Entry entry) {
    int most = entry.partitions() == null ? 1 : size;
    if (partitions > most) {
      throw new IllegalArgumentException(
          "--partitions: %s of size %d has 1 to %d partitions, given '%d'"
              .formatted(name, size, most, partitions));
    }
    return this;
  }
}
