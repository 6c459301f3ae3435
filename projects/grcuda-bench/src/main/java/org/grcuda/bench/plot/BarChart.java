package org.grcuda.bench.plot;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Groups of bars from 0, with a line at 1.
 *
 * @param name of the file, without extension
 * @param title above
 * @param series names of the bars of a group
 * @param groups values by series, by group; a group need not have all series
 */
public record BarChart(
    String name, String title, List<String> series, Map<String, Map<String, Double>> groups) {

  private static final int BAR = 14;
  private static final int GAP = 18;
  private static final int LEFT = 44;
  private static final int TOP = 60;
  private static final int HEIGHT = 220;
  private static final int BELOW = 80;
  private static final int TICKS = 4;
  private static final int LETTER = 7;
  private static final int LEAST_WIDTH = 480;
  private static final double HEADROOM = 1.1;

  /** Distinguishable by people who are colour-blind (Okabe and Ito, 2008). */
  private static final List<String> COLOURS =
      List.of(
          "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999");

  /** Whether it has no bars. */
  public boolean isEmpty() {
    return groups.isEmpty();
  }

  /** The picture. */
  public String svg() {
    int groupWidth = series.size() * BAR + GAP;
    int width = Math.max(LEAST_WIDTH, LEFT + groups.size() * groupWidth + GAP);
    StringBuilder svg = new StringBuilder();
    append(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
            + " font-family=\"sans-serif\" font-size=\"11\">%n",
        width,
        TOP + HEIGHT + BELOW);
    append(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n");
    append(svg, "<text x=\"%d\" y=\"18\" font-size=\"14\">%s</text>%n", LEFT, escape(title));
    legend(svg);
    axis(svg, width);
    int x = LEFT + GAP / 2;
    for (Map.Entry<String, Map<String, Double>> group : groups.entrySet()) {
      bars(svg, x, group.getKey(), group.getValue());
      x += groupWidth;
    }
    return svg.append("</svg>\n").toString();
  }

  private void legend(StringBuilder svg) {
    int x = LEFT;
    for (int i = 0; i < series.size(); i++) {
      append(
          svg, "<rect x=\"%d\" y=\"30\" width=\"10\" height=\"10\" fill=\"%s\"/>%n", x, colour(i));
      append(svg, "<text x=\"%d\" y=\"39\">%s</text>%n", x + 14, escape(series.get(i)));
      x += 14 + GAP + LETTER * series.get(i).length();
    }
  }

  private void axis(StringBuilder svg, int width) {
    for (int tick = 0; tick <= TICKS; tick++) {
      double value = top() * tick / TICKS;
      append(
          svg,
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.2f</text>%n",
          LEFT - 6,
          y(value) + 4,
          value);
      line(svg, width, value, "#dddddd");
    }
    line(svg, width, 1, "#555555");
  }

  private void line(StringBuilder svg, int width, double value, String colour) {
    append(
        svg, "<path d=\"M%d %.1fH%d\" stroke=\"%s\"/>%n", LEFT, y(value), width - GAP / 2, colour);
  }

  private void bars(StringBuilder svg, int left, String label, Map<String, Double> values) {
    int x = left;
    for (int i = 0; i < series.size(); i++) {
      Double value = values.get(series.get(i));
      if (value != null) {
        append(
            svg,
            "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\">"
                + "<title>%s, %s: %.3f</title></rect>%n",
            x,
            y(value),
            BAR - 2,
            y(0) - y(value),
            colour(i),
            escape(label),
            escape(series.get(i)),
            value);
      }
      x += BAR;
    }
    append(
        svg,
        "<text transform=\"translate(%d %d) rotate(35)\">%s</text>%n",
        left,
        TOP + HEIGHT + 14,
        escape(label));
  }

  private double top() {
    return groups.values().stream()
        .flatMap(group -> group.values().stream())
        .mapToDouble(value -> value * HEADROOM)
        .reduce(HEADROOM, Math::max);
  }

  private double y(double value) {
    return TOP + HEIGHT * (1 - value / top());
  }

  private static String colour(int series) {
    return COLOURS.get(series % COLOURS.size());
  }

  private static void append(StringBuilder svg, String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
