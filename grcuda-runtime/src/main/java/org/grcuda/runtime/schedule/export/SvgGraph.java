package org.grcuda.runtime.schedule.export;

import org.grcuda.runtime.schedule.ScheduledComputation;

/** Draws the dependencies: a box per computation, below all that it depends on. */
final class SvgGraph {

  private static final double CELL_WIDTH = 120;
  private static final double CELL_HEIGHT = 58;
  private static final double BOX_WIDTH = 106;
  private static final double BOX_HEIGHT = 30;

  /** If the boxes had to be scaled below this, they are not drawn. */
  private static final double LEAST_SCALE = 0.32;

  private static final int MOST_COMPUTATIONS = 300;

  private final ScheduleView view;
  private final LayeredLayout layout;
  private final boolean[] isCritical;
  private double first;
  private double scale;

  private SvgGraph(ScheduleView view) {
    this.view = view;
    layout = LayeredLayout.of(view.graph());
    isCritical = new boolean[view.graph().count()];
    for (int computation : view.critical().computations()) {
      isCritical[computation] = true;
    }
  }

  /** Draws the graph from {@code top} downwards, unless it is too large; returns where it ends. */
  static double draw(ScheduleView view, SvgCanvas canvas, double left, double top, double width) {
    int count = view.graph().count();
    return count == 0 || count > MOST_COMPUTATIONS
        ? top
        : new SvgGraph(view).draw(canvas, left, top, width);
  }

  private double draw(SvgCanvas canvas, double left, double top, double width) {
    first = Double.POSITIVE_INFINITY;
    double last = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < isCritical.length; i++) {
      first = Math.min(first, layout.place(i));
      last = Math.max(last, layout.place(i));
    }
    double whole = (last - first) * CELL_WIDTH + BOX_WIDTH;
    scale = Math.min(1, width / whole);
    if (scale < LEAST_SCALE) {
      return top;
    }
    double margin = left + (width - whole * scale) / 2;
    for (boolean critical : new boolean[] {false, true}) {
      for (int i = 0; i < isCritical.length; i++) {
        drawEdges(canvas, i, margin, top, critical);
      }
    }
    for (int i = 0; i < isCritical.length; i++) {
      drawBox(canvas, i, margin, top);
    }
    return top + layout.rows().length * CELL_HEIGHT * scale;
  }

  private double x(int computation) {
    return (layout.place(computation) - first) * CELL_WIDTH * scale;
  }

  private double y(int computation) {
    return layout.row(computation) * CELL_HEIGHT * scale;
  }

  private void drawEdges(SvgCanvas canvas, int child, double left, double top, boolean critical) {
    double half = BOX_WIDTH * scale / 2;
    for (int parent : view.graph().parents(child)) {
      if (isOnCriticalPath(parent, child) == critical) {
        canvas.curve(
            left + x(parent) + half,
            top + y(parent) + BOX_HEIGHT * scale,
            left + x(child) + half,
            top + y(child),
            critical ? SvgExporter.CRITICAL : SvgExporter.LINK,
            critical ? 1.6 : 1);
      }
    }
  }

  private boolean isOnCriticalPath(int parent, int child) {
    int[] path = view.critical().computations();
    for (int k = 1; isCritical[parent] && isCritical[child] && k < path.length; k++) {
      if (path[k - 1] == parent && path[k] == child) {
        return true;
      }
    }
    return false;
  }

  private void drawBox(SvgCanvas canvas, int computation, double left, double top) {
    ScheduledComputation it = view.schedule().computations().get(computation);
    double wide = BOX_WIDTH * scale;
    double tall = BOX_HEIGHT * scale;
    double x = left + x(computation);
    double y = top + y(computation);
    String title = it.name() + " #" + it.id();
    String arguments = it.argumentText();
    canvas.box(
        x,
        y,
        wide,
        tall,
        view.colour(computation),
        arguments.isEmpty() ? title : title + "\n" + arguments);
    boolean two = tall > 26;
    String name = SvgCanvas.clip(it.name(), wide - 8);
    canvas.text(x + wide / 2, y + tall / 2 + (two ? -1 : 4), "bar middle", name);
    if (two) {
      boolean host = it.device() == ScheduledComputation.HOST;
      String place = host ? "host" : "device " + it.device() + "." + it.stream();
      String line = SvgCanvas.clip("#" + it.id() + " " + place, wide - 8);
      canvas.text(x + wide / 2, y + tall / 2 + 11, "bar middle small", line);
    }
  }
}
