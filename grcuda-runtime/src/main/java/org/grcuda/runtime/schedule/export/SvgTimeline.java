package org.grcuda.runtime.schedule.export;

import java.util.List;
import org.grcuda.runtime.schedule.ComputationStatus;
import org.grcuda.runtime.schedule.ScheduledComputation;

/** Draws the timeline: a row per stream, grouped by device, under an axis. */
final class SvgTimeline {

  private static final double GUTTER = 132;
  private static final double AXIS = 24;
  private static final double HEADER = 20;
  private static final double ROW = 20;
  private static final double GAP = 8;

  /** Least number of pixels between ticks. */
  private static final double TICK_DISTANCE = 95;

  /** With more computations than this, bars have no titles. */
  private static final int MOST_TITLES = 2000;

  private final ScheduleView view;
  private final SvgCanvas canvas;
  private final double left;
  private final double width;
  private final boolean[] isCritical;

  SvgTimeline(ScheduleView view, SvgCanvas canvas, double left, double width) {
    this.view = view;
    this.canvas = canvas;
    this.left = left + GUTTER;
    this.width = width - GUTTER;
    isCritical = new boolean[view.graph().count()];
    for (int computation : view.critical().computations()) {
      isCritical[computation] = true;
    }
  }

  /** Draws the timeline from {@code top} downwards; returns where it ends. */
  double draw(double top) {
    double y = top + AXIS;
    List<Timeline.Group> groups = view.timeline().groups();
    double bottom = y;
    for (Timeline.Group group : groups) {
      bottom += HEADER + ROW * group.rows().size() + GAP;
    }
    drawAxis(top, bottom);
    for (Timeline.Group group : groups) {
      drawHeader(group, y);
      y += HEADER;
      for (Timeline.Row row : group.rows()) {
        canvas.text(left - 10, y + 14, "soft right", SvgCanvas.clip(row.name(), GUTTER - 20));
        drawRow(row, y);
        y += ROW;
      }
      y += GAP;
    }
    return bottom;
  }

  private double x(double time) {
    Timeline timeline = view.timeline();
    return left + (time - timeline.from()) * width / (timeline.to() - timeline.from());
  }

  private void drawAxis(double top, double bottom) {
    Timeline timeline = view.timeline();
    boolean timed = timeline.isTimed();
    canvas.text(left - GUTTER, top + 12, "soft", timed ? "time" : "order");
    double span = timeline.to() - timeline.from();
    double step = Math.max(timed ? 0 : 1, step(span * TICK_DISTANCE / width));
    double first = Math.ceil(timeline.from() / step) * step;
    for (double time = first; time <= timeline.to(); time += step) {
      canvas.line(x(time), top + AXIS - 4, x(time), bottom, SvgExporter.GRID);
      String label = timed ? Quantity.tick(time) : Quantity.count(Math.round(time));
      canvas.text(
          x(time), top + 12, time == first && x(time) < left + 20 ? "soft" : "soft middle", label);
    }
    canvas.line(left, top + AXIS - 4, left + width, top + AXIS - 4, SvgExporter.EDGE);
  }

  /**
   * The smallest number of the form 1, 2 or 5 times a power of ten that is at least {@code least}.
   */
  private static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * power >= least) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private void drawHeader(Timeline.Group group, double y) {
    double utilisation = view.timeline().utilisation(group);
    String share =
        Double.isNaN(utilisation)
            ? ""
            : "computing " + Quantity.percent(utilisation) + " of the time";
    String separator = group.detail().isEmpty() || share.isEmpty() ? "" : ", ";
    canvas.text(left - GUTTER, y + 14, "strong", group.name());
    canvas.text(left, y + 14, "soft", SvgCanvas.clip(group.detail() + separator + share, width));
  }

  /** Draws a row; items within one pixel are one bar. */
  private void drawRow(Timeline.Row row, double y) {
    Timeline timeline = view.timeline();
    canvas.box(left, y + 1, width, ROW - 2, SvgExporter.BAND, null);
    int[] items = row.items();
    for (int k = 0; k < items.length; ) {
      int item = items[k];
      double begin = x(timeline.start(item));
      double end = x(timeline.end(item));
      int next = k + 1;
      while (end - begin < 1 && next < items.length && x(timeline.end(items[next])) - begin < 1) {
        end = x(timeline.end(items[next++]));
      }
      drawBar(item, begin, Math.max(begin + 1, end), y, next - k);
      k = next;
    }
  }

  private void drawBar(int item, double begin, double end, double y, int count) {
    double space = end - begin > 3 ? 0.5 : 0;
    String title = isCritical.length > MOST_TITLES ? null : title(item, count);
    canvas.box(begin, y + 2, end - begin - space, ROW - 4, view.colour(item), title);
    if (isCritical[item]) {
      canvas.box(begin, y + ROW - 2.5, end - begin - space, 2, SvgExporter.CRITICAL, null);
    }
    String name = count > 1 ? "" : view.schedule().computations().get(item).name();
    String text = SvgCanvas.clip(name, end - begin - 10);
    if (!text.isEmpty()) {
      canvas.text(begin + 5, y + 14, "bar", text);
    }
  }

  private String title(int item, int count) {
    ScheduledComputation it = view.schedule().computations().get(item);
    StringBuilder text = new StringBuilder(it.name() + " #" + it.id());
    if (count > 1) {
      return text.append(" and ").append(count - 1).append(" more").toString();
    }
    text.append(it.arguments().isEmpty() ? "" : "\n" + it.argumentText());
    text.append(it.isTimed() ? "\n" + Quantity.time(it.durationNanos()) : "");
    if (it.status() != ComputationStatus.COMPLETE) {
      text.append('\n').append(it.status().label());
    }
    return text.toString();
  }
}
