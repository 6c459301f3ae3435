package org.grcuda.runtime.schedule.export;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.grcuda.runtime.schedule.ComputationStatus;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduledComputation;

/** Everything that a picture shows and that must be derived from the schedule. */
final class ScheduleView {

  /**
   * A number that the picture shows: its name, its value, and a hint that says exactly what it is.
   */
  record Figure(String name, String value, String hint) {}

  private final Schedule schedule;
  private final DependencyGraph graph;
  private final Timeline timeline;
  private final SeriesTable series;
  private final CriticalPath critical;
  private final Strips strips;

  /**
   * Derives what {@code schedule} shows.
   *
   * @throws IllegalArgumentException if computations depend on each other in a circle
   */
  ScheduleView(Schedule schedule) {
    this.schedule = schedule;
    graph = DependencyGraph.of(schedule);
    timeline = Timeline.of(schedule);
    series = SeriesTable.of(schedule.computations());
    strips = new Strips(schedule);
    critical = CriticalPath.of(graph, schedule.computations(), timeline.isTimed());
  }

  Schedule schedule() {
    return schedule;
  }

  DependencyGraph graph() {
    return graph;
  }

  Timeline timeline() {
    return timeline;
  }

  SeriesTable series() {
    return series;
  }

  Strips strips() {
    return strips;
  }

  CriticalPath critical() {
    return critical;
  }

  /** The fill of {@code computation} on a light ground. */
  String colour(int computation) {
    boolean failed = schedule.computations().get(computation).status() == ComputationStatus.FAILED;
    return failed
        ? Colour.FAILED.light()
        : series.all().get(series.of(computation)).colour().light();
  }

  /** The program, if it is known. */
  String title() {
    return schedule.metadata().getOrDefault("program", "Schedule");
  }

  /** Devices, streams, and the options that matter most; the page lists all others. */
  String subtitle() {
    StringJoiner text = new StringJoiner(" · ");
    text.add(plural(schedule.devices().size(), "device"));
    text.add(plural(schedule.streams().size(), "stream"));
    for (String name : List.of("Backend", "DeviceSelectionPolicy")) {
      if (schedule.metadata().containsKey(name)) {
        text.add(name + " " + schedule.metadata().get(name));
      }
    }
    return text.toString();
  }

  /** A notice that a reader must see first; null if there is none. */
  String notice() {
    StringJoiner text = new StringJoiner(" ");
    if (!timeline.isTimed()) {
      text.add(
          "No times were recorded, so computations are shown in the order of submission; the option"
              + " EnableComputationTimers records them.");
    }
    if (schedule.leftOut() > 0) {
      text.add(Quantity.count(schedule.leftOut()) + " computations more were not recorded.");
    }
    return text.length() == 0 ? null : text.toString();
  }

  /** The figures of the whole schedule. */
  List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    int count = schedule.computations().size();
    figures.add(new Figure("computations", Quantity.count(count), "All that were recorded"));
    if (timeline.isTimed()) {
      addTimes(figures);
    } else {
      figures.add(
          new Figure(
              "longest chain",
              Quantity.count(critical.nanos()),
              "The most computations of which each depends on the one before"));
    }
    long moved = 0;
    long reloaded = 0;
    int failed = 0;
    for (ScheduledComputation it : schedule.computations()) {
      moved += it.transfer() == null ? 0 : it.transfer().bytes();
      reloaded += it.transfer() == null ? 0 : it.transfer().reloadedBytes();
      failed += it.status() == ComputationStatus.FAILED ? 1 : 0;
    }
    if (moved > 0) {
      figures.add(
          new Figure("moved", Quantity.bytes(moved), "Bytes of all transfers and prefetches"));
    }
    if (!schedule.evictions().isEmpty()) {
      figures.add(
          new Figure(
              "reloaded",
              Quantity.bytes(reloaded) + " (" + Quantity.percent((double) reloaded / moved) + ")",
              "Bytes moved again to a device that had given them up to make room, in "
                  + Quantity.count(schedule.evictions().size())
                  + " evictions"));
    }
    if (failed > 0) {
      figures.add(
          new Figure("failed", Quantity.count(failed), "Computations that failed or were skipped"));
    }
    return figures;
  }

  private void addTimes(List<Figure> figures) {
    double span = timeline.to() - timeline.from();
    figures.add(
        new Figure("makespan", Quantity.time(span), "From the first submission to the last end"));
    figures.add(
        new Figure(
            "critical path",
            Quantity.time(critical.nanos())
                + " ("
                + Quantity.percent(critical.nanos() / span)
                + ")",
            "The longest chain of dependencies, and its part of the makespan:"
                + " no schedule is shorter"));
    double computing = 0;
    for (ScheduledComputation it : schedule.computations()) {
      computing += it.isTimed() && Timeline.isCompute(it.kind()) ? it.durationNanos() : 0;
    }
    figures.add(
        new Figure(
            "parallelism",
            Quantity.significant(computing / span) + " ×",
            "How many computations ran at once, on average over the makespan"));
  }

  private static String plural(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
