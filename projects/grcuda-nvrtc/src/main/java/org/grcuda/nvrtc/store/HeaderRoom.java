package org.grcuda.nvrtc.store;

import com.sun.jna.NativeLibrary;
import java.util.Optional;

/**
 * Room among this process's addresses for NVRTC's memory of precompiled headers. NVRTC takes that
 * memory when it first needs it, wherever there is room, which depends on what was compiled before.
 * Room that is kept free since the process began is at the same place in each process.
 */
public final class HeaderRoom {

  /** NVRTC's memory (nvrtcGetPCHHeapSize: 256 MB), aligned to a huge page. */
  private static final long BYTES = (256L << 20) + (4L << 20);

  private static final int PROT_NONE = 0;
  private static final int MAP_PRIVATE = 0x02;
  private static final int MAP_ANONYMOUS = 0x20;
  private static final int MAP_NORESERVE = 0x4000;
  private static final long FAILED = -1;

  private final long address;

  private HeaderRoom(long address) {
    this.address = address;
  }

  /** Takes room, but no memory (mmap(2)); empty if the process may not have so many addresses. */
  public static Optional<HeaderRoom> reserve() {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    long address = call("mmap", 0L, BYTES, PROT_NONE, flags, -1, 0L);
    return address == FAILED ? Optional.empty() : Optional.of(new HeaderRoom(address));
  }

  /** Gives it back: the next large mapping is there. */
  public void release() {
    call("munmap", address, BYTES);
  }

  private static long call(String function, Object... arguments) {
    return NativeLibrary.getProcess().getFunction(function).invokeLong(arguments);
  }
}
