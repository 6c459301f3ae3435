package org.grcuda;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.GrCudaException;

/**
 * A device array of unsigned 8-bit integers (CUDA {@code unsigned char}), 0 to 255. In copies, a
 * {@code byte[]} holds the bits of the elements: {@link Byte#toUnsignedInt}.
 */
public final class UByteArray extends TypedArray<UByteArray, byte[]> {

  UByteArray(NdArray array) {
    super(array, JavaArrays.BYTES);
  }

  @Override
  UByteArray view(NdArray view) {
    return new UByteArray(view);
  }

  /**
   * Element {@code i} of a row, or, of an array of several dimensions, the one at {@code i} in
   * memory order. Waits for the computation that writes it, and for nothing else.
   *
   * @throws GrCudaException if there is no such element, the array was freed, or that computation
   *     failed
   */
  public int get(long i) {
    return HostMemory.getByte(addressToRead(i), this) & 0xff;
  }

  /** Element {@code [i][j]} of a matrix, as {@link #get(long)}. */
  public int get(long i, long j) {
    return HostMemory.getByte(addressToRead(i, j), this) & 0xff;
  }

  /** Element {@code [i][j][k]} of an array of three dimensions, as {@link #get(long)}. */
  public int get(long i, long j, long k) {
    return HostMemory.getByte(addressToRead(i, j, k), this) & 0xff;
  }

  /**
   * Stores {@code value} in the element that {@link #get(long)} reads. Waits for the computations
   * that use it, and for nothing else.
   *
   * @throws GrCudaException as {@link #get(long)}, or if the value is out of range
   */
  public void set(long i, int value) {
    HostMemory.putByte(addressToWrite(i), (byte) checked(value), this);
  }

  /** Stores {@code value} in element {@code [i][j]} of a matrix, as {@link #set(long, int)}. */
  public void set(long i, long j, int value) {
    HostMemory.putByte(addressToWrite(i, j), (byte) checked(value), this);
  }

  /** Stores {@code value} in element {@code [i][j][k]}, as {@link #set(long, int)}. */
  public void set(long i, long j, long k, int value) {
    HostMemory.putByte(addressToWrite(i, j, k), (byte) checked(value), this);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(int value) {
    fillBits(checked(value));
  }
}
