package org.grcuda.bench.graph;

import java.util.List;
import org.grcuda.bench.arguments.WholeNumber;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The settings of the benchmark. */
@Command
final class GraphSettings {

  @Option(
      names = "--scale",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "The RMAT graph has 2^N vertices; 18 by default.")
  private int scale = 18;

  @Option(
      names = "--side",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "The road graph has N x N vertices; 1000 by default.")
  private int side = 1000;

  @Option(
      names = "--parts",
      paramLabel = "N",
      split = ",",
      converter = WholeNumber.class,
      description = "Parts of the graphs, each on a device of its own; 1,2,8 by default.")
  private List<Integer> parts = List.of(1, 2, 8);

  @Option(
      names = "--rounds",
      paramLabel = "N",
      converter = WholeNumber.class,
      description = "Timed runs of each, in turn; 7 by default.")
  private int rounds = 7;

  @Option(
      names = "--warm-up",
      paramLabel = "MS",
      converter = WholeNumber.class,
      description = "Milliseconds for which each runs before it is timed; 2000 by default.")
  private int warmUp = 2000;

  @Option(names = "--alone", description = "Leaves C with OpenMP out.")
  private boolean alone;

  int scale() {
    return scale;
  }

  int side() {
    return side;
  }

  List<Integer> parts() {
    return parts;
  }

  int rounds() {
    return rounds;
  }

  int warmUp() {
    return warmUp;
  }

  boolean alone() {
    return alone;
  }
}
