package org.grcuda.cli;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.bench.reproduce.Reproduction;
import org.grcuda.bench.reproduce.groute.Groute;
import org.grcuda.bench.reproduce.prema.Prema;
import org.grcuda.types.GrCudaException;

/** {@code grcuda reproduce FIGURE}: published figures, simulated or measured. */
final class ReproduceCommand implements Command {

  @Override
  public String name() {
    return "reproduce";
  }

  @Override
  public String synopsis() {
    return "(" + Reproduction.names("|") + "|" + String.join("|", others()) + ") [ARGUMENTS]";
  }

  /** The figures that are no {@link Reproduction}. */
  private static List<String> others() {
    return Stream.concat(Stream.of(Groute.NAME), Prema.names().stream()).toList();
  }

  @Override
  public String summary() {
    return "Runs published experiments on simulated machines, or on several processes, with the"
        + " published figures beside.";
  }

  @Override
  public boolean takesLanguageOptions() {
    return false;
  }

  @Override
  public String details() {
    return "%ngrcuda reproduce FIGURE --help lists its arguments.%n".formatted();
  }

  @Override
  public int run(Arguments commandLine) {
    BenchmarkArguments arguments =
        new BenchmarkArguments("grcuda reproduce", summary(), commandLine.operands());
    try (ProgressLine line = new ProgressLine("reproduce", System.err)) {
      String name = arguments.words().isEmpty() ? "" : arguments.words().getFirst();
      if (name.equals(Groute.NAME)) {
        Groute.run(arguments, line::at);
      } else if (Prema.names().contains(name)) {
        Prema.run(arguments, System.getenv(), line::at);
      } else {
        Reproduction.run(arguments, others(), line::at);
      }
    } catch (IOException | IllegalArgumentException | GrCudaException e) {
      throw CommandFailure.usage("reproduce: " + e.getMessage());
    }
    return 0;
  }
}
