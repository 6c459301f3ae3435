package org.grcuda.attacks.wild;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;

/** Memory that no kernel of another context may change: an array, and memory of the process. */
final class Canary implements AutoCloseable {

  private static final int LENGTH = 1 << 16;
  private static final int PATTERN = 0x0ca9a127;

  private final GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open();
  private final IntArray array = cuda.intArray(LENGTH);
  private final Arena arena = Arena.ofShared();
  private final MemorySegment host = arena.allocate(4L * LENGTH, 4096);
  private final int[] expected = new int[LENGTH];

  Canary() {
    Arrays.fill(expected, PATTERN);
    array.copyFrom(expected);
    MemorySegment.copy(expected, 0, host, ValueLayout.JAVA_INT, 0, LENGTH);
  }

  /** The address of the middle of the array. */
  long arrayAddress() {
    return array.pointer() + 2L * LENGTH;
  }

  /** The address of the middle of the memory of the process. */
  long hostAddress() {
    return host.address() + 2L * LENGTH;
  }

  void assertUnchanged(String by) {
    assertEquals(-1, Arrays.mismatch(expected, array.toArray()), () -> "array changed by " + by);
    int[] now = host.toArray(ValueLayout.JAVA_INT);
    assertEquals(-1, Arrays.mismatch(expected, now), () -> "host memory changed by " + by);
  }

  @Override
  public void close() {
    cuda.close();
    arena.close();
  }
}
