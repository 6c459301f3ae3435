package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidBufferOffsetException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import java.lang.foreign.MemorySegment;
import org.grcuda.GrCudaException;
import org.grcuda.Order;
import org.grcuda.core.engine.HostMemory;
import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.AccessMode;

/**
 * Copies between device arrays and everything that a host language calls an array: one bulk copy
 * where the other side is memory of the same element type, element by element otherwise.
 */
final class BulkCopy {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  /** Bytes of one step through a guest buffer: a step stays in the second-level cache. */
  private static final int CHUNK = 256 << 10;

  private BulkCopy() {}

  /** Copies all elements of {@code target}, a dense row, from {@code source}. */
  static void toDevice(GuestContext context, NdArray target, Object source) {
    if (source instanceof DeviceArray array) {
      context.session().copy(target, sameElements("copyFrom", target, array));
      return;
    }
    MemorySegment memory = HostSegments.of(context, source, target.type());
    if (memory != null) {
      checkBytes("copyFrom", target, memory.byteSize());
      MemorySegment from = memory.asSlice(0, target.bytes());
      context
          .session()
          .hostCopy(
              target,
              AccessMode.OVERWRITE,
              to -> HostMemory.segment(to, target.bytes()).copyFrom(from));
      return;
    }
    GuestBuffer buffer = GuestBuffer.of(source, target.type());
    if (buffer != null) {
      checkBytes("copyFrom", target, buffer.bytes());
      context
          .session()
          .hostCopy(target, AccessMode.OVERWRITE, to -> readBuffer(buffer, to, target));
      return;
    }
    checkElements("copyFrom", target, source);
    new ElementLoops(context).read(new DeviceArray(context, target), source);
  }

  /** Copies all elements of {@code source}, a dense row, to {@code target}. */
  static void fromDevice(GuestContext context, NdArray source, Object target) {
    if (target instanceof DeviceArray array) {
      context.session().copy(sameElements("copyTo", source, array), source);
      return;
    }
    MemorySegment memory = HostSegments.of(context, target, source.type());
    if (memory != null) {
      checkBytes("copyTo", source, memory.byteSize());
      HostMemory.checkWritable("copyTo", memory);
      context
          .session()
          .hostCopy(
              source,
              AccessMode.READ,
              from -> memory.copyFrom(HostMemory.segment(from, source.bytes())));
      return;
    }
    GuestBuffer buffer = GuestBuffer.of(target, source.type());
    if (buffer != null && buffer.isWritable()) {
      checkBytes("copyTo", source, buffer.bytes());
      var loops = new ElementLoops(context);
      context
          .session()
          .hostCopy(
              source, AccessMode.READ, from -> loops.writeBuffer(buffer, from, source.bytes()));
      return;
    }
    checkElements("copyTo", source, target);
    new ElementLoops(context).write(new DeviceArray(context, source), target);
  }

  /** Refuses a copy between arrays of several dimensions that lie in memory in different orders. */
  static void checkOrder(String method, NdArray array, Object other) {
    if (other instanceof DeviceArray device
        && array.rank() > 1
        && device.array().rank() > 1
        && !bothDense(Order.C, array, device.array())
        && !bothDense(Order.F, array, device.array())) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          method
              + ": "
              + array.describe()
              + " and "
              + device.array().describe()
              + " lie in memory in different orders (C and F)");
    }
  }

  private static boolean bothDense(Order order, NdArray a, NdArray b) {
    return a.isDense(order) && b.isDense(order);
  }

  private static NdArray sameElements(String method, NdArray array, DeviceArray other) {
    if (other.array().type() != array.type()) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          method
              + ": expected a device array of "
              + array.type()
              + ", given "
              + other.array().describe());
    }
    if (!other.array().isContiguous()) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          method
              + ": a strided view of shape "
              + other.array().describe()
              + " cannot be copied in bulk");
    }
    checkCount(method, array.size(), other.array().size());
    return other.array().flat().slice(0, array.size());
  }

  private static void readBuffer(GuestBuffer source, long address, NdArray target) {
    byte[] chunk = new byte[(int) Math.min(CHUNK, target.bytes())];
    try {
      for (long done = 0; done < target.bytes(); done += chunk.length) {
        int bytes = (int) Math.min(chunk.length, target.bytes() - done);
        // To the chunk's end: GraalPy 25.0.3 refuses a read that leaves room after it.
        int start = chunk.length - bytes;
        INTEROP.readBuffer(source.buffer(), source.offset() + done, chunk, start, bytes);
        HostMemory.copyFromArray(chunk, start, address + done, bytes);
      }
    } catch (UnsupportedMessageException | InvalidBufferOffsetException e) {
      throw new IllegalStateException("a buffer changed while it was read", e);
    }
  }

  private static void checkBytes(String method, NdArray array, long bytes) {
    if (bytes < array.bytes()) {
      checkCount(method, array.size(), bytes / array.type().sizeBytes());
    }
  }

  private static void checkElements(String method, NdArray array, Object list) {
    if (!INTEROP.hasArrayElements(list)) {
      throw Values.expected(method + ", argument 1", "an array, a list or a buffer", list);
    }
    try {
      checkCount(method, array.size(), INTEROP.getArraySize(list));
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException("a list without a size", e);
    }
  }

  private static void checkCount(String method, long expected, long given) {
    if (given < expected) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          method
              + ": expected at least "
              + expected
              + (expected == 1 ? " element" : " elements")
              + ", given "
              + given);
    }
  }
}
