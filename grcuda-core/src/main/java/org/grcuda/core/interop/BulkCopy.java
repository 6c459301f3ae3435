package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.InvalidBufferOffsetException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
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

  private BulkCopy() {}

  /** Copies all elements of {@code target}, a dense row, from {@code source}. */
  static void toDevice(GuestContext context, NdArray target, Object source) {
    if (source instanceof DeviceArray array) {
      copy(context, target, DeviceCopy.alike("copyFrom", target, array.array()));
      return;
    }
    Region pointed = Pointers.copied(context.session(), "copyFrom", source, target.bytes());
    if (pointed != null) {
      copyMemory(
          context, "copyFrom", Pointers.dense(context.session(), "copyFrom", target), pointed);
      return;
    }
    if (!target.isContiguous()) {
      if (isMemory(context, "copyFrom", source, target.type())) {
        compacted(
            context,
            target,
            dense -> {
              toDevice(context, dense, source);
              copy(context, target, dense);
            });
      } else {
        fromList(context, target, source);
      }
      return;
    }
    MemorySegment memory = HostSegments.of(context, "copyFrom", source, target.type());
    if (memory != null) {
      DeviceCopy.checkBytes("copyFrom", target, memory.byteSize());
      MemorySegment from = memory.asSlice(0, target.bytes());
      context
          .session()
          .hostAccess()
          .copy(
              target,
              AccessMode.OVERWRITE,
              to -> HostMemory.segment(to, target.bytes()).copyFrom(from));
      return;
    }
    GuestBuffer buffer = GuestBuffer.of(source, target.type());
    if (buffer != null) {
      DeviceCopy.checkBytes("copyFrom", target, buffer.bytes());
      context
          .session()
          .hostAccess()
          .guestCopy(target, AccessMode.OVERWRITE, to -> readBuffer(buffer, to, target.bytes()));
      return;
    }
    fromList(context, target, source);
  }

  private static void copyMemory(
      GuestContext context, String method, Region target, Region source) {
    context.session().cuda().memory().copy(method, target, source, Placement.ANYWHERE, true);
  }

  /**
   * Whether the other side of a copy is memory, so that only a bulk copy reads its elements
   * correctly.
   */
  private static boolean isMemory(
      GuestContext context, String method, Object value, ElementType type) {
    return HostSegments.of(context, method, value, type) != null
        || GuestBuffer.of(value, type) != null;
  }

  /** Runs a copy with a dense array as long as the strided row {@code strided}. */
  private static void compacted(GuestContext context, NdArray strided, Consumer<NdArray> copy) {
    NdArray dense = context.session().allocate(strided.type(), strided.shape(), Order.C);
    try {
      copy.accept(dense);
    } finally {
      context.session().free(dense);
    }
  }

  private static void fromList(GuestContext context, NdArray target, Object source) {
    DeviceCopy.checkCount("copyFrom", target.size(), elements("copyFrom", source));
    checkParts("copyFrom", target, source);
    checkPairs(target, source);
    new ElementLoops(context).read(new DeviceArray(context, target), source);
  }

  /** Copies between arrays of one type and size; a strided one element by element. */
  private static void copy(GuestContext context, NdArray target, NdArray source) {
    if (target.isContiguous() && source.isContiguous()) {
      context.session().copy(target, source);
    } else {
      new ElementLoops(context)
          .read(new DeviceArray(context, target), new DeviceArray(context, source));
    }
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
    if (source instanceof DeviceArray) {
      fromList(context, target, source);
    } else {
      toDevice(context, target, source);
    }
    return new DeviceArray(context, target);
  }

  /** Copies all elements of {@code source}, a dense row, to {@code target}. */
  static void fromDevice(GuestContext context, NdArray source, Object target) {
    if (target instanceof DeviceArray array) {
      copy(context, DeviceCopy.alike("copyTo", source, array.array()), source);
      return;
    }
    Region pointed = Pointers.copied(context.session(), "copyTo", target, source.bytes());
    if (pointed != null) {
      copyMemory(context, "copyTo", pointed, Pointers.dense(context.session(), "copyTo", source));
      return;
    }
    if (!source.isContiguous()) {
      if (isMemory(context, "copyTo", target, source.type())) {
        compacted(
            context,
            source,
            dense -> {
              copy(context, dense, source);
              fromDevice(context, dense, target);
            });
      } else {
        toList(context, source, target);
      }
      return;
    }
    MemorySegment memory = HostSegments.of(context, "copyTo", target, source.type());
    if (memory != null) {
      DeviceCopy.checkBytes("copyTo", source, memory.byteSize());
      HostMemory.checkWritable("copyTo", memory);
      context
          .session()
          .hostAccess()
          .copy(
              source,
              AccessMode.READ,
              from -> memory.copyFrom(HostMemory.segment(from, source.bytes())));
      return;
    }
    GuestBuffer buffer = GuestBuffer.of(target, source.type());
    if (buffer != null && buffer.isWritable()) {
      DeviceCopy.checkBytes("copyTo", source, buffer.bytes());
      var loops = new ElementLoops(context);
      context
          .session()
          .hostAccess()
          .guestCopy(
              source, AccessMode.READ, from -> loops.writeBuffer(buffer, from, source.bytes()));
      return;
    }
    toList(context, source, target);
  }

  /** An empty list that grows, such as {@code []}, is filled. */
  private static void toList(GuestContext context, NdArray source, Object target) {
    long elements = elements("copyTo", target);
    checkParts("copyTo", source, target);
    if (elements > 0 || !INTEROP.isArrayElementInsertable(target, 0)) {
      DeviceCopy.checkCount("copyTo", source.size(), elements);
    }
    new ElementLoops(context).write(new DeviceArray(context, source), target);
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
