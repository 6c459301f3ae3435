package org.grcuda.runtime.schedule.export;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduleExporter;
import org.grcuda.runtime.schedule.ScheduleWriter;

/**
 * Writes a page that shows the schedule: a timeline by device and stream, the dependencies beside
 * it, details of every computation. The page is one file, loads nothing, and keeps the schedule in
 * it in the JSON of {@link ScheduleWriter}.
 */
public final class HtmlExporter implements ScheduleExporter {

  /** In the order in which their classes use each other. */
  private static final List<String> SCRIPTS =
      List.of(
          "format.js",
          "rows.js",
          "model.js",
          "focus.js",
          "surface.js",
          "timeline.js",
          "graph.js",
          "details.js",
          "main.js");

  /** Makes an exporter; it has no state. */
  public HtmlExporter() {}

  @Override
  public String extension() {
    return "html";
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if computations depend on each other in a circle
   */
  @Override
  public void write(Schedule schedule, Appendable out) throws IOException {
    ScheduleView view = new ScheduleView(schedule);
    String page = resource("viewer.html");
    int from = 0;
    for (int open = page.indexOf("{{"); open >= 0; open = page.indexOf("{{", from)) {
      int close = page.indexOf("}}", open);
      out.append(page, from, open);
      writePart(page.substring(open + 2, close), view, out);
      from = close + 2;
    }
    out.append(page, from, page.length());
  }

  private static void writePart(String name, ScheduleView view, Appendable out) throws IOException {
    switch (name) {
      case "title" -> out.append(Xml.text(view.title()));
      case "style" -> out.append(resource("viewer.css"));
      case "data" -> writeData(view, out);
      case "script" -> {
        out.append("\"use strict\";\n");
        for (String script : SCRIPTS) {
          out.append(resource(script));
        }
      }
      default -> throw new IllegalStateException("the page has a part " + name);
    }
  }

  private static void writeData(ScheduleView view, Appendable out) throws IOException {
    ScriptText text = new ScriptText(out);
    text.write("{\"schedule\":");
    new ScheduleWriter().write(view.schedule(), text);
    text.write(",\"view\":");
    ViewWriter.write(view, text);
    text.write("}");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlExporter.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is not in this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
