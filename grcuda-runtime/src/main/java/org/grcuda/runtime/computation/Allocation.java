package org.grcuda.runtime.computation;

/**
 * Memory that computations share, made by a {@code MemoryManager}.
 *
 * <p>Element access on the host asks {@link #isHostReadable} or {@link #isHostWritable}, one plain
 * field read, and touches memory at {@link #hostAddress} at once if the answer is yes. Otherwise
 * the access goes through the outer layer, which waits for the computations that conflict, and sets
 * the answer to yes if it can. A plain field is enough: the thread that submits a computation
 * clears the flag itself, and threads that use one array concurrently must order their accesses
 * anyway.
 */
public final class Allocation {

  private static final int READABLE = 1;
  private static final int WRITABLE = 2;

  private final long id;
  private final long address;
  private final long bytes;
  private final String name;
  private final boolean foreign;
  private final int home;
  private final Region whole;
  private int hostAccess;
  private boolean guarded;
  private volatile boolean freed;
  private volatile int device = Placement.ANY_DEVICE;
  // The rest is guarded by the scheduling lock.
  private final IntervalMap<LocationSet> locations;
  private Object attachment;
  private long writes;
  private MemoryState memoryState;
  private DataWatcher watcher;

  /** The collection of {@code Reuse} that last met this allocation. */
  public long reuseMark;

  /** The collection of {@code NeededData} that last met this allocation. */
  public long neededMark;

  /**
   * @param home the place that holds it at first: see {@link #home}
   */
  public Allocation(long id, String name, long address, long bytes, int home, boolean foreign) {
    this.id = id;
    this.name = name;
    this.address = address;
    this.bytes = bytes;
    this.foreign = foreign;
    this.home = home;
    this.whole = new Region(this, 0, bytes);
    this.locations = new IntervalMap<>(bytes, new LocationSet(Places.of(home)));
    this.hostAccess = foreign || home == Places.HOST ? READABLE | WRITABLE : 0;
  }

  /** Number in the order of allocation, from 1, unique in its runtime. */
  public long id() {
    return id;
  }

  /** Its name in messages and exports. */
  public String name() {
    return name;
  }

  /** Address on the host, and under managed memory everywhere; aligned to 256 bytes. */
  public long hostAddress() {
    return address;
  }

  /** Size in bytes. */
  public long bytes() {
    return bytes;
  }

  /** Whether someone else owns and frees this memory, or there is no memory at all. */
  public boolean isForeign() {
    return foreign;
  }

  /**
   * Whether it has contents, which a failed computation spoils. If not, it is only a name that
   * orders its users ({@code MemoryManager.resource}).
   */
  public boolean hasContents() {
    return address != 0;
  }

  /**
   * The one device on which computations that use it must run; {@link Placement#ANY_DEVICE} if any
   * device will do. For the outer layer: the runtime runs computations where it is told to.
   */
  public int device() {
    return device;
  }

  /** Makes {@link #device} return {@code device}, for computations submitted from now on. */
  public void confineTo(int device) {
    this.device = device;
  }

  /**
   * Ordinal of the device to whose own memory it belongs for good (cudaMalloc, a variable of a
   * module); {@link Places#HOST} for memory that the host and every device can use. The host
   * reaches memory of a device by copies only, unless it is foreign and on a device that the host
   * reaches.
   */
  public int home() {
    return home;
  }

  /** Whether this memory moves to where it is used. */
  public boolean moves() {
    return !foreign && home == Places.HOST;
  }

  /** Whether {@code free} was requested: no new computation may use it. */
  public boolean isFreed() {
    return freed;
  }

  /** The whole of it as a region. */
  public Region whole() {
    return whole;
  }

  /** Whether the host may read every byte now: up to date there, and no writer unfinished. */
  public boolean isHostReadable() {
    return hostAccess != 0;
  }

  /** Whether the host may write every byte now: valid nowhere else, and no user unfinished. */
  public boolean isHostWritable() {
    return (hostAccess & WRITABLE) != 0;
  }

  /**
   * The set ({@link Places}) of places that hold an up-to-date copy of every byte, counting
   * scheduled computations as done. Call it with the scheduling lock held.
   */
  public long holders() {
    return holders(0, bytes);
  }

