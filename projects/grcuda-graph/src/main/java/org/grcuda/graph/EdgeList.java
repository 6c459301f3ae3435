package org.grcuda.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.grcuda.types.GrCudaException;

/**
 * Edges in any order, from which a {@link Graph} is made. It lies outside the Java heap and grows.
 * Not safe for use by several threads; several threads fill one list each.
 */
public final class EdgeList {

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

  /** The first chunk grows up to the size of all others; nothing is copied after that. */
  private static final int FIRST_CAPACITY = 1 << 10;

  private static final int CHUNK_SHIFT = 16;
  private static final int CHUNK = 1 << CHUNK_SHIFT;

  /** Numbers for which a thread fills one list. */
  private static final long PIECE = 1 << 16;

  private final Weights weights;
  private final int stride;
  private final List<MemorySegment> chunks = new ArrayList<>();
  private MemorySegment last = MemorySegment.NULL;
  private int lastCapacity;
  private int lastSize;

  /** Adds some edges to a list. Called from several threads, each with a list of its own. */
  @FunctionalInterface
  public interface Filler {

    /** Adds the edges for number {@code i}. */
    void add(EdgeList list, long i);
  }

  /**
   * Lists that together have the edges which {@code filler} adds for the numbers from 0 to {@code
   * count - 1}, made in parallel.
   */
  public static List<EdgeList> inParallel(Weights weights, long count, Filler filler) {
    long pieces = Math.max(1, Math.ceilDiv(count, PIECE));
    return LongStream.range(0, pieces)
        .parallel()
        .mapToObj(
            piece -> {
              EdgeList list = new EdgeList(weights);
              long end = Math.min(count, (piece + 1) * PIECE);
              for (long i = piece * PIECE; i < end; i++) {
                filler.add(list, i);
              }
              return list;
            })
        .toList();
  }

  /** An empty list of edges that carry {@code weights}. */
  public EdgeList(Weights weights) {
    this.weights = weights;
    stride = stride(weights);
  }

  /** What its edges carry. */
  public Weights weights() {
    return weights;
  }

  /** Edges. */
  public long size() {
    return chunks.isEmpty() ? 0 : ((chunks.size() - 1L) << CHUNK_SHIFT) + lastSize;
  }

  /** Adds an edge without a weight. */
  public void add(int source, int target) {
    require(Weights.NONE);
    append(source, target);
  }

  /** Adds an edge without a weight in each direction. */
  public void addBoth(int a, int b) {
    add(a, b);
    add(b, a);
  }

  /**
   * Adds an edge with an integer weight.
   *
   * @throws GrCudaException if it is negative
   */
  public void add(int source, int target, int weight) {
    require(Weights.INT);
    if (weight < 0) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "graph: an edge with weight " + weight + ": expected 0 to " + Integer.MAX_VALUE);
    }
    addBits(source, target, weight);
  }

  /**
   * Adds an edge with a floating-point weight.
   *
   * @throws GrCudaException if it is not a number
   */
  public void add(int source, int target, float weight) {
    require(Weights.FLOAT);
    if (Float.isNaN(weight)) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, "graph: an edge with weight NaN: expected a number");
    }
    addBits(source, target, Float.floatToRawIntBits(weight));
  }

  /** Adds an edge with the bits of its weight, which count only with weights. */
  void addBits(int source, int target, int weight) {
    append(source, target);
    if (weights != Weights.NONE) {
      last.set(INT, (long) lastSize * stride - Integer.BYTES, weight);
    }
  }

  private void require(Weights given) {
    if (given != weights) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          "graph: an edge with a weight of type " + given + " in a list of edges with " + weights);
    }
  }

  private void append(int source, int target) {
    if (lastSize == lastCapacity) {
      grow();
    }
    long at = (long) lastSize * stride;
    last.set(INT, at, source);
    last.set(INT, at + Integer.BYTES, target);
    lastSize++;
  }

  private void grow() {
    boolean another = chunks.isEmpty() || lastCapacity == CHUNK;
    lastCapacity = chunks.isEmpty() ? FIRST_CAPACITY : Math.min(CHUNK, 4 * lastCapacity);
    MemorySegment chunk = Arena.ofAuto().allocate((long) lastCapacity * stride, Integer.BYTES);
    if (another) {
      chunks.add(chunk);
      lastSize = 0;
    } else {
      chunk.copyFrom(last.asSlice(0, (long) lastSize * stride));
      chunks.set(chunks.size() - 1, chunk);
    }
    last = chunk;
  }

  /** Bytes from one edge to the next in a chunk: source, target, and with weights the weight. */
  static int stride(Weights weights) {
    return (weights == Weights.NONE ? 2 : 3) * Integer.BYTES;
  }

  /** Its memory, in pieces that together hold all edges. */
  Stream<MemorySegment> chunks() {
    return IntStream.range(0, chunks.size())
        .mapToObj(
            i -> i < chunks.size() - 1 ? chunks.get(i) : last.asSlice(0, (long) lastSize * stride));
  }
}
