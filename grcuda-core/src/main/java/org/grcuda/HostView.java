package org.grcuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.grcuda.core.engine.HostMemory;
import org.grcuda.core.engine.HostSection;
import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.AccessMode;

/** A device array as host memory, for a while: see {@link DeviceArray#map}. */
public final class HostView implements AutoCloseable {

  /** The view is read. */
  public static final int READ = 1;

  /** The view is written. */
  public static final int WRITE = 2;

  private final Arena arena = Arena.ofShared();
  private final HostSection section;
  private final MemorySegment segment;

  private HostView(HostSection section, NdArray array) {
    this.section = section;
    this.segment = HostMemory.segment(array.address(), array.bytes(), arena);
  }

  static HostView open(NdArray array, int access) {
    AccessMode mode =
        switch (access) {
          case READ -> AccessMode.READ;
          case WRITE -> AccessMode.WRITE;
          case READ | WRITE -> AccessMode.READ_WRITE;
          default ->
              throw new GrCudaException(
                  GrCudaException.Kind.VALUE,
                  "map: expected READ, WRITE or READ | WRITE, given " + access);
        };
    return new HostView(array.storage().session().enter(array, mode), array);
  }

  /** The memory: valid until {@link #close}. Writing to it without {@link #WRITE} is an error. */
  public MemorySegment segment() {
    return section.mode().writes() ? segment : segment.asReadOnly();
  }

  /** Ends the access: computations that wait for it may run. Idempotent. */
  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
      section.close();
    }
  }
}
