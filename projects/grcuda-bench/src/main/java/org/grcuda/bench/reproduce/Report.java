package org.grcuda.bench.reproduce;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.bench.plot.BarChart;

/**
 * The results of a figure.
 *
 * @param name the name of the figure
 * @param title what it shows
 * @param simulated whether its machines are simulated, not real
 * @param tables the tables in their order
 * @param details tables that only the terminal and JSON have
 * @param notes remarks, each of one or more sentences
 * @param pictures SVG by file name
 */
public record Report(
    String name,
    String title,
    boolean simulated,
    List<Table> tables,
    List<Table> details,
    List<String> notes,
    Map<String, String> pictures) {

  /** A report of simulated machines, without contents. */
  public static Report of(String name, String title) {
    return of(name, title, true);
  }

  /** A report of what was measured on this machine, without contents. */
  public static Report measured(String name, String title) {
    return of(name, title, false);
  }

  private static Report of(String name, String title, boolean simulated) {
    return new Report(
        name,
        title,
        simulated,
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new LinkedHashMap<>());
  }

  /** Adds a picture. */
  public void add(BarChart chart) {
    pictures.put(chart.name() + ".svg", chart.svg());
  }

  /** Adds a remark. */
  public void note(String sentence) {
    notes.add(sentence);
  }

  /** The report for a terminal. */
  String text() {
    StringBuilder text =
        new StringBuilder(
            "%s: %s (%s)%n%n".formatted(name, title, simulated ? "simulated" : "measured"));
    tables.forEach(table -> text.append(table.text()).append('\n'));
    details.forEach(table -> text.append(table.text()).append('\n'));
    notes.forEach(note -> text.append("- ").append(note).append('\n'));
    return text.append('\n').toString();
  }

  /** The report as a section of a document. */
  public String markdown() {
    StringBuilder text = new StringBuilder("## %s%n%n".formatted(title));
    text.append("`scripts/grcuda reproduce %s`.%n%n".formatted(name));
    tables.forEach(table -> text.append(table.markdown()));
    notes.forEach(note -> text.append("- ").append(note).append('\n'));
    return text.toString().stripTrailing() + "\n\n";
  }

  JsonObject json() {
    JsonObject json = new JsonObject();
    json.addProperty("figure", name);
    json.addProperty("title", title);
    json.addProperty("simulated", simulated);
    JsonArray all = new JsonArray();
    tables.forEach(table -> all.add(table.json()));
    details.forEach(table -> all.add(table.json()));
    json.add("tables", all);
    JsonArray remarks = new JsonArray();
    notes.forEach(remarks::add);
    json.add("notes", remarks);
    return json;
  }
}
