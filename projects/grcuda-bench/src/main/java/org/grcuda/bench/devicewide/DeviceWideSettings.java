package org.grcuda.bench.devicewide;

import org.grcuda.bench.arguments.WholeNumber;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The settings of the benchmark. */
@Command
final class DeviceWideSettings {

  @Option(
      names = "--elements",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "Elements of an array; 10000000 by default.")
  private int elements = 10_000_000;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "Rounds that are timed, of which the median counts; 7 by default.")
  private int rounds = 7;

  @Option(
      names = "--python",
      paramLabel = "FILE",
      description = "The Python that has NumPy; python3 by default.")
  private String python = "python3";

  int elements() {
    return elements;
  }

  int rounds() {
    return rounds;
  }

  String python() {
    return python;
  }
}
