package org.grcuda;

import org.grcuda.core.engine.NdArray;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.GrCudaException;

/** A device array of floats (CUDA {@code float}). */
public final class FloatArray extends TypedArray<FloatArray, float[]> {

  FloatArray(NdArray array) {
    super(array, JavaArrays.FLOATS);
  }

  @Override
  FloatArray view(NdArray view) {
    return new FloatArray(view);
  }

  /**
   * Element {@code i} of a row, or, of an array of several dimensions, the one at {@code i} in
   * memory order. Waits for the computation that writes it, and for nothing else.
   *
   * @throws GrCudaException if there is no such element, the array was freed, or that computation
   *     failed
   */
  public float get(long i) {
    return HostMemory.getFloat(addressToRead(i), this);
  }

  /** Element {@code [i][j]} of a matrix, as {@link #get(long)}. */
  public float get(long i, long j) {
    return HostMemory.getFloat(addressToRead(i, j), this);
  }

  /** Element {@code [i][j][k]} of an array of three dimensions, as {@link #get(long)}. */
  public float get(long i, long j, long k) {
    return HostMemory.getFloat(addressToRead(i, j, k), this);
  }

  /**
   * Stores {@code value} in the element that {@link #get(long)} reads. Waits for the computations
   * that use it, and for nothing else.
   *
   * @throws GrCudaException as {@link #get(long)}
   */
  public void set(long i, float value) {
    HostMemory.putFloat(addressToWrite(i), value, this);
  }

  /** Stores {@code value} in element {@code [i][j]} of a matrix, as {@link #set(long, float)}. */
  public void set(long i, long j, float value) {
    HostMemory.putFloat(addressToWrite(i, j), value, this);
  }

  /** Stores {@code value} in element {@code [i][j][k]}, as {@link #set(long, float)}. */
  public void set(long i, long j, long k, float value) {
    HostMemory.putFloat(addressToWrite(i, j, k), value, this);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(float value) {
    fillBits(Float.floatToRawIntBits(value));
  }
}
