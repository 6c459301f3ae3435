package org.grcuda.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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

  private final Weights weights;
  private final int stride;
  private final List<MemorySegment> chunks = new ArrayList<>();
  private MemorySegment last = MemorySegment.NULL;
  private int lastCapacity;
  private int lastSize;

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

  /** Adds an edge with a floating-point weight. */
  public void add(int source, int target, float weight) {
    require(Weights.FLOAT);
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
      throw new IllegalArgumentException("an edge with " + given + " in a list of " + weights);
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

  /** Where edge {@code i} starts. */
  public int source(long i) {
    return get(i, 0);
  }

  /** Where edge {@code i} leads. */
  public int target(long i) {
    return get(i, Integer.BYTES);
  }

  /** The bits of the weight of edge {@code i}; 0 without weights. */
  int weightBits(long i) {
    return weights == Weights.NONE ? 0 : get(i, 2 * Integer.BYTES);
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

  private int get(long i, int offset) {
    MemorySegment chunk = chunks.get((int) (i >> CHUNK_SHIFT));
    return chunk.get(INT, (i & CHUNK - 1) * stride + offset);
  }
}
