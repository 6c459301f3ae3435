package org.grcuda.runtime.memory;

import org.grcuda.driver.Submission;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;

/**
 * Owns the memory of allocations, knows where each part of them is valid, and makes regions valid
 * where computations need them. Locations change when a computation is scheduled, not when it
 * completes.
 *
 * <p>Methods that take a vertex, a region or a place are called with the scheduling lock held.
 */
public interface MemoryManager {

  /**
   * Allocates memory that the host and every device can use. Its contents are undefined unless the
   * backend clears memory.
   *
   * @param name its name in messages and exports; null for a name made of its number
   * @param bytes size, at least 1
   * @throws org.grcuda.driver.DriverException CUDA_ERROR_OUT_OF_MEMORY, after waiting for those
   *     requested frees that can complete
   */
  Allocation allocate(String name, long bytes);

  /**
   * Allocates memory of one device (cudaMalloc), which the host reaches by copies only. Name, size
   * and errors are those of {@link #allocate}.
   *
   * @param device ordinal of the device
   */
  Allocation allocateOn(int device, String name, long bytes);

  /**
   * Makes host memory that someone else owns usable in copies and host calls. It is valid on the
   * host only. Freeing the allocation frees no memory.
   *
   * @param address its address, which stays valid until everything that uses it has completed
   */
  Allocation wrapHost(String name, long address, long bytes);

  /**
   * Makes memory of a device that someone else owns usable, such as a variable of a module
   * (cuModuleGetGlobal). It stays where it is, and freeing the allocation frees no memory. The host
   * may use its address only if the device says so ({@link
   * org.grcuda.driver.Device#isReachedByHost}).
   *
   * @param address its address, which stays valid until everything that uses it has completed
   */
  Allocation wrapDevice(String name, long address, long bytes, int device);

  /**
   * Makes an allocation for something other than memory that computations share. It has one region
   * of one byte that orders its users, and no address and no place.
   */
  Allocation resource(String name);

  /** Address of {@code region} at {@code place}. */
  long address(Region region, int place);

  /**
   * Whether the driver moves the data (managed memory), and so takes prefetches and advice about
   * it.
   */
  boolean isManaged();

  /**
   * Refuses a computation with {@code accesses} that fits on no device, however long it waits. This
   * costs one comparison if an earlier computation that was no smaller fitted.
   *
   * @throws org.grcuda.driver.DriverException CUDA_ERROR_OUT_OF_MEMORY, naming sizes
   */
  default void requireFits(Access[] accesses) {}

  /** Whether arrays take more memory than the devices have for them, as far as that is known. */
  default boolean isBeyondMemory() {
    return false;
  }

  /**
   * Makes room on {@code device} for the data that {@code vertex} uses.
   *
   * @return false if there is no room until dispatched computations have completed; then nothing
   *     has changed for the vertex
   * @throws org.grcuda.driver.DriverException CUDA_ERROR_OUT_OF_MEMORY, naming sizes, if there will
   *     never be room
   */
  boolean reserve(Vertex vertex, int device);

  /**
   * Starts to move the data that {@code vertex} needs and that is elsewhere to {@code device},
   * where {@link #reserve} has just made room. The transfers become parents of the vertex.
   */
  void fetch(Vertex vertex, int device);

  /**
   * Starts to move what {@code vertex} prefetches, as {@link #fetch} does for the data of a vertex.
   * A prefetch is a hint, and nothing moves if there is no room. Under managed memory, the
   * computation itself moves the data.
   */
  void prefetch(Vertex vertex, Operation.Prefetch operation);

  /**
   * Notes that {@code vertex}, which did {@code transfer}, has ended, with or without a failure.
   */
  void ended(Vertex vertex, Operation.Transfer transfer);

  /** Bytes of {@code device} that no array and no other data of a program takes up. */
  long freeBytes(int device);

  /**
   * Bytes of {@code device} that arrays take up. For replicated memory, these are the bytes in use
   * in its pool; for managed memory, the bytes that are up to date there. The call takes constant
   * time while there is a recording.
   */
  long usedBytes(int device);

  /** Whether data is on its way to {@code device}; true if that is not known. */
  default boolean isLoading(int device) {
    return true;
  }

  /**
   * Bytes moved to and from {@code device} so far, and evictions there. Called without the lock.
   */
  default Traffic traffic(int device) {
    return Traffic.NONE;
  }

  /**
   * Appends to {@code submission} what must come before the vertex's own command to make the
   * accesses of {@code vertex} valid on the device of {@code stream}.
   */
  void prepare(Vertex vertex, ComputeStream stream, Submission submission);

  /**
   * Whether what {@link #prepare} appends for {@code vertex}, or the vertex itself, takes the
   * driver of {@code device} long: {@link org.grcuda.driver.Device#hasSlowPrefetches}.
   */
  default boolean movesSlowly(Vertex vertex, int device) {
    return false;
  }

  /**
   * Notes that what {@link #prepare} appended for {@code vertex} is with the driver, on {@code
   * stream}, although other computations were prepared since.
   */
  default void wasPrepared(Vertex vertex, ComputeStream stream) {}

  /** Updates the locations for {@code vertex}, which was scheduled at {@code place}. */
  void scheduled(Vertex vertex, int place);

  /** Notes that advice of the program was scheduled. */
  default void advised(Operation.Advise advice) {}

  /**
   * Makes {@code region} valid on the host. Its conflicting users have completed.
   *
   * @return null if it is valid now; else a computation to wait for, without the lock, before
   *     asking again. If that is a transfer that fails, and the access keeps earlier contents, its
   *     failure is the failure of the access
   */
  Vertex hostAccess(Region region, AccessMode mode);

  /**
   * Gives back the memory of devices that {@code region} takes up, where the runtime moves the
   * data. The host has just become the only place that holds it, and nothing unfinished uses it.
   */
  default void evict(Region region) {}

  /**
   * The region to make valid on the host for an access to {@code region}, if no unfinished
   * computation conflicts with the larger one. It contains {@code region}. It is larger if more
   * data comes along anyway, or if that saves later accesses from asking.
   */
  Region reach(Region region, AccessMode mode);

  /**
   * Frees the memory of {@code allocation}, whose users have completed. Does nothing if it was
   * freed before. A failure is logged, since no caller could act on it. Called without the lock.
   */
  void release(Allocation allocation);

  /** Bytes allocated and not yet released, without foreign memory. */
  long allocatedBytes();

  /** Frees everything, and refuses later allocations. All work has completed. */
  void close();
}
