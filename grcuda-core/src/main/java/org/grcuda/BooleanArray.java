package org.grcuda;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.GrCudaException;

/** A device array of truth values (CUDA {@code bool}): a byte each. */
public final class BooleanArray extends TypedArray<BooleanArray, boolean[]> {

  BooleanArray(NdArray array) {
    super(array, JavaArrays.BOOLEANS);
  }

  @Override
  BooleanArray view(NdArray view) {
    return new BooleanArray(view);
  }

  /**
   * Element {@code i} of a row, or, of an array of several dimensions, the one at {@code i} in
   * memory order. Waits for the computation that writes it, and for nothing else.
   *
   * @throws GrCudaException if there is no such element, the array was freed, or that computation
   *     failed
   */
  public boolean get(long i) {
    return HostMemory.getByte(addressToRead(i), this) != 0;
  }

  /** Element {@code [i][j]} of a matrix, as {@link #get(long)}. */
  public boolean get(long i, long j) {
    return HostMemory.getByte(addressToRead(i, j), this) != 0;
  }

  /** Element {@code [i][j][k]} of an array of three dimensions, as {@link #get(long)}. */
  public boolean get(long i, long j, long k) {
    return HostMemory.getByte(addressToRead(i, j, k), this) != 0;
  }

  /**
   * Stores {@code value} in the element that {@link #get(long)} reads. Waits for the computations
   * that use it, and for nothing else.
   *
   * @throws GrCudaException as {@link #get(long)}
   */
  public void set(long i, boolean value) {
    HostMemory.putByte(addressToWrite(i), (byte) (value ? 1 : 0), this);
  }

  /** Stores {@code value} in element {@code [i][j]} of a matrix, as {@link #set(long, boolean)}. */
  public void set(long i, long j, boolean value) {
    HostMemory.putByte(addressToWrite(i, j), (byte) (value ? 1 : 0), this);
  }

  /** Stores {@code value} in element {@code [i][j][k]}, as {@link #set(long, boolean)}. */
  public void set(long i, long j, long k, boolean value) {
    HostMemory.putByte(addressToWrite(i, j, k), (byte) (value ? 1 : 0), this);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(boolean value) {
    fillBits(value ? 1 : 0);
  }
}
