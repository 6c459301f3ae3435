package org.grcuda.graph.file;

import org.grcuda.graph.Graph;

/**
 * The integers that may stand at a place of a file.
 *
 * @param what what stands there, for messages
 * @param low the least
 * @param high the greatest
 * @param where why {@code high} is no greater, for messages; empty where that is plain
 */
record Range(String what, long low, long high, String where) {

  /** The weights of graphs. */
  static final Range WEIGHT = new Range("weight", 0, Integer.MAX_VALUE, "");

  /**
   * Vertices that a file may name although they take none of its bytes: what they cost is small.
   */
  private static final long FREE_VERTICES = 1 << 24;

  /** Vertices that it may name beyond that for each of its bytes. */
  private static final long VERTICES_PER_BYTE = 64;

  /** Names of vertices, the first of which is {@code low}. */
  static Range vertex(long low, long vertices) {
    return new Range("vertex", low, low + vertices - 1, "");
  }

  /** Numbers of vertices in a file whose vertices take at least a byte each. */
  static Range verticesIn(long fileBytes) {
    return new Range("number of vertices", 1, Graph.MAX_VERTICES, "").atMost(fileBytes, fileBytes);
  }

  /**
   * Numbers of vertices in a file whose vertices take no bytes unless they have edges. A few bytes
   * cannot ask for gigabytes.
   */
  static Range sparseVerticesIn(long fileBytes) {
    return new Range("number of vertices", 1, Graph.MAX_VERTICES, "")
        .atMost(FREE_VERTICES + VERTICES_PER_BYTE * fileBytes, fileBytes);
  }

  /** Numbers of something that takes at least {@code bytesEach} in the file. */
  static Range countIn(String what, long fileBytes, long bytesEach) {
    // The last one may lack its newline.
    return new Range(what, 0, Long.MAX_VALUE, "").atMost((fileBytes + 1) / bytesEach, fileBytes);
  }

  /** The same numbers as the names of vertices, from 0. */
  Range named() {
    return new Range("vertex", 0, high - 1, where);
  }

  private Range atMost(long limit, long fileBytes) {
    return limit >= high
        ? this
        : new Range(what, low, limit, " in a file of " + fileBytes + " bytes");
  }

  /** Such as {@code "expected 1 to 7"}. */
  String expected() {
    return "expected " + low + (low == high ? "" : " to " + high) + where;
  }
}
