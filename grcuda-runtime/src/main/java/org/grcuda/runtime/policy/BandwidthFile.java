package org.grcuda.runtime.policy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The files that bandwidths are kept in, as GrCUDA writes them: CSV with the header {@value
 * #HEADER}, a line for each link, GB/s, the host as -1. A link that is given in one direction only
 * counts for both.
 */
public final class BandwidthFile {

  private static final String HEADER = "From,To,Bandwidth";
  private static final String[] COLUMNS = HEADER.split(",");
  private static final int MOST_DEVICES = 63;

  /** Machines whose bandwidths are published, by name: resources beside this class. */
  private static final List<String> PUBLISHED = List.of("v100-8", "a100-8");

  private final String origin;
  private final String[] lines;
  private int line;

  private BandwidthFile(String text, String origin) {
    this.origin = origin;
    // A byte order mark, as spreadsheets write it, is no part of the header.
    lines = (text.startsWith("\uFEFF") ? text.substring(1) : text).split("\r\n|[\r\n]", -1);
  }

  /** The names that {@link #published} takes. */
  public static List<String> publishedNames() {
    return PUBLISHED;
  }

  /**
   * The bandwidths of a published machine.
   *
   * @param name one of {@link #publishedNames}
   * @throws IllegalArgumentException if there is none of this name
   */
  public static BandwidthMatrix published(String name) {
    if (!PUBLISHED.contains(name)) {
      throw new IllegalArgumentException("no published machine '" + name + "': " + PUBLISHED);
    }
    String file = name + ".csv";
    try (InputStream resource = BandwidthFile.class.getResourceAsStream(file)) {
      return parse(new String(resource.readAllBytes(), StandardCharsets.UTF_8), name);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + file, e);
    }
  }

  /**
   * Reads the text of a file.
   *
   * @param origin what messages call it: its path
   * @return bandwidths of as many devices as the file names
   * @throws BandwidthFormatException naming line and column, or two places without a link
   */
  public static BandwidthMatrix parse(String text, String origin) {
    return new BandwidthFile(text, origin).read();
  }

  /** The text of a file with every link. */
  public static String format(BandwidthMatrix matrix) {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    for (int from = BandwidthMatrix.HOST; from < matrix.devices(); from++) {
      for (int to = BandwidthMatrix.HOST; to < matrix.devices(); to++) {
        double bandwidth = matrix.between(from, to);
        if (!Double.isInfinite(bandwidth)) {
          text.append(from).append(',').append(to).append(',');
          text.append(shown(bandwidth)).append('\n');
        }
      }
    }
    return text.toString();
  }

  /** A bandwidth as files and tables show it: six significant digits. */
  public static String shown(double bandwidth) {
    return new BigDecimal(bandwidth).round(new MathContext(6)).stripTrailingZeros().toPlainString();
  }

  private BandwidthMatrix read() {
    checkHeader();
    BandwidthMatrix.Builder builder = BandwidthMatrix.builder(countDevices(), origin);
    for (line = 1; line < lines.length; line++) {
      if (lines[line].isBlank()) {
        continue;
      }
      String[] cells = cells();
      int from = place(cells, 0);
      int to = place(cells, 1);
      double bandwidth = bandwidth(cells);
      if (builder.has(from, to)) {
        throw error(0, "the link from " + from + " to " + to + " is given twice");
      }
      builder.set(from, to, bandwidth);
    }
    try {
      return builder.build();
    } catch (IllegalStateException e) {
      throw new BandwidthFormatException(origin + ": " + e.getMessage());
    }
  }

  private void checkHeader() {
    String[] cells = lines[0].split(",", -1);
    for (int i = 0; i < COLUMNS.length; i++) {
      if (cells.length != COLUMNS.length || !cells[i].strip().equalsIgnoreCase(COLUMNS[i])) {
        throw error(0, "expected the header " + HEADER + ", given " + shown(lines[0]));
      }
    }
  }

  private int countDevices() {
    int most = BandwidthMatrix.HOST;
    for (line = 1; line < lines.length; line++) {
      if (!lines[line].isBlank()) {
        String[] cells = cells();
        most = Math.max(most, Math.max(place(cells, 0), place(cells, 1)));
      }
    }
    if (most == BandwidthMatrix.HOST) {
      throw new BandwidthFormatException(
          origin + ": no device in it; expected lines such as -1,0,12");
    }
    return most + 1;
  }

  private String[] cells() {
    String[] cells = lines[line].split(",", -1);
    if (cells.length != COLUMNS.length) {
      throw error(0, "expected " + HEADER + ", given " + shown(lines[line]));
    }
    return cells;
  }

  private int place(String[] cells, int index) {
    String cell = cells[index].strip();
    if (cell.matches("-1|[0-9]{1,3}") && Integer.parseInt(cell) < MOST_DEVICES) {
      return Integer.parseInt(cell);
    }
    throw error(
        start(cells, index),
        "expected a device, 0 to "
            + (MOST_DEVICES - 1)
            + ", or -1 for the host, given "
            + shown(cells[index]));
  }

  private double bandwidth(String[] cells) {
    String cell = cells[2].strip();
    double value;
    try {
      value = Double.parseDouble(cell);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (value > 0 && !Double.isInfinite(value)) {
      return value;
    }
    throw error(start(cells, 2), "expected a bandwidth in GB/s, above 0, given " + shown(cells[2]));
  }

  private static int start(String[] cells, int index) {
    int start = 0;
    for (int i = 0; i < index; i++) {
      start += cells[i].length() + 1;
    }
    return start;
  }

  private BandwidthFormatException error(int at, String problem) {
    return new BandwidthFormatException(
        origin + ", line " + (line + 1) + ", column " + (at + 1) + ": " + problem);
  }

  private static String shown(String text) {
    String kept = text.length() > 40 ? text.substring(0, 40) + "..." : text;
    return kept.isBlank() ? "nothing" : "'" + kept + "'";
  }
}
