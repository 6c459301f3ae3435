package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.InvalidBufferOffsetException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;
import org.grcuda.core.engine.DeviceCopy;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.Values;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * Copies between device arrays and everything that a host language calls an array: one bulk copy if
 * the other side is memory of the same element type, element by element otherwise.
 */
final class BulkCopy {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  /** Bytes of one step through a guest buffer: a step stays in the second-level cache. */
  private static final int CHUNK = 256 << 10;

  private static final String MAP_SOURCE = "DeviceArray.map, argument 2 'source'";

  private enum Direction {
    TO_DEVICE("copyFrom", AccessMode.OVERWRITE),
    FROM_DEVICE("copyTo", AccessMode.READ);

    /** The method of arrays that copies, for messages. */
    final String method;

    /** What the copy does to the device array. */
    final AccessMode mode;

    Direction(String method, AccessMode mode) {
      this.method = method;
      this.mode = mode;
    }
  }

  private final GuestContext context;
  private final Direction direction;
  private final String method;

  private BulkCopy(GuestContext context, Direction direction) {
    this.context = context;
    this.direction = direction;
    this.method = direction.method;
  }

  /** Copies all elements of {@code target}, a row, from {@code source}. */
  static void toDevice(GuestContext context, NdArray target, Object source) {
    new BulkCopy(context, Direction.TO_DEVICE).copy(target, source);
  }

  /** Copies all elements of {@code source}, a row, to {@code target}. */
  static void fromDevice(GuestContext context, NdArray source, Object target) {
    new BulkCopy(context, Direction.FROM_DEVICE).copy(source, target);
  }

  private boolean isToDevice() {
    return direction == Direction.TO_DEVICE;
  }

  private void copy(NdArray array, Object other) {
    if (other instanceof DeviceArray device) {
      copyArray(array, DeviceCopy.alike(method, array, device.array()));
      return;
    }
    Region pointed = Pointers.copied(context.session(), method, other, array.bytes());
    if (pointed != null) {
      copyMemory(Pointers.dense(context.session(), method, array), pointed);
      return;
    }
    if (array.isAway()) {
      context.session().hostAccess().staged(array, direction.mode, near -> copy(near, other));
      return;
    }
    MemorySegment memory = HostSegments.of(context, method, other, array.type());
    GuestBuffer buffer = memory == null ? GuestBuffer.of(other, array.type()) : null;
    if (!array.isContiguous() && (memory != null || buffer != null)) {
      // Only a bulk copy reads the elements of memory correctly.
      copyCompacted(array, other);
    } else if (memory != null) {
      copySegment(array, memory);
    } else if (buffer != null && (isToDevice() || buffer.isWritable())) {
      copyBuffer(array, buffer);
    } else if (isToDevice()) {
      fromList(array, other);
    } else {
      toList(array, other);
    }
  }

  /** Copies between arrays of one type and size; a strided one element by element. */
  private void copyArray(NdArray array, NdArray other) {
    NdArray target = isToDevice() ? array : other;
    NdArray source = isToDevice() ? other : array;
    if (target.isContiguous() && source.isContiguous()) {
      context.session().copy(target, source);
    } else {
      new ElementLoops(context)
          .read(new DeviceArray(context, target), new DeviceArray(context, source));
    }
  }

  private void copyMemory(Region array, Region other) {
    Region target = isToDevice() ? array : other;
    Region source = isToDevice() ? other : array;
    context.session().cuda().memory().copy(method, target, source, Placement.ANYWHERE, true);
  }

  /** Copies by way of a dense array as long as the strided row {@code strided}. */
  private void copyCompacted(NdArray strided, Object other) {
    NdArray dense = context.session().allocate(strided.type(), strided.shape(), Order.C);
    try {
      if (isToDevice()) {
        copy(dense, other);
        copyArray(strided, dense);
      } else {
        copyArray(strided, dense);
        copy(dense, other);
      }
    } finally {
      context.session().free(dense);
    }
  }

  private void copySegment(NdArray array, MemorySegment memory) {
    DeviceCopy.checkBytes(method, array, memory.byteSize());
    HostMemory.checkAlive(method, memory);
    long bytes = array.bytes();
    LongConsumer copy;
    if (isToDevice()) {
      MemorySegment from = memory.asSlice(0, bytes);
      copy = to -> HostMemory.segment(to, bytes).copyFrom(from);
    } else {
      HostMemory.checkWritable(method, memory);
      copy = from -> memory.copyFrom(HostMemory.segment(from, bytes));
    }
    context.session().hostAccess().copy(array, direction.mode, copy);
  }

