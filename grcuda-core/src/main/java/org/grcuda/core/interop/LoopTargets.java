package org.grcuda.core.interop;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.nodes.LoopNode;
import com.oracle.truffle.api.nodes.RootNode;
import java.nio.ByteOrder;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.Values;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** The loops of {@link ElementLoops} as call targets, which the Graal compiler compiles. */
final class LoopTargets {

  private final CallTarget readList = new ReadList().getCallTarget();
  private final CallTarget writeList = new WriteList().getCallTarget();
  private final CallTarget writeBuffer = new WriteBuffer().getCallTarget();

  /** Arguments: target array, source list, first index, index after the last. */
  CallTarget readList() {
    return readList;
  }

  /** Arguments: source array, target list, first index, index after the last. */
  CallTarget writeList() {
    return writeList;
  }

  /** Arguments: target buffer, offset in it, source address, number of bytes. */
  CallTarget writeBuffer() {
    return writeBuffer;
  }

  private abstract static class Loop extends RootNode {

    Loop() {
      super(null);
    }

    @Override
    public final Object execute(VirtualFrame frame) {
      Object[] arguments = frame.getArguments();
      try {
        run(arguments[0], arguments[1], (long) arguments[2], (long) arguments[3]);
      } catch (InteropException e) {
        throw refused((DeviceArray) arguments[0], arguments[1]);
      }
      return GuestNull.INSTANCE;
    }

    abstract void run(Object array, Object list, long from, long to) throws InteropException;

    /** The error for a list that does not let its elements be read or written. */
    @TruffleBoundary
    private GuestException refused(DeviceArray array, Object list) {
      return GuestException.of(
          GrCudaException.Kind.TYPE, problem(array.type()) + Values.describe(list));
    }

    abstract String problem(ElementType type);
  }

  private static final class ReadList extends Loop {
    @Child private InteropLibrary lists = InteropLibrary.getFactory().createDispatched(3);
    @Child private InteropLibrary arrays = InteropLibrary.getFactory().createDispatched(1);

    @Override
    void run(Object array, Object list, long from, long to) throws InteropException {
      for (long i = from; i < to; i++) {
        arrays.writeArrayElement(array, i, lists.readArrayElement(list, i));
      }
      LoopNode.reportLoopCount(this, (int) (to - from));
    }

    @Override
    String problem(ElementType type) {
      return "copyFrom, argument 1: cannot read the elements of ";
    }
  }

  private static final class WriteList extends Loop {
    @Child private InteropLibrary lists = InteropLibrary.getFactory().createDispatched(3);
    @Child private InteropLibrary arrays = InteropLibrary.getFactory().createDispatched(1);

    @Override
    void run(Object array, Object list, long from, long to) throws InteropException {
      for (long i = from; i < to; i++) {
        lists.writeArrayElement(list, i, element((DeviceArray) array, i));
      }
      LoopNode.reportLoopCount(this, (int) (to - from));
    }

    /** The element as a value; for a complex element, not the view that reading gives. */
    private Object element(DeviceArray array, long index) throws InteropException {
      return array.isComplexRow()
          ? array.complexElement(index)
          : arrays.readArrayElement(array, index);
    }

    @Override
    String problem(ElementType type) {
      return "copyTo, argument 1: cannot store " + type + " elements in ";
    }
  }

  private static final class WriteBuffer extends RootNode {
    @Child private InteropLibrary buffers = InteropLibrary.getFactory().createDispatched(3);

    WriteBuffer() {
      super(null);
    }

    @Override
    public Object execute(VirtualFrame frame) {
      Object[] arguments = frame.getArguments();
      try {
        copy(arguments[0], (long) arguments[1], (long) arguments[2], (long) arguments[3]);
      } catch (InteropException e) {
        throw GuestException.changed("copyTo, argument 1: the buffer", e);
      }
      return GuestNull.INSTANCE;
    }

    private void copy(Object buffer, long offset, long address, long bytes)
        throws InteropException {
      long words = bytes & -Long.BYTES;
      for (long i = 0; i < words; i += Long.BYTES) {
        long word = HostMemory.getLong(address + i);
        buffers.writeBufferLong(buffer, ByteOrder.LITTLE_ENDIAN, offset + i, word);
      }
      for (long i = words; i < bytes; i++) {
        buffers.writeBufferByte(buffer, offset + i, HostMemory.getByte(address + i));
      }
      LoopNode.reportLoopCount(this, (int) (bytes / Long.BYTES));
    }
  }
}
