package org.grcuda;

import java.lang.foreign.MemorySegment;
import org.grcuda.core.engine.HostMemory;
import org.grcuda.core.engine.NdArray;

/** A device array of 32-bit integers (CUDA {@code int}). */
public final class IntArray extends DeviceArray {

  IntArray(NdArray array) {
    super(array);
  }

  /**
   * Element {@code index}, counted in memory order over all dimensions. Waits for the computation
   * that writes it, and for nothing else.
   *
   * @throws GrCudaException if the index is out of range, the array was freed, or that computation
   *     failed
   */
  public int get(long index) {
    return HostMemory.getInt(addressToRead(index));
  }

  /**
   * Stores {@code value} at {@code index}. Waits for the computations that use the array, and for
   * nothing else. Errors as {@link #get}.
   */
  public void set(long index, int value) {
    HostMemory.putInt(addressToWrite(index), value);
  }

  /**
   * Copies all elements from {@code source}, from its element 0 on.
   *
   * @throws GrCudaException if {@code source} has fewer elements
   */
  public void copyFrom(int[] source) {
    copyFrom(MemorySegment.ofArray(source));
  }

  /**
   * Copies all elements to {@code target}, from its element 0 on.
   *
   * @throws GrCudaException if {@code target} has fewer elements
   */
  public void copyTo(int[] target) {
    copyTo(MemorySegment.ofArray(target));
  }

  /** All elements, a copy. */
  public int[] toArray() {
    int[] elements = new int[Math.toIntExact(length())];
    copyTo(elements);
    return elements;
  }

  /** Copies all elements from {@code source}, of the same length, asynchronously. */
  public void copyFrom(IntArray source) {
    copyFromArray(source);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(int value) {
    fillBits(value);
  }

  /**
   * The view of elements {@code from} to {@code to}, exclusive, along the first dimension: it
   * shares the memory.
   */
  public IntArray slice(long from, long to) {
    return new IntArray(array().slice(from, to));
  }

  /** The view of row {@code index} of an array of several dimensions: it shares the memory. */
  public IntArray row(long index) {
    return new IntArray(rowOf(index));
  }
}
