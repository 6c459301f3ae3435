package org.grcuda.bench.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A bar chart: groups of bars that start at 0, and a line at 1.
 *
 * @param name the name of the file, without extension
 * @param title the text above the bars
 * @param series the names of the bars of a group
 * @param groups for each group, the values by series; a group may lack series
 */
public record BarChart(
    String name, String title, List<String> series, Map<String, Map<String, Double>> groups) {

  private static final int LEAST_BAR = 14;
  private static final int GREATEST_BAR = 60;
  private static final int GAP = 18;
  private static final int LEFT = 44;
  private static final int TOP = 64;
  private static final int LEGEND_LINE = 16;
  private static final int HEIGHT = 240;
  private static final int TICKS = 6;
  private static final int LETTER = 7;
  private static final int WIDTH = 800;

  /** Room above the highest bar for its value, as a factor. */
  private static final double HEADROOM = 1.12;

  /** Colours that colour-blind people can tell apart (Okabe and Ito, 2008). */
  private static final List<String> COLOURS =
      List.of(
          "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999");

  /** Whether the chart has no bars. */
  public boolean isEmpty() {
    return groups.isEmpty();
  }

  /** The chart as SVG. It is as wide as its page, and the groups spread over the width. */
  public String svg() {
    int bar =
        Math.clamp(((WIDTH - LEFT) / groups.size() - GAP) / series.size(), LEAST_BAR, GREATEST_BAR);
    int width = Math.max(WIDTH, LEFT + groups.size() * (series.size() * bar + GAP));
    int group = (width - LEFT) / groups.size();
    StringBuilder legend = new StringBuilder();
    int top = legend(legend, width);
    StringBuilder svg = new StringBuilder();
    int height = top + HEIGHT + below();
    append(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%%\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"11\">%n",
        width,
        height);
    append(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n");
    append(svg, "<text x=\"%d\" y=\"18\" font-size=\"14\">%s</text>%n", LEFT, escape(title));
    svg.append(legend);
    append(svg, "<g transform=\"translate(0 %d)\">%n", top);
    axis(svg, width);
    int x = LEFT + (group - series.size() * bar) / 2;
    for (Map.Entry<String, Map<String, Double>> entry : groups.entrySet()) {
      bars(svg, x, bar, entry.getKey(), entry.getValue());
      x += group;
    }
    return svg.append("</g>\n</svg>\n").toString();
  }

  /**
   * Writes the names of the series, in as many lines as they need. Returns the vertical position at
   * which the bars may begin.
   */
  private int legend(StringBuilder svg, int width) {
    int x = LEFT;
    int y = TOP - 2 * LEGEND_LINE;
    for (int i = 0; i < series.size(); i++) {
      int length = 14 + GAP + LETTER * series.get(i).length();
      if (x > LEFT && x + length > width) {
        x = LEFT;
        y += LEGEND_LINE;
      }
      append(
          svg,
          "<rect x=\"%d\" y=\"%d\" width=\"10\" height=\"10\" fill=\"%s\"/>%n",
          x,
          y,
          colour(i));
      append(svg, "<text x=\"%d\" y=\"%d\">%s</text>%n", x + 14, y + 9, escape(series.get(i)));
      x += length;
    }
    return y + 2 * LEGEND_LINE;
  }

  private void axis(StringBuilder svg, int width) {
    double step = step();
    for (int tick = 0; tick * step <= top(); tick++) {
      double value = tick * step;
      append(
          svg,
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
          LEFT - 6,
          y(value) + 4,
          new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros().toPlainString());
      line(svg, width, value, "#dddddd");
    }
    line(svg, width, 1, "#555555");
  }

  /** The distance between ticks: 1, 2 or 5 times a power of ten. */
  private double step() {
    double power = Math.pow(10, Math.floor(Math.log10(top() / TICKS)));
    for (int factor : new int[] {1, 2, 5}) {
      if (top() <= factor * power * TICKS) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private void line(StringBuilder svg, int width, double value, String colour) {
    append(svg, "<path d=\"M%d %.1fH%d\" stroke=\"%s\"/>%n", LEFT, y(value), width, colour);
  }

  private void bars(
      StringBuilder svg, int left, int bar, String label, Map<String, Double> values) {
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
            bar - 2,
            y(0) - y(value),
            colour(i),
            escape(label),
            escape(series.get(i)),
            value);
        value(svg, x + bar / 2 - 1, bar, value);
      }
      x += bar;
    }
    append(
        svg,
        "<text transform=\"translate(%d %d) rotate(35)\">%s</text>%n",
        left + series.size() * bar / 2 - LETTER,
        HEIGHT + 14,
        escape(label));
  }

  /** Writes the value above its bar. If the bar is narrow, the text is turned by 90 degrees. */
  private void value(StringBuilder svg, int middle, int bar, double value) {
    String text = String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value);
    boolean isWide = bar >= LETTER * text.length();
    append(
        svg,
        isWide
            ? "<text font-size=\"10\" text-anchor=\"middle\" transform=\"translate(%d"
                + " %.1f)\">%s</text>%n"
            : "<text font-size=\"10\" transform=\"translate(%d %.1f) rotate(-90)\">%s</text>%n",
        isWide ? middle : middle + 3,
        y(value) - 4,
        text);
  }

  /** Room below the bars for the longest name of a group. The names are written at an angle. */
  private int below() {
    int longest = groups.keySet().stream().mapToInt(String::length).max().orElse(0);
    return 28 + longest * LETTER * 6 / 10;
  }

  private double top() {
    return groups.values().stream()
        .flatMap(group -> group.values().stream())
        .mapToDouble(value -> value * HEADROOM)
        .reduce(HEADROOM, Math::max);
  }

  private double y(double value) {
    return HEIGHT * (1 - value / top());
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
