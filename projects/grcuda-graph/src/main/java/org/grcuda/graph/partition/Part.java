package org.grcuda.graph.partition;

import java.lang.foreign.MemorySegment;

/**
 * A part of a graph: the vertices that it owns and their edges. Vertices have local numbers: first
 * the own ones, in the order of the graph; then the <em>ghosts</em>, to which edges lead, but which
 * other parts own. Ghosts are ordered by owner, and then as the graph orders them.
 */
public final class Part {

  private final int index;
  private final int[] vertices;
  private final int[] ghostOffsets;
  private final int[] remote;
  private final MemorySegment globals;
  private final MemorySegment offsets;
  private final MemorySegment columns;
  private final MemorySegment weights;

  Part(
      int index,
      int[] vertices,
      int[] ghostOffsets,
      int[] remote,
      MemorySegment globals,
      MemorySegment offsets,
      MemorySegment columns,
      MemorySegment weights) {
    this.index = index;
    this.vertices = vertices;
    this.ghostOffsets = ghostOffsets;
    this.remote = remote;
    this.globals = globals.asReadOnly();
    this.offsets = offsets.asReadOnly();
    this.columns = columns.asReadOnly();
    this.weights = weights.asReadOnly();
  }

  /** Its number, from 0. */
  public int index() {
    return index;
  }

  /** How many vertices it owns. */
  public int own() {
    return vertices.length;
  }

  /** The number in the graph of own vertex {@code local}. */
  public int vertex(int local) {
    return vertices[local];
  }

  /** How many ghosts it has. */
  public int ghosts() {
    return remote.length;
  }

  /** The first ghost that part {@code owner} owns; for the number of parts, {@link #ghosts}. */
  public int ghostOffset(int owner) {
    return ghostOffsets[owner];
  }

  /** The local number of a ghost at its owner. */
  public int remote(int ghost) {
    return remote[ghost];
  }

  /** The number in the graph of each own vertex, and then of each ghost, 32 bits each. */
  public MemorySegment globals() {
    return globals;
  }

  /** Edges that leave own vertices. */
  public int edges() {
    return Math.toIntExact(columns.byteSize() / Integer.BYTES);
  }

  /** Where the edges of each own vertex begin, 32 bits each, and at last the number of edges. */
  public MemorySegment offsets() {
    return offsets;
  }

  /** The local number of the vertex that each edge leads to, 32 bits each. */
  public MemorySegment columns() {
    return columns;
  }

  /** The weight of each edge, 32 bits each; empty without weights. */
  public MemorySegment weights() {
    return weights;
  }
}
