package org.grcuda.runtime.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.grcuda.runtime.computation.AccessMode;

/**
 * A few steps over a few arrays, on devices with memory for little more than what the largest step
 * uses.
 *
 * @param roomBytes of each device
 */
record PullProgram(int arrays, List<Step> steps, int devices, long roomBytes) {

  /** Cells of an array. */
  static final int CELLS = 2;

  /** What device memory is given out in. */
  static final long CELL_BYTES = 256;

  /** Cells {@code from} to {@code to}, exclusive, of an array, used as {@code mode} says. */
  record Use(int array, int from, int to, AccessMode mode) {

    boolean conflictsWith(Use other) {
      return array == other.array
          && from < other.to
          && other.from < to
          && (mode.writes() || other.mode.writes());
    }

    @Override
    public String toString() {
      return mode + " a" + array + "[" + from + ":" + to + "]";
    }
  }

  /** A kernel, or code of the host. */
  record Step(boolean isHost, List<Use> uses) {

    static Step kernel(Use... uses) {
      return new Step(false, List.of(uses));
    }

    static Step host(Use... uses) {
      return new Step(true, List.of(uses));
    }

    boolean conflictsWith(Step other) {
      return uses.stream().anyMatch(one -> other.uses.stream().anyMatch(one::conflictsWith));
    }

    @Override
    public String toString() {
      return (isHost ? "host" : "kernel") + uses;
    }
  }

  static Use read(int array) {
    return new Use(array, 0, CELLS, AccessMode.READ);
  }

  static Use write(int array) {
    return new Use(array, 0, CELLS, AccessMode.READ_WRITE);
  }

  /** Of these steps, on devices with room for so many arrays each. */
  static PullProgram of(int devices, int room, Step... steps) {
    int arrays =
        1
            + Arrays.stream(steps)
                .flatMap(step -> step.uses().stream())
                .mapToInt(Use::array)
                .max()
                .orElseThrow();
    return new PullProgram(arrays, List.of(steps), devices, room * CELLS * CELL_BYTES);
  }

  /** A random one of {@code count} steps. The same seed gives the same. */
  static PullProgram random(long seed, int count) {
    Random random = new Random(seed);
    int arrays = 2 + random.nextInt(4);
    boolean slices = random.nextInt(4) == 0;
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean isHost = i > 0 && random.nextInt(5) == 0;
      Use[] uses = new Use[1 + (isHost ? 0 : random.nextInt(2))];
      for (int u = 0; u < uses.length; u++) {
        uses[u] = use(random, arrays, slices);
      }
      steps.add(new Step(isHost, List.of(uses)));
    }
    int most = steps.stream().mapToInt(step -> arrays(step).size()).max().orElseThrow();
    return new PullProgram(
        arrays, steps, 1 + random.nextInt(3), (most * CELLS + random.nextInt(CELLS)) * CELL_BYTES);
  }

  private static List<Integer> arrays(Step step) {
    return step.uses().stream().map(Use::array).distinct().toList();
  }

  private static Use use(Random random, int arrays, boolean slices) {
    List<AccessMode> modes =
        Stream.concat(Arrays.stream(AccessMode.values()), Stream.of(AccessMode.READ)).toList();
    int part = slices ? random.nextInt(3) : 2;
    return new Use(
        random.nextInt(arrays),
        part == 1 ? 1 : 0,
        part == 0 ? 1 : CELLS,
        modes.get(random.nextInt(modes.size())));
  }

  @Override
  public String toString() {
    return devices + " devices of " + roomBytes + " bytes: " + steps;
  }
}
