package org.grcuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.grcuda.core.engine.HostSection;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.types.GrCudaException;

/** A device array as host memory, for a while: see {@link DeviceArray#map}. */
public final class HostView implements AutoCloseable {

  /** The view is read. */
  public static final int READ = 1;

  /** The view is written. */
  public static final int WRITE = 2;

  private final HostSection section;
  private final MemorySegment segment;

  private HostView(HostSection section, MemorySegment segment) {
    this.section = section;
    this.segment = segment;
  }

  static AccessMode mode(String method, int access) {
    return switch (access) {
      case READ -> AccessMode.READ;
      case WRITE -> AccessMode.WRITE;
      case READ | WRITE -> AccessMode.READ_WRITE;
      default ->
          throw new GrCudaException(
              GrCudaException.Kind.VALUE,
              method + ": expected READ, WRITE or READ | WRITE, given " + access);
    };
  }

  static HostView open(NdArray array, int access) {
    AccessMode mode = mode("map", access);
    Arena arena = Arena.ofShared();
    HostSection section = array.storage().session().hostAccess().enter(array, mode, arena::close);
    return new HostView(section, HostMemory.segment(array.address(), array.bytes(), arena));
  }

  /** The memory: valid until {@link #close}. Writing to it without {@link #WRITE} is an error. */
  public MemorySegment segment() {
    return section.mode().writes() ? segment : segment.asReadOnly();
  }

  /**
   * Ends the access: computations that wait for it may run. Closing the context also ends it.
   * Idempotent.
   */
  @Override
  public void close() {
    section.close();
  }
}
