package org.grcuda.graph.file;

import org.grcuda.graph.Weights;

/**
 * The first line of a METIS file.
 *
 * @param edges undirected ones
 * @param vertexNumbers how many sizes and weights of the vertex begin its line
 * @param weights of the edges
 * @param verticesPlace where the number of vertices stands
 * @param edgesPlace where the number of edges stands
 */
record MetisHeader(
    int vertices,
    long edges,
    int vertexNumbers,
    Weights weights,
    long verticesPlace,
    long edgesPlace) {

  /** Reads the line where {@code cursor} is, in a file of {@code fileBytes} bytes. */
  static MetisHeader read(LineCursor cursor, long fileBytes, int edgeBytes) throws TextError {
    long verticesPlace = cursor.at();
    int vertices = (int) cursor.number(Range.verticesIn(fileBytes));
    cursor.first();
    long edgesPlace = cursor.at();
    long edges = cursor.number(Range.countIn("number of edges", fileBytes, edgeBytes));
    int format = format(cursor);
    int sizes = format >> 2 & 1;
    int vertexWeights = format >> 1 & 1;
    if (!cursor.atEndOfLine()) {
      vertexWeights = (int) cursor.number(constraints(vertexWeights, fileBytes));
    }
    cursor.endLine("the number of weights of a vertex");
    return new MetisHeader(
        vertices,
        edges,
        sizes + vertexWeights,
        (format & 1) != 0 ? Weights.INT : Weights.NONE,
        verticesPlace,
        edgesPlace);
  }

  /** How many weights a vertex may have. */
  private static Range constraints(int least, long fileBytes) {
    String what = "number of weights of a vertex";
    return least == 0
        ? new Range(what, 0, 0, ", as the format says that vertices have no weights")
        : new Range(
            what,
            least,
            Math.min(Integer.MAX_VALUE - 1, fileBytes),
            " in a file of " + fileBytes + " bytes");
  }

  /** Three bits: vertices have sizes, vertices have weights, edges have weights. */
  private static int format(LineCursor cursor) throws TextError {
    String given = cursor.shown();
    if (!given.matches("[01]{0,3}")) {
      throw cursor.refusal("format " + given + ", expected up to three digits, each 0 or 1");
    }
    cursor.skipWord();
    return given.isEmpty() ? 0 : Integer.parseInt(given, 2);
  }

  /** Throws if the file has lines for fewer vertices than the first line says. */
  void checkVertices(long found) throws TextError {
    if (found < vertices) {
      throw new TextError(
          verticesPlace,
          "number of vertices " + vertices + ", but the file has lines for " + found);
    }
  }

  /** Throws if the lines do not name as many neighbours as the first line says. */
  void checkEdges(long neighbours) throws TextError {
    if (neighbours != 2 * edges) {
      throw new TextError(
          edgesPlace,
          "number of edges "
              + edges
              + ", expected half the number of neighbours, which is "
              + neighbours);
    }
  }
}
