package org.grcuda.runtime.memory;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DeviceAttribute;
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
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;

/**
 * Managed (unified) memory: data has one address everywhere, and the driver moves it. Locations
 * inform placement and prefetch, never correctness. If a device cannot access managed memory
 * concurrently with the host (concurrentManagedAccess), every access of the host waits until all
 * devices are idle: touching any of that memory while a kernel runs would end the process.
 */
public final class ManagedMemoryManager implements MemoryManager {

  private static final Logger LOGGER = System.getLogger(ManagedMemoryManager.class.getName());

  private final Driver driver;
  private final SchedulingLock lock;
  private final boolean[] prefetches;
  private final boolean[] slowPrefetches;
  private final UnfinishedWork work;

  /** Whether the host may touch managed memory while a device works. */
  private final boolean concurrent;

  /**
   * Bytes of the pages that accesses of the host move; 0 if the driver need not be told of them.
   */
  private final long hostPage;

  private final AllocationTable table;

  /** Gives the driver hints; null if none are to be given. */
  private final ManagedHints hints;

  /** Has the driver copy what a second device reads; null if it is not to, or cannot. */
  private final ReadCopies copies;

  /** Counts the bytes in use on each device; null unless they are recorded. */
  private final Holdings holdings;

  private final Residency residency;

  /**
   * Manages the memory of all devices of {@code driver}.
   *
   * @param wanted the hints that the driver gets about the memory
   * @param recording whether the bytes in use on each device are recorded
   * @param work unfinished work, for which an allocation may have to wait
   */
  public ManagedMemoryManager(
      Driver driver,
      SchedulingLock lock,
      ManagedSettings wanted,
      boolean recording,
      UnfinishedWork work) {
    this.driver = driver;
    this.lock = lock;
    this.work = work;
    this.hostPage = driver.hostPageBytes();
    this.table = new AllocationTable(lock, ManagedState::new);
    this.hints = ManagedHints.of(wanted.advice(), wanted.attaches(), driver.deviceCount());
    this.holdings = recording ? new Holdings(driver.deviceCount()) : null;
    this.residency = new Residency(driver, table, holdings);
    prefetches = new boolean[driver.deviceCount()];
    slowPrefetches = new boolean[prefetches.length];
    boolean allConcurrent = true;
    for (int i = 0; i < prefetches.length; i++) {
      boolean able = driver.device(i).attribute(DeviceAttribute.CONCURRENT_MANAGED_ACCESS) != 0;
      prefetches[i] = able && wanted.prefetches();
      slowPrefetches[i] = able && driver.device(i).hasSlowPrefetches();
      allConcurrent &= able;
    }
    concurrent = allConcurrent;
    boolean copying = concurrent && prefetches.length > 1;
    copies =
        copying && wanted.advice() == MemoryAdvicePolicy.AUTO
            ? new ReadCopies(wanted.prefetches())
            : null;
  }

  @Override
  public Allocation allocate(String name, long bytes) {
    Allocation made = allocate(name, bytes, Places.HOST, () -> driver.allocateManaged(bytes));
    if (!concurrent) {
      made.guard();
    } else if (hostPage != 0) {
      ManagedState.of(made).isUntouched = true;
      made.setHostAccess(false, false);
    }
    return made;
  }

  @Override
  public Allocation allocateOn(int device, String name, long bytes) {
    Allocation made = allocate(name, bytes, device, () -> driver.device(device).allocate(bytes));
    if (holdings != null) {
      lock.lock();
      try {
        holdings.add(made.whole());
      } finally {
        lock.unlock();
      }
    }
    return made;
  }

