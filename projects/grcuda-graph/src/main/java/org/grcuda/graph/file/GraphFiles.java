package org.grcuda.graph.file;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import org.grcuda.graph.Graph;
import org.grcuda.types.GrCudaException;

/**
 * Reads and writes files of graphs. A file whose name ends with {@code .gz} is compressed. An error
 * in a text says where it is: {@code road.gr:17:5: vertex 0, expected 1 to 264346}, with the line
 * and the character in the line, from 1.
 *
 * <p>Vertices that have no edges take no space in some formats; so that a small file cannot ask for
 * much memory, a text that is no METIS file has at most 2^24 vertices, and 64 more for each byte.
 */
public final class GraphFiles {

  private static final long PIECE_BYTES = 1 << 20;

  private GraphFiles() {}

  /**
   * The graph in a file, in the format that its extension names.
   *
   * @throws GrCudaException if no format has this extension, if the file cannot be read, or if it
   *     does not hold a graph in this format
   */
  public static Graph read(Path file) {
    return read(file, Format.of(file));
  }

  /**
   * The graph in a file.
   *
   * @throws GrCudaException if the file cannot be read or does not hold a graph in this format
   */
  public static Graph read(Path file, Format format) {
    return read(file, format, PIECE_BYTES);
  }

  /** Reads in pieces of a given size, from 1 byte on, on which no result depends. */
  static Graph read(Path file, Format format, long pieceBytes) {
    String name = file.toString();
    try {
      MemorySegment bytes = FileBytes.read(file);
      // Commas separate only where they do so in other programs, too.
      char separator = format == Format.EDGE_LIST ? ',' : ' ';
      return read(new TextFile(name, bytes, separator, pieceBytes), syntax(file, format));
    } catch (OutOfMemoryError e) {
      // How much a file asks for is its content, so this is an error about the file.
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          name
              + ": the graph does not fit in the memory that -Xmx and -XX:MaxDirectMemorySize leave"
              + " this process",
          e);
    }
  }

  private static Graph read(TextFile file, Syntax syntax) {
    try {
      return syntax.read(file);
    } catch (TextError e) {
      throw file.located(e);
    }
  }

  /**
   * Writes a graph to a file, in the format that its extension names. Reading it gives an equal
   * graph. A file that is there already is replaced, once the new one is complete.
   *
   * @throws GrCudaException if no format has this extension, if the format cannot hold such a
   *     graph, or if the file cannot be written
   */
  public static void write(Graph graph, Path file) {
    write(graph, file, Format.of(file));
  }

  /**
   * Writes a graph to a file; see the other.
   *
   * @throws GrCudaException if the format cannot hold such a graph, or the file cannot be written
   */
  public static void write(Graph graph, Path file, Format format) {
    Syntax syntax = syntax(file, format);
    Optional<String> obstacle = syntax.obstacle(graph);
    if (obstacle.isPresent()) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, file + ": " + obstacle.get());
    }
    FileBytes.write(file, out -> syntax.write(graph, out));
  }

  private static Syntax syntax(Path file, Format format) {
    return switch (format) {
      case DIMACS -> new DimacsSyntax();
      case MATRIX_MARKET -> new MatrixMarketSyntax();
      case METIS -> new MetisSyntax();
      case EDGE_LIST -> new EdgeListSyntax(Format.extension(file).equals(".csv") ? ',' : '\t');
      case BINARY -> new BinarySyntax();
    };
  }
}
