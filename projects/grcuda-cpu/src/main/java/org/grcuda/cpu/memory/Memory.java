package org.grcuda.cpu.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.driver.AddressMap;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.UsageException;
import org.grcuda.driver.image.Image;

/**
 * The memory of one driver: one reservation that every device, the host and the running blocks
 * share, so that one comparison tells whether an access of a kernel can crash the process.
 * Allocations are counted for each of them, but not kept apart.
 */
public final class Memory implements AutoCloseable {

  /** The host, where a device ordinal is expected: managed and pinned memory. */
  public static final int HOST = -1;

  /** The whole address space, for copies and fills by address. */
  @SuppressWarnings("restricted")
  public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  /** Ranges from this size on are given back to the system when freed. */
  private static final long DISCARDED = 1L << 20;

  /**
   * Smaller ranges are given back together, when this many bytes were freed, and as many as are in
   * use.
   */
  private static final long TRIMMED = 64L << 20;

  /** How far past the highest range in use kernels may access: the granularity of a GPU's pages. */
  private static final long ACCESS_GRANULARITY = 2L << 20;

  /** Addresses below are never a host's memory either: the null page. */
  private static final long LOWEST_ADDRESS = 4096;

  private record Allocation(long address, long bytes, int place) {}

  /**
   * Gap between allocations when accesses are checked, so that a step past the end hits no other
   * allocation.
   */
  private static final long GAP = RangeAllocator.ALIGNMENT;

  /**
   * Gap after other allocations of at least {@link #DISCARDED} bytes. On GPUs these fill whole
   * pages, so that programs whose last threads step past the end do no harm.
   */
  private static final long PADDING = 64L << 10;

  /** Gap before the memory of a running launch: a step past an array must not change it. */
  private static final long FRAME_GAP = 4L << 10;

  private final Reservation reservation;
  private final RangeAllocator ranges;
  private final AddressMap<Allocation> live = new AddressMap<>();
  private final long hostLimit;
  private final long deviceLimit;
  private final long[] used;
  private long highest;
  // Threads that touch the memory without the monitor hold this lock shared, so that the memory
  // stays mapped.
  private final ReentrantReadWriteLock mapped = new ReentrantReadWriteLock();
  private boolean closed;
  private long freedSinceTrim;
  // Null unless accesses are checked.
  private final Quarantine quarantine;
  private final AddressMap<AllocationMap.Entry> variables = new AddressMap<>();
  private final ImageObjects images = new ImageObjects();
  private AllocationMap map;

  /**
   * @param deviceCount number of devices
   * @param deviceLimit bytes that each may allocate
   * @param hostLimit bytes of managed and pinned memory
   * @param isChecked whether to keep allocations apart and freed ones for a while, for {@link
   *     #allocations}
   */
  public Memory(int deviceCount, long deviceLimit, long hostLimit, boolean isChecked) {
    this.quarantine = isChecked ? new Quarantine() : null;
    this.deviceLimit = deviceLimit;
    this.hostLimit = hostLimit;
    this.used = new long[deviceCount + 1];
    // Twice as much as can be in use: room for fragmentation, and for the running blocks.
    long total = Math.addExact(Math.multiplyExact(deviceLimit, deviceCount), hostLimit);
    this.reservation = Reservation.reserve(Math.multiplyExact(2L, total), 64L << 20);
    this.ranges = new RangeAllocator(reservation.base(), reservation.bytes());
    this.highest = reservation.base();
  }