  private Allocation allocate(String name, long bytes, int home, LongSupplier allocator) {
    long address;
    try {
      address = allocator.getAsLong();
    } catch (DriverException e) {
      if (e.result() != CudaResult.CUDA_ERROR_OUT_OF_MEMORY) {
        throw e;
      }
      work.awaitFrees();
      address = allocator.getAsLong();
    }
    boolean registered = false;
    try {
      Allocation made = table.register(name, address, bytes, home, false);
      registered = true;
      return made;
    } finally {
      if (!registered) {
        driver.free(address);
      }
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
    return region.allocation().hostAddress() + region.offset();
  }

  @Override
  public boolean isManaged() {
    return true;
  }

  @Override
  public boolean reserve(Vertex vertex, int device) {
    residency.use(vertex, device);
    return true;
  }

  @Override
  public void fetch(Vertex vertex, int device) {
    // The driver moves the data: prepare() asks for that.
  }

  @Override
  public void prefetch(Vertex vertex, Operation.Prefetch operation) {
    // The command of the computation prefetches.
  }

  @Override
  public void ended(Vertex vertex, Operation.Transfer transfer) {
    throw new IllegalStateException("the driver moves managed memory");
  }

  @Override
  public long freeBytes(int device) {
    lock.lock();
    try {
      return Math.max(0, driver.device(device).managedCapacity() - residency.bytes(device));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long usedBytes(int device) {
    return holdings == null ? residency.bytes(device) : holdings.bytes(device);
  }

  @Override
  public void prepare(Vertex vertex, ComputeStream stream, Submission submission) {
    int device = stream.device();
    if (hints != null) {
      hints.prepare(vertex, stream, submission);
    }
    if (copies != null) {
      copies.prepare(vertex, stream, submission);
    }
    if (!prefetches[device]) {
      return;
    }
    for (Access access : vertex.accesses()) {
      if (isMissing(access, device)) {
        prefetchMissing(access.region(), stream, submission);
      }
    }
  }

  /** Whether {@code device} lacks something that {@code access} reads. */
  private static boolean isMissing(Access access, int device) {
    Region region = access.region();
    return access.mode().keepsContents()
        && region.allocation().moves()
        && region.allocation().missingBytes(region.offset(), region.length(), device) > 0;
  }

  @Override
  public boolean movesSlowly(Vertex vertex, int device) {
    if (!slowPrefetches[device]) {
      return false;
    }
    if (!vertex.operation().usesData()) {
      return vertex.operation() instanceof Operation.Prefetch;
    }
    if (prefetches[device]) {
      for (Access access : vertex.accesses()) {
        if (isMissing(access, device)) {
          return true;
        }
      }
    }
    return copies != null && copies.isAbout(vertex, device);
  }

  @Override
  public void wasPrepared(Vertex vertex, ComputeStream stream) {
    if (vertex.operation().usesData()) {
      if (hints != null) {
        hints.prepared(vertex, stream);
      }
      if (copies != null) {
        copies.prepared(vertex, stream.device());
      }
    }
  }

  /** Appends one prefetch for each run of neighbouring intervals that are not on the device. */
  private static void prefetchMissing(Region region, ComputeStream stream, Submission submission) {
    Allocation allocation = region.allocation();
    IntervalMap<LocationSet> map = allocation.locations();
    long from = -1;
    int i = map.find(region.offset());
    for (; i < map.count() && map.start(i) < region.end(); i++) {
      boolean missing = !Places.contains(map.value(i).places, stream.device());
      if (missing && from < 0) {
        from = Math.max(map.start(i), region.offset());
      } else if (!missing && from >= 0) {
        prefetch(allocation, from, map.start(i), stream, submission);
        from = -1;
      }
    }
    if (from >= 0) {
      prefetch(allocation, from, region.end(), stream, submission);
    }
  }

  private static void prefetch(
      Allocation allocation, long from, long to, ComputeStream stream, Submission submission) {
    submission.prefetch(
        stream.driverStream(), allocation.hostAddress() + from, to - from, stream.device());
  }

  @Override
  public void scheduled(Vertex vertex, int place) {
    if (hints != null && place != Places.HOST) {
      hints.scheduled(vertex);
    }
    if (copies != null && place != Places.HOST) {
      copies.scheduled(vertex);
    }
    boolean prefetch = vertex.operation() instanceof Operation.Prefetch;
    for (Access access : vertex.accesses()) {
      if (prefetch && !isReadMostly(access.region().allocation())) {
        // A prefetch moves the data.
        update(access.region(), AccessMode.WRITE, place);
      } else if (!access.mode().writes()) {
        update(access.region(), access.mode(), place);
      }
    }
    for (Access access : vertex.accesses()) {
      if (access.mode().writes()) {
        update(access.region(), access.mode(), place);
      }
    }
  }

  @Override
  public void advised(Operation.Advise advice) {
    ManagedState state = ManagedState.of(advice.region().allocation());
    switch (advice.advice()) {
      case SET_READ_MOSTLY -> state.isReadMostly = true;
      case UNSET_READ_MOSTLY -> state.isReadMostly = false;
      default -> {}
    }
  }

  private static boolean isReadMostly(Allocation allocation) {
    ManagedState state = ManagedState.of(allocation);
    return state.isReadMostly || state.told != null && state.told.isReadMostly();
  }

  @Override
  public Region reach(Region region, AccessMode mode) {
    // Page faults of the host bring the pages. If the driver need not be told of accesses, nobody
    // needs to know which pages.
    Allocation allocation = region.allocation();
    boolean all = hostPage == 0 || !allocation.moves() || allocation.isAllAt(Places.HOST);
    return all ? allocation.whole() : pages(region);
  }

  private Region pages(Region region) {
    Allocation allocation = region.allocation();
    long begin = region.offset() / hostPage * hostPage;
    long end = Math.min(allocation.bytes(), (region.end() + hostPage - 1) / hostPage * hostPage);
    return new Region(allocation, begin, end - begin);
  }

  @Override
  public Vertex hostAccess(Region region, AccessMode mode) {
    Allocation allocation = region.allocation();
    Vertex working = concurrent || !allocation.moves() ? null : work.any();
    if (working != null) {
      return working;
    }
    if (hostPage == 0 || !allocation.moves()) {
      update(region, mode, Places.HOST);
      return null;
    }
    ManagedState state = ManagedState.of(allocation);
    Region pages = state.isUntouched ? allocation.whole() : pages(region);
    boolean here = !state.isUntouched && isUpToDate(pages, mode);
    if (!here) {
      state.isUntouched = false;
      update(pages, mode, Places.HOST);
      driver.hostAccess(allocation.hostAddress() + pages.offset(), pages.length(), mode.writes());
    }
    return null;
  }

  /** Whether the host may access {@code pages} as they are. */
  private static boolean isUpToDate(Region pages, AccessMode mode) {
    Allocation allocation = pages.allocation();
    return mode.writes()
        ? allocation.isNowhereBut(pages.offset(), pages.length(), Places.HOST)
        : allocation.missingBytes(pages.offset(), pages.length(), Places.HOST) == 0;
  }

  /**
   * Updates locations: the place of a writer becomes the only holder, the place of a reader one
   * more holder.
   */
  private void update(Region region, AccessMode mode, int place) {
    if (!region.allocation().moves()) {
      return;
    }
    if (place != Places.HOST) {
      ManagedState.of(region.allocation()).isUntouched = false;
    }
    if (holdings == null) {
      updateLocations(region, mode, place);
    } else {
      holdings.remove(region);
      updateLocations(region, mode, place);
      holdings.add(region);
    }
    region.allocation().placesChanged(region.offset(), region.end());
  }

  private static void updateLocations(Region region, AccessMode mode, int place) {
    Allocation allocation = region.allocation();
    long places = Places.of(place);
    IntervalMap<LocationSet> map = allocation.locations();
    if (map.count() == 1) {
      LocationSet all = map.value(0);
      long updated = mode.writes() ? places : all.places | places;
      if (updated == all.places || region.isWhole()) {
        all.places = updated;
        return;
      }
    }
    int begin = map.split(region.offset(), LocationSet::copy);
    int end = map.split(region.end(), LocationSet::copy);
    if (mode.writes()) {
      map.value(begin).places = places;
      if (end - begin > 1) {
        map.replace(begin, end, map.value(begin));
      }
    } else {
      for (int i = begin; i < end; i++) {
        map.value(i).places |= places;
      }
    }
    map.mergeIfGrown(LocationSet::isSame);
  }

  @Override
  public void release(Allocation allocation) {
    if (!remove(allocation)) {
      return;
    }
    try {
      driver.free(allocation.hostAddress());
    } catch (DriverException e) {
      LOGGER.log(Level.WARNING, "could not free " + allocation, e);
    }
  }

  private boolean remove(Allocation allocation) {
    lock.lock();
    try {
      residency.released(allocation);
      boolean removed = table.remove(allocation);
      if (removed && holdings != null) {
        holdings.remove(allocation.whole());
      }
      return removed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long allocatedBytes() {
    return table.bytes();
  }

  @Override
  public void close() {
    tellOfEvictions();
    table.close();
    for (Allocation next = table.takeFirst(); next != null; next = table.takeFirst()) {
      release(next);
    }
  }

  private void tellOfEvictions() {
    long bytes;
    lock.lock();
    try {
      bytes = residency.notableEvictions();
    } finally {
      lock.unlock();
    }
    if (bytes > 0) {
      LOGGER.log(
          Level.WARNING,
          String.format(
              Locale.ROOT,
              "arrays did not fit into the memory of the devices, from which the driver evicted"
                  + " about %,d bytes; MemoryManager=replicated with DeviceSelectionPolicy=auto may"
                  + " be faster",
              bytes));
    }
  }
}
