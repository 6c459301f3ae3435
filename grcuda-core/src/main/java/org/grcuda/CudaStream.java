package org.grcuda;

import org.grcuda.core.engine.Computations;
import org.grcuda.core.engine.CudaMemory;
import org.grcuda.core.engine.UserStream;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.types.GrCudaException;

/**
 * A stream of the program. Work put on it ({@link Kernel.Configuration#stream}) runs in the order
 * of the stream and, as all work does, after everything whose data it uses. So right results never
 * need streams. They serve only to separate or order computations that share no data.
 */
public final class CudaStream implements AutoCloseable {

  private final UserStream stream;
  private final CudaMemory memory;

  CudaStream(UserStream stream, CudaMemory memory) {
    this.stream = stream;
    this.memory = memory;
  }

  /** Number of its device. */
  public int device() {
    return stream.device();
  }

  /**
   * Waits for the work on it (cudaStreamSynchronize).
   *
   * @throws GrCudaException the first failure on it that was not reported yet
   */
  public void synchronize() {
    stream.synchronize();
  }

  /** Makes later work on it wait for the work before {@code event} (cudaStreamWaitEvent). */
  public void waitFor(CudaEvent event) {
    stream.waitFor(event.event());
  }

  /**
   * Moves {@code array} to this stream's device ahead of its use, in the order of the stream
   * (cudaMemPrefetchAsync).
   *
   * @throws GrCudaException if the elements of {@code array} have gaps between them
   */
  public void prefetch(DeviceArray array) {
    Placement placement = placement(array.session());
    memory.prefetch(array.array().dense("prefetch", "prefetched").region(), device(), placement);
  }

  /** Whether it was closed. */
  public boolean isClosed() {
    return stream.isDestroyed();
  }

  UserStream stream() {
    return stream;
  }

  Placement placement(Computations user) {
    return stream.placement(user);
  }

  /** Destroys it; its work completes (cudaStreamDestroy). Idempotent. */
  @Override
  public void close() {
    stream.close();
  }

  /** Its number, and its device's. */
  @Override
  public String toString() {
    return stream.toString();
  }
}
