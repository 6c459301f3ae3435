package org.grcuda;

import java.lang.foreign.MemorySegment;
import org.grcuda.core.engine.HostMemory;
import org.grcuda.core.engine.NdArray;

/** A device array of 8-bit integers (CUDA {@code signed char}). */
public final class ByteArray extends DeviceArray {

  ByteArray(NdArray array) {
    super(array);
  }

  /**
   * Element {@code index}, counted in memory order over all dimensions. Waits for the computation
   * that writes it, and for nothing else.
   *
   * @throws GrCudaException if the index is out of range, the array was freed, or that computation
   *     failed
   */
  public byte get(long index) {
    return HostMemory.getByte(addressToRead(index));
  }

  /**
   * Stores {@code value} at {@code index}. Waits for the computations that use the array, and for
   * nothing else. Errors as {@link #get}.
   */
  public void set(long index, byte value) {
    HostMemory.putByte(addressToWrite(index), value);
  }

  /**
   * Copies all elements from {@code source}, from its element 0 on.
   *
   * @throws GrCudaException if {@code source} has fewer elements
   */
  public void copyFrom(byte[] source) {
    copyFrom(MemorySegment.ofArray(source));
  }

  /**
   * Copies all elements to {@code target}, from its element 0 on.
   *
   * @throws GrCudaException if {@code target} has fewer elements
   */
  public void copyTo(byte[] target) {
    copyTo(MemorySegment.ofArray(target));
  }

  /** All elements, a copy. */
  public byte[] toArray() {
    byte[] elements = new byte[Math.toIntExact(length())];
    copyTo(elements);
    return elements;
  }

  /** Copies all elements from {@code source}, of the same length, asynchronously. */
  public void copyFrom(ByteArray source) {
    copyFromArray(source);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(byte value) {
    fillBits(value);
  }

  /**
   * The view of elements {@code from} to {@code to}, exclusive, along the first dimension: it
   * shares the memory.
   */
  public ByteArray slice(long from, long to) {
    return new ByteArray(array().slice(from, to));
  }

  /** The view of row {@code index} of an array of several dimensions: it shares the memory. */
  public ByteArray row(long index) {
    return new ByteArray(rowOf(index));
  }
}
