package org.grcuda;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.GrCudaException;

/**
 * A device array of unsigned 64-bit integers (CUDA {@code unsigned long} and {@code unsigned long
 * long}). A Java {@code long} holds the bits of an element: see {@link Long#toUnsignedString},
 * {@link Long#compareUnsigned} and {@link Long#parseUnsignedLong}.
 */
public final class ULongArray extends TypedArray<ULongArray, long[]> {

  ULongArray(NdArray array) {
    super(array, JavaArrays.LONGS);
  }

  @Override
  ULongArray view(NdArray view) {
    return new ULongArray(view);
  }

  /**
   * Element {@code i} of a row, or, of an array of several dimensions, the one at {@code i} in
   * memory order. Waits for the computation that writes it, and for nothing else.
   *
   * @throws GrCudaException if there is no such element, the array was freed, or that computation
   *     failed
   */
  public long get(long i) {
    return HostMemory.getLong(addressToRead(i), this);
  }

  /** Element {@code [i][j]} of a matrix, as {@link #get(long)}. */
  public long get(long i, long j) {
    return HostMemory.getLong(addressToRead(i, j), this);
  }

  /** Element {@code [i][j][k]} of an array of three dimensions, as {@link #get(long)}. */
  public long get(long i, long j, long k) {
    return HostMemory.getLong(addressToRead(i, j, k), this);
  }

  /**
   * Stores {@code value} in the element that {@link #get(long)} reads. Waits for the computations
   * that use it, and for nothing else.
   *
   * @throws GrCudaException as {@link #get(long)}
   */
  public void set(long i, long value) {
    HostMemory.putLong(addressToWrite(i), value, this);
  }

  /** Stores {@code value} in element {@code [i][j]} of a matrix, as {@link #set(long, long)}. */
  public void set(long i, long j, long value) {
    HostMemory.putLong(addressToWrite(i, j), value, this);
  }

  /** Stores {@code value} in element {@code [i][j][k]}, as {@link #set(long, long)}. */
  public void set(long i, long j, long k, long value) {
    HostMemory.putLong(addressToWrite(i, j, k), value, this);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(long value) {
    fillBits(value);
  }
}
