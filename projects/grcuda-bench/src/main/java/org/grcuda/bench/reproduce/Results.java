package org.grcuda.bench.reproduce;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The reports of a command, and where they go.
 *
 * @param reports in their order
 * @param output the folder of tables and pictures
 * @param markdown the file of a document; null for none
 * @param json whether they are printed as JSON
 */
public record Results(List<Report> reports, Path output, Path markdown, boolean json) {

  /**
   * Writes tables and pictures into the folder, and the document, and prints the tables.
   *
   * @param head of the document
   * @throws IOException if a file cannot be written
   */
  public void publish(String head) throws IOException {
    Files.createDirectories(output);
    Files.writeString(output.resolve("results.json"), asJson());
    for (Report report : reports) {
      for (var picture : report.pictures().entrySet()) {
        Files.writeString(output.resolve(picture.getKey()), picture.getValue());
      }
    }
    if (markdown != null) {
      Files.writeString(markdown, document(head));
    }
    System.out.print(json ? asJson() : text());
  }

  private String document(String head) {
    String all = reports.stream().map(Report::markdown).collect(Collectors.joining());
    return (head + all).stripTrailing() + "\n";
  }

  private String text() {
    return reports.stream().map(Report::text).collect(Collectors.joining())
        + "pictures and results.json: "
        + output
        + "\n";
  }

  private String asJson() {
    JsonArray all = new JsonArray();
    reports.forEach(report -> all.add(report.json()));
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(all) + "\n";
  }
}
