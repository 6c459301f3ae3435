package org.grcuda.runtime.schedule.export;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Writer;
import org.grcuda.runtime.schedule.export.ScheduleView.Figure;
import org.grcuda.runtime.schedule.export.SeriesTable.Series;

/**
 * Writes the figures and layouts derived from a schedule as JSON, for the page that draws them.
 * Computations are named by their place in the schedule's list.
 */
final class ViewWriter {

  private static final double PLACES_PER_UNIT = 1000;

  private final ScheduleView view;
  private final JsonWriter json;

  private ViewWriter(ScheduleView view, JsonWriter json) {
    this.view = view;
    this.json = json;
  }

  static void write(ScheduleView view, Writer out) throws IOException {
    JsonWriter json = new JsonWriter(out);
    json.setFormattingStyle(FormattingStyle.COMPACT);
    new ViewWriter(view, json).write();
    json.flush();
  }

  private void write() throws IOException {
    Timeline timeline = view.timeline();
    json.beginObject();
    json.name("title").value(view.title());
    json.name("subtitle").value(view.subtitle());
    json.name("notice").value(view.notice());
    json.name("timed").value(timeline.isTimed());
    json.name("span").beginArray().value(timeline.from()).value(timeline.to()).endArray();
    writeFigures();
    writeComputations();
    writeSeries();
    writeGroups();
    writeLayout();
    writeItems("critical", view.critical().computations());
    json.endObject();
  }

  private void writeFigures() throws IOException {
    json.name("figures").beginArray();
    for (Figure figure : view.figures()) {
      json.beginObject();
      json.name("name").value(figure.name());
      json.name("value").value(figure.value());
      json.name("hint").value(figure.hint());
      json.endObject();
    }
    json.endArray();
  }

  private void writeComputations() throws IOException {
    int count = view.graph().count();
    json.name("times").beginArray();
    for (int i = 0; i < count; i++) {
      json.value(view.timeline().start(i)).value(view.timeline().end(i));
    }
    json.endArray();
    json.name("seriesOf").beginArray();
    for (int i = 0; i < count; i++) {
      json.value(view.series().of(i));
    }
    json.endArray();
  }

  private void writeSeries() throws IOException {
    json.name("series").beginArray();
    for (Series series : view.series().all()) {
      json.beginObject();
      json.name("name").value(series.name());
      json.name("kind").value(series.kind().label());
      json.name("light").value(series.colour().light());
      json.name("dark").value(series.colour().dark());
      json.name("count").value(series.count());
      json.name("timed").value(series.timed());
      json.name("nanos").value(series.nanos());
      json.endObject();
    }
    json.endArray();
  }

  private void writeGroups() throws IOException {
    json.name("groups").beginArray();
    for (Timeline.Group group : view.timeline().groups()) {
      double utilisation = view.timeline().utilisation(group);
      json.beginObject();
      json.name("name").value(group.name());
      json.name("detail").value(group.detail());
      json.name("utilisation").value(Double.isNaN(utilisation) ? null : (Double) utilisation);
      json.name("count").value(group.computations());
      json.name("bytesIn").value(group.bytesIn());
      writeTimes("busy", group.busy());
      writeTimes("evictions", view.strips().evictions(group.device()));
      writeTimes("planned", view.strips().planned(group.device()));
      json.name("rows").beginArray();
      for (Timeline.Row row : group.rows()) {
        json.beginObject();
        json.name("name").value(row.name());
        writeItems("items", row.items());
        json.endObject();
      }
      json.endArray();
      json.endObject();
    }
    json.endArray();
  }

  private void writeTimes(String name, long[] times) throws IOException {
    json.name(name).beginArray();
    for (long time : times) {
      json.value(time);
    }
    json.endArray();
  }

  private void writeLayout() throws IOException {
    LayeredLayout layout = LayeredLayout.of(view.graph());
    json.name("layers").beginArray();
    for (int[] row : layout.rows()) {
      writeArray(row);
    }
    json.endArray();
    json.name("places").beginArray();
    for (int i = 0; i < view.graph().count(); i++) {
      json.value(Math.rint(layout.place(i) * PLACES_PER_UNIT) / PLACES_PER_UNIT);
    }
    json.endArray();
  }

  private void writeItems(String name, int[] items) throws IOException {
    json.name(name);
    writeArray(items);
  }

  private void writeArray(int[] items) throws IOException {
    json.beginArray();
    for (int item : items) {
      json.value(item);
    }
    json.endArray();
  }
}
