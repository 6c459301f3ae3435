package org.grcuda.runtime.schedule.export;

import java.io.IOException;
import java.util.Locale;
import java.util.StringJoiner;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduleExporter;
import org.grcuda.runtime.schedule.export.SeriesTable.Series;

/**
 * Writes a picture that stands on its own: figures, the timeline by device and stream, a legend,
 * and, if there are few enough computations to be readable, the dependencies.
 */
public final class SvgExporter implements ScheduleExporter {

  static final String GRID = "#e9e9e4";
  static final String EDGE = "#c9c9c2";
  static final String BAND = "#f6f6f3";
  static final String LINK = "#a5abb3";
  static final String CRITICAL = "#b42318";

  private static final double WIDTH = 1200;
  private static final double MARGIN = 24;
  private static final double LEGEND_COLUMN = 288;
  private static final double LEGEND_ROW = 20;
  private static final int MOST_SERIES = 40;

  private static final String STYLE =
      """
      text { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #22252b; }
      .title { font-size: 17px; font-weight: 650; }
      .strong { font-weight: 600; }
      .soft { fill: #62676f; }
      .bar { fill: #ffffff; pointer-events: none; }
      .small { font-size: 10px; fill-opacity: 0.8; }
      .right { text-anchor: end; }
      .middle { text-anchor: middle; }
      """;

  /** Makes an exporter; it has no state. */
  public SvgExporter() {}

  @Override
  public String extension() {
    return "svg";
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if computations depend on each other in a circle
   */
  @Override
  public void write(Schedule schedule, Appendable out) throws IOException {
    ScheduleView view = new ScheduleView(schedule);
    SvgCanvas canvas = new SvgCanvas();
    double inner = WIDTH - 2 * MARGIN;
    double y = drawHead(view, canvas);
    y = new SvgTimeline(view, canvas, MARGIN, inner).draw(y) + 12;
    y = drawLegend(view, canvas, y) + 20;
    double end = SvgGraph.draw(view, canvas, MARGIN, y + 22, inner);
    if (end > y + 22) {
      canvas.text(MARGIN, y + 4, "strong", "Dependencies");
      y = end;
    }
    String size = "width=\"%1$.0f\" height=\"%2$.0f\" viewBox=\"0 0 %1$.0f %2$.0f\"";
    out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" ");
    out.append(String.format(Locale.ROOT, size, WIDTH, y + MARGIN));
    out.append(" role=\"img\" aria-labelledby=\"title description\">\n");
    out.append("<title id=\"title\">").append(Xml.text(view.title())).append("</title>\n");
    out.append("<desc id=\"description\">").append(Xml.text(figures(view))).append("</desc>\n");
    out.append("<style>\n").append(STYLE).append("</style>\n");
    out.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    out.append(canvas.content()).append("</svg>\n");
  }

  private static String figures(ScheduleView view) {
    StringJoiner text = new StringJoiner(" · ");
    view.figures().forEach(figure -> text.add(figure.value() + " " + figure.name()));
    return text.toString();
  }

  private static double drawHead(ScheduleView view, SvgCanvas canvas) {
    double wide = WIDTH - 2 * MARGIN;
    double y = MARGIN + 14;
    canvas.text(MARGIN, y, "title", SvgCanvas.clip(view.title(), wide * 0.6));
    canvas.text(MARGIN, y += 20, "soft", SvgCanvas.clip(view.subtitle(), wide));
    canvas.text(MARGIN, y += 18, "strong", SvgCanvas.clip(figures(view), wide));
    if (view.notice() != null) {
      canvas.text(MARGIN, y += 18, "soft", SvgCanvas.clip(view.notice(), wide));
    }
    return y + 16;
  }

  private static double drawLegend(ScheduleView view, SvgCanvas canvas, double top) {
    int columns = (int) ((WIDTH - 2 * MARGIN) / LEGEND_COLUMN);
    int shown = Math.min(view.series().all().size(), MOST_SERIES);
    int place = 0;
    for (Series series : view.series().all().subList(0, shown)) {
      double x = MARGIN + place % columns * LEGEND_COLUMN;
      double y = top + place / columns * LEGEND_ROW;
      canvas.box(x, y, 10, 10, series.colour().light(), null);
      String times = series.timed() == 0 ? "" : ", " + Quantity.time(series.nanos());
      String text = series.name() + ": " + Quantity.count(series.count()) + times;
      canvas.text(x + 16, y + 9, "soft", SvgCanvas.clip(text, LEGEND_COLUMN - 24));
      place++;
    }
    double x = MARGIN + place % columns * LEGEND_COLUMN;
    double y = top + place / columns * LEGEND_ROW;
    canvas.box(x, y + 4, 10, 2, CRITICAL, null);
    canvas.text(x + 16, y + 9, "soft", "critical path");
    return y + LEGEND_ROW;
  }
}
