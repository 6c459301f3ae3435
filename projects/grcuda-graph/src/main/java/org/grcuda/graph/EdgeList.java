package org.grcuda.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.grcuda.types.GrCudaException;

/**
 * Edges in any order, from which a {@link Graph} is made. It lies outside the Java heap and grows.
 * Not safe for use by several threads; several threads fill one list each.
 */
public final class EdgeList {

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final long FIRST_CAPACITY = 1024;

  private final Weights weights;
  private final int stride;
  private MemorySegment memory = MemorySegment.NULL;
  private long capacity;
  private long size;

  /** An empty list of edges that carry {@code weights}. */
  public EdgeList(Weights weights) {
    this.weights = weights;
    stride = (weights == Weights.NONE ? 2 : 3) * Integer.BYTES;
  }

  /** What its edges carry. */
  public Weights weights() {
    return weights;
  }

  /** Edges. */
  public long size() {
    return size;
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
      memory.set(INT, (size - 1) * stride + 2 * Integer.BYTES, weight);
    }
  }

  private void require(Weights given) {
    if (given != weights) {
      throw new IllegalArgumentException("an edge with " + given + " in a list of " + weights);
    }
  }

  private void append(int source, int target) {
    if (size == capacity) {
      grow();
    }
    memory.set(INT, size * stride, source);
    memory.set(INT, size * stride + Integer.BYTES, target);
    size++;
  }

  private void grow() {
    capacity = Math.max(FIRST_CAPACITY, capacity + (capacity >> 1));
    MemorySegment larger = Arena.ofAuto().allocate(capacity * stride, Integer.BYTES);
    larger.copyFrom(memory.asSlice(0, size * stride));
    memory = larger;
  }

  /** Where edge {@code i} starts. */
  public int source(long i) {
    return memory.get(INT, i * stride);
  }

  /** Where edge {@code i} leads. */
  public int target(long i) {
    return memory.get(INT, i * stride + Integer.BYTES);
  }

  /** The bits of the weight of edge {@code i}; 0 without weights. */
  int weightBits(long i) {
    return weights == Weights.NONE ? 0 : memory.get(INT, i * stride + 2 * Integer.BYTES);
  }
}