  /**
   * Allocates zeroed memory, aligned to 256 bytes.
   *
   * @param place a device ordinal or {@link #HOST}: whose limit counts
   * @param call the CUDA call, for the error
   * @throws DriverException CUDA_ERROR_OUT_OF_MEMORY, CUDA_ERROR_INVALID_VALUE
   * @throws UsageException if it is closed
   */
  public long allocate(long bytes, int place, String call) {
    if (bytes < 1) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE, call, place, bytes + " bytes requested");
    }
    mapped.readLock().lock();
    try {
      requireOpen();
      return allocateMapped(bytes, place, call);
    } finally {
      mapped.readLock().unlock();
    }
  }

  private long allocateMapped(long bytes, int place, String call) {
    long address;
    boolean fresh;
    synchronized (this) {
      long before = highest;
      address = bytes > free(place) ? -1 : takeApart(bytes);
      if (address < 0) {
        throw new DriverException(
            CudaResult.CUDA_ERROR_OUT_OF_MEMORY,
            call,
            place,
            String.format(
                Locale.ROOT,
                "%,d bytes requested, %,d of %,d bytes are free",
                bytes,
                free(place),
                limit(place)));
      }
      fresh = address >= before;
      live.put(address, new Allocation(address, bytes, place));
      map = null;
      used[place + 1] += bytes;
    }
    if (!fresh) {
      clear(address, bytes);
    }
    return address;
  }

  /**
   * Frees what {@link #allocate} returned.
   *
   * @throws DriverException CUDA_ERROR_INVALID_VALUE if {@code address} is no live allocation
   */
  public void free(long address) {
    mapped.readLock().lock();
    try {
      requireOpen();
      freeMapped(address);
    } finally {
      mapped.readLock().unlock();
    }
  }

  private void freeMapped(long address) {
    Allocation allocation;
    synchronized (this) {
      allocation = live.remove(address);
    }
    if (allocation == null) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          "cuMemFree",
          -1,
          "0x%x is not the address of a live allocation".formatted(address));
    }
    images.free(address, allocation.bytes);
    if (allocation.bytes >= DISCARDED) {
      discard(address, allocation.bytes);
    }
    synchronized (this) {
      used[allocation.place + 1] -= allocation.bytes;
      map = null;
      if (quarantine == null) {
        ranges.release(address, taken(allocation.bytes));
      } else {
        Quarantine.Freed freed =
            new Quarantine.Freed(address, allocation.bytes, taken(allocation.bytes));
        quarantine.add(freed).forEach(old -> ranges.release(old.address(), old.taken()));
      }
      if (allocation.bytes < DISCARDED) {
        freedSinceTrim += allocation.bytes;
        trimIfWorthwhile();
      }
    }
  }

  /** What an allocation takes, with the gap after it. */
  private long taken(long bytes) {
    return bytes + (quarantine != null ? GAP : bytes >= DISCARDED ? PADDING : 0);
  }

  /**
   * Takes memory for an allocation and the gap after it. If memory is short, kept freed memory is
   * released.
   */
  private long takeApart(long bytes) {
    long address = take(taken(bytes));
    while (address < 0 && quarantine != null) {
      Quarantine.Freed oldest = quarantine.removeOldest();
      if (oldest == null) {
        return -1;
      }
      ranges.release(oldest.address(), oldest.taken());
      address = take(taken(bytes));
    }
    return address;
  }

  /** Says that a part of a live allocation is a variable; until {@link #forget}. */
  public synchronized void name(long address, long bytes, String name, boolean isConstant) {
    if (quarantine != null) {
      variables.put(address, new AllocationMap.Entry(address, bytes, name, isConstant, false));
      map = null;
    }
  }

  /** Takes back {@link #name}. */
  public synchronized void forget(long address) {
    variables.remove(address);
    map = null;
  }

  /**
   * Every allocation, or its variables if it holds some; and the memory freed last, if it is kept.
   */
  public synchronized AllocationMap allocations() {
    if (map == null) {
      List<AllocationMap.Entry> entries = new ArrayList<>(variables.values());
      for (Allocation a : live.values()) {
        AllocationMap.Entry variable = variables.floor(a.address + a.bytes - 1);
        if (variable == null || variable.address() < a.address) {
          entries.add(new AllocationMap.Entry(a.address, a.bytes, null, false, false));
        }
      }
      for (Quarantine.Freed f :
          quarantine == null ? List.<Quarantine.Freed>of() : quarantine.all()) {
        entries.add(new AllocationMap.Entry(f.address(), f.bytes(), null, false, true));
      }
      map = new AllocationMap(entries);
    }
    return map;
  }

  /** Gives the memory of free ranges back to the system. */
  private void trimIfWorthwhile() {
    if (freedSinceTrim < TRIMMED || freedSinceTrim < Arrays.stream(used).sum()) {
      return;
    }
    freedSinceTrim = 0;
    ranges.forEachFree(2 * Reservation.PAGE, this::discard);
    long top = (ranges.top() + Reservation.PAGE - 1) & -Reservation.PAGE;
    if (top < highest && reservation.discard(top, highest - top)) {
      highest = top;
    }
  }

  /** Bytes that {@code place} may still allocate. */
  public synchronized long free(int place) {
    return limit(place) - used[place + 1];
  }

  /** Bytes that {@code place} may allocate in all. */
  public long limit(int place) {
    return place == HOST ? hostLimit : deviceLimit;
  }

  /**
   * Takes memory for a running launch: not cleared, not counted, not an allocation.
   *
   * @return -1 if there is none
   */
  public synchronized long takeFrame(long bytes) {
    long address = take(bytes + FRAME_GAP);
    return address < 0 ? address : address + FRAME_GAP;
  }

  /** Gives back what {@link #takeFrame} returned for {@code bytes}. */
  public synchronized void releaseFrame(long address, long bytes) {
    ranges.release(address - FRAME_GAP, bytes + FRAME_GAP);
  }

  /** What a kernel that starts now may access: everything up to the highest range in use. */
  public synchronized Launch.Arena accessible() {
    long bytes = ranges.top() - reservation.base();
    long rounded = (bytes + ACCESS_GRANULARITY - 1) & -ACCESS_GRANULARITY;
    return new Launch.Arena(reservation.base(), Math.min(rounded, reservation.bytes()));
  }

  /**
   * Refuses a range that is not inside one allocation; memory outside the reservation counts as the
   * host's.
   *
   * @throws DriverException CUDA_ERROR_INVALID_VALUE
   */
  public synchronized void checkRange(long address, long bytes, String call, int device) {
    long base = reservation.base();
    boolean valid;
    if (address >= base && address - base < reservation.bytes()) {
      Allocation below = live.floor(address);
      valid = below != null && bytes >= 0 && bytes <= below.bytes - (address - below.address);
    } else {
      valid =
          address >= LOWEST_ADDRESS
              && bytes >= 0
              && (address > base || bytes <= base - address)
              && bytes <= Long.MAX_VALUE - address;
    }
    if (!valid) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          call,
          device,
          "%d bytes at 0x%x are not inside one live allocation".formatted(bytes, address));
    }
  }

  /**
   * The object that shows an image in this memory, until the memory is freed.
   *
   * @param call the CUDA call, for the error
   * @throws DriverException CUDA_ERROR_INVALID_VALUE if no allocation holds the image there,
   *     CUDA_ERROR_OUT_OF_MEMORY if there are too many objects
   */
  public long image(Image image, long address, String call, int device) {
    requireOpen();
    long base = reservation.base();
    boolean isOwn = address >= base && address - base < reservation.bytes();
    checkRange(isOwn ? address : 0, image.bytes(), call, device);
    if (address % image.format().bytes() != 0) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          call,
          device,
          "0x%x is no multiple of %d, the bytes of a texel"
              .formatted(address, image.format().bytes()));
    }
    long handle = images.of(image, address);
    if (handle == 0) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_OUT_OF_MEMORY, call, device, "there are too many images");
    }
    return handle;
  }

  /** Releases all of it, once allocations and frees that other threads have begun are done. */
  @Override
  public void close() {
    mapped.writeLock().lock();
    try {
      closed = true;
      images.free(reservation.base(), reservation.bytes());
      reservation.close();
    } finally {
      mapped.writeLock().unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new UsageException("the driver is closed");
    }
  }

  private long take(long bytes) {
    long address = ranges.allocate(bytes);
    highest = Math.max(highest, ranges.top());
    return address;
  }

  private void clear(long address, long bytes) {
    long from = (address + Reservation.PAGE - 1) & -Reservation.PAGE;
    long to = (address + bytes) & -Reservation.PAGE;
    if (bytes >= DISCARDED && reservation.discard(from, to - from)) {
      ALL.asSlice(address, from - address).fill((byte) 0);
      ALL.asSlice(to, address + bytes - to).fill((byte) 0);
    } else {
      ALL.asSlice(address, bytes).fill((byte) 0);
    }
  }

  private void discard(long address, long bytes) {
    long from = (address + Reservation.PAGE - 1) & -Reservation.PAGE;
    long to = (address + bytes) & -Reservation.PAGE;
    reservation.discard(from, to - from);
  }
}
