package org.grcuda.bench.reproduce;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A table of results.
 *
 * @param caption what it shows
 * @param columns their headings
 * @param rows the cells: texts, numbers, or null for an empty cell
 */
public record Table(String caption, List<String> columns, List<List<Object>> rows) {

  /** Numbers below the first limit get one decimal, and numbers below the second get two. */
  private static final double[] DIGITS = {100, 10};

  /** A table without rows. */
  public static Table of(String caption, List<String> columns) {
    return new Table(caption, List.copyOf(columns), new ArrayList<>());
  }

  /** Adds a row. */
  public void add(List<Object> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalStateException(cells.size() + " cells for " + columns);
    }
    rows.add(Collections.unmodifiableList(new ArrayList<>(cells)));
  }

  /** The table for a terminal. */
  String text() {
    StringBuilder text = new StringBuilder(caption).append('\n');
    int[] widths = new int[columns.size()];
    for (List<String> line : lines()) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    for (List<String> line : lines()) {
      StringBuilder row = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - line.get(i).length());
        row.append(i == 0 ? line.get(i) + padding : "  " + padding + line.get(i));
      }
      text.append(row.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /** The table as Markdown, for a document. */
  String markdown() {
    StringBuilder text = new StringBuilder(caption).append(":\n\n");
    for (List<String> line : lines()) {
      text.append("| ").append(String.join(" | ", line)).append(" |\n");
      if (line.equals(columns)) {
        text.append("|---".repeat(columns.size())).append("|\n");
      }
    }
    return text.append('\n').toString();
  }

  JsonObject json() {
    JsonArray array = new JsonArray();
    for (List<Object> row : rows) {
      JsonObject object = new JsonObject();
      for (int i = 0; i < columns.size(); i++) {
        switch (row.get(i)) {
          case null -> {}
          case Number number -> object.add(columns.get(i), new JsonPrimitive(number));
          case Object text -> object.addProperty(columns.get(i), text.toString());
        }
      }
      array.add(object);
    }
    JsonObject json = new JsonObject();
    json.addProperty("caption", caption);
    json.add("rows", array);
    return json;
  }

  private List<List<String>> lines() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(columns);
    rows.forEach(row -> lines.add(row.stream().map(Table::shown).toList()));
    return lines;
  }

  private static String shown(Object cell) {
    return switch (cell) {
      case null -> "";
      case Double number -> shown(number.doubleValue());
      default -> cell.toString();
    };
  }

  /** Formats a number with three digits, or with all digits before the point if there are more. */
  private static String shown(double number) {
    for (int decimals = DIGITS.length; decimals > 0; decimals--) {
      String text = String.format(Locale.ROOT, "%." + decimals + "f", number);
      if (Math.abs(Double.parseDouble(text)) < DIGITS[decimals - 1]) {
        return text;
      }
    }
    return String.format(Locale.ROOT, "%,.0f", number);
  }
}
