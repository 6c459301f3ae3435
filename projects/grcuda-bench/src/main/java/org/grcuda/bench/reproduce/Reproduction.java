package org.grcuda.bench.reproduce;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
   * @param progress receives the number of steps that are done, and the total
   * @throws IllegalArgumentException for an unknown argument, or a value that an argument does not
   *     take
   */
  public static void run(BenchmarkArguments arguments, ObjIntConsumer<Integer> progress)
      throws IOException {
    List<String> words = arguments.words();
    String name = words.isEmpty() ? "" : words.getFirst();
    Group group = named(name);
    if (group == null) {
      throw new IllegalArgumentException(
          "expected the name of a figure: %s, given '%s'".formatted(names(", "), name));
    }
    ReproductionSettings settings = new ReproductionSettings();
    if (!new BenchmarkArguments(
            arguments.command() + " " + name, arguments.what(), words.subList(1, words.size()))
        .readInto(settings)) {
      return;
    }
    List<Report> reports = reports(group.figures(), settings, progress);
    write(settings, group, reports);
    System.out.print(
        settings.json()
            ? json(reports)
            : reports.stream().map(Report::text).collect(Collectors.joining())
                + "pictures and results.json: "
                + settings.output()
                + "\n");
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

  private static void write(ReproductionSettings settings, Group group, List<Report> reports)
      throws IOException {
    Path output = Files.createDirectories(settings.output());
    Files.writeString(output.resolve("results.json"), json(reports));
    for (Report report : reports) {
      for (var picture : report.pictures().entrySet()) {
        Files.writeString(output.resolve(picture.getKey()), picture.getValue());
      }
    }
    if (settings.markdown() != null) {
      Files.writeString(settings.markdown(), group.document(reports, settings));
    }
  }

  private static String json(List<Report> reports) {
    JsonArray all = new JsonArray();
    reports.forEach(report -> all.add(report.json()));
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(all) + "\n";
  }
}
