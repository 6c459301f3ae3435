package org.grcuda.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.types.GrCudaException;

/**
 * Makes compressed sparse rows of lists of edges, in parallel: first the edges go to buckets of
 * neighbouring vertices, then each bucket is made rows, in the cache of a processor. No two threads
 * write to the same place, and rows are sorted; so the result does not depend on the threads.
 */
final class GraphBuilder {

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  /** Edges for which a bucket pays. */
  private static final long BUCKET_EDGES = 1 << 14;

  /** Buckets to which a processor can write at the same time without losing time. */
  private static final int MOST_BUCKETS = 1 << 9;

  /** Edges of a vertex: those that fit in an array. */
  private static final int MOST_EDGES = Integer.MAX_VALUE - 8;

  private final int vertices;
  private final Weights weightType;
  private final long edges;

  /** Edges, each a source, a target and, with weights, a weight. */
  private final List<MemorySegment> parts;

  private final int stride;

  /** The bucket of a vertex is its number without so many bits. */
  private final int bucketShift;

  private final int buckets;
  private final MemorySegment offsets;

  // Until the rows are made, in the order of the buckets.
  private final MemorySegment columns;
  private final MemorySegment weights;

  GraphBuilder(int vertices, List<EdgeList> lists) {
    if (vertices < 1 || vertices > Graph.MAX_VERTICES) {
      throw refusal(vertices + " vertices: expected 1 to " + Graph.MAX_VERTICES);
    }
    this.vertices = vertices;
    weightType = lists.getFirst().weights();
    for (EdgeList list : lists) {
      if (list.weights() != weightType) {
        throw refusal("lists of edges with " + weightType + " and with " + list.weights());
      }
    }
    edges = lists.stream().mapToLong(EdgeList::size).sum();
    parts = lists.stream().flatMap(EdgeList::chunks).toList();
    stride = EdgeList.stride(weightType);
    long wanted = Math.clamp(edges / BUCKET_EDGES, 1, MOST_BUCKETS);
    bucketShift = Long.SIZE - Long.numberOfLeadingZeros(vertices / wanted);
    buckets = (vertices - 1 >> bucketShift) + 1;
    Arena arena = Arena.ofAuto();
    offsets = arena.allocate((vertices + 1L) * Long.BYTES, Long.BYTES);
    columns = arena.allocate(edges * Integer.BYTES, Integer.BYTES);
    weights =
        weightType == Weights.NONE
            ? MemorySegment.NULL
            : arena.allocate(edges * Integer.BYTES, Integer.BYTES);
  }

  Graph build() {
    long[][] places =
        IntStream.range(0, parts.size())
            .parallel()
            .mapToObj(i -> counts(parts.get(i)))
            .toArray(long[][]::new);
    long[] begins = new long[buckets + 1];
    long sum = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      begins[bucket] = sum;
      for (long[] part : places) {
        long count = part[bucket];
        part[bucket] = sum;
        sum += count;
      }
    }
    begins[buckets] = sum;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment sources = arena.allocate(edges * Integer.BYTES, Integer.BYTES);
      IntStream.range(0, parts.size())
          .parallel()
          .forEach(i -> distribute(parts.get(i), places[i], sources));
      IntStream.range(0, buckets)
          .parallel()
          .forEach(i -> makeRows(i, begins[i], begins[i + 1], sources));
    }
    offsets.setAtIndex(LONG, vertices, edges);
    return new Graph(offsets, columns, weightType, weights);
  }

  /** How many edges of a part each bucket gets. */
  private long[] counts(MemorySegment part) {
    long[] counts = new long[buckets];
    for (long at = 0; at < part.byteSize(); at += stride) {
      int source = part.get(INT, at);
      int target = part.get(INT, at + Integer.BYTES);
      if (source < 0 || source >= vertices || target < 0 || target >= vertices) {
        throw refusal(
            "an edge from "
                + source
                + " to "
                + target
                + ": expected vertices from 0 to "
                + (vertices - 1));
      }
      counts[source >> bucketShift]++;
    }
    return counts;
  }

  /** Moves the edges of a part to their buckets, from {@code places} on. */
  private void distribute(MemorySegment part, long[] places, MemorySegment sources) {
    for (long at = 0; at < part.byteSize(); at += stride) {
      int source = part.get(INT, at);
      long place = places[source >> bucketShift]++;
      sources.setAtIndex(INT, place, source);
      columns.setAtIndex(INT, place, part.get(INT, at + Integer.BYTES));
      if (weightType != Weights.NONE) {
        weights.setAtIndex(INT, place, part.get(INT, at + 2 * Integer.BYTES));
      }
    }
  }

  /** Makes rows of a bucket, whose edges are those from {@code begin} to {@code end}. */
  private void makeRows(int bucket, long begin, long end, MemorySegment sources) {
    int first = bucket << bucketShift;
    int count = (int) Math.min(1L << bucketShift, vertices - (long) first);
    long[] places = new long[count + 1];
    for (long edge = begin; edge < end; edge++) {
      places[sources.getAtIndex(INT, edge) - first + 1]++;
    }
    for (int i = 0; i < count; i++) {
      places[i + 1] += places[i];
      offsets.setAtIndex(LONG, first + (long) i, begin + places[i]);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment cells = arena.allocate((end - begin) * Long.BYTES, Long.BYTES);
      for (long edge = begin; edge < end; edge++) {
        long place = places[sources.getAtIndex(INT, edge) - first]++;
        cells.setAtIndex(LONG, place, cell(edge));
      }
      // Each place stands now where the next row begins.
      storeRows(first, cells, places, begin);
    }
  }

  private void storeRows(int first, MemorySegment cells, long[] ends, long begin) {
    long[] row = new long[1];
    long from = 0;
    for (int i = 0; i < ends.length - 1; i++) {
      long degree = ends[i] - from;
      if (degree > row.length) {
        requireSortable(first + i, degree);
        row = new long[(int) Math.min(MOST_EDGES, Math.max(degree, 2L * row.length))];
      }
      MemorySegment.copy(cells, LONG, from * Long.BYTES, row, 0, (int) degree);
      Arrays.sort(row, 0, (int) degree);
      for (int k = 0; k < degree; k++) {
        store(begin + from + k, row[k]);
      }
      from = ends[i];
    }
  }

  private static void requireSortable(int vertex, long degree) {
    if (degree > MOST_EDGES) {
      throw refusal(degree + " edges of vertex " + vertex + ": expected at most " + MOST_EDGES);
    }
  }

  /** A number for target and weight of an edge; the numbers are in the order of edges in a row. */
  private long cell(long edge) {
    int weight = weightType == Weights.NONE ? 0 : weights.getAtIndex(INT, edge);
    return (long) columns.getAtIndex(INT, edge) << Integer.SIZE | rank(weight) & 0xFFFFFFFFL;
  }

  private void store(long edge, long cell) {
    columns.setAtIndex(INT, edge, (int) (cell >>> Integer.SIZE));
    if (weightType != Weights.NONE) {
      weights.setAtIndex(INT, edge, weight((int) cell));
    }
  }

  /** A number that is in the order of the weights, as an unsigned integer. */
  private int rank(int bits) {
    if (weightType != Weights.FLOAT) {
      return bits;
    }
    return bits < 0 ? ~bits : bits | Integer.MIN_VALUE;
  }

  private int weight(int rank) {
    if (weightType != Weights.FLOAT) {
      return rank;
    }
    return rank < 0 ? rank & Integer.MAX_VALUE : ~rank;
  }

  private static GrCudaException refusal(String what) {
    return new GrCudaException(GrCudaException.Kind.VALUE, "graph: " + what);
  }
}
