package org.grcuda;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.GrCudaException;

/**
 * A device array of unsigned 16-bit integers (CUDA {@code unsigned short}), 0 to 65535. Copies use
 * a {@code char[]}, as {@code char} is Java's unsigned 16-bit integer.
 */
public final class UShortArray extends TypedArray<UShortArray, char[]> {

  UShortArray(NdArray array) {
    super(array, JavaArrays.CHARS);
  }

  @Override
  UShortArray view(NdArray view) {
    return new UShortArray(view);
  }

  /**
   * Element {@code i} of a row, or, of an array of several dimensions, the one at {@code i} in
   * memory order. Waits for the computation that writes it, and for nothing else.
   *
   * @throws GrCudaException if there is no such element, the array was freed, or that computation
   *     failed
   */
  public int get(long i) {
    return HostMemory.getShort(addressToRead(i), this) & 0xffff;
  }

  /** Element {@code [i][j]} of a matrix, as {@link #get(long)}. */
  public int get(long i, long j) {
    return HostMemory.getShort(addressToRead(i, j), this) & 0xffff;
  }

  /** Element {@code [i][j][k]} of an array of three dimensions, as {@link #get(long)}. */
  public int get(long i, long j, long k) {
    return HostMemory.getShort(addressToRead(i, j, k), this) & 0xffff;
  }

  /**
   * Stores {@code value} in the element that {@link #get(long)} reads. Waits for the computations
   * that use it, and for nothing else.
   *
   * @throws GrCudaException as {@link #get(long)}, or if the value is out of range
   */
  public void set(long i, int value) {
    HostMemory.putShort(addressToWrite(i), (short) checked(value), this);
  }

  /** Stores {@code value} in element {@code [i][j]} of a matrix, as {@link #set(long, int)}. */
  public void set(long i, long j, int value) {
    HostMemory.putShort(addressToWrite(i, j), (short) checked(value), this);
  }

  /** Stores {@code value} in element {@code [i][j][k]}, as {@link #set(long, int)}. */
  public void set(long i, long j, long k, int value) {
    HostMemory.putShort(addressToWrite(i, j, k), (short) checked(value), this);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(int value) {
    fillBits(checked(value));
  }
}
