package org.grcuda;

import java.lang.foreign.MemorySegment;
import org.grcuda.core.engine.HostMemory;
import org.grcuda.core.engine.NdArray;

/** A device array of floats (CUDA {@code float}). */
public final class FloatArray extends DeviceArray {

  FloatArray(NdArray array) {
    super(array);
  }

  /**
   * Element {@code index}, counted in memory order over all dimensions. Waits for the computation
   * that writes it, and for nothing else.
   *
   * @throws GrCudaException if the index is out of range, the array was freed, or that computation
   *     failed
   */
  public float get(long index) {
    return HostMemory.getFloat(addressToRead(index));
  }

  /**
   * Stores {@code value} at {@code index}. Waits for the computations that use the array, and for
   * nothing else. Errors as {@link #get}.
   */
  public void set(long index, float value) {
    HostMemory.putFloat(addressToWrite(index), value);
  }

  /**
   * Copies all elements from {@code source}, from its element 0 on.
   *
   * @throws GrCudaException if {@code source} has fewer elements
   */
  public void copyFrom(float[] source) {
    copyFrom(MemorySegment.ofArray(source));
  }

  /**
   * Copies all elements to {@code target}, from its element 0 on.
   *
   * @throws GrCudaException if {@code target} has fewer elements
   */
  public void copyTo(float[] target) {
    copyTo(MemorySegment.ofArray(target));
  }

  /** All elements, a copy. */
  public float[] toArray() {
    float[] elements = new float[Math.toIntExact(length())];
    copyTo(elements);
    return elements;
  }

  /** Copies all elements from {@code source}, of the same length, asynchronously. */
  public void copyFrom(FloatArray source) {
    copyFromArray(source);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(float value) {
    fillBits(Float.floatToRawIntBits(value));
  }

  /**
   * The view of elements {@code from} to {@code to}, exclusive, along the first dimension: it
   * shares the memory.
   */
  public FloatArray slice(long from, long to) {
    return new FloatArray(array().slice(from, to));
  }

  /** The view of row {@code index} of an array of several dimensions: it shares the memory. */
  public FloatArray row(long index) {
    return new FloatArray(rowOf(index));
  }
}
