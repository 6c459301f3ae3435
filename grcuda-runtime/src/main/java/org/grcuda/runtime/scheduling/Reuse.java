package org.grcuda.runtime.scheduling;

import java.util.function.BooleanSupplier;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Vertex;

/**
 * How often computations that were submitted together need each byte of the arrays that they need:
 * the bytes that all of them need over the bytes of these arrays. Together are at most {@link
 * #MOST}, and none with those before it that had all ended. So a program that needs all of its data
 * again in each of its rounds shares no data in this sense.
 */
final class Reuse {

  /** Of fewer computations nothing is said. */
  private static final int LEAST = 8;

  private static final int MOST = 64;

  /**
   * In the benchmark suite programs whose computations each need data of their own stay below 1.5.
   * Factorizations and products of matrices in tiles are above this after some twenty.
   */
  private static final double OFTEN = 1.75;

  /**
   * On one device the order matters while so many arrays are not there yet. A program that uses a
   * few arrays again and again has nothing to gain.
   */
  private static final int MANY = 8;

  private final boolean isOneDevice;
  private final BooleanSupplier isIdle;

  /** Number of the present collection, which its arrays bear. */
  private long collection = 1;

  private int count;
  private long neededBytes;
  private long arrayBytes;

  /** How many of these arrays are not on the first device. */
  private int absent;

  /**
   * @param devices how many there are
   * @param isIdle whether nothing that was added is unfinished
   */
  Reuse(int devices, BooleanSupplier isIdle) {
    isOneDevice = devices == 1;
    this.isIdle = isIdle;
  }

  /** Counts a computation that was submitted. */
  void add(Vertex vertex) {
    if (count == MOST || isIdle.getAsBoolean()) {
      restart();
    }
    count++;
    for (Access access : vertex.accesses()) {
      Allocation array = access.allocation();
      if (access.mode().keepsContents() && array.moves()) {
        neededBytes += access.region().length();
        if (array.reuseMark != collection) {
          array.reuseMark = collection;
          arrayBytes += array.bytes();
          absent += Places.contains(array.holders(), 0) ? 0 : 1;
        }
      }
    }
  }

  private void restart() {
    collection++;
    count = 0;
    neededBytes = 0;
    arrayBytes = 0;
    absent = 0;
  }

  /**
   * Whether each byte is needed so often that it matters which device does what; on one device, in
   * which order.
   */
  boolean isHigh() {
    return count >= LEAST
        && neededBytes >= OFTEN * arrayBytes
        && arrayBytes > 0
        && (!isOneDevice || absent >= MANY);
  }

  /** Whether one device has nearly all that the last {@link #MOST} computations need. */
  boolean isSettled() {
    return isOneDevice && count == MOST && absent < MANY;
  }
}
