package org.grcuda.graph.file;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.grcuda.types.GrCudaException;

/** A format of files of graphs. Lines of text end with {@code \n} or {@code \r\n}. */
public enum Format {
  /**
   * The format of the ninth DIMACS implementation challenge, on shortest paths: lines {@code c}
   * (comment), one line {@code p sp VERTICES ARCS}, and for each arc a line {@code a FROM TO
   * WEIGHT}, with vertices from 1 and weights of type int.
   */
  DIMACS(".gr"),
  /**
   * The coordinate format of the Matrix Market, of pattern, integer or real matrices, general or
   * symmetric. An entry is an edge from its row to its column; an entry of a symmetric matrix is
   * two, unless it stands on the diagonal.
   */
  MATRIX_MARKET(".mtx"),
  /**
   * The format of METIS: a line {@code VERTICES EDGES [FORMAT [CONSTRAINTS]]}, and a line for each
   * vertex, with its neighbours from 1. The graph has each edge in both directions, no edge from a
   * vertex to itself, and no weights or those of type int from 1 on.
   */
  METIS(".graph", ".metis"),
  /**
   * A line {@code SOURCE TARGET [WEIGHT]} for each edge, with blanks, tabs or commas between, and
   * comments {@code #} or {@code %}. Vertices count from 0, and the greatest one that is named is
   * the last one. The weights are of type int unless one of them has a point or an exponent.
   */
  EDGE_LIST(".txt", ".el", ".wel", ".edges", ".tsv", ".csv"),
  /**
   * The rows of the graph as they are in memory, little endian: reading such a file copies nothing.
   *
   * <table>
   * <caption>Layout in bytes</caption>
   * <tr><th>at</th><th>bytes</th><th>what</th></tr>
   * <tr><td>0</td><td>8</td><td>67 63 73 72 0D 0A 1A 0A: {@code gcsr} and ends of lines</td></tr>
   * <tr><td>8</td><td>4</td><td>version of the format: 1</td></tr>
   * <tr><td>12</td><td>4</td><td>type of the weights: 0 none, 1 int, 2 float</td></tr>
   * <tr><td>16</td><td>8</td><td>number of vertices, n</td></tr>
   * <tr><td>24</td><td>8</td><td>number of edges, m</td></tr>
   * <tr><td>32</td><td>8 (n + 1)</td><td>where the edges of each vertex begin, and m</td></tr>
   * <tr><td></td><td>4 m</td><td>where each edge leads, in order within each vertex</td></tr>
   * <tr><td></td><td>4 m or 0</td><td>the weight of each edge</td></tr>
   * </table>
   *
   * <p>The last two parts are filled with zeros up to a multiple of 8 bytes.
   */
  BINARY(".gcsr");

  private static final String COMPRESSED = ".gz";

  private final List<String> extensions;

  Format(String... extensions) {
    this.extensions = List.of(extensions);
  }

  /** With which extensions the names of such files end; {@code .gz} may follow. */
  public List<String> extensions() {
    return extensions;
  }

  /**
   * The format of the files whose names end as this one does.
   *
   * @throws GrCudaException if no format has this extension; it says which ones there are
   */
  public static Format of(Path file) {
    String extension = extension(file);
    for (Format format : values()) {
      if (format.extensions.contains(extension)) {
        return format;
      }
    }
    String known =
        Arrays.stream(values())
            .flatMap(format -> format.extensions.stream())
            .collect(Collectors.joining(", "));
    throw new GrCudaException(
        GrCudaException.Kind.VALUE,
        file
            + ": "
            + (extension.isEmpty() ? "no extension" : "extension " + extension)
            + ", expected one of "
            + known
            + ", perhaps with .gz after it; or give the format, one of "
            + Arrays.stream(values()).map(Format::name).collect(Collectors.joining(", ")));
  }

  /** Whether a file of this name is compressed. */
  static boolean isCompressed(Path file) {
    return name(file).endsWith(COMPRESSED);
  }

  /** Such as {@code ".gr"} for {@code "road.gr.gz"}; empty if there is none. */
  static String extension(Path file) {
    String name = name(file);
    String plain = isCompressed(file) ? name.substring(0, name.length() - 3) : name;
    int point = plain.lastIndexOf('.');
    return point < 0 ? "" : plain.substring(point);
  }

  private static String name(Path file) {
    Path name = file.getFileName();
    return name == null ? "" : name.toString().toLowerCase(Locale.ROOT);
  }
}
