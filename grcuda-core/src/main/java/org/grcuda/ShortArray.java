package org.grcuda;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.GrCudaException;

/** A device array of 16-bit integers (CUDA {@code short}). */
public final class ShortArray extends TypedArray<ShortArray, short[]> {

  ShortArray(NdArray array) {
    super(array, JavaArrays.SHORTS);
  }

  @Override
  ShortArray view(NdArray view) {
    return new ShortArray(view);
  }

  /**
   * Element {@code i} of a row, or, of an array of several dimensions, the one at {@code i} in
   * memory order. Waits for the computation that writes it, and for nothing else.
   *
   * @throws GrCudaException if there is no such element, the array was freed, or that computation
   *     failed
   */
  public short get(long i) {
    return HostMemory.getShort(addressToRead(i), this);
  }

  /** Element {@code [i][j]} of a matrix, as {@link #get(long)}. */
  public short get(long i, long j) {
    return HostMemory.getShort(addressToRead(i, j), this);
  }

  /** Element {@code [i][j][k]} of an array of three dimensions, as {@link #get(long)}. */
  public short get(long i, long j, long k) {
    return HostMemory.getShort(addressToRead(i, j, k), this);
  }

  /**
   * Stores {@code value} in the element that {@link #get(long)} reads. Waits for the computations
   * that use it, and for nothing else.
   *
   * @throws GrCudaException as {@link #get(long)}
   */
  public void set(long i, short value) {
    HostMemory.putShort(addressToWrite(i), value, this);
  }

  /** Stores {@code value} in element {@code [i][j]} of a matrix, as {@link #set(long, short)}. */
  public void set(long i, long j, short value) {
    HostMemory.putShort(addressToWrite(i, j), value, this);
  }

  /** Stores {@code value} in element {@code [i][j][k]}, as {@link #set(long, short)}. */
  public void set(long i, long j, long k, short value) {
    HostMemory.putShort(addressToWrite(i, j, k), value, this);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(short value) {
    fillBits(value);
  }
}
