package org.grcuda.cpu.memory;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Hands out ranges of an address range: best fit among the free ranges below the highest range in
 * use, else above it. Neighbouring free ranges are joined. Every operation takes a time that is
 * logarithmic in the number of free ranges. Not thread-safe.
 */
final class RangeAllocator {

  /** Every address and every size is a multiple of it. */
  static final long ALIGNMENT = 256;

  private record Range(long address, long bytes) {}

  private final long end;
  private final TreeMap<Long, Long> freeByAddress = new TreeMap<>();
  private final TreeSet<Range> freeBySize =
      new TreeSet<>(Comparator.comparingLong(Range::bytes).thenComparingLong(Range::address));
  private long top;

  /** All of {@code [base, base + bytes)} is free; both are multiples of {@link #ALIGNMENT}. */
  RangeAllocator(long base, long bytes) {
    this.top = base;
    this.end = base + bytes;
  }

  /** The size that a request for {@code bytes} takes. */
  static long rounded(long bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /** A range of {@link #rounded} bytes, or -1 if there is none. */
  long allocate(long bytes) {
    long size = rounded(bytes);
    Range fit = freeBySize.ceiling(new Range(0, size));
    if (fit != null) {
      removeFree(fit);
      if (fit.bytes > size) {
        addFree(new Range(fit.address + size, fit.bytes - size));
      }
      return fit.address;
    }
    if (size > end - top) {
      return -1;
    }
    long address = top;
    top += size;
    return address;
  }

  /** Takes back a range: what {@link #allocate} returned, and the size that was asked for. */
  void release(long address, long bytes) {
    long from = address;
    long to = address + rounded(bytes);
    Map.Entry<Long, Long> below = freeByAddress.lowerEntry(address);
    if (below != null && below.getKey() + below.getValue() == from) {
      from = below.getKey();
      removeFree(new Range(from, below.getValue()));
    }
    Long above = freeByAddress.get(to);
    if (above != null) {
      removeFree(new Range(to, above));
      to += above;
    }
    if (to == top) {
      top = from;
    } else {
      addFree(new Range(from, to - from));
    }
  }

  /** End of the highest range in use. */
  long top() {
    return top;
  }

  private void addFree(Range range) {
    freeByAddress.put(range.address, range.bytes);
    freeBySize.add(range);
  }

  private void removeFree(Range range) {
    freeByAddress.remove(range.address);
    freeBySize.remove(range);
  }
}
