package org.grcuda.sim;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.grcuda.driver.BlockCounts;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.sim.memory.SimMemory;

/**
 * Counts of what launches of one kernel without a declared cost do, by their shape and the numbers
 * that they are called with. The first launch of each kind is counted. Called with the lock of the
 * queues held.
 */
final class LaunchCounts {

  /** Number of blocks that are counted, as counting is slow. */
  private static final int COUNTED = 4;

  private static final int FEWEST = 2 * COUNTED;

  private static final int MOST_KEYS = 256;

  /** Launches of the same shape and numbers. */
  static final class Alike {

    private final BlockCounts counts = new BlockCounts();
    private boolean asked;
    private boolean known;

    /**
     * The counting function, for the first of these launches; null for others, or if the backend
     * cannot count.
     */
    Function counting(Function kernel, long stride) {
      if (asked) {
        return null;
      }
      asked = true;
      return kernel.counted(stride, counts);
    }

    /** Whether {@link #counts} are available, in simulated time as well. */
    boolean isKnown() {
      return known;
    }

    /** One of these launches, or one executed before it, has been executed. */
    BlockCounts counts() {
      known = counts.blocks() > 0;
      return known ? counts : null;
    }
  }

  private record Key(LaunchShape shape, List<Long> numbers) {}

  private final Map<Key, Alike> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Alike> eldest) {
          return size() > MOST_KEYS;
        }
      };

  /** The stride between counted blocks of a launch; 0 if none is counted, as in clusters. */
  static long stride(QueuedCommand launch) {
    LaunchShape shape = launch.shape();
    boolean counts = shape.blocks() >= FEWEST && shape.cluster().isNone();
    return counts ? shape.blocks() / COUNTED : 0;
  }

  /** Launches like this one. */
  Alike of(QueuedCommand launch, SimMemory memory) {
    List<Long> numbers =
        Arrays.stream(launch.parameters())
            .mapToObj(word -> memory.at(word) == null ? word : Long.valueOf(0))
            .collect(Collectors.toList());
    return known.computeIfAbsent(new Key(launch.shape(), numbers), key -> new Alike());
  }
}
