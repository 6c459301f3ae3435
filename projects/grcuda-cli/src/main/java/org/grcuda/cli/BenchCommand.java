package org.grcuda.cli;

import java.io.IOException;
import java.util.List;
import org.grcuda.bench.ArrayBenchmark;

/** {@code grcuda bench NAME}: runs a benchmark, which prints both sides of its comparisons. */
final class BenchCommand implements Command {

  private static final List<String> NAMES = List.of("arrays");

  @Override
  public String name() {
    return "bench";
  }

  @Override
  public String synopsis() {
    return "arrays";
  }

  @Override
  public String summary() {
    return "Measures element access and bulk copies of device arrays beside the hosts' own.";
  }

  @Override
  public int run(Arguments arguments) {
    List<String> operands = arguments.operands();
    if (operands.size() != 1 || !NAMES.contains(operands.getFirst())) {
      throw CommandFailure.usage("bench: expected the name of a benchmark: arrays");
    }
    try {
      ArrayBenchmark.run();
    } catch (IOException e) {
      throw CommandFailure.usage("bench: " + e.getMessage());
    }
    return 0;
  }
}
