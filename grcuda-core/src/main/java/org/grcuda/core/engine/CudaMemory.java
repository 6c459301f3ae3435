package org.grcuda.core.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.driver.AttachMode;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.MemoryAdvice;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.types.GrCudaException;

/**
 * Memory by address: the memory of cudaMalloc, and the functions that copy, fill and place memory.
 * All of them are computations, ordered by the memory they use.
 */
public final class CudaMemory {

  /**
   * No process has memory below this address; numbers that programs pass by mistake are smaller.
   */
  private static final long LOWEST_HOST_ADDRESS = 1 << 16;

  private final Computations session;
  private final Map<Long, Allocation> allocated = new ConcurrentHashMap<>();
  private final Allocation hostMemory;

  CudaMemory(Computations session) {
    this.session = session;
    this.hostMemory = session.runtime().memory().resource("host memory");
  }

  /**
   * Memory of the current device (cudaMalloc), until {@link #free}.
   *
   * @param bytes at least 1
   * @throws GrCudaException CUDA_ERROR_OUT_OF_MEMORY
   */
  public Region allocate(long bytes) {
    int device = session.runtime().devices().current();
    String name = "cudaMalloc(" + bytes + ")";
    return keep(
        session.allocate(bytes, () -> session.runtime().memory().allocateOn(device, name, bytes)));
  }

  /** Memory that the host and every device can use (cudaMallocManaged): as {@link #allocate}. */
  public Region allocateManaged(long bytes) {
    String name = "cudaMallocManaged(" + bytes + ")";
    return keep(session.allocate(bytes, () -> session.runtime().memory().allocate(name, bytes)));
  }

  private Region keep(Allocation allocation) {
    allocated.put(allocation.hostAddress(), allocation);
    return allocation.whole();
  }

  /**
   * Frees memory, ordered after the computations that use it (cudaFree).
   *
   * @param address the address of memory that {@link #allocate} or {@link #allocateManaged}
   *     returned
   * @throws GrCudaException if it is something else, or was freed
   */
  public void free(long address) {
    session.checkOpen();
    Allocation allocation = allocated.remove(address);
    if (allocation == null || allocation.isFreed()) {
      Region array = session.resolve(address);
      String problem =
          array == null
              ? " was not allocated by cudaMalloc or cudaMallocManaged, or was freed"
              : " lies in " + array.allocation() + ", from its byte " + array.offset() + " on";
      throw CudaErrors.of(
          GrCudaException.Kind.VALUE,
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          "cudaFree",
          "cudaFree, argument 1 'ptr': " + hex(address) + problem);
    }
    session.free(allocation);
  }

  /**
   * The memory from {@code address} to the end of the array, or of the memory of cudaMalloc, that
   * it lies in.
   *
   * @param what the argument, for the message
   * @throws GrCudaException if it lies in none
   */
  public Region resolve(String function, String what, long address) {
    session.checkOpen();
    Region region = session.resolve(address);
    if (region == null) {
      throw CudaErrors.of(
          GrCudaException.Kind.VALUE,
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          function,
          what + ": " + hex(address) + " lies in no array or allocation of this context");
    }
    return region;
  }

  /**
   * Host memory that is the program's own, by address: {@code bytes} bytes from there, which must
   * stay valid until the computations that use them have completed.
   *
   * @throws GrCudaException without native access, or if no memory can be at that address
   */
  public Region host(String function, String what, long address, long bytes) {
    session.permissions().requireNativeAccess(function + " with an address of host memory");
    if (!isPossible(address)) {
      return resolve(function, what, address);
    }
    return session.runtime().memory().wrapHost(hex(address), address, bytes).whole();
  }

  /** Whether a process can have memory at {@code address}. */
  public static boolean isPossible(long address) {
    return address >= LOWEST_HOST_ADDRESS;
  }

  /** An address as messages show it. */
  public static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }

  /**
   * Copies {@code source} to {@code target}, of the same length.
   *
   * @param wait whether to return when the copy is done (cudaMemcpy), or at once (cudaMemcpyAsync)
   * @throws GrCudaException if the two overlap; with {@code wait}, if the copy failed, or a
   *     computation that wrote its source
   */
  public void copy(String function, Region target, Region source, Placement place, boolean wait) {
    if (target.equals(source)) {
      return;
    }
    if (target.overlaps(source)) {
      throw CudaErrors.of(
          GrCudaException.Kind.VALUE,
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          function,
          function + ": destination and source overlap");
    }
    Access[] accesses = {
      new Access(target, AccessMode.OVERWRITE), new Access(source, AccessMode.READ)
    };
    if (isHost(target) || isHost(source)) {
      // The address is the only thing that identifies the program's own memory.
      AccessMode mode = isHost(target) ? AccessMode.READ_WRITE : AccessMode.READ;
      accesses = new Access[] {accesses[0], accesses[1], new Access(hostMemory.whole(), mode)};
    }
    Placement at = LaunchPlace.nearest(accesses, place);
    Vertex copy = session.submit(function, new Operation.Copy(target, source), at, accesses);
    if (wait) {
      session.await(copy);
    }
  }

  private static boolean isHost(Region region) {
    return region.allocation().isForeign() && region.allocation().home() == Places.HOST;
  }

  /** Stores the low byte of {@code value} in every byte of {@code target} (cudaMemset). */
  public void set(Region target, long value, Placement place) {
    Access[] accesses = {new Access(target, AccessMode.OVERWRITE)};
    Placement at = LaunchPlace.nearest(accesses, place);
    session.submit("cudaMemset", new Operation.Fill(target, value, 0, 1), at, accesses);
  }

  /** Moves managed memory to a device or, with {@link Places#HOST}, the host. */
  public void prefetch(Region region, int place, Placement stream) {
    String function = "cudaMemPrefetchAsync";
    requireManaged(function, region);
    Placement at =
        stream == Placement.ANYWHERE && place != Places.HOST ? Placement.onDevice(place) : stream;
    session.submit(function, new Operation.Prefetch(region, place), at, read(region));
  }

  /** Says how managed memory will be used (cudaMemAdvise). */
  public void advise(Region region, MemoryAdvice advice, int place) {
    String function = "cudaMemAdvise";
    requireManaged(function, region);
    Operation operation = new Operation.Advise(region, advice, place);
    session.submit(function, operation, Placement.ANYWHERE, read(region));
  }

  /** Says who will use managed memory (cudaStreamAttachMemAsync). */
  public void attach(Region region, AttachMode mode, Placement stream) {
    String function = "cudaStreamAttachMemAsync";
    requireManaged(function, region);
    session.submit(function, new Operation.Attach(region, mode), stream, read(region));
  }

  private static Access read(Region region) {
    return new Access(region, AccessMode.READ);
  }

  private static void requireManaged(String function, Region region) {
    if (region.allocation().home() != Places.HOST) {
      throw CudaErrors.of(
          GrCudaException.Kind.VALUE,
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          function,
          function
              + ": "
              + region.allocation()
              + " is memory of device "
              + region.allocation().home()
              + ", which does not move; use an array or cudaMallocManaged");
    }
  }
}
