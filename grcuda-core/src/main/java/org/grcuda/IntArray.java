package org.grcuda;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.GrCudaException;

/** A device array of 32-bit integers (CUDA {@code int}). */
public final class IntArray extends TypedArray<IntArray, int[]> {

  IntArray(NdArray array) {
    super(array, JavaArrays.INTS);
  }

  @Override
  IntArray view(NdArray view) {
    return new IntArray(view);
  }

  /**
   * Element {@code i} of a row, or, of an array of several dimensions, the one at {@code i} in
   * memory order. Waits for the computation that writes it, and for nothing else.
   *
   * @throws GrCudaException if there is no such element, the array was freed, or that computation
   *     failed
   */
  public int get(long i) {
    return HostMemory.getInt(addressToRead(i), this);
  }

  /** Element {@code [i][j]} of a matrix, as {@link #get(long)}. */
  public int get(long i, long j) {
    return HostMemory.getInt(addressToRead(i, j), this);
  }

  /** Element {@code [i][j][k]} of an array of three dimensions, as {@link #get(long)}. */
  public int get(long i, long j, long k) {
    return HostMemory.getInt(addressToRead(i, j, k), this);
  }

  /**
   * Stores {@code value} in the element that {@link #get(long)} reads. Waits for the computations
   * that use it, and for nothing else.
   *
   * @throws GrCudaException as {@link #get(long)}
   */
  public void set(long i, int value) {
    HostMemory.putInt(addressToWrite(i), value, this);
  }

  /** Stores {@code value} in element {@code [i][j]} of a matrix, as {@link #set(long, int)}. */
  public void set(long i, long j, int value) {
    HostMemory.putInt(addressToWrite(i, j), value, this);
  }

  /** Stores {@code value} in element {@code [i][j][k]}, as {@link #set(long, int)}. */
  public void set(long i, long j, long k, int value) {
    HostMemory.putInt(addressToWrite(i, j, k), value, this);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(int value) {
    fillBits(value);
  }
}
