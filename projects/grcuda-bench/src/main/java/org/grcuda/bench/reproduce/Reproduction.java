package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grcuda.bench.BenchmarkArguments;

/** {@code grcuda reproduce}: reproduces published figures on simulated machines. */
public final class Reproduction {

  private Reproduction() {}

  /**
   * The names of the figures and groups. The figures of a group come before the group's own name.
   */
  public static String names(String separator) {
    return Group.all().stream()
        .flatMap(
            group ->
                Stream.concat(group.figures().stream().map(Figure::name), Stream.of(group.name())))
        .collect(Collectors.joining(separator));
  }

  /**
   * The group of that name, or a group of the one figure of that name; null if there is neither.
   */
  private static Group named(String name) {
    for (Group group : Group.all()) {
      if (group.name().equals(name)) {
        return group;
      }
      for (Figure figure : group.figures()) {
        if (figure.name().equals(name)) {
          return new Group(name, group.head(), List.of(figure));
        }
      }
    }
    return null;
  }

  /**
   * Makes the runs that the figures need, prints their tables, and writes tables and pictures into
   * the folder of results.
   *
   * @param arguments the name of a figure or a group, then options or {@code --help}
   * @param others further names that the command takes, for messages
   * @param progress receives the number of steps that are done, and the total
   * @throws IllegalArgumentException for an unknown argument, or a value that an argument does not
   *     take
   */
  public static void run(
      BenchmarkArguments arguments, List<String> others, ObjIntConsumer<Integer> progress)
      throws IOException {
    List<String> words = arguments.words();
    String name = words.isEmpty() ? "" : words.getFirst();
    Group group = named(name);
    if (group == null) {
      throw new IllegalArgumentException(
          "expected the name of a figure: %s, %s, given '%s'"
              .formatted(names(", "), String.join(", ", others), name));
    }
    ReproductionSettings settings = new ReproductionSettings();
    if (!new BenchmarkArguments(
            arguments.command() + " " + name, arguments.what(), words.subList(1, words.size()))
        .readInto(settings)) {
      return;
    }
    List<Report> reports = reports(group.figures(), settings, progress);
    settings.results().publish(reports, group.head().formatted(settings.choice()));
  }

  private static List<Report> reports(
      List<Figure> figures, ReproductionSettings settings, ObjIntConsumer<Integer> progress)
      throws IOException {
    int total = figures.stream().mapToInt(figure -> figure.steps(settings)).sum();
    int[] done = {0};
    List<Report> reports = new ArrayList<>();
    try (Simulator simulator = new Simulator()) {
      progress.accept(0, total);
      Experiment experiment =
          new Experiment(simulator, settings, () -> progress.accept(++done[0], total));
      for (Figure figure : figures) {
        reports.add(figure.of(experiment));
      }
    }
    return reports;
  }
}
