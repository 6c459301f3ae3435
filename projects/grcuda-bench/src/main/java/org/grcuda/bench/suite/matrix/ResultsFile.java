package org.grcuda.bench.suite.matrix;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file of the cells that are done. Each of them appends a line, so that an interrupted matrix
 * goes on where it was. A line is an {@link Outcome} as JSON. If a cell has several lines, the last
 * one counts.
 */
final class ResultsFile {

  private static final Gson GSON = new GsonBuilder().serializeNulls().create();

  private final Path file;
  private final Map<Cell, Outcome> done = new LinkedHashMap<>();

  /**
   * Reads the file, if it is there. A last line that was not written whole is dropped.
   *
   * @throws IllegalArgumentException if another line is not an outcome
   */
  ResultsFile(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      read(Files.readString(file));
    }
  }

  private void read(String text) throws IOException {
    int end = text.lastIndexOf('\n') + 1;
    List<String> lines = text.substring(0, end).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      try {
        Outcome outcome = GSON.fromJson(lines.get(i), Outcome.class);
        if (outcome == null || outcome.cell() == null) {
          throw new JsonSyntaxException("no cell");
        }
        done.put(outcome.cell(), outcome);
      } catch (JsonSyntaxException e) {
        throw new IllegalArgumentException(
            "%s, line %d: not a result of this suite; remove the file, or choose another --output"
                .formatted(file, i + 1),
            e);
      }
    }
    if (end < text.length()) {
      Files.writeString(file, text.substring(0, end));
    }
  }

  /** Whether {@code cell} need not be run again, because it was run and its results are good. */
  boolean isDone(Cell cell) {
    return done.containsKey(cell) && done.get(cell).isGood();
  }

  /** Appends an outcome to the file. */
  void add(Outcome outcome) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(
        file, GSON.toJson(outcome) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    done.put(outcome.cell(), outcome);
  }

  /** The outcomes of {@code cells}, in their order. Cells that were not run are left out. */
  List<Outcome> outcomes(Iterable<Cell> cells) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Cell cell : cells) {
      if (done.containsKey(cell)) {
        outcomes.add(done.get(cell));
      }
    }
    return outcomes;
  }

  /** {@code outcomes} as a JSON array, with one line for each outcome. */
  static String json(List<Outcome> outcomes) {
    StringBuilder json = new StringBuilder("[");
    for (Outcome outcome : outcomes) {
      json.append(json.length() > 1 ? ",\n" : "\n").append(GSON.toJson(outcome));
    }
    return json.append("\n]\n").toString();
  }
}
