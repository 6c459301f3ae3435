package org.grcuda.cuda;

import java.util.Locale;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DriverException;

/**
 * The stack of each thread of a GPU (CU_LIMIT_STACK_SIZE). CUDA reserves it for every thread that
 * the GPU can run at once. It grows by itself for kernels whose need their compiler knows; for
 * others, that recurse, it stays at 1 KiB unless it is raised, and they overflow it.
 */
final class StackLimit {

  /** Most local memory of a thread (CUDA C++ Programming Guide, compute capabilities). */
  static final long MOST_BYTES = 512 << 10;

  /** What is asked for by itself: no more than this, and than this part of the memory. */
  private static final long USUAL_BYTES = 32 << 10;

  private static final int MEMORY_PART = 16;

  private static final int STACK_SIZE = 0;

  private final CudaSession session;
  private final Gpu gpu;

  /** Read at any time, for messages. */
  private volatile long bytes;

  private boolean raised;

  /**
   * Sets the limit that was asked for.
   *
   * @param asked bytes; 0: CUDA's, until {@link #raise}
   * @throws DriverException if the GPU has not so much memory
   */
  StackLimit(CudaSession session, Gpu gpu, long asked) {
    this.session = session;
    this.gpu = gpu;
    this.bytes = current();
    this.raised = asked != 0;
    if (asked != 0) {
      int status = DriverApi.setLimit(session.handle(), gpu.context(), STACK_SIZE, asked);
      if (status != 0) {
        throw session.failure(status, "cuCtxSetLimit", gpu.number(), asText(asked));
      }
      bytes = current();
    }
  }

  private String asText(long asked) {
    return String.format(
        Locale.ROOT,
        "GpuStack=%d for each of %,d threads takes %,d bytes of the GPU's memory",
        asked,
        threads(),
        asked * threads());
  }

  /** The limit, in bytes. */
  long bytes() {
    return bytes;
  }

  /**
   * Code is loaded whose need is not known: raises the limit once, as far as the GPU has memory.
   * Waits for the GPU's work.
   */
  synchronized void raise() {
    if (raised) {
      return;
    }
    raised = true;
    long wanted = Math.min(USUAL_BYTES, gpu.memory() / MEMORY_PART / Math.max(1, threads()));
    for (long size = wanted & -16; size > bytes; size = size / 2 & -16) {
      int status = DriverApi.setLimit(session.handle(), gpu.context(), STACK_SIZE, size);
      if (status == 0) {
        bytes = current();
        return;
      }
      if (status != CudaResult.CUDA_ERROR_OUT_OF_MEMORY.code()) {
        session.check(status, "cuCtxSetLimit", gpu.number());
      }
    }
  }

  /**
   * Requires that the GPU has the local memory that a kernel takes.
   *
   * @param localBytes of each thread
   */
  void requireRoom(String kernel, int localBytes) {
    long all = localBytes * threads();
    if (all > gpu.memory()) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_OUT_OF_MEMORY,
          "cuModuleGetFunction",
          gpu.number(),
          String.format(
              Locale.ROOT,
              "kernel '%s' takes %,d bytes of local memory for each thread; for the %,d threads"
                  + " that the GPU runs at once that is %,d bytes, and it has %,d: make the"
                  + " kernel's local arrays smaller, or keep them in a device array",
              kernel,
              localBytes,
              threads(),
              all,
              gpu.memory()));
    }
  }

  /** Threads that the GPU runs at once. */
  private long threads() {
    return (long) gpu.attribute(DeviceAttribute.MULTIPROCESSOR_COUNT)
        * gpu.attribute(DeviceAttribute.MAX_THREADS_PER_MULTIPROCESSOR);
  }

  private long current() {
    return session.longOf(
        "cuCtxGetLimit",
        gpu.number(),
        out -> DriverApi.limit(session.handle(), gpu.context(), STACK_SIZE, out));
  }
}
