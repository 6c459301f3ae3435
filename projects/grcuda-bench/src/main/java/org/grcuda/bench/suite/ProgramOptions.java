package org.grcuda.bench.suite;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.bench.arguments.Names;
import org.grcuda.bench.arguments.WholeNumber;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The options of every benchmark of the suite that all runs of a matrix have in common. An option
 * that is not given is null.
 */
public final class ProgramOptions {

  @Option(
      names = "--iterations",
      paramLabel = "COUNT",
      converter = WholeNumber.class,
      description = "Iterations that are timed; default: 30.")
  Integer iterations;

  @Option(
      names = "--warm-up",
      paramLabel = "COUNT",
      converter = Count.class,
      description = "Iterations before, which are not; default: 3.")
  Integer warmUp;

  @Option(
      names = "--block-size",
      paramLabel = "THREADS",
      converter = WholeNumber.class,
      description = "Threads of a block, in launches of one dimension; default: 256.")
  Integer blockSize;

  @Option(
      names = "--block-size-2d",
      paramLabel = "THREADS",
      converter = WholeNumber.class,
      description = "Threads along each side of a block, in launches of two; default: 16.")
  Integer blockSize2d;

  @Option(
      names = "--blocks",
      paramLabel = "COUNT",
      converter = Count.class,
      description =
          "Blocks of a launch of one dimension; default: 0, as many as it takes for a thread per"
              + " element.")
  Integer blocks;

  @Option(
      names = "--density",
      paramLabel = "PERCENT",
      converter = Percent.class,
      description =
          "Of 100 tiles of a matrix those that are not zero, in benchmarks on tiles; default: 100.")
  Integer density;

  @Option(
      names = "--reinit",
      paramLabel = "true|false",
      arity = "0..1",
      fallbackValue = "true",
      description = "Whether the host writes the inputs before each iteration; default: false.")
  Boolean reinit;

  @Option(
      names = "--validate",
      paramLabel = "true|false",
      arity = "0..1",
      fallbackValue = "true",
      description = "Whether results are held against what the host computes; default: true.")
  Boolean validate;

  @Option(
      names = "--data",
      paramLabel = "full|touch",
      converter = DataNames.class,
      description =
          "touch: inputs count as written by the host, which writes nothing, and nothing is"
              + " validated; for simulated devices. Default: full.")
  String data;

  /** Makes options of which none is given. */
  public ProgramOptions() {}

  private static final class DataNames extends Names {
    DataNames() {
      super(List.of("full", "touch"));
    }
  }

  private static final class Count implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      if (!value.matches("[0-9]{1,9}")) {
        throw new TypeConversionException("expected a whole number, given '%s'".formatted(value));
      }
      return Integer.valueOf(value);
    }
  }

  private static final class Percent implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      if (!value.matches("[1-9][0-9]?|100")) {
        throw new TypeConversionException(
            "expected a whole number from 1 to 100, given '%s'".formatted(value));
      }
      return Integer.valueOf(value);
    }
  }

  /** The options that were given, as arguments. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    add(words, "iterations", iterations);
    add(words, "warm-up", warmUp);
    add(words, "block-size", blockSize);
    add(words, "block-size-2d", blockSize2d);
    add(words, "blocks", blocks);
    add(words, "density", density);
    add(words, "reinit", reinit);
    add(words, "validate", validate);
    add(words, "data", data);
    return words;
  }

  private static void add(List<String> words, String name, Object value) {
    if (value != null) {
      words.add("--%s=%s".formatted(name, value));
    }
  }
}
