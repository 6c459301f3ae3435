package org.grcuda.graph.algorithm;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.grcuda.ArrayFactory;
import org.grcuda.FloatArray;
import org.grcuda.graph.engine.PartArrays;
import org.grcuda.graph.partition.Part;
import org.grcuda.types.ElementType;

/** The arrays of a part of PageRank, at its endpoint. */
final class RankMemory implements AutoCloseable {

  private final PartArrays arrays;
  private final FloatArray rank;
  private final FloatArray share;
  private final FloatArray firstShares;
  private final RowArrays rows;
  private final FloatArray changes;

  /** What the kernels take after their own arguments. */
  private final Object[] common;

  /**
   * @param part with the edges that lead to its vertices
   * @param degrees how many edges leave each own vertex
   * @param shares what each own vertex and each ghost passes on at first
   */
  RankMemory(ArrayFactory factory, Part part, int[] degrees, float[] shares) {
    arrays = new PartArrays(factory);
    rank = arrays.floats(part.own());
    share = arrays.floats(shares.length);
    firstShares = (FloatArray) arrays.copy(ElementType.FLOAT, MemorySegment.ofArray(shares));
    rows = RowArrays.of(arrays, part);
    changes = arrays.floats(1);
    common = new Object[] {rank, share, rows.row(), rows.column(), arrays.copy(degrees)};
  }

  /** The arguments of a sweep, or of the start: its own ones, and those that all take. */
  Object[] arguments(Object... own) {
    Object[] arguments = Arrays.copyOf(own, own.length + common.length);
    System.arraycopy(common, 0, arguments, own.length, common.length);
    return arguments;
  }

  FloatArray rank() {
    return rank;
  }

  /** What each own vertex and each ghost passes on along each of its edges. */
  FloatArray share() {
    return share;
  }

  FloatArray firstShares() {
    return firstShares;
  }

  /** The edges that lead to its vertices, and the order of sweeps. */
  RowArrays rows() {
    return rows;
  }

  /** By how much a sweep has changed the ranks. */
  FloatArray changes() {
    return changes;
  }

  /** Makes arrays that are freed with these. */
  PartArrays arrays() {
    return arrays;
  }

  @Override
  public void close() {
    arrays.close();
  }
}
