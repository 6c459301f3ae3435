package org.grcuda.graph.partition;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.graph.Graph;
import org.grcuda.types.GrCudaException;

/** A graph cut into parts: each vertex belongs to one. Immutable. */
public final class Partition {

  /** Most parts. */
  public static final int MOST_PARTS = 1 << 16;

  private final Graph graph;
  private final int[] owners;
  private final int[] locals;
  private final List<Part> parts;

  private Partition(Graph graph, int parts, int[] owners) {
    this.graph = graph;
    this.owners = owners;
    this.locals = new int[owners.length];
    int[][] vertices = numbered(parts);
    PartBuilder builder = new PartBuilder(graph, owners, locals);
    this.parts =
        IntStream.range(0, parts)
            .mapToObj(part -> builder.build(part, vertices[part], parts))
            .toList();
  }

  /** Numbers the vertices of each part; gives them in order. */
  private int[][] numbered(int parts) {
    int[] sizes = new int[parts];
    for (int owner : owners) {
      sizes[owner]++;
    }
    int[][] vertices = new int[parts][];
    Arrays.setAll(vertices, part -> new int[sizes[part]]);
    int[] next = new int[parts];
    for (int vertex = 0; vertex < owners.length; vertex++) {
      int owner = owners[vertex];
      locals[vertex] = next[owner];
      vertices[owner][next[owner]++] = vertex;
    }
    return vertices;
  }

  /**
   * Blocks of consecutive vertices that have about as many edges each. With more parts than
   * vertices, some are empty.
   *
   * @param parts from 1 to {@link #MOST_PARTS}
   */
  public static Partition blocks(Graph graph, int parts) {
    requireParts(parts);
    int[] owners = new int[graph.vertices()];
    // A vertex counts as an edge, too: so that vertices without edges are spread.
    double share = ((double) graph.edges() + graph.vertices()) / parts;
    for (int vertex = 0; vertex < owners.length; vertex++) {
      double middle = graph.offset(vertex) + vertex + (graph.degree(vertex) + 1) / 2.0;
      owners[vertex] = Math.min(parts - 1, (int) (middle / share));
    }
    return new Partition(graph, parts, owners);
  }

  /**
   * Parts as the program says.
   *
   * @param owners the part of each vertex, from 0
   * @throws GrCudaException if there are not as many owners as vertices, or one is no part
   */
  public static Partition of(Graph graph, int parts, int[] owners) {
    requireParts(parts);
    if (owners.length != graph.vertices()) {
      throw refusal(
          owners.length
              + " owners given, expected one for each of "
              + graph.vertices()
              + " vertices");
    }
    for (int vertex = 0; vertex < owners.length; vertex++) {
      if (owners[vertex] < 0 || owners[vertex] >= parts) {
        throw refusal(
            "vertex "
                + vertex
                + " is given to part "
                + owners[vertex]
                + ", expected 0 to "
                + (parts - 1));
      }
    }
    return new Partition(graph, parts, owners.clone());
  }

  private static void requireParts(int parts) {
    if (parts < 1 || parts > MOST_PARTS) {
      throw refusal("expected 1 to " + MOST_PARTS + " parts, given " + parts);
    }
  }

  private static GrCudaException refusal(String what) {
    return new GrCudaException(GrCudaException.Kind.VALUE, "partition: " + what);
  }

  /** The graph. */
  public Graph graph() {
    return graph;
  }

  /** The parts. */
  public List<Part> parts() {
    return parts;
  }

  /** The part that owns {@code vertex}. */
  public int owner(int vertex) {
    return owners[vertex];
  }

  /** The local number of {@code vertex} in the part that owns it. */
  public int local(int vertex) {
    return locals[vertex];
  }

  /** The most vertices of one part that are ghosts of another one. */
  public int mostGhosts() {
    int most = 0;
    for (Part part : parts) {
      for (int owner = 0; owner < parts.size(); owner++) {
        most = Math.max(most, part.ghostOffset(owner + 1) - part.ghostOffset(owner));
      }
    }
    return most;
  }

  /** The same parts of the {@linkplain Graph#reversed reversed graph}. */
  public Partition reversed() {
    Graph reversed = graph.reversed();
    return reversed == graph ? this : new Partition(reversed, parts.size(), owners);
  }

  /** Edges between parts. */
  public long cut() {
    long cut = 0;
    for (int vertex = 0; vertex < owners.length; vertex++) {
      for (long edge = graph.offset(vertex); edge < graph.offset(vertex + 1); edge++) {
        cut += owners[graph.column(edge)] == owners[vertex] ? 0 : 1;
      }
    }
    return cut;
  }

  /** Such as {@code "4 parts of a graph of 1000 vertices and 9000 edges"}. */
  @Override
  public String toString() {
    return parts.size() + (parts.size() == 1 ? " part" : " parts") + " of a " + graph;
  }
}
