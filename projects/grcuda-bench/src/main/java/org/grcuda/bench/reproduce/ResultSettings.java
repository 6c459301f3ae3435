package org.grcuda.bench.reproduce;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Where results go: options of every reproduction. */
@Command
public final class ResultSettings {

  @Option(
      names = "--output",
      paramLabel = "FOLDER",
      description = "Of the results; default: ${DEFAULT-VALUE}.")
  private Path output = Path.of("reproduce-results");

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "A document that is written besides.")
  private Path markdown;

  @Option(names = "--json", description = "Prints the results as JSON.")
  private boolean json;

  /** For the command line. */
  public ResultSettings() {}

  /**
   * Writes tables and pictures of reports, and the document, and prints the tables.
   *
   * @param head of the document
   * @throws IOException if a file cannot be written
   */
  public void publish(List<Report> reports, String head) throws IOException {
    Files.createDirectories(output);
    Files.writeString(output.resolve("results.json"), asJson(reports));
    for (Report report : reports) {
      for (var picture : report.pictures().entrySet()) {
        Files.writeString(output.resolve(picture.getKey()), picture.getValue());
      }
    }
    if (markdown != null) {
      Files.writeString(markdown, document(reports, head));
    }
    System.out.print(json ? asJson(reports) : text(reports));
  }

  private static String document(List<Report> reports, String head) {
    String all = reports.stream().map(Report::markdown).collect(Collectors.joining());
    return (head + all).stripTrailing() + "\n";
  }

  private String text(List<Report> reports) {
    return reports.stream().map(Report::text).collect(Collectors.joining())
        + "pictures and results.json: "
        + output
        + "\n";
  }

  private static String asJson(List<Report> reports) {
    JsonArray all = new JsonArray();
    reports.forEach(report -> all.add(report.json()));
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(all) + "\n";
  }
}
