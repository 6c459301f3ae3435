package org.grcuda.graph.generate;

import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.SplitMix64;
import org.grcuda.graph.Weights;
import org.grcuda.types.GrCudaException;

/**
 * Makes graphs, in parallel. What is drawn depends on the seed alone: each drawn number is {@link
 * SplitMix64#at} of the seed and of an index that is given here, in integer arithmetic, so programs
 * in other languages can make the same graphs.
 *
 * <p>Every method throws a {@link GrCudaException} of kind {@code VALUE} for an argument out of its
 * range, and an {@link OutOfMemoryError} for a graph that does not fit into direct memory.
 */
public final class Generators {

  private static final long MOST_EDGES = 1L << 40;
  private static final int MOST_EDGES_PER_VERTEX = 1024;
  private static final int LARGEST_CLIQUE = 1 << 20;

  private Generators() {}

  /**
   * A directed graph with a few vertices of many edges, as in the Graph500 benchmark: Chakrabarti,
   * Zhan, Faloutsos: R-MAT, a recursive model for graph mining, SDM 2004, section 3; parameters of
   * the Graph500 specification, section 3.2. It may have self-loops and parallel edges.
   *
   * <p>Edge i reads words i * w to i * w + w - 1, where w is half of {@code scale}, rounded up.
   * Level k of the recursion, from the highest bit on, takes the upper half of word k / 2 for an
   * even k and the lower half for an odd k. The quadrant is how many of the numbers 2448131358,
   * 3264175144 and 4080218931 (0.57, 0.76 and 0.95 times 2^32) are at most that half; its upper bit
   * goes to the source and its lower bit to the target.
   *
   * <p>Then both ends are permuted by a Feistel network of four rounds (Luby, Rackoff: How to
   * construct pseudorandom permutations, SIAM Journal on Computing 17, 1988) with key {@code
   * at(seed, -1)}. The upper {@code scale / 2} bits are h, the rest l. Rounds 0 and 2 flip those
   * bits of l that are 1 in the lowest bits of {@code at(key, 2^32 * round + h)}; rounds 1 and 3
   * those bits of h that are 1 in the lowest bits of {@code at(key, 2^32 * round + l)}.
   *
   * @param scale the binary logarithm of the number of vertices, from 1 to 30
   * @param edgesPerVertex directed edges per vertex on average, from 1 to 1024
   */
  public static Graph rmat(int scale, int edgesPerVertex, long seed) {
    Arguments.require("rmat", "'scale'", scale, 1, 30);
    Arguments.require("rmat", "'edgesPerVertex'", edgesPerVertex, 1, MOST_EDGES_PER_VERTEX);
    Rmat rmat = new Rmat(scale, seed);
    return graph(1 << scale, (long) edgesPerVertex << scale, rmat::add);
  }

  /**
   * A symmetric graph like the roads of a country: a grid that has kept 5 of 8 edges, so about 2.5
   * edges leave each vertex, with weights from 1 to 100. A few of its vertices are not connected to
   * most of the others.
   *
   * <p>Vertex v lies in row v / {@code columns}. It is connected with v + 1 if the upper three bits
   * of {@code at(seed, 2 * v)} are less than 5, and with v + {@code columns} if those of {@code
   * at(seed, 2 * v + 1)} are. The weights are those of {@link Graph#withRandomWeights} with seed
   * {@code at(seed, -1)}.
   *
   * @param rows at least 1
   * @param columns at least 1; at most 2^31 - 2 vertices in all
   */
  public static Graph road(int rows, int columns, long seed) {
    Arguments.require("road", "'rows'", rows, 1, Arguments.MAX_VERTICES);
    Arguments.require("road", "'columns'", columns, 1, Arguments.MAX_VERTICES);
    long vertices = (long) rows * columns;
    Arguments.require("road", "'rows' times 'columns'", vertices, 1, Arguments.MAX_VERTICES);
    return graph((int) vertices, vertices, new Road(rows, columns, seed)::add)
        .withRandomWeights(Road.LARGEST_WEIGHT, SplitMix64.at(seed, -1));
  }

  /**
   * A directed graph of edges with random ends. It may have self-loops and parallel edges.
   *
   * <p>Edge i leads from the upper 64 bits of the 128-bit product of {@code at(seed, 2 * i)} and
   * {@code vertices} to those of {@code at(seed, 2 * i + 1)} and {@code vertices}.
   *
   * @param vertices from 1 to 2^31 - 2
   * @param edges from 0 to 2^40
   */
  public static Graph uniform(int vertices, long edges, long seed) {
    Arguments.require("uniform", "'vertices'", vertices, 1, Arguments.MAX_VERTICES);
    Arguments.require("uniform", "'edges'", edges, 0, MOST_EDGES);
    return graph(
        vertices,
        edges,
        (list, edge) -> {
          long source = Math.unsignedMultiplyHigh(SplitMix64.at(seed, 2 * edge), vertices);
          long target = Math.unsignedMultiplyHigh(SplitMix64.at(seed, 2 * edge + 1), vertices);
          list.add((int) source, (int) target);
        });
  }

  /**
   * Each vertex is connected with the next one, in both directions.
   *
   * @param vertices from 1 to 2^31 - 2
   */
  public static Graph chain(int vertices) {
    Arguments.require("chain", "'vertices'", vertices, 1, Arguments.MAX_VERTICES);
    return graph(vertices, vertices - 1L, (list, i) -> list.addBoth((int) i, (int) i + 1));
  }

  /**
   * Vertex 0 is connected with every other one, in both directions.
   *
   * @param vertices from 1 to 2^31 - 2
   */
  public static Graph star(int vertices) {
    Arguments.require("star", "'vertices'", vertices, 1, Arguments.MAX_VERTICES);
    return graph(vertices, vertices - 1L, (list, i) -> list.addBoth(0, (int) i + 1));
  }

  /**
   * Every vertex is connected with every other one.
   *
   * @param vertices from 1 to 2^20
   */
  public static Graph clique(int vertices) {
    Arguments.require("clique", "'vertices'", vertices, 1, LARGEST_CLIQUE);
    return graph(
        vertices,
        vertices,
        (list, i) -> {
          for (int smaller = 0; smaller < i; smaller++) {
            list.addBoth(smaller, (int) i);
          }
        });
  }

  /** A graph without weights, of the edges that {@code filler} adds for 0 to {@code count - 1}. */
  private static Graph graph(int vertices, long count, EdgeList.Filler filler) {
    return Graph.of(vertices, EdgeList.inParallel(Weights.NONE, count, filler));
  }
}
