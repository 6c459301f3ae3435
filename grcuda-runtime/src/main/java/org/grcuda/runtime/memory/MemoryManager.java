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
   * Allocates memory that the host and every device can use. Contents are undefined unless the
   * backend clears memory.
   *
   * @param name what messages and exports call it; null for one made of its number
   * @param bytes size, at least 1
   * @throws org.grcuda.driver.DriverException CUDA_ERROR_OUT_OF_MEMORY, after frees that were asked
   *     for and can complete have been waited for
   */
  Allocation allocate(String name, long bytes);

  /**
   * Allocates memory of one device (cudaMalloc): the host reaches it by copies only. Name, size and
   * errors as the other.
   *
   * @param device ordinal of the device
   */
  Allocation allocateOn(int device, String name, long bytes);

  /**
   * Makes host memory that someone else owns usable in copies and host calls; it is valid on the
   * host only, and freeing it frees nothing.
   *
   * @param address its address, which stays valid until everything that uses it has completed
   */
  Allocation wrapHost(String name, long address, long bytes);

  /**
   * Makes memory of a device that someone else owns take part, such as a variable of a module
   * (cuModuleGetGlobal). It stays where it is, freeing it frees nothing, and its address is good on
   * the host too: devices share the host's address space under managed memory.
   *
   * @param address its address, which stays valid until everything that uses it has completed
   */
  Allocation wrapDevice(String name, long address, long bytes, int device);

  /**
   * Something other than memory that computations share: a region of one byte that orders its
   * users, and has no address and no place.
   */
  Allocation resource(String name);

  /** Address of {@code region} at {@code place}. */
  long address(Region region, int place);

  /**
   * Whether the driver moves the memory (managed memory), and so takes prefetches and advice about
   * it.
   */
  boolean isManaged();

  /**
   * Refuses a computation with {@code accesses} that fits on no device, however long it waits. One
   * comparison for what is not larger than something before.
   *
   * @throws org.grcuda.driver.DriverException CUDA_ERROR_OUT_OF_MEMORY, naming sizes
   */
  default void requireFits(Access[] accesses) {}

  /**
   * Makes room on {@code device} for the data that {@code vertex} uses.
   *
   * @return false if there is no room until computations that have been dispatched are done; then
   *     nothing has changed for the vertex
   * @throws org.grcuda.driver.DriverException CUDA_ERROR_OUT_OF_MEMORY, naming sizes, if there is
   *     never room
   */
  boolean reserve(Vertex vertex, int device);

  /**
   * Starts to move to {@code device}, where {@link #reserve} has just made room, what {@code
   * vertex} needs and is elsewhere; the vertex gets what moves it as parents.
   */
  void fetch(Vertex vertex, int device);

  /**
   * Starts to move what {@code vertex} prefetches, as {@link #fetch} does for its data; a hint,
   * which is not taken where there is no room. Under managed memory the computation does it itself.
   */
  void prefetch(Vertex vertex, Operation.Prefetch operation);

  /** Transfer {@code vertex}, which did {@code transfer}, has ended, well or badly. */
  void ended(Vertex vertex, Operation.Transfer transfer);

  /** Bytes of {@code device} that no array and no data of a program takes up. */
  long freeBytes(int device);

  /**
   * Bytes of {@code device} that arrays take up: of its pool, if memory is replicated, else those
   * that are up to date there. Constant time while there is a recording.
   */
  long usedBytes(int device);

  /** What was moved to and from {@code device}. Called without the lock. */
  default Traffic traffic(int device) {
    return Traffic.NONE;
  }

  /**
   * Appends to {@code submission} what makes the accesses of {@code vertex} valid on the device of
   * {@code stream} before the vertex's own command.
   */
  void prepare(Vertex vertex, ComputeStream stream, Submission submission);

  /** Updates the locations for {@code vertex}, which was scheduled at {@code place}. */
  void scheduled(Vertex vertex, int place);

  /** The program's advice was scheduled. */
  default void advised(Operation.Advise advice) {}

  /**
   * Makes {@code region}, whose conflicting users have completed, valid on the host.
   *
   * @return null if it is now; else a computation to wait for, without the lock, before asking
   *     again; if it is a transfer that fails, and earlier contents matter, that failure is the
   *     access's
   */
  Vertex hostAccess(Region region, AccessMode mode);

  /**
   * What to make valid on the host for an access to {@code region}, where nothing unfinished
   * conflicts with more: it, or more, where that comes with it or spares later accesses the way.
   */
  Region reach(Region region, AccessMode mode);

  /**
   * Frees the memory of {@code allocation}, whose users have completed; nothing where that is done.
   * A failure is logged: nobody is there to act on it. Called without the lock.
   */
  void release(Allocation allocation);

  /** Bytes allocated and not yet released, foreign memory not counted. */
  long allocatedBytes();

  /** Frees everything; all work has completed. Refuses later allocations. */
  void close();
}
