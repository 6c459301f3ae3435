package org.grcuda.driver;

import java.util.function.BooleanSupplier;

/**
 * One open backend: its devices and the memory they share.
 *
 * <p>Every method may be called from any thread. Handles ({@link Stream}, {@link Event}, {@link
 * Module}, {@link Function}) belong to the driver that made them; using one after it was closed, or
 * with another driver, is a {@link UsageException} or {@link IllegalArgumentException}.
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
   * Whether the memory of one device can be copied to another, or the other way around, in one
   * command. If not, copies pass host memory.
   *
   * @throws DriverException CUDA_ERROR_INVALID_DEVICE
   */
  default boolean copiesBetween(int from, int to) {
    return true;
  }

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
   * Whether {@link #allocateHost} is a costly call, which locks each page. Then a runtime allocates
   * large chunks and divides them.
   */
  default boolean hasCostlyHostMemory() {
    return false;
  }

  /**
   * Frees memory that {@link #allocateManaged}, {@link #allocateHost} or {@link Device#allocate}
   * returned. Work that uses the memory must have completed.
   *
   * @throws DriverException CUDA_ERROR_INVALID_VALUE if {@code address} is not a live allocation
   */
  void free(long address);

  /**
   * The clock of the host, in nanoseconds; only differences have a meaning. It differs from {@link
   * System#nanoTime} if the devices have virtual time, which then is the host's time, too.
   */
  default long hostNanos() {
    return System.nanoTime();
  }

  /**
   * Whether time passes only while the host submits or waits, as for simulated devices: {@link
   * #hostNanos} stands still otherwise, and nothing completes by itself. For a program to be
   * executed in the same way each time, a caller must let only that clock decide. Such a driver
   * needs to know what launches access and cost: {@link Submission#cost}.
   */
  default boolean hasVirtualTime() {
    return false;
  }

  /**
   * Whether {@link Event#isComplete} costs no more than reading a field. Where it costs a call of
   * the driver, a scheduler asks when it has to know, and not each time that work is submitted.
   */
  default boolean hasCheapQueries() {
    return true;
  }

  /**
   * Whether it reports on single instructions of kernels, as a debugger does. Then code should have
   * line numbers.
   */
  default boolean tellsOfInstructions() {
    return false;
  }

  /**
   * Whether memory that devices write is memory of this machine. False for simulated devices that
   * execute nothing: their allocations are only addresses, except for pages that the host itself
   * writes, and their amount says nothing about the memory left on this machine.
   */
  default boolean hasRealMemory() {
    return true;
  }

  /**
   * Where time is virtual, lets it pass until {@code complete} holds, as for a sleeping thread.
   *
   * @param complete called on this thread, before and after each completion; it may submit work.
   *     Queries of events cost nothing there
   * @return false if nothing is under way and {@code complete} does not hold: time would stand
   *     still for ever
   * @throws InterruptedException if the thread is interrupted; the wait may be started again
   * @throws UnsupportedOperationException unless {@link #hasVirtualTime}
   */
  default boolean awaitUntil(BooleanSupplier complete) throws InterruptedException {
    throw new UnsupportedOperationException("the devices of " + name() + " live in real time");
  }

  /**
   * Sets how threads wait within calls; without it they wait to the end. They wait for the
   * translation of a module and, where time is virtual, for what kernels compute in reality; any
   * call may do the latter. An exception of {@code waiter} ends the call, which then has changed
   * nothing but the time.
   */
  default void waitWith(HostWaiter waiter) {}

  /**
   * The host is about to access managed memory, whose contents may be on a device: returns when
   * they are on the host. The accessing thread calls it if {@link #hostPageBytes} is above 0;
   * otherwise the machine moves the contents itself.
   *
   * @param writes whether it may write
   */
  default void hostAccess(long address, long bytes, boolean writes) {}

  /**
   * Bytes of the pages that {@link #hostAccess} moves, counted from the beginning of an allocation;
   * 0 if it does nothing.
   */
  default long hostPageBytes() {
    return 0;
  }

  /**
   * Bandwidth of copies between two places, each a device ordinal or -1 for the host, in GB/s
   * (10<sup>9</sup> bytes a second); from a device to itself, the bandwidth of its memory. 0 if it
   * must be measured.
   */
  default double bandwidth(int from, int to) {
    return 0;
  }

  /**
   * Stops running and waiting kernels soon: they fail with CUDA_ERROR_LAUNCH_TIMEOUT. Used just
   * before the driver is closed. Does nothing where the backend cannot stop a kernel.
   *
   * @param reason for the error, such as {@code "its context was cancelled"}
   */
  default void stop(String reason) {}

  /**
   * A value that changes now and then while kernels make progress; constant if progress is not
   * known.
   */
  default long progress() {
    return 0;
  }

  /** Waits for all work, frees every resource. Idempotent. Never throws for work that failed. */
  @Override
  void close();
}
