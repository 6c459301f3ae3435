package org.grcuda;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.GrCudaException;

/**
 * A device array of unsigned 32-bit integers (CUDA {@code unsigned int}), 0 to 4294967295. In
 * copies, an {@code int[]} holds the bits of the elements: {@link Integer#toUnsignedLong}.
 */
public final class UIntArray extends TypedArray<UIntArray, int[]> {

  UIntArray(NdArray array) {
    super(array, JavaArrays.INTS);
  }

  @Override
  UIntArray view(NdArray view) {
    return new UIntArray(view);
  }

  /**
   * Element {@code i} of a row, or, of an array of several dimensions, the one at {@code i} in
   * memory order. Waits for the computation that writes it, and for nothing else.
   *
   * @throws GrCudaException if there is no such element, the array was freed, or that computation
   *     failed
   */
  public long get(long i) {
    return HostMemory.getInt(addressToRead(i), this) & 0xffffffffL;
  }

  /** Element {@code [i][j]} of a matrix, as {@link #get(long)}. */
  public long get(long i, long j) {
    return HostMemory.getInt(addressToRead(i, j), this) & 0xffffffffL;
  }

  /** Element {@code [i][j][k]} of an array of three dimensions, as {@link #get(long)}. */
  public long get(long i, long j, long k) {
    return HostMemory.getInt(addressToRead(i, j, k), this) & 0xffffffffL;
  }

  /**
   * Stores {@code value} in the element that {@link #get(long)} reads. Waits for the computations
   * that use it, and for nothing else.
   *
   * @throws GrCudaException as {@link #get(long)}, or if the value is out of range
   */
  public void set(long i, long value) {
    HostMemory.putInt(addressToWrite(i), (int) checked(value), this);
  }

  /** Stores {@code value} in element {@code [i][j]} of a matrix, as {@link #set(long, long)}. */
  public void set(long i, long j, long value) {
    HostMemory.putInt(addressToWrite(i, j), (int) checked(value), this);
  }

  /** Stores {@code value} in element {@code [i][j][k]}, as {@link #set(long, long)}. */
  public void set(long i, long j, long k, long value) {
    HostMemory.putInt(addressToWrite(i, j, k), (int) checked(value), this);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(long value) {
    fillBits(checked(value));
  }
}