  /** As {@link #holders()}, for {@code length} bytes from {@code offset}. */
  public long holders(long offset, long length) {
    if (locations.count() == 1) {
      return locations.value(0).places;
    }
    long places = -1;
    for (int i = locations.find(offset); i < locations.count(); i++) {
      if (locations.start(i) >= offset + length) {
        break;
      }
      places &= locations.value(i).places;
    }
    return places;
  }

  /**
   * Whether the host alone holds every byte now: no contents are lost, and no transfer is
   * unfinished, such as one that brings back what a device had to give up. Under the lock.
   */
  public boolean isSettledOnHost() {
    for (int i = 0; i < locations.count(); i++) {
      LocationSet here = locations.value(i);
      boolean alone = here.places == Places.of(Places.HOST) && here.loss() == null;
      if (!alone || !here.isQuiet()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether no place but {@code place} holds an up-to-date copy of any of {@code length} bytes from
   * {@code offset}. Under the lock.
   */
  public boolean isNowhereBut(long offset, long length, int place) {
    long only = Places.of(place);
    for (int i = locations.find(offset); i < locations.count(); i++) {
      if (locations.start(i) >= offset + length) {
        break;
      }
      if (locations.value(i).places != only) {
        return false;
      }
    }
    return true;
  }

  /** Whether {@code place} holds an up-to-date copy of every byte. Under the lock. */
  public boolean isAllAt(int place) {
    for (int i = 0; i < locations.count(); i++) {
      if (!Places.contains(locations.value(i).places, place)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Of the {@code length} bytes from {@code offset}, the number that {@code place} has no
   * up-to-date copy of.
   */
  public long missingBytes(long offset, long length, int place) {
    if (locations.count() == 1) {
      return Places.contains(locations.value(0).places, place) ? 0 : length;
    }
    long missing = 0;
    long end = offset + length;
    for (int i = locations.find(offset); i < locations.count() && locations.start(i) < end; i++) {
      if (!Places.contains(locations.value(i).places, place)) {
        missing += Math.min(end, locations.end(i)) - Math.max(offset, locations.start(i));
      }
    }
    return missing;
  }

  /** Where each part of it is valid. Guarded by the scheduling lock. */
  public IntervalMap<LocationSet> locations() {
    return locations;
  }

  /** The state that its memory manager keeps with it; null before {@link #keep}. */
  public MemoryState memoryState() {
    return memoryState;
  }

  /**
   * Keeps {@code state} with it, for its memory manager. Call it before anyone uses the allocation.
   */
  public void keep(MemoryState state) {
    memoryState = state;
  }

  /**
   * The places of bytes {@code [from, to)}, as {@link #locations} tells them, have changed. For the
   * memory manager, under the lock.
   */
  public void placesChanged(long from, long to) {
    if (watcher != null) {
      watcher.placesChanged(from, to);
    }
  }

  /** Who schedules by where its data is; null if nobody does. Guarded by the scheduling lock. */
  public DataWatcher watcher() {
    return watcher;
  }

  /** Sets {@link #watcher}. */
  public void watch(DataWatcher by) {
    watcher = by;
  }

  /** How often it, or a part of it, was written so far, by computations or the host. */
  public long writes() {
    return writes;
  }

  /** Notes a write, for {@link #writes}. For the outer layer, under the lock. */
  public void noteWrite() {
    writes++;
  }

  /** The object that the outer layer keeps with it: see {@link #attach}. */
  public Object attachment() {
    return attachment;
  }

  /** Keeps {@code attachment} with it, for the outer layer. Guarded by the scheduling lock. */
  public void attach(Object attachment) {
    this.attachment = attachment;
  }

  /**
   * Sets which accesses the host may make from now on without asking. For the outer layer, under
   * the lock.
   */
  public void setHostAccess(boolean readable, boolean writable) {
    if (guarded) {
      return;
    }
    hostAccess = (readable ? READABLE : 0) | (writable ? WRITABLE : 0);
  }

  /** From now on the host asks before each access. Call it before anyone uses the allocation. */
  public void guard() {
    guarded = true;
    hostAccess = 0;
  }

  /** No new computation may use it from now on. For the outer layer, under the lock. */
  public void markFreed() {
    hostAccess = 0;
    freed = true;
  }

  @Override
  public String toString() {
    return name;
  }
}
