package org.grcuda.cli;

import java.io.IOException;
import java.util.List;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.bench.reproduce.Reproduction;
import org.grcuda.bench.reproduce.groute.Groute;
import org.grcuda.types.GrCudaException;

/** {@code grcuda reproduce FIGURE}: published figures on simulated machines. */
final class ReproduceCommand implements Command {

  @Override
  public String name() {
    return "reproduce";
  }

  @Override
  public String synopsis() {
    return "(" + Reproduction.names("|") + "|" + Groute.NAME + ") [ARGUMENTS]";
  }

  @Override
  public String summary() {
    return "Runs the published multi-GPU experiments on simulated machines, with the published"
        + " figures beside.";
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
      if (arguments.words().indexOf(Groute.NAME) == 0) {
        Groute.run(arguments, line::at);
      } else {
        Reproduction.run(arguments, List.of(Groute.NAME), line::at);
      }
    } catch (IOException | IllegalArgumentException | GrCudaException e) {
      throw CommandFailure.usage("reproduce: " + e.getMessage());
    }
    return 0;
  }
}
