package org.grcuda.runtime.schedule.export;

/** Collects the elements of a picture; coordinates are pixels, from the upper left corner. */
final class SvgCanvas {

  /** A letter of the font is about this wide, at 11 pixels. */
  private static final double LETTER = 6.5;

  private static final double TENTHS = 10;

  private final StringBuilder out = new StringBuilder();

  /** A box with round corners; {@code title}, unless null, is what a browser shows over it. */
  void box(double x, double y, double width, double height, String fill, String title) {
    double radius = Math.min(3, Math.min(width, height) / 4);
    out.append("<rect x=\"").append(number(x)).append("\" y=\"").append(number(y));
    out.append("\" width=\"").append(number(width)).append("\" height=\"").append(number(height));
    if (radius >= 1) {
      out.append("\" rx=\"").append(number(radius));
    }
    out.append("\" fill=\"").append(fill);
    if (title == null) {
      out.append("\"/>\n");
    } else {
      out.append("\"><title>").append(Xml.text(title)).append("</title></rect>\n");
    }
  }

  /** A vertical or horizontal line, one pixel wide. */
  void line(double x1, double y1, double x2, double y2, String stroke) {
    out.append("<path d=\"M").append(number(x1)).append(' ').append(number(y1)).append('L');
    out.append(number(x2)).append(' ').append(number(y2));
    out.append("\" stroke=\"").append(stroke).append("\"/>\n");
  }

  /** A curve from one point down to another. */
  void curve(double x1, double y1, double x2, double y2, String stroke, double width) {
    double bend = Math.max(8, Math.abs(y2 - y1) * 0.45);
    out.append("<path fill=\"none\" d=\"M").append(number(x1)).append(' ').append(number(y1));
    out.append('C').append(number(x1)).append(' ').append(number(y1 + bend));
    out.append(' ').append(number(x2)).append(' ').append(number(y2 - bend));
    out.append(' ').append(number(x2)).append(' ').append(number(y2));
    out.append("\" stroke=\"").append(stroke).append("\" stroke-width=\"").append(number(width));
    out.append("\"/>\n");
  }

  /** Text; {@code style} is a class of the picture's style sheet. */
  void text(double x, double y, String style, String text) {
    out.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y));
    out.append("\" class=\"").append(style).append("\">");
    out.append(Xml.text(text)).append("</text>\n");
  }

  /** {@code text} shortened to {@code width} pixels; empty where no letters fit. */
  static String clip(String text, double width) {
    int letters = (int) Math.floor(width / LETTER);
    if (text.length() <= letters) {
      return text;
    }
    return letters < 3 ? "" : text.substring(0, letters - 1) + "…";
  }

  /** The elements so far. */
  CharSequence content() {
    return out;
  }

  private static String number(double value) {
    double rounded = Math.rint(value * TENTHS) / TENTHS;
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }
}
