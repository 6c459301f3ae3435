package org.grcuda.task;

/**
 * A request to have an array on the host. The request is a computation: it waits for those before
 * it that conflict, and later ones that conflict wait until it is released. Between, the host uses
 * the elements without waiting.
 *
 * <p>Programs do not implement it: {@code DeviceArray.request} makes one.
 */
public interface Request extends AutoCloseable {

  /** Whether the elements can be used, or never will be: {@link #await} would return at once. */
  boolean isReady();

  /**
   * Waits until the elements can be used.
   *
   * @throws org.grcuda.types.GrCudaException if a computation that wrote the array failed, or if
   *     the request was released
   */
  void await();

  /**
   * Ends the use of the elements, ready or not. Closing the context also ends it. May be called
   * from any thread. Idempotent.
   */
  void release();

  /** As {@link #release}. */
  @Override
  default void close() {
    release();
  }
}
