package org.grcuda.runtime.memory;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.IntervalMap;
import org.grcuda.runtime.computation.LocationSet;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Ranges;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.memory.PoolAllocator.Chunk;
import org.grcuda.runtime.observation.Observer;

/**
 * Gives computations memory on their device. Every region that a computation uses lies in one
 * block, and all its blocks are there at once. To make room, blocks that nothing unfinished uses
 * are evicted; a block that holds the only copy of data is saved on the host first. Guarded by the
 * scheduling lock.
 */
final class BlockPlacer {

  /**
   * Allocations up to this size in bytes are on a device as a whole or not at all; in a small pool,
   * those up to a sixteenth of it.
   */
  private static final long WHOLE = 64L << 10;

  private final Transfers transfers;
  private final EvictionPolicy eviction;
  private final int devices;
  private final Runnable poll;
  private final Observer observer;

  /** Number of the current placement. */
  private long placement;

  /** Bytes of the blocks that {@link #needs} has marked. */
  private long keptBytes;

  /**
   * @param poll learns what has completed
   * @param observer records evictions; null if nothing is recorded
   */
  BlockPlacer(
      Transfers transfers, EvictionPolicy eviction, int devices, Runnable poll, Observer observer) {
    this.observer = observer;
    this.transfers = transfers;
    this.eviction = eviction;
    this.devices = devices;
    this.poll = poll;
  }

  /** Bytes of an allocation that need a block of their own, since no single block covers them. */
  private static final class Need {
    final Allocation allocation;
    long start;
    long end;

    Need(Allocation allocation, long start, long end) {
      this.allocation = allocation;
      this.start = start;
      this.end = end;
    }

    long size() {
      return PoolAllocator.rounded(Block.size(start, end));
    }

    boolean overlaps(Need other) {
      return allocation == other.allocation && start < other.end && other.start < end;
    }

    /** Grows to cover {@code [from, to)} as well. Returns whether it has grown. */
    boolean include(long from, long to) {
      boolean grows = from < start || to > end;
      start = Math.min(start, from);
      end = Math.max(end, to);
      return grows;
    }
  }

  /**
   * Gives each region of {@code accesses} a block on the device of {@code pool}, if its allocation
   * moves.
   *
   * @return false if that must wait for computations on the device
   * @throws DriverException CUDA_ERROR_OUT_OF_MEMORY if waiting would not help
   */
  boolean place(Access[] accesses, DevicePool pool) {
    List<Need> needs = needs(accesses, pool, true);
    if (needs == null) {
      return true;
    }
    if (bytes(needs) > pool.capacity() / 4) {
      needs = needs(accesses, pool, false);
    }
    if (keptBytes + bytes(needs) > pool.capacity()) {
      // The new blocks do not fit beside the existing ones. Without those they may fit.
      needs = null;
    }
    if (needs != null && place(needs, pool, block -> block.keptBy != placement)) {
      return true;
    }
    poll.run();
    needs = needs(accesses, pool, false);
    if (needs == null) {
      return true;
    }
    requireFits(accesses, pool.device(), pool.capacity());
    if (place(needs, pool, block -> block.keptBy != placement)) {
      return true;
    }
    if (pool.blocks(block -> !block.users.isQuiet()).hasNext()) {
      return false;
    }
    // No unfinished computation uses a block of the device: all blocks can be evicted.
    evictAll(pool);
    needs = needs(accesses, pool, false);
    if (needs != null && !place(needs, pool, block -> false)) {
      throw outOfMemory(accesses, requiredBytes(accesses), pool.device(), pool.freeInPool());
    }
    return true;
  }

  /**
   * Refuses accesses that do not fit even on a device that holds nothing else.
   *
   * @param capacity bytes that the device has for them
   * @throws DriverException CUDA_ERROR_OUT_OF_MEMORY
   */
  static void requireFits(Access[] accesses, int device, long capacity) {
    long total = requiredBytes(accesses);
    if (total > capacity) {
      throw outOfMemory(accesses, total, device, capacity);
    }
  }

  /**
   * The needs of {@code accesses}, for regions that no block covers; null if there are none. Marks
   * the existing blocks that are needed.
   *
   * @param generous whether needs that replace blocks become larger: see {@link #grow}
   */
  private List<Need> needs(Access[] accesses, DevicePool pool, boolean generous) {
    placement++;
    keptBytes = 0;
    List<Need> needs = null;
    for (Access access : accesses) {
      Region region = access.region();
      Allocation allocation = region.allocation();
      if (!allocation.moves()) {
        continue;
      }
      BlockList blocks = Copies.of(allocation).blocks(pool.device());
      Block block = blocks == null ? null : blocks.covering(region.offset(), region.end());
      if (block != null) {
        keep(block);
        pool.touch(block);
      } else {
        needs = needs == null ? new ArrayList<>() : needs;
        boolean whole = allocation.bytes() <= Math.min(WHOLE, pool.capacity() / 16);
        needs.add(
            whole
                ? new Need(allocation, 0, allocation.bytes())
                : new Need(allocation, region.offset(), region.end()));
      }
    }
    if (needs != null) {
      for (Need need : needs) {
        if (includeBlocks(need, pool.device()) && generous) {
          grow(need);
        }
      }
      join(needs, pool.device());
    }
    return needs;
  }

