package org.grcuda.cpu.memory;

import java.util.Arrays;
import java.util.List;

/** The allocations in the memory of a driver at one moment, with those freed last. */
public final class AllocationMap {

  /**
   * An allocation, or a variable in one.
   *
   * @param name of a variable, else null
   * @param isConstant whether kernels may only read it
   * @param isFreed whether it was freed
   */
  public record Entry(long address, long bytes, String name, boolean isConstant, boolean isFreed) {

    /** Whether it holds all of {@code [from, from + length)}. */
    public boolean holds(long from, long length) {
      long offset = from - address;
      return offset >= 0 && offset <= bytes - length;
    }

    /** Bytes between it and {@code [from, from + length)}; 0 where they touch or overlap. */
    public long distance(long from, long length) {
      return from >= address ? Math.max(0, from - address - bytes) : address - from - length;
    }
  }

  private final Entry[] entries;
  private final long[] starts;

  /** Entries do not overlap. */
  AllocationMap(List<Entry> all) {
    entries = all.toArray(Entry[]::new);
    Arrays.sort(entries, (a, b) -> Long.compare(a.address, b.address));
    starts = Arrays.stream(entries).mapToLong(Entry::address).toArray();
  }

  /** The entry that begins at or closest before {@code address}; null if there is none. */
  public Entry floor(long address) {
    int found = Arrays.binarySearch(starts, address);
    int index = found >= 0 ? found : -2 - found;
    return index < 0 ? null : entries[index];
  }

  /** The entry closest to an access; null if there is none at all. */
  public Entry nearest(long address, long bytes) {
    int found = Arrays.binarySearch(starts, address);
    int index = found >= 0 ? found : -2 - found;
    Entry below = index < 0 ? null : entries[index];
    Entry above = index + 1 < entries.length ? entries[index + 1] : null;
    if (below == null || above == null) {
      return below == null ? above : below;
    }
    return above.distance(address, bytes) < below.distance(address, bytes) ? above : below;
  }
}
