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

  /** Edges, or vertices, for which a bucket pays. */
  private static final long BUCKET_SIZE = 1 << 14;

  /** Buckets to which a processor can write at the same time without losing time. */
  private static final int MOST_BUCKETS = 1 << 9;

  /** Edges of a bucket: those that fit in an array. */
  private static final int MOST_EDGES = Integer.MAX_VALUE - 8;

  /** Edges that are copied at once, as loops are faster over arrays. */
  private static final int BLOCK = 1 << 12;

  private final int vertices;
  private final Weights weightType;
  private final long edges;

  /** Edges, each a source, a target and, with weights, a weight. */
  private final List<MemorySegment> parts;

  /** Integers of an edge. */
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
    stride = EdgeList.stride(weightType) / Integer.BYTES;
    long wanted = Math.clamp(Math.max(edges, vertices) / BUCKET_SIZE, 1, MOST_BUCKETS);
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
    int[] ends = part.toArray(INT);
    long[] counts = new long[buckets];
    for (int at = 0; at < ends.length; at += stride) {
      int source = ends[at];
      int target = ends[at + 1];
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

  /** Moves the edges of a part to their buckets, there to {@code places}. */
  private void distribute(MemorySegment part, long[] places, MemorySegment sources) {
    int[] ends = part.toArray(INT);
    int[] begins = new int[buckets + 1];
    for (int at = 0; at < ends.length; at += stride) {
      begins[(ends[at] >> bucketShift) + 1]++;
    }
    for (int bucket = 0; bucket < buckets; bucket++) {
      begins[bucket + 1] += begins[bucket];
    }
    int[] order = new int[ends.length / stride];
    int[] cursors = begins.clone();
    for (int at = 0; at < ends.length; at += stride) {
      order[cursors[ends[at] >> bucketShift]++] = at;
    }
    copy(ends, 0, order, begins, places, sources);
    copy(ends, 1, order, begins, places, columns);
    if (weightType != Weights.NONE) {
      copy(ends, 2, order, begins, places, weights);
    }
  }

  /** Copies one number of each edge, those of a bucket together. */
  private void copy(
      int[] ends, int number, int[] order, int[] begins, long[] places, MemorySegment to) {
    int[] sorted = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      sorted[i] = ends[order[i] + number];
    }
    for (int bucket = 0; bucket < buckets; bucket++) {
      int count = begins[bucket + 1] - begins[bucket];
      MemorySegment.copy(sorted, begins[bucket], to, INT, places[bucket] * Integer.BYTES, count);
    }
  }

  /** Makes rows of a bucket, whose edges are those from {@code begin} to {@code end}. */
  private void makeRows(int bucket, long begin, long end, MemorySegment sources) {
    requireSortable(bucket, end - begin);
    int first = bucket << bucketShift;
    int count = (int) Math.min(1L << bucketShift, vertices - (long) first);
    int[] places = new int[count + 1];
    int[] block = new int[BLOCK];
    for (long at = begin; at < end; at += BLOCK) {
      int length = load(sources, at, end, block);
      for (int i = 0; i < length; i++) {
        places[block[i] - first + 1]++;
      }
    }
    long[] rows = new long[count];
    for (int i = 0; i < count; i++) {
      rows[i] = begin + places[i];
      places[i + 1] += places[i];
    }
    MemorySegment.copy(rows, 0, offsets, LONG, (long) first * Long.BYTES, count);
    long[] cells = cells(first, places, begin, end, sources);
    // Each place stands now where the next row begins.
    int from = 0;
    for (int i = 0; i < count; i++) {
      Arrays.sort(cells, from, places[i]);
      from = places[i];
    }
    store(cells, begin, block);
  }

  /** The edges of a bucket, each a number for target and weight, in the order of rows. */
  private long[] cells(int first, int[] places, long begin, long end, MemorySegment sources) {
    long[] cells = new long[(int) (end - begin)];
    int[] source = new int[BLOCK];
    int[] target = new int[BLOCK];
    int[] weight = new int[BLOCK];
    for (long at = begin; at < end; at += BLOCK) {
      int length = load(sources, at, end, source);
      load(columns, at, end, target);
      if (weightType != Weights.NONE) {
        load(weights, at, end, weight);
      }
      for (int i = 0; i < length; i++) {
        long cell =
            (long) target[i] << Integer.SIZE
                | WeightOrder.rank(weightType, weight[i]) & 0xFFFFFFFFL;
        cells[places[source[i] - first]++] = cell;
      }
    }
    return cells;
  }

  private static int load(MemorySegment from, long edge, long end, int[] block) {
    int length = (int) Math.min(block.length, end - edge);
    MemorySegment.copy(from, INT, edge * Integer.BYTES, block, 0, length);
    return length;
  }

  /** Stores sorted edges from {@code begin} on. */
  private void store(long[] cells, long begin, int[] block) {
    for (int at = 0; at < cells.length; at += BLOCK) {
      int length = Math.min(BLOCK, cells.length - at);
      long place = (begin + at) * Integer.BYTES;
      for (int i = 0; i < length; i++) {
        block[i] = (int) (cells[at + i] >>> Integer.SIZE);
      }
      MemorySegment.copy(block, 0, columns, INT, place, length);
      if (weightType == Weights.NONE) {
        continue;
      }
      for (int i = 0; i < length; i++) {
        block[i] = WeightOrder.bits(weightType, (int) cells[at + i]);
      }
      MemorySegment.copy(block, 0, weights, INT, place, length);
    }
  }

  private void requireSortable(int bucket, long count) {
    if (count > MOST_EDGES) {
      throw refusal(
          count
              + " edges of the vertices from "
              + (bucket << bucketShift)
              + " on: expected at most "
              + MOST_EDGES
              + " of "
              + (1 << bucketShift)
              + " neighbouring ones");
    }
  }

  private static GrCudaException refusal(String what) {
    return new GrCudaException(GrCudaException.Kind.VALUE, "graph: " + what);
  }
}
