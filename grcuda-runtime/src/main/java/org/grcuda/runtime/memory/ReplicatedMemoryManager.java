package org.grcuda.runtime.memory;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Submission;
import org.grcuda.runtime.completion.UnfinishedWork;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.LocationSet;
import org.grcuda.runtime.computation.MoreParents;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.PendingVertices;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.PoolAllocator.Chunk;
import org.grcuda.runtime.observation.Observer;

/**
 * Replicated memory: each place has its copy, and the runtime moves the data (heterogeneous tasking
 * of PREMA). Allocations live on the host, in page-locked memory. Devices get copies of the regions
 * that computations use there, in blocks of one pool per device. If a pool is short of memory,
 * blocks that nothing uses are evicted.
 */
public final class ReplicatedMemoryManager implements MemoryManager {

  private static final Logger LOGGER = System.getLogger(ReplicatedMemoryManager.class.getName());

  private final Driver driver;
  private final UnfinishedWork work;
  private final SchedulingLock lock;
  private final AllocationTable table;
  private final HostPool host;
  private final DevicePool[] pools;
  private final Transfers transfers;
  private final BlockPlacer placer;
  private final Overflow overflow = new Overflow(this::likelyCapacity);

  /** A computation that needs this many bytes at once was found to fit on some device. */
  private long fits;

  /**
   * Manages the memory of all devices of {@code driver}.
   *
   * @param poolShare share of each device's free memory that its pool takes
   * @param eviction which blocks are evicted when a pool is full
   * @param isPulled whether devices take computations from a queue
   * @param work unfinished work, for which an allocation may have to wait
   * @param transfers moves data
   * @param observer records evictions; null if nothing is recorded
   */
  public ReplicatedMemoryManager(
      Driver driver,
      SchedulingLock lock,
      double poolShare,
      Eviction eviction,
      boolean isPulled,
      UnfinishedWork work,
      Transfers transfers,
      Observer observer) {
    this.driver = driver;
    this.work = work;
    this.lock = lock;
    this.transfers = transfers;
    table = new AllocationTable(lock, Copies::new);
    host = new HostPool(driver);
    pools = new DevicePool[driver.deviceCount()];
    for (int i = 0; i < pools.length; i++) {
      pools[i] = new DevicePool(driver.device(i), poolShare);
    }
    placer =
        new BlockPlacer(transfers, eviction.policy(isPulled), pools.length, work::poll, observer);
  }

  @Override
  public Allocation allocate(String name, long bytes) {
    long address;
    try {
      address = host.allocate(bytes);
    } catch (DriverException e) {
      if (e.result() != CudaResult.CUDA_ERROR_OUT_OF_MEMORY) {
        throw e;
      }
      work.awaitFrees();
      address = host.allocate(bytes);
    }
    boolean registered = false;
    try {
      Allocation made = table.register(name, address, bytes, Places.HOST, false);
      registered = true;
      return made;
    } finally {
      if (!registered) {
        host.free(address);
      }
    }
  }

