package org.grcuda.driver;

import java.util.function.BooleanSupplier;

/**
 * One open backend: its devices and the memory they share.
 *
 * <p>Every method may be called from any thread. Handles ({@link Stream}, {@link Event}, {@link
 * Module}, {@link Function}) belong to the driver that made them; using one after it was closed, or
 * with another driver, is an {@link IllegalStateException} or {@link IllegalArgumentException}.
 */
public interface Driver extends AutoCloseable {

  /** The backend's name, as in {@link DriverProvider#name}. */
  String name();

  /** Number of devices, at least 1. */
  int deviceCount();

  /**
   * Device {@code ordinal}, from 0.
   *
   * @throws DriverException CUDA_ERROR_INVALID_DEVICE
   */
  Device device(int ordinal);

  /**
   * Whether {@code device} can read and write the memory of another device, {@code peer}, directly
   * (cuDeviceCanAccessPeer); false if both are the same.
   *
   * @throws DriverException CUDA_ERROR_INVALID_DEVICE
   */
  boolean canAccessPeer(int device, int peer);

  /**
   * Allocates managed memory: one address, valid on the host and on every device
   * (cuMemAllocManaged). Contents are zero where the backend clears memory, else undefined.
   *
   * @param bytes size, at least 1; the address is aligned to 256 bytes
   * @throws DriverException CUDA_ERROR_OUT_OF_MEMORY, naming the sizes
   */
  long allocateManaged(long bytes);

  /** Allocates page-locked host memory (cuMemHostAlloc); contents and errors as for managed. */
  long allocateHost(long bytes);

  /**
   * Frees what {@link #allocateManaged}, {@link #allocateHost} or {@link Device#allocate} returned.
   * Work that uses it must have completed.
   *
   * @throws DriverException CUDA_ERROR_INVALID_VALUE if {@code address} is no live allocation
   */
  void free(long address);

  /**
   * The clock of the host, in nanoseconds; only differences mean anything. Differs from {@link
   * System#nanoTime} where the devices live in a time of their own, which then is the host's, too.
   */
  default long hostNanos() {
    return System.nanoTime();
  }

  /**
   * Whether time passes only while the host submits or waits, as for simulated devices: {@link
   * #hostNanos} stands still otherwise, and nothing completes by itself. Whoever wants the same
   * program to be executed in the same way each time then lets nothing but that clock decide. Such
   * a driver wants to know what launches access and cost: {@link Submission#cost}.
   */
  default boolean hasVirtualTime() {
    return false;
  }

  /**
   * Whether it tells of single instructions of kernels, as a debugger does: code with line numbers
   * serves it better.
   */
  default boolean tellsOfInstructions() {
    return false;
  }

  /**
   * Whether memory that devices write is memory of this machine. False for simulated devices that
   * execute nothing: what they have allocated is but addresses, apart from what the host itself
   * writes, and how much there is says nothing about what is left here.
   */
  default boolean hasRealMemory() {
    return true;
  }

  /**
   * Where time is virtual, lets it pass until {@code complete} holds, as a thread that sleeps does.
   *
   * @param complete asked on this thread, before and after whatever completes; it may submit work.
   *     Questions to events cost nothing there
   * @return false if nothing is under way and {@code complete} does not hold: time would stand
   *     still for ever
   * @throws InterruptedException if the thread is interrupted; the wait may be started anew
   * @throws UnsupportedOperationException unless {@link #hasVirtualTime}
   */
  default boolean awaitUntil(BooleanSupplier complete) throws InterruptedException {
    throw new UnsupportedOperationException("the devices of " + name() + " live in real time");
  }

  /**
   * How threads wait within calls: to the end, unless this is called. They wait for the translation
   * of a module, and where time is virtual for what kernels compute in reality, which any call may.
   * What {@code waiter} throws leaves the call, which has changed nothing then but the time.
   */
  default void waitWith(HostWaiter waiter) {}

  /**
   * The host is about to access managed memory, whose contents may be on a device: returns when
   * they are on the host. Called by the thread that accesses it, where {@link #hostPageBytes} is
   * above 0; else the machine sees to it.
   *
   * @param writes whether it may write
   */
  default void hostAccess(long address, long bytes, boolean writes) {}

  /**
   * Bytes of the pages that {@link #hostAccess} moves, counted from the beginning of an allocation;
   * 0 where it does nothing.
   */
  default long hostPageBytes() {
    return 0;
  }

  /**
   * Bandwidth of copies between two places, each a device ordinal or -1 for the host, in GB/s
   * (10<sup>9</sup> bytes a second); of a device to itself that of its memory. 0 where it must be
   * measured.
   */
  default double bandwidth(int from, int to) {
    return 0;
  }

  /**
   * Stops kernels soon, those that run and those that wait to run: they fail with
   * CUDA_ERROR_LAUNCH_TIMEOUT. For a driver that is to be closed next. Does nothing where the
   * backend cannot stop a kernel.
   *
   * @param reason for the error, such as {@code "its context was cancelled"}
   */
  default void stop(String reason) {}

  /** Changes now and then while kernels get on; always the same where that is not known. */
  default long progress() {
    return 0;
  }

  /** Waits for all work, frees every resource. Idempotent. Never throws for work that failed. */
  @Override
  void close();
}
