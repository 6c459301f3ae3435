package org.grcuda.tests.dag;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.grcuda.GrCuda;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduleReader;
import org.grcuda.runtime.schedule.ScheduledComputation;

/** The dependencies between the launches of a program. */
final class LaunchEdges {

  private LaunchEdges() {}

  /**
   * Runs {@code program}.
   *
   * @param folder for a file
   * @return the dependencies between its launches, by their order from 0: {@code "0->2"}
   */
  static Set<String> of(Path folder, GrCuda.Builder builder, Consumer<GrCuda> program)
      throws IOException {
    Path file = folder.resolve("schedule.json");
    try (GrCuda cuda = builder.option("ExportDAG", file.toString()).open()) {
      program.accept(cuda);
    }
    Schedule schedule;
    try (Reader in = Files.newBufferedReader(file)) {
      schedule = ScheduleReader.read(in);
    }
    List<Long> launches =
        schedule.computations().stream()
            .filter(computation -> computation.kind() == ComputationKind.LAUNCH)
            .map(ScheduledComputation::id)
            .toList();
    return schedule.dependencies().stream()
        .filter(edge -> launches.contains(edge.from()) && launches.contains(edge.to()))
        .map(edge -> launches.indexOf(edge.from()) + "->" + launches.indexOf(edge.to()))
        .collect(Collectors.toSet());
  }
}