  private void copyBuffer(NdArray array, GuestBuffer buffer) {
    DeviceCopy.checkBytes(method, array, buffer.bytes());
    long bytes = array.bytes();
    LongConsumer copy;
    if (isToDevice()) {
      copy = to -> readBuffer(buffer, to, bytes);
    } else {
      var loops = new ElementLoops(context);
      copy = from -> loops.writeBuffer(buffer, from, bytes);
    }
    context.session().hostAccess().guestCopy(array, direction.mode, copy);
  }

  private void fromList(NdArray target, Object source) {
    DeviceCopy.checkCount(method, target.size(), elements(method, source));
    checkParts(method, target, source);
    checkPairs(target, source);
    new ElementLoops(context).read(new DeviceArray(context, target), source);
  }

  /** An empty list that grows, such as {@code []}, is filled. */
  private void toList(NdArray source, Object target) {
    long elements = elements(method, target);
    checkParts(method, source, target);
    if (elements > 0 || !INTEROP.isArrayElementInsertable(target, 0)) {
      DeviceCopy.checkCount(method, source.size(), elements);
    }
    new ElementLoops(context).write(new DeviceArray(context, source), target);
  }

  /** A device array with the elements of {@code source}: itself if it is one of {@code type}. */
  static DeviceArray converted(GuestContext context, ElementType type, Object source) {
    if (source instanceof DeviceArray array) {
      if (array.type() == type) {
        return array;
      }
      if (!array.isRow()) {
        throw Values.expected(
            MAP_SOURCE, "a device array of " + type + " or of one dimension", source);
      }
    }
    if (!INTEROP.hasArrayElements(source)) {
      throw Values.expected(MAP_SOURCE, "an array", source);
    }
    long[] shape = {elements(MAP_SOURCE, source)};
    NdArray target = context.session().allocate(type, shape, Order.C);
    BulkCopy copy = new BulkCopy(context, Direction.TO_DEVICE);
    if (source instanceof DeviceArray) {
      copy.fromList(target, source);
    } else {
      copy.copy(target, source);
    }
    return new DeviceArray(context, target);
  }

  /** Refuses a copy between arrays of several dimensions that lie in memory in different orders. */
  static void checkOrder(String method, NdArray array, Object other) {
    if (other instanceof DeviceArray device) {
      DeviceCopy.checkOrder(method, array, device.array());
    }
  }

  /** Refuses memory of another type for complex elements: its elements are not pairs. */
  private static void checkParts(String method, NdArray array, Object list) {
    if (array.type().kind() != ElementType.Kind.COMPLEX) {
      return;
    }
    if (list instanceof DeviceArray || GuestBuffer.of(list) == null) {
      return;
    }
    throw new GrCudaException(
        GrCudaException.Kind.TYPE,
        method
            + ", argument 1: expected a list, or memory of "
            + array.type().componentType()
            + " elements, the parts of "
            + array.describe()
            + " in turn");
  }

  /** Refuses a list of parts for complex elements: it could also mean as many real numbers. */
  private static void checkPairs(NdArray target, Object list) {
    if (target.type().kind() != ElementType.Kind.COMPLEX) {
      return;
    }
    try {
      if (INTEROP.getArraySize(list) == 2 * target.size()
          && INTEROP.isNumber(INTEROP.readArrayElement(list, 0))) {
        throw new GrCudaException(
            GrCudaException.Kind.TYPE,
            "copyFrom: a list of "
                + 2 * target.size()
                + " numbers for "
                + target.describe()
                + ": give lists of two, or the parts as a typed array");
      }
    } catch (UnsupportedMessageException | InvalidArrayIndexException e) {
      throw GuestException.changed("copyFrom, argument 1: the list", e);
    }
  }

  /** Copies the first {@code size} bytes of {@code source} to {@code address}. */
  static void readBuffer(GuestBuffer source, long address, long size) {
    byte[] chunk = new byte[(int) Math.min(CHUNK, size)];
    try {
      for (long done = 0; done < size; done += chunk.length) {
        int bytes = (int) Math.min(chunk.length, size - done);
        // Reads to the chunk's end: GraalPy 25.0.3 refuses a read that leaves room after it.
        int start = chunk.length - bytes;
        INTEROP.readBuffer(source.buffer(), source.offset() + done, chunk, start, bytes);
        HostMemory.copyFromArray(chunk, start, address + done, bytes);
      }
    } catch (UnsupportedMessageException | InvalidBufferOffsetException e) {
      throw GuestException.changed("copyFrom, argument 1: the buffer", e);
    }
  }

  private static long elements(String method, Object list) {
    if (!INTEROP.hasArrayElements(list)) {
      throw Values.expected(method + ", argument 1", "an array, a list or a buffer", list);
    }
    try {
      return INTEROP.getArraySize(list);
    } catch (UnsupportedMessageException e) {
      throw GuestException.changed(method + ", argument 1: the list", e);
    }
  }
}
