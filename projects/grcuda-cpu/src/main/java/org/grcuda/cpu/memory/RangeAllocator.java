package org.grcuda.cpu.memory;

import java.util.TreeSet;
import org.grcuda.driver.AddressMap;

/**
 * Hands out ranges of an address range: best fit among the free ranges below the highest range in
 * use, else above it. Neighbouring free ranges are joined. Every operation takes a time that is
 * logarithmic in the number of free ranges. Not thread-safe.
 */
final class RangeAllocator {

  /** Every address and every size is a multiple of it. */
  static final long ALIGNMENT = 256;

  /** Ordered by size, then by address. */
  private record Range(long address, long bytes) implements Comparable<Range> {

    @Override
    public int compareTo(Range other) {
      int bySize = Long.compare(bytes, other.bytes);
      return bySize != 0 ? bySize : Long.compare(address, other.address);
    }

    long end() {
      return address + bytes;
    }
  }

  /** Takes an address and a size. */
  @FunctionalInterface
  interface RangeConsumer {
    void accept(long address, long bytes);
  }

  private final long end;
  private final AddressMap<Range> freeByAddress = new AddressMap<>();
  private final TreeSet<Range> freeBySize = new TreeSet<>();
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

  /** Takes back a range: the address that {@link #allocate} returned, and the requested size. */
  void release(long address, long bytes) {
    long from = address;
    long to = address + rounded(bytes);
    Range below = freeByAddress.floor(address);
    if (below != null && below.end() == from) {
      from = below.address;
      removeFree(below);
    }
    Range above = freeByAddress.get(to);
    if (above != null) {
      removeFree(above);
      to = above.end();
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

  /** Shows the free ranges of at least {@code bytes} below {@link #top}: address and size. */
  void forEachFree(long bytes, RangeConsumer consumer) {
    for (Range range : freeBySize.tailSet(new Range(0, bytes))) {
      consumer.accept(range.address, range.bytes);
    }
  }

  private void addFree(Range range) {
    freeByAddress.put(range.address, range);
    freeBySize.add(range);
  }

  private void removeFree(Range range) {
    freeByAddress.remove(range.address);
    freeBySize.remove(range);
  }
}
