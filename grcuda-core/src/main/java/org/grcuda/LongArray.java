package org.grcuda;

import java.lang.foreign.MemorySegment;
import org.grcuda.core.engine.HostMemory;
import org.grcuda.core.engine.NdArray;

/** A device array of 64-bit integers (CUDA {@code long long}). */
public final class LongArray extends DeviceArray {

  LongArray(NdArray array) {
    super(array);
  }

  /**
   * Element {@code index}, counted in memory order over all dimensions. Waits for the computation
   * that writes it, and for nothing else.
   *
   * @throws GrCudaException if the index is out of range, the array was freed, or that computation
   *     failed
   */
  public long get(long index) {
    return HostMemory.getLong(addressToRead(index));
  }

  /**
   * Stores {@code value} at {@code index}. Waits for the computations that use the array, and for
   * nothing else. Errors as {@link #get}.
   */
  public void set(long index, long value) {
    HostMemory.putLong(addressToWrite(index), value);
  }

  /**
   * Copies all elements from {@code source}, from its element 0 on.
   *
   * @throws GrCudaException if {@code source} has fewer elements
   */
  public void copyFrom(long[] source) {
    copyFrom(MemorySegment.ofArray(source));
  }

  /**
   * Copies all elements to {@code target}, from its element 0 on.
   *
   * @throws GrCudaException if {@code target} has fewer elements
   */
  public void copyTo(long[] target) {
    copyTo(MemorySegment.ofArray(target));
  }

  /** All elements, a copy. */
  public long[] toArray() {
    long[] elements = new long[Math.toIntExact(length())];
    copyTo(elements);
    return elements;
  }

  /** Copies all elements from {@code source}, of the same length, asynchronously. */
  public void copyFrom(LongArray source) {
    copyFromArray(source);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(long value) {
    fillBits(value);
  }

  /**
   * The view of elements {@code from} to {@code to}, exclusive, along the first dimension: it
   * shares the memory.
   */
  public LongArray slice(long from, long to) {
    return new LongArray(array().slice(from, to));
  }

  /** The view of row {@code index} of an array of several dimensions: it shares the memory. */
  public LongArray row(long index) {
    return new LongArray(rowOf(index));
  }
}
