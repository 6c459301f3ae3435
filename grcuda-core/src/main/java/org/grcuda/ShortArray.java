package org.grcuda;

import java.lang.foreign.MemorySegment;
import org.grcuda.core.engine.HostMemory;
import org.grcuda.core.engine.NdArray;

/** A device array of 16-bit integers (CUDA {@code short}). */
public final class ShortArray extends DeviceArray {

  ShortArray(NdArray array) {
    super(array);
  }

  /**
   * Element {@code index}, counted in memory order over all dimensions. Waits for the computation
   * that writes it, and for nothing else.
   *
   * @throws GrCudaException if the index is out of range, the array was freed, or that computation
   *     failed
   */
  public short get(long index) {
    return HostMemory.getShort(addressToRead(index));
  }

  /**
   * Stores {@code value} at {@code index}. Waits for the computations that use the array, and for
   * nothing else. Errors as {@link #get}.
   */
  public void set(long index, short value) {
    HostMemory.putShort(addressToWrite(index), value);
  }

  /**
   * Copies all elements from {@code source}, from its element 0 on.
   *
   * @throws GrCudaException if {@code source} has fewer elements
   */
  public void copyFrom(short[] source) {
    copyFrom(MemorySegment.ofArray(source));
  }

  /**
   * Copies all elements to {@code target}, from its element 0 on.
   *
   * @throws GrCudaException if {@code target} has fewer elements
   */
  public void copyTo(short[] target) {
    copyTo(MemorySegment.ofArray(target));
  }

  /** All elements, a copy. */
  public short[] toArray() {
    short[] elements = new short[Math.toIntExact(length())];
    copyTo(elements);
    return elements;
  }

  /** Copies all elements from {@code source}, of the same length, asynchronously. */
  public void copyFrom(ShortArray source) {
    copyFromArray(source);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(short value) {
    fillBits(value);
  }

  /**
   * The view of elements {@code from} to {@code to}, exclusive, along the first dimension: it
   * shares the memory.
   */
  public ShortArray slice(long from, long to) {
    return new ShortArray(array().slice(from, to));
  }

  /** The view of row {@code index} of an array of several dimensions: it shares the memory. */
  public ShortArray row(long index) {
    return new ShortArray(rowOf(index));
  }
}
