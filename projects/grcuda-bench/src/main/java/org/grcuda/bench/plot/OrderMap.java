package org.grcuda.bench.plot;

import java.util.List;
import java.util.Locale;

/**
 * A picture of the order of the tasks in the first steps of a factorization. Each task is a square
 * at the place of its tile. Each thousand tasks have the next colour, in a cycle of seven. Within a
 * thousand, the shade goes from light to dark.
 *
 * @param title the text above the squares
 * @param steps for each step, the position of each task in the order, by row and column of its
 *     tile; -1 for no task
 */
public record OrderMap(String title, List<int[][]> steps) {

  private static final int TASKS = 1000;
  private static final int SQUARE = 6;
  private static final int GAP = 24;
  private static final int TOP = 48;
  private static final int SHADES = 50;
  private static final int LIGHTEST = 85;

  /** Hues: red, green, blue, yellow, magenta, cyan, orange. */
  private static final int[] HUES = {0, 120, 220, 55, 300, 180, 30};

  /** The picture as SVG. */
  public String svg() {
    int side = SQUARE * steps.getFirst().length;
    int width = GAP + steps.size() * (side + GAP);
    StringBuilder svg = new StringBuilder();
    append(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%%\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"11\">%n",
        width,
        TOP + side + GAP);
    append(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n");
    append(svg, "<text x=\"%d\" y=\"18\" font-size=\"14\">%s</text>%n", GAP, title);
    for (int step = 0; step < steps.size(); step++) {
      int x = GAP + step * (side + GAP);
      append(svg, "<text x=\"%d\" y=\"%d\">step %d</text>%n", x, TOP - 8, step + 1);
      append(
          svg,
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>%n",
          x,
          TOP,
          side,
          side);
      squares(svg, x, steps.get(step));
    }
    return svg.append("</svg>\n").toString();
  }

  private static void squares(StringBuilder svg, int x, int[][] order) {
    for (int i = 0; i < order.length; i++) {
      for (int j = 0; j < order[i].length; j++) {
        if (order[i][j] >= 0) {
          append(
              svg,
              "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>%n",
              x + SQUARE * j,
              TOP + SQUARE * i,
              SQUARE,
              SQUARE,
              colour(order[i][j]));
        }
      }
    }
  }

  private static String colour(int order) {
    int hue = HUES[order / TASKS % HUES.length];
    int lightness = LIGHTEST - order % TASKS * SHADES / TASKS;
    return "hsl(%d,80%%,%d%%)".formatted(hue, lightness);
  }

  private static void append(StringBuilder svg, String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format, arguments));
  }
}
