package org.grcuda.runtime.memory;

/**
 * Hands out parts of one range of addresses (two-level segregated fit: Masmano, Ripoll, Crespo and
 * Real, ECRTS 2004). Free parts are kept in lists by size class, four classes to each power of two.
 * A free part is joined with its free neighbours at once, so the range is whole again when
 * everything was released. Allocating and releasing take constant time, except where a request
 * finds no part of a higher class: then it searches the list of its own class.
 *
 * <p>It never touches the memory. Not thread-safe.
 */
public final class PoolAllocator {

  /** Addresses and sizes are multiples of this, in bytes. */
  public static final long ALIGNMENT = 256;

  private static final int ALIGNMENT_BITS = 8;
  private static final int STEP_BITS = 2;
  private static final int STEPS = 1 << STEP_BITS;
  private static final int CLASSES = (Long.SIZE - ALIGNMENT_BITS) * STEPS;

  /** A part of the range, in use until it is released. */
  public static final class Chunk {

    private final long address;
    private long bytes;
    private boolean used;
    // Neighbours by address.
    private Chunk below;
    private Chunk above;
    // Neighbours in the list of the size class, while free.
    private Chunk previous;
    private Chunk next;

    private Chunk(long address, long bytes) {
      this.address = address;
      this.bytes = bytes;
    }

    /** Address of its first byte. */
    public long address() {
      return address;
    }

    /** Its size in bytes, at least the requested size. */
    public long bytes() {
      return bytes;
    }

    /** Address of the first byte after it. */
    public long end() {
      return address + bytes;
    }
  }

  private final long capacity;
  private final Chunk[] free = new Chunk[CLASSES];
  // Which lists are not empty.
  private final long[] filled = new long[(CLASSES + Long.SIZE - 1) / Long.SIZE];
  private long freeBytes;

  /**
   * A pool over {@code bytes} bytes from {@code address}, all free.
   *
   * @throws IllegalArgumentException unless both are multiples of {@link #ALIGNMENT} and {@code
   *     bytes} is at least that
   */
  public PoolAllocator(long address, long bytes) {
    if (address % ALIGNMENT != 0 || bytes % ALIGNMENT != 0 || bytes < ALIGNMENT) {
      throw new IllegalArgumentException(
          "a pool of %d bytes at 0x%x: multiples of %d expected"
              .formatted(bytes, address, ALIGNMENT));
    }
    capacity = bytes;
    addFree(new Chunk(address, bytes));
  }

  /** The bytes that a request for {@code bytes} takes: the next multiple of {@link #ALIGNMENT}. */
  public static long rounded(long bytes) {
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /** Size of the range in bytes. */
  public long capacity() {
    return capacity;
  }

  /** Bytes not in use. */
  public long freeBytes() {
    return freeBytes;
  }

  /**
   * Takes a chunk of at least {@code bytes} bytes.
   *
   * @param bytes at least 1
   * @return null if no free part is large enough
   * @throws IllegalArgumentException if {@code bytes} is less than 1
   */
  public Chunk allocate(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException(bytes + " bytes requested");
    }
    long size = rounded(bytes);
    Chunk chunk = size > freeBytes ? null : find(size);
    if (chunk == null) {
      return null;
    }
    removeFree(chunk);
    if (chunk.bytes > size) {
      Chunk rest = new Chunk(chunk.address + size, chunk.bytes - size);
      rest.below = chunk;
      rest.above = chunk.above;
      if (chunk.above != null) {
        chunk.above.below = rest;
      }
      chunk.above = rest;
      chunk.bytes = size;
      addFree(rest);
    }
    chunk.used = true;
    return chunk;
  }

  /**
   * Takes a chunk back.
   *
   * @throws IllegalStateException if it is not in use
   */
  public void release(Chunk chunk) {
    if (!chunk.used) {
      throw new IllegalStateException("the chunk at 0x%x is not in use".formatted(chunk.address));
    }
    chunk.used = false;
    Chunk merged = chunk;
    if (chunk.below != null && !chunk.below.used) {
      merged = chunk.below;
      removeFree(merged);
      absorbAbove(merged);
    }
    if (merged.above != null && !merged.above.used) {
      removeFree(merged.above);
      absorbAbove(merged);
    }
    addFree(merged);
  }

  private static void absorbAbove(Chunk chunk) {
    Chunk gone = chunk.above;
    chunk.bytes += gone.bytes;
    chunk.above = gone.above;
    if (gone.above != null) {
      gone.above.below = chunk;
    }
  }

  /**
   * A free chunk of at least {@code size} bytes; null if there is none. Every chunk of a higher
   * class fits, so the first of those is taken. Only if there is none, the class of {@code size}
   * itself is searched.
   */
  private Chunk find(long size) {
    int sizeClass = classOf(size);
    int above = isLowestOf(sizeClass, size) ? sizeClass : sizeClass + 1;
    int found = firstFilled(above);
    if (found >= 0) {
      return free[found];
    }
    for (Chunk chunk = free[sizeClass]; chunk != null; chunk = chunk.next) {
      if (chunk.bytes >= size) {
        return chunk;
      }
    }
    return null;
  }

  private int firstFilled(int from) {
    for (int word = from / Long.SIZE; word < filled.length; word++) {
      long bits = filled[word];
      if (word == from / Long.SIZE) {
        bits &= -1L << from;
      }
      if (bits != 0) {
        return word * Long.SIZE + Long.numberOfTrailingZeros(bits);
      }
    }
    return -1;
  }

  /** The class of chunks of {@code size} bytes: grows with the size. */
  static int classOf(long size) {
    long units = size >>> ALIGNMENT_BITS;
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(units);
    int step =
        power < STEP_BITS
            ? (int) (units << (STEP_BITS - power)) & STEPS - 1
            : (int) (units >>> (power - STEP_BITS)) & STEPS - 1;
    return power * STEPS + step;
  }

  /** Whether {@code size} is the smallest size of {@code sizeClass}. */
  private static boolean isLowestOf(int sizeClass, long size) {
    return size == ALIGNMENT || classOf(size - ALIGNMENT) != sizeClass;
  }

  private void addFree(Chunk chunk) {
    int sizeClass = classOf(chunk.bytes);
    chunk.previous = null;
    chunk.next = free[sizeClass];
    if (chunk.next != null) {
      chunk.next.previous = chunk;
    }
    free[sizeClass] = chunk;
    filled[sizeClass / Long.SIZE] |= 1L << sizeClass;
    freeBytes += chunk.bytes;
  }

  private void removeFree(Chunk chunk) {
    int sizeClass = classOf(chunk.bytes);
    if (chunk.previous == null) {
      free[sizeClass] = chunk.next;
    } else {
      chunk.previous.next = chunk.next;
    }
    if (chunk.next != null) {
      chunk.next.previous = chunk.previous;
    }
    if (free[sizeClass] == null) {
      filled[sizeClass / Long.SIZE] &= ~(1L << sizeClass);
    }
    chunk.previous = null;
    chunk.next = null;
    freeBytes -= chunk.bytes;
  }
}
