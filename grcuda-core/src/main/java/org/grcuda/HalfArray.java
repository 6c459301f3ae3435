package org.grcuda;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Half;

/**
 * A device array of IEEE 754 binary16 numbers (CUDA {@code __half}), floats in Java. Storing rounds
 * to the nearest half, ties to even, and to infinity from 65520 on; reading is exact. Copies from
 * and to a {@code float[]} do the same; a memory segment or a buffer holds the 16 bits.
 */
public final class HalfArray extends TypedArray<HalfArray, float[]> {

  HalfArray(NdArray array) {
    super(array, JavaArrays.HALVES);
  }

  @Override
  HalfArray view(NdArray view) {
    return new HalfArray(view);
  }

  /**
   * Element {@code i} of a row, or, of an array of several dimensions, the one at {@code i} in
   * memory order. Waits for the computation that writes it, and for nothing else.
   *
   * @throws GrCudaException if there is no such element, the array was freed, or that computation
   *     failed
   */
  public float get(long i) {
    return Half.toFloat(HostMemory.getShort(addressToRead(i), this));
  }

  /** Element {@code [i][j]} of a matrix, as {@link #get(long)}. */
  public float get(long i, long j) {
    return Half.toFloat(HostMemory.getShort(addressToRead(i, j), this));
  }

  /** Element {@code [i][j][k]} of an array of three dimensions, as {@link #get(long)}. */
  public float get(long i, long j, long k) {
    return Half.toFloat(HostMemory.getShort(addressToRead(i, j, k), this));
  }

  /**
   * Stores {@code value} in the element that {@link #get(long)} reads. Waits for the computations
   * that use it, and for nothing else.
   *
   * @throws GrCudaException as {@link #get(long)}
   */
  public void set(long i, float value) {
    HostMemory.putShort(addressToWrite(i), Half.ofFloat(value), this);
  }

  /** Stores {@code value} in element {@code [i][j]} of a matrix, as {@link #set(long, float)}. */
  public void set(long i, long j, float value) {
    HostMemory.putShort(addressToWrite(i, j), Half.ofFloat(value), this);
  }

  /** Stores {@code value} in element {@code [i][j][k]}, as {@link #set(long, float)}. */
  public void set(long i, long j, long k, float value) {
    HostMemory.putShort(addressToWrite(i, j, k), Half.ofFloat(value), this);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(float value) {
    fillBits(Half.ofFloat(value));
  }
}
