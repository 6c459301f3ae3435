package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import org.grcuda.core.engine.Computations;
import org.grcuda.core.engine.CudaMemory;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Values;
import org.grcuda.runtime.computation.Region;
import org.grcuda.types.GrCudaException;

/**
 * A place in memory of cudaMalloc, as guest programs hold it. Dropping it frees nothing. Once the
 * memory is freed, the pointer is invalid, even if other memory has the same address by then.
 */
@ExportLibrary(InteropLibrary.class)
public final class PointerObject extends GuestObject<PointerObject> {

  static final MetaObject META = new MetaObject("Pointer", PointerObject.class);

  private static final Members<PointerObject> MEMBERS =
      new Members<PointerObject>("a pointer")
          .property("pointer", PointerObject::address)
          .property("nbytes", PointerObject::bytes)
          .property("isMemoryFreed", PointerObject::isFreed)
          .method("at", 1, 1, PointerObject::at)
          .method("toString", 0, 0, (pointer, arguments) -> pointer.display(true));

  private final Computations session;
  private final Region memory;

  /**
   * @param memory from the place to the end of the allocation, one of {@code session}
   */
  public PointerObject(Computations session, Region memory) {
    super(MEMBERS);
    this.session = session;
    this.memory = memory;
  }

  /** The session in whose memory it is. */
  Computations session() {
    return session;
  }

  /** The address, also of memory that was freed. */
  private long address() {
    return memory.allocation().hostAddress() + memory.offset();
  }

  private boolean isFreed() {
    return memory.allocation().isFreed();
  }

  /**
   * The memory from there to the end of the allocation.
   *
   * @throws GrCudaException if it was freed
   */
  Region memory() {
    if (isFreed()) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE, CudaMemory.hex(address()) + ": the memory was freed");
    }
    return memory;
  }

  private static Object bytes(PointerObject pointer) {
    return pointer.isFreed() ? 0L : pointer.memory.length();
  }

  private static Object at(PointerObject pointer, Object[] arguments) {
    long offset = Values.integer("at, argument 1 'offset'", arguments[0]);
    Region memory = pointer.memory();
    if (offset < -memory.offset() || offset >= memory.length()) {
      throw new GrCudaException(
          GrCudaException.Kind.INDEX,
          "at, argument 1 'offset': "
              + offset
              + " bytes is outside of "
              + memory.allocation()
              + ", expected "
              + -memory.offset()
              + " to "
              + (memory.length() - 1));
    }
    return new PointerObject(
        pointer.session,
        new Region(memory.allocation(), memory.offset() + offset, memory.length() - offset));
  }

  @ExportMessage
  boolean isPointer() {
    return true;
  }

  @ExportMessage
  long asPointer() {
    return address();
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "pointer " + CudaMemory.hex(address());
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
