package org.grcuda.bench.suite;

import com.google.gson.annotations.SerializedName;
import org.grcuda.bench.arguments.WholeNumber;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * How a benchmark is run: the same options, under the same names, in every language.
 *
 * @param size of the problem, as the benchmark defines it
 * @param iterations that are timed
 * @param warmUp iterations before, which are not
 * @param partitions of the data; independent of the number of devices
 * @param blockSize threads of a block, in launches of one dimension
 * @param blockSize2d threads along each side of a block, in launches of two
 * @param blocks of a launch of one dimension; 0: as many as it takes for a thread per element
 * @param density of 100 tiles of a matrix those that are not zero, in benchmarks on tiles
 * @param reinit whether the host writes the inputs before each iteration, not only the first
 * @param validate whether each iteration's results are held against what the host computes
 * @param data {@code full}, or {@code touch}: inputs count as written by the host, which writes
 *     nothing, and nothing is validated; for simulated devices
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

  /** Whether results can be, and are to be, held against the host's. */
  public boolean isValidated() {
    return validate && data.equals("full");
  }

  /** What may be given, for one benchmark or, where that is null, for any. */
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

    /** Nothing is given yet. */
    public Given(SuiteTable.Entry entry) {
      this.entry = entry;
    }

    /** Whether the version that is scheduled by hand is asked for. */
    public boolean isByHand() {
      return byHand;
    }

    /** What was given, and the defaults for the rest. */
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