  /**
   * Allocates a part of the device's pool. The calling thread waits for the computations that used
   * that memory before.
   */
  @Override
  public Allocation allocateOn(int device, String name, long bytes) {
    PendingVertices fences = new PendingVertices();
    Allocation made = tryAllocatingOn(device, name, bytes, fences);
    if (made == null) {
      work.awaitFrees();
      made = tryAllocatingOn(device, name, bytes, fences);
    }
    if (made == null) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_OUT_OF_MEMORY,
          "cuMemAlloc",
          device,
          String.format(
              Locale.ROOT, "%,d bytes requested, %,d bytes are free", bytes, freeBytes(device)));
    }
    for (int i = 0; i < fences.count(); i++) {
      work.await(fences.get(i));
    }
    return made;
  }

  private Allocation tryAllocatingOn(int device, String name, long bytes, PendingVertices fences) {
    lock.lock();
    try {
      Chunk chunk = placer.obtain(bytes, pools[device]);
      if (chunk == null) {
        return null;
      }
      Allocation made = table.register(name, chunk.address(), bytes, device, false);
      Copies.of(made).chunk = chunk;
      pools[device].fencesOf(chunk, fences);
      return made;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Allocation wrapHost(String name, long address, long bytes) {
    return table.register(name, address, bytes, Places.HOST, true);
  }

  @Override
  public Allocation wrapDevice(String name, long address, long bytes, int device) {
    return table.registerOn(driver.device(device), name, address, bytes);
  }

  @Override
  public Allocation resource(String name) {
    return table.register(name, 0, 1, Places.HOST, true);
  }

  @Override
  public long address(Region region, int place) {
    Allocation allocation = region.allocation();
    if (place == Places.HOST || !allocation.moves()) {
      return allocation.hostAddress() + region.offset();
    }
    return block(region, place).address(region.offset());
  }

  private static Block block(Region region, int device) {
    return Copies.of(region.allocation()).blocks(device).covering(region.offset(), region.end());
  }

  @Override
  public boolean isManaged() {
    return false;
  }

  @Override
  public void requireFits(Access[] accesses) {
    long bytes = 0;
    for (Access access : accesses) {
      bytes += access.allocation().moves() ? access.region().length() : 0;
    }
    if (bytes <= fits) {
      return;
    }
    DevicePool largest = pools[0];
    for (DevicePool pool : pools) {
      if (pool.likelyCapacity() > largest.likelyCapacity()) {
        largest = pool;
      }
    }
    BlockPlacer.requireFits(accesses, largest.device(), largest.likelyCapacity());
    fits = bytes;
  }

  @Override
  public boolean isBeyondMemory() {
    return overflow.isTooMuch(table.bytesNow(), transfers.loadedBytes(), transfers.reloadedBytes());
  }

  private long likelyCapacity() {
    long bytes = 0;
    for (DevicePool pool : pools) {
      bytes += pool.likelyCapacity();
    }
    return bytes;
  }

  @Override
  public boolean reserve(Vertex vertex, int device) {
    return placer.place(vertex.accesses(), pools[device]);
  }

  @Override
  public void fetch(Vertex vertex, int device) {
    Access[] accesses = vertex.accesses();
    for (Access access : accesses) {
      if (access.allocation().moves() && access.mode().keepsContents()) {
        transfers.fetch(access.region(), device);
      }
    }
    MoreParents parents = new MoreParents(vertex);
    for (Access access : accesses) {
      if (access.allocation().moves()) {
        parents.orderAfterAll(block(access.region(), device).fences.unfinished());
        order(parents, access, device);
      }
    }
    parents.assign();
  }

  /**
   * Adds to {@code parents} the transfers that a use of the copy at {@code place} must come after.
   */
  private static void order(MoreParents parents, Access access, int place) {
    Region region = access.region();
    AccessMode mode = access.mode();
    IntervalMap<LocationSet> map = access.allocation().locations();
    for (int i = map.find(region.offset()); i < map.count() && map.start(i) < region.end(); i++) {
      LocationSet here = map.value(i);
      if (mode.keepsContents() && here.loss() != null) {
        parents.dependOn(here.loss(), true);
      }
      here.forEachTransfer(
          (transfer, operation, current) -> {
            if (operation.to() == place) {
              parents.dependOn(transfer, current && mode.keepsContents());
            } else if (operation.from() == place && mode.writes()) {
              parents.orderAfter(transfer);
            }
          });
    }
  }

  @Override
  public void prefetch(Vertex vertex, Operation.Prefetch operation) {
    Region region = operation.region();
    int place = operation.place();
    if (!region.allocation().moves()) {
      return;
    }
    Access[] accesses = {new Access(region, AccessMode.READ)};
    if (place != Places.HOST && !isRoomFor(accesses, place)) {
      return;
    }
    transfers.fetch(region, place);
    MoreParents parents = new MoreParents(vertex);
    order(parents, accesses[0], place);
    parents.assign();
  }

  private boolean isRoomFor(Access[] accesses, int device) {
    try {
      return placer.place(accesses, pools[device]);
    } catch (DriverException e) {
      if (e.result() == CudaResult.CUDA_ERROR_OUT_OF_MEMORY) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void prepare(Vertex vertex, ComputeStream stream, Submission submission) {
    // fetch() has started to move what is needed.
  }

  @Override
  public void scheduled(Vertex vertex, int place) {
    if (vertex.operation() instanceof Operation.Prefetch) {
      return;
    }
    for (Access access : vertex.accesses()) {
      if (access.allocation().moves()) {
        block(access.region(), place).users.add(vertex);
        if (access.mode().writes()) {
          write(access.region(), place, vertex);
        }
      }
    }
  }

  /**
   * Makes {@code place} the only holder of {@code region}, which {@code by} writes there; null for
   * the host.
   */
  private static void write(Region region, int place, Vertex by) {
    PageReads reads = Copies.of(region.allocation()).pageReads;
    if (place != Places.HOST && reads != null) {
      reads.restart();
    }
    IntervalMap<LocationSet> map = region.allocation().locations();
    int begin = map.split(region.offset(), LocationSet::copy);
    int end = map.split(region.end(), LocationSet::copy);
    LocationSet written = map.value(begin);
    written.replace(place, by);
    if (end - begin > 1) {
      for (int i = begin + 1; i < end; i++) {
        written.retireTransfersOf(map.value(i));
      }
      map.replace(begin, end, written);
    }
    map.mergeIfGrown(LocationSet::isSame);
    region.allocation().placesChanged(region.offset(), region.end());
  }

  @Override
  public Vertex hostAccess(Region region, AccessMode mode) {
    if (!region.allocation().moves()) {
      return null;
    }
    if (mode.keepsContents()) {
      transfers.fetch(region, Places.HOST);
    }
    Vertex pending = pending(region, mode);
    if (pending == null && mode.writes()) {
      write(region, Places.HOST, null);
    }
    return pending;
  }

  @Override
  public Region reach(Region region, AccessMode mode) {
    Allocation allocation = region.allocation();
    if (mode.writes() || !allocation.moves()) {
      return allocation.whole();
    }
    Copies copies = Copies.of(allocation);
    if (copies.pageReads == null) {
      copies.pageReads = new PageReads();
    }
    if (!copies.pageReads.isByPage(region)) {
      return allocation.whole();
    }
    Region pages = PageReads.pages(region);
    long missing = allocation.missingBytes(pages.offset(), pages.length(), Places.HOST);
    copies.pageReads.count(pages, missing == 0);
    return pages;
  }

  /**
   * The transfer that a use of the copy on the host must wait for, or the failed transfer by which
   * the contents were lost; null if there is neither.
   */
  private static Vertex pending(Region region, AccessMode mode) {
    IntervalMap<LocationSet> map = region.allocation().locations();
    Vertex[] found = new Vertex[1];
    for (int i = map.find(region.offset()); i < map.count() && map.start(i) < region.end(); i++) {
      LocationSet here = map.value(i);
      if (mode.keepsContents() && here.loss() != null) {
        return here.loss();
      }
      here.forEachTransfer(
          (transfer, operation, current) -> {
            boolean reads = operation.from() == Places.HOST && mode.writes();
            if (operation.to() == Places.HOST || reads) {
              found[0] = transfer;
            }
          });
    }
    return found[0];
  }

  @Override
  public void ended(Vertex vertex, Operation.Transfer transfer) {
    transfers.ended(vertex, transfer);
    Allocation allocation = transfer.allocation();
    Copies copies = Copies.of(allocation);
    if (copies.transfers == 0 && copies.isReleaseDue) {
      copies.isReleaseDue = false;
      lock.releaseLater(allocation);
    }
  }

  @Override
  public void release(Allocation allocation) {
    lock.lock();
    try {
      Copies copies = Copies.of(allocation);
      if (copies.transfers > 0) {
        copies.isReleaseDue = true;
        return;
      }
      if (!table.remove(allocation)) {
        return;
      }
      giveBack(allocation);
      lock.progressed();
    } finally {
      lock.unlock();
    }
    if (allocation.home() != Places.HOST) {
      return;
    }
    try {
      host.free(allocation.hostAddress());
    } catch (DriverException e) {
      LOGGER.log(Level.WARNING, "could not free " + allocation, e);
    }
  }

  @Override
  public void evict(Region region) {
    Copies copies = Copies.of(region.allocation());
    boolean any = false;
    for (DevicePool pool : pools) {
      any |= placer.dropEmpty(copies.blocks(pool.device()), pool);
    }
    if (any) {
      lock.progressed();
    }
  }

  private void giveBack(Allocation allocation) {
    Copies copies = Copies.of(allocation);
    if (copies.chunk != null) {
      pools[allocation.home()].release(copies.chunk);
    }
    for (DevicePool pool : pools) {
      BlockList blocks = copies.blocks(pool.device());
      while (blocks != null && blocks.count() > 0) {
        placer.drop(blocks.get(0), pool);
      }
    }
  }

  @Override
  public long allocatedBytes() {
    return table.bytes();
  }

  @Override
  public long freeBytes(int device) {
    lock.lock();
    try {
      return pools[device].freeBytes();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Traffic traffic(int device) {
    lock.lock();
    try {
      return transfers.traffic(device, pools[device].evictions());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isLoading(int device) {
    return transfers.isLoading(device);
  }

  @Override
  public long usedBytes(int device) {
    return pools[device].usedBytes();
  }

  @Override
  public void close() {
    table.close();
    for (Allocation next = table.takeFirst(); next != null; next = table.takeFirst()) {
      release(next);
    }
    host.close();
    for (DevicePool pool : pools) {
      long address = pool.close();
      if (address != 0) {
        driver.free(address);
      }
    }
  }
}
