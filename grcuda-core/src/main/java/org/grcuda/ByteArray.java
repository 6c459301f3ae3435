package org.grcuda;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.GrCudaException;

/** A device array of 8-bit integers (CUDA {@code signed char} and {@code char}). */
public final class ByteArray extends TypedArray<ByteArray, byte[]> {

  ByteArray(NdArray array) {
    super(array, JavaArrays.BYTES);
  }

  @Override
  ByteArray view(NdArray view) {
    return new ByteArray(view);
  }

  /**
   * Element {@code i} of a row, or, of an array of several dimensions, the one at {@code i} in
   * memory order. Waits for the computation that writes it, and for nothing else.
   *
   * @throws GrCudaException if there is no such element, the array was freed, or that computation
   *     failed
   */
  public byte get(long i) {
    return HostMemory.getByte(addressToRead(i), this);
  }

  /** Element {@code [i][j]} of a matrix, as {@link #get(long)}. */
  public byte get(long i, long j) {
    return HostMemory.getByte(addressToRead(i, j), this);
  }

  /** Element {@code [i][j][k]} of an array of three dimensions, as {@link #get(long)}. */
  public byte get(long i, long j, long k) {
    return HostMemory.getByte(addressToRead(i, j, k), this);
  }

  /**
   * Stores {@code value} in the element that {@link #get(long)} reads. Waits for the computations
   * that use it, and for nothing else.
   *
   * @throws GrCudaException as {@link #get(long)}
   */
  public void set(long i, byte value) {
    HostMemory.putByte(addressToWrite(i), value, this);
  }

  /** Stores {@code value} in element {@code [i][j]} of a matrix, as {@link #set(long, byte)}. */
  public void set(long i, long j, byte value) {
    HostMemory.putByte(addressToWrite(i, j), value, this);
  }

  /** Stores {@code value} in element {@code [i][j][k]}, as {@link #set(long, byte)}. */
  public void set(long i, long j, long k, byte value) {
    HostMemory.putByte(addressToWrite(i, j, k), value, this);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(byte value) {
    fillBits(value);
  }
}
