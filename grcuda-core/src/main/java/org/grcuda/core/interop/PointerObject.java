package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import org.grcuda.GrCudaException;
import org.grcuda.core.engine.CudaMemory;
import org.grcuda.core.engine.Session;
import org.grcuda.runtime.Region;

/** An address in memory of cudaMalloc, as guest programs hold it. Dropping it frees nothing. */
@ExportLibrary(InteropLibrary.class)
public final class PointerObject extends GuestObject<PointerObject> {

  static final MetaObject META = new MetaObject("Pointer", PointerObject.class);

  private static final Members<PointerObject> MEMBERS =
      new Members<PointerObject>("a pointer")
          .property("pointer", pointer -> pointer.address)
          .property("nbytes", PointerObject::bytes)
          .property("isMemoryFreed", pointer -> pointer.memory() == null)
          .method("at", 1, 1, PointerObject::at)
          .method("toString", 0, 0, (pointer, arguments) -> pointer.display(true));

  private final Session session;
  private final long address;

  /** The guest object for {@code address} in memory of {@code session}. */
  public PointerObject(Session session, long address) {
    super(MEMBERS);
    this.session = session;
    this.address = address;
  }

  /** The session in whose memory it is. */
  Session session() {
    return session;
  }

  /** The address. */
  long address() {
    return address;
  }

  /** The memory from there to the end of the allocation; null if it was freed. */
  private Region memory() {
    return session.resolve(address);
  }

  private static Object bytes(PointerObject pointer) {
    Region memory = pointer.memory();
    return memory == null ? 0L : memory.length();
  }

  private static Object at(PointerObject pointer, Object[] arguments) {
    long offset = Values.integer("at, argument 1 'offset'", arguments[0]);
    Region memory = pointer.memory();
    if (memory == null || offset < -memory.offset() || offset >= memory.length()) {
      throw new GrCudaException(
          GrCudaException.Kind.INDEX,
          "at, argument 1 'offset': "
              + offset
              + (memory == null
                  ? ": the memory was freed"
                  : " bytes is outside of "
                      + memory.allocation()
                      + ", expected "
                      + -memory.offset()
                      + " to "
                      + (memory.length() - 1)));
    }
    return new PointerObject(pointer.session, pointer.address + offset);
  }

  @ExportMessage
  boolean isPointer() {
    return true;
  }

  @ExportMessage
  long asPointer() {
    return address;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "pointer " + CudaMemory.hex(address);
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