  /**
   * Makes {@code need} twice as long, so that data that grows by pieces is copied a constant number
   * of times.
   */
  private static void grow(Need need) {
    long wanted = Math.min(need.allocation.bytes(), 2 * (need.end - need.start));
    need.end = Math.min(need.allocation.bytes(), need.start + wanted);
    need.start = Math.min(need.start, need.end - wanted);
  }

  /** Grows needs that overlap blocks or one another, until they are disjoint. */
  private static void join(List<Need> needs, int device) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = 0; i < needs.size(); i++) {
        Need need = needs.get(i);
        changed |= includeBlocks(need, device);
        for (int j = needs.size() - 1; j > i; j--) {
          if (need.overlaps(needs.get(j))) {
            Need other = needs.remove(j);
            changed |= need.include(other.start, other.end);
          }
        }
      }
    }
  }

  /** Grows {@code need} to cover the blocks that it overlaps. Returns whether it has grown. */
  private static boolean includeBlocks(Need need, int device) {
    BlockList blocks = Copies.of(need.allocation).blocks(device);
    boolean grown = false;
    for (int i = blocks == null ? 0 : blocks.firstEndingAfter(need.start);
        blocks != null && i < blocks.count() && blocks.get(i).overlaps(need.start, need.end);
        i++) {
      grown |= need.include(blocks.get(i).start, blocks.get(i).end);
    }
    return grown;
  }

  private static long bytes(List<Need> needs) {
    long bytes = 0;
    for (Need need : needs) {
      bytes += need.size();
    }
    return bytes;
  }

  /** Marks {@code block} as needed by the current placement. */
  private void keep(Block block) {
    if (block.keptBy != placement) {
      block.keptBy = placement;
      keptBytes += block.chunk.bytes();
    }
  }

  /** Bytes that {@code accesses} need on a device that holds nothing else. */
  private static long requiredBytes(Access[] accesses) {
    List<Need> needs = new ArrayList<>();
    for (Access access : accesses) {
      Region region = access.region();
      if (region.allocation().moves()) {
        needs.add(new Need(region.allocation(), region.offset(), region.end()));
      }
    }
    for (int i = 0; i < needs.size(); i++) {
      for (int j = needs.size() - 1; j > i; j--) {
        if (needs.get(i).overlaps(needs.get(j))) {
          Need other = needs.remove(j);
          needs.get(i).include(other.start, other.end);
          j = needs.size();
        }
      }
    }
    return bytes(needs);
  }

  /**
   * Makes a block for each need, or for none of them.
   *
   * @param mayGo whether a block may be evicted, if no unfinished computation uses it
   * @return whether the blocks were made
   */
  private boolean place(List<Need> needs, DevicePool pool, Predicate<Block> mayGo) {
    keepReplaced(needs, pool.device());
    Predicate<Block> evictable = block -> mayGo.test(block) && block.users.isQuiet();
    if (pool.freeInPool() < bytes(needs) && !wouldFit(needs, pool, evictable)) {
      return false;
    }
    Chunk[] chunks = new Chunk[needs.size()];
    for (int i = 0; i < chunks.length; i++) {
      chunks[i] = obtain(needs.get(i).size(), pool, evictable);
      if (chunks[i] == null) {
        for (int j = 0; j < i; j++) {
          pool.release(chunks[j]);
        }
        return false;
      }
    }
    for (int i = 0; i < chunks.length; i++) {
      install(needs.get(i), chunks[i], pool);
    }
    return true;
  }

  /**
   * Marks the blocks that {@code needs} replace, so that they are not evicted: they hold data for
   * the new blocks.
   */
  private void keepReplaced(List<Need> needs, int device) {
    for (Need need : needs) {
      BlockList blocks = Copies.of(need.allocation).blocks(device);
      for (int i = blocks == null ? 0 : blocks.firstEndingAfter(need.start);
          blocks != null && i < blocks.count() && blocks.get(i).overlaps(need.start, need.end);
          i++) {
        blocks.get(i).keptBy = placement;
      }
    }
  }

  private static boolean wouldFit(List<Need> needs, DevicePool pool, Predicate<Block> evictable) {
    long room = pool.freeInPool();
    long wanted = bytes(needs);
    Iterator<Block> blocks = pool.blocks(evictable);
    while (room < wanted && blocks.hasNext()) {
      room += blocks.next().chunk.bytes();
    }
    return room >= wanted;
  }

  private Chunk obtain(long bytes, DevicePool pool, Predicate<Block> evictable) {
    Chunk chunk = pool.allocate(bytes);
    while (chunk == null) {
      Iterator<Block> candidates = pool.blocks(evictable);
      if (!candidates.hasNext()) {
        return null;
      }
      evict(eviction.victim(candidates), pool);
      chunk = pool.allocate(bytes);
    }
    return chunk;
  }

  /**
   * Takes a part of the pool for memory that the program allocates (cudaMalloc); null if there is
   * no room now.
   */
  Chunk obtain(long bytes, DevicePool pool) {
    poll.run();
    return obtain(bytes, pool, block -> block.users.isQuiet());
  }

  private void install(Need need, Chunk chunk, DevicePool pool) {
    Block made = new Block(need.allocation, pool.device(), need.start, need.end, chunk);
    pool.fencesOf(chunk, made.fences);
    BlockList blocks = Copies.of(need.allocation).blocks(pool.device(), devices);
    int index = blocks.firstEndingAfter(need.start);
    while (index < blocks.count() && blocks.get(index).overlaps(need.start, need.end)) {
      Block old = blocks.get(index);
      Ranges valid = heldBy(old, false);
      if (valid.count() > 0) {
        transfers.move(old, made, valid);
      }
      drop(old, pool);
    }
    blocks.add(made);
    pool.link(made);
    made.keptBy = placement;
  }

  private void evictAll(DevicePool pool) {
    Iterator<Block> all = pool.blocks(block -> true);
    while (all.hasNext()) {
      evict(all.next(), pool);
    }
  }

  private void evict(Block block, DevicePool pool) {
    pool.countEviction();
    Ranges dirty = heldBy(block, true);
    if (dirty.count() > 0) {
      transfers.copy(block.allocation, block.device, Places.HOST, dirty);
    }
    if (observer != null) {
      Region gone = new Region(block.allocation, block.start, block.end - block.start);
      observer.evicted(block.device, gone, dirty.bytes());
    }
    IntervalMap<LocationSet> map = block.allocation.locations();
    int first = map.split(block.start, LocationSet::copy);
    int last = map.split(block.end, LocationSet::copy);
    for (int i = first; i < last; i++) {
      LocationSet here = map.value(i);
      here.evicted |= here.places & Places.of(block.device);
      here.places &= ~Places.of(block.device);
    }
    drop(block, pool);
    map.mergeIfGrown(LocationSet::isSame);
    block.allocation.placesChanged(block.start, block.end);
  }

  /**
   * The bytes of {@code block} that are valid there; with {@code only}, just those that are valid
   * nowhere else.
   */
  private static Ranges heldBy(Block block, boolean only) {
    Ranges held = new Ranges();
    long place = Places.of(block.device);
    IntervalMap<LocationSet> map = block.allocation.locations();
    for (int i = map.find(block.start); i < map.count() && map.start(i) < block.end; i++) {
      long places = map.value(i).places;
      if (only ? places == place : (places & place) != 0) {
        held.add(Math.max(map.start(i), block.start), Math.min(map.end(i), block.end));
      }
    }
    return held;
  }

  /**
   * Gives back those of {@code blocks} of which nothing is valid; whether there were any.
   *
   * @param blocks on the device of {@code pool}; null if there are none
   */
  boolean dropEmpty(BlockList blocks, DevicePool pool) {
    boolean any = false;
    for (int i = blocks == null ? -1 : blocks.count() - 1; i >= 0; i--) {
      if (heldBy(blocks.get(i), false).count() == 0) {
        drop(blocks.get(i), pool);
        any = true;
      }
    }
    return any;
  }

  /** Gives the memory of {@code block} back. Computations that may still use it become a fence. */
  void drop(Block block, DevicePool pool) {
    Copies.of(block.allocation).blocks(block.device).remove(block);
    pool.unlink(block);
    pool.release(block.chunk);
    pool.fence(block.chunk, block.users);
  }

  private static DriverException outOfMemory(
      Access[] accesses, long total, int device, long available) {
    StringJoiner regions = new StringJoiner(", ");
    int count = 0;
    for (Access access : accesses) {
      Region region = access.region();
      if (region.allocation().moves()) {
        count++;
        regions.add(
            String.format(
                Locale.ROOT, "%,d bytes of %s", region.length(), region.allocation().name()));
      }
    }
    return new DriverException(
        CudaResult.CUDA_ERROR_OUT_OF_MEMORY,
        "cuMemAlloc",
        device,
        String.format(
            Locale.ROOT,
            "%s are needed at once%s; the device has %,d bytes for them; work on slices of the"
                + " arrays, which need less",
            regions,
            count == 1 ? "" : String.format(Locale.ROOT, ", %,d bytes in all", total),
            available));
  }
}
