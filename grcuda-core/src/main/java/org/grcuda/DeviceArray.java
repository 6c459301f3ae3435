package org.grcuda;

import java.lang.foreign.MemorySegment;
import org.grcuda.core.engine.HostMemory;
import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.AccessMode;

/**
 * A device array: memory that kernels and the host share. Computations on it are asynchronous; an
 * access on the host waits for exactly what it needs. Released by {@link #close}, or when it
 * becomes unreachable. Safe for use by several threads, as far as their element accesses do not
 * race.
 */
public abstract sealed class DeviceArray implements AutoCloseable
    permits ByteArray, DoubleArray, FloatArray, IntArray, LongArray, ShortArray {

  private final NdArray array;
  private final long address;
  private final long length;
  private final int elementBytes;

  DeviceArray(NdArray array) {
    this.array = array;
    this.address = array.address();
    this.length = array.size();
    this.elementBytes = array.type().sizeBytes();
  }

  final NdArray array() {
    return array;
  }

  /** Elements in all. */
  public final long length() {
    return length;
  }

  /** Elements along each dimension. */
  public final long[] shape() {
    return array.shape();
  }

  /** Size in bytes. */
  public final long byteSize() {
    return array.bytes();
  }

  final long addressToRead(long index) {
    checkIndex(index);
    if (!array.storage().allocation().isHostReadable()) {
      array.storage().session().elementAccess(array, index, AccessMode.READ);
    }
    return address + index * elementBytes;
  }

  final long addressToWrite(long index) {
    checkIndex(index);
    if (!array.storage().allocation().isHostWritable()) {
      array.storage().session().elementAccess(array, index, AccessMode.WRITE);
    }
    return address + index * elementBytes;
  }

  private void checkIndex(long index) {
    if (Long.compareUnsigned(index, length) >= 0) {
      throw new GrCudaException(
          GrCudaException.Kind.INDEX,
          "index "
              + index
              + " is out of range for "
              + array.describe()
              + ": legal are 0 to "
              + (length - 1));
    }
  }

  final NdArray rowOf(long index) {
    if (array.rank() < 2) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE, "row of " + array.describe() + ", which has one dimension");
    }
    if (Long.compareUnsigned(index, array.extent(0)) >= 0) {
      throw new GrCudaException(
          GrCudaException.Kind.INDEX,
          "row "
              + index
              + " is out of range for "
              + array.describe()
              + ": legal are 0 to "
              + (array.extent(0) - 1));
    }
    return array.row(index);
  }

  /**
   * Copies the bytes of all elements from {@code source}: one bulk copy.
   *
   * @throws GrCudaException if {@code source} is shorter than {@link #byteSize}
   */
  public final void copyFrom(MemorySegment source) {
    checkBytes("copyFrom", source.byteSize());
    MemorySegment from = source.asSlice(0, byteSize());
    array
        .storage()
        .session()
        .hostCopy(
            array, AccessMode.OVERWRITE, to -> HostMemory.segment(to, byteSize()).copyFrom(from));
  }

  /**
   * Copies the bytes of all elements to {@code target}: one bulk copy.
   *
   * @throws GrCudaException if {@code target} is shorter than {@link #byteSize}, or read-only
   */
  public final void copyTo(MemorySegment target) {
    checkBytes("copyTo", target.byteSize());
    HostMemory.checkWritable("copyTo", target);
    MemorySegment to = target.asSlice(0, byteSize());
    array
        .storage()
        .session()
        .hostCopy(
            array, AccessMode.READ, from -> to.copyFrom(HostMemory.segment(from, byteSize())));
  }

  private void checkBytes(String method, long given) {
    if (given < byteSize()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          method + ": expected at least " + length + " elements, given " + given / elementBytes);
    }
  }

  final void copyFromArray(DeviceArray source) {
    if (source.length != length) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "copyFrom: expected " + length + " elements, given " + source.length);
    }
    array.storage().session().copy(array, source.array);
  }

  final void fillBits(long bits) {
    array.storage().session().fill(array, bits);
  }

  /**
   * Maps the array into host memory without a copy: waits for the computations that conflict, and
   * makes later ones that conflict wait until the view is closed.
   *
   * @param access {@link HostView#READ}, {@link HostView#WRITE}, or both
   */
  public final HostView map(int access) {
    return HostView.open(array, access);
  }

  /**
   * Frees the memory, ordered after the computations that use it. Idempotent. Of a row or slice it
   * does nothing, the memory is the whole array's; nor of a variable ({@link Kernel#global}), whose
   * memory is the module's.
   */
  @Override
  public final void close() {
    if (!array.isView() && !array.storage().isVariable()) {
      array.storage().free();
    }
  }

  /** Type and shape, such as {@code float[28][28]}. */
  @Override
  public final String toString() {
    return array.describe();
  }
}
