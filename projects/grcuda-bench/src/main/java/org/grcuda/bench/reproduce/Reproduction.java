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

/** {@code grcuda reproduce}: published figures, again, on simulated machines. */
public final class Reproduction {

  private static final List<Figure> FIGURES =
      List.of(
          new Scaling(),
          new Ablation(),
          new Relative(),
          new Partitions(),
          new Sizes(),
          new Transfers(),
          new Hosts(),
          new Sensitivity());

  private Reproduction() {}

  /** The names of the figures, and of all together. */
  public static String names(String separator) {
    return FIGURES.stream().map(Figure::name).collect(Collectors.joining(separator))
        + separator
        + "all";
  }

  /**
   * Runs what the figures take, prints their tables, and writes them and pictures into the folder
   * of results.
   *
   * @param arguments the name of a figure, and options
   * @param progress is told how many steps are done, and of how many
   * @throws IllegalArgumentException for arguments that are unknown or have no such value
   */
  public static void run(List<String> arguments, ObjIntConsumer<Integer> progress)
      throws IOException {
    ReproductionSettings settings =
        ReproductionSettings.parse(FIGURES.stream().map(Figure::name).toList(), arguments);
    List<Report> reports = reports(settings, progress);
    write(settings, reports);
    System.out.print(
        settings.json()
            ? json(reports)
            : reports.stream().map(Report::text).collect(Collectors.joining())
                + "pictures and results.json: "
                + settings.output()
                + "\n");
  }

  private static List<Report> reports(
      ReproductionSettings settings, ObjIntConsumer<Integer> progress) throws IOException {
    int total = settings.figures().size() * settings.machines().size();
    int[] done = {0};
    List<Report> reports = new ArrayList<>();
    try (Simulator simulator = new Simulator()) {
      progress.accept(0, total);
      Experiment experiment =
          new Experiment(simulator, settings, () -> progress.accept(++done[0], total));
      for (Figure figure : FIGURES) {
        if (settings.figures().contains(figure.name())) {
          reports.add(figure.of(experiment));
        }
      }
    }
    return reports;
  }

  private static void write(ReproductionSettings settings, List<Report> reports)
      throws IOException {
    Path output = Files.createDirectories(settings.output());
    Files.writeString(output.resolve("results.json"), json(reports));
    for (Report report : reports) {
      for (var picture : report.pictures().entrySet()) {
        Files.writeString(output.resolve(picture.getKey()), picture.getValue());
      }
    }
    if (settings.markdown() != null) {
      Files.writeString(settings.markdown(), Document.of(reports));
    }
  }

  private static String json(List<Report> reports) {
    JsonArray all = new JsonArray();
    reports.forEach(report -> all.add(report.json()));
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(all) + "\n";
  }
}
