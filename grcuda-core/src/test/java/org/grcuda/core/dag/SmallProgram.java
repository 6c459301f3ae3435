package org.grcuda.core.dag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.policy.RetrieveNewStreamPolicy;
import org.grcuda.runtime.policy.RetrieveParentStreamPolicy;

/**
 * A few computations over a few arrays, and the policies under which they are scheduled.
 *
 * @param arrays number of arrays
 * @param kernels what each computation uses, in the order of submission
 */
record SmallProgram(
    int arrays,
    List<List<Use>> kernels,
    int devices,
    int mostStreams,
    RetrieveNewStreamPolicy newStream,
    RetrieveParentStreamPolicy parentStream,
    MemoryManagement memory) {

  /** Cells {@code from} to {@code to}, exclusive, of an array, used as {@code mode} says. */
  record Use(int array, int from, int to, AccessMode mode) {

    Access of(List<Allocation> allocations) {
      long cell = ProgramModel.CELL_BYTES;
      return new Access(new Region(allocations.get(array), from * cell, (to - from) * cell), mode);
    }

    @Override
    public String toString() {
      return mode + " a" + array + "[" + from + ":" + to + "]";
    }
  }

  /** A random one of {@code count} computations. The same seed gives the same. */
  static SmallProgram random(long seed, int count) {
    Random random = new Random(seed);
    int arrays = 1 + random.nextInt(4);
    boolean slices = random.nextInt(3) == 0;
    List<List<Use>> kernels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Use> uses = new ArrayList<>();
      int number = 1 + random.nextInt(3);
      for (int u = 0; u < number; u++) {
        uses.add(use(random, arrays, slices));
      }
      kernels.add(uses);
    }
    return new SmallProgram(
        arrays,
        kernels,
        1 + random.nextInt(3),
        1 + random.nextInt(4),
        pick(random, RetrieveNewStreamPolicy.values()),
        pick(random, RetrieveParentStreamPolicy.values()),
        MemoryManagement.MANAGED);
  }

  /** The same with a copy of each array for each place, moved by transfers. */
  SmallProgram replicated() {
    return new SmallProgram(
        arrays,
        kernels,
        devices,
        mostStreams,
        newStream,
        parentStream,
        MemoryManagement.REPLICATED);
  }

  private static Use use(Random random, int arrays, boolean slices) {
    AccessMode mode =
        pick(random, new AccessMode[] {AccessMode.READ, AccessMode.READ, AccessMode.WRITE});
    int from = slices ? random.nextInt(ProgramModel.CELLS) : 0;
    int to = slices ? from + 1 + random.nextInt(ProgramModel.CELLS - from) : ProgramModel.CELLS;
    return new Use(random.nextInt(arrays), from, to, mode);
  }

  private static <T> T pick(Random random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  /** Computations {@code k0}, {@code k1}... each on an array of its own. */
  static SmallProgram independent(int count) {
    return of(count, i -> List.of(whole(i, AccessMode.READ_WRITE)));
  }

  /** One writer, readers of what it wrote, and one that needs them all. */
  static SmallProgram forkJoin(int count) {
    return of(
        count,
        i -> {
          if (i == 0) {
            return List.of(whole(0, AccessMode.WRITE));
          }
          if (i < count - 1) {
            return List.of(whole(0, AccessMode.READ), whole(i, AccessMode.WRITE));
          }
          List<Use> all = new ArrayList<>();
          for (int array = 1; array < count - 1; array++) {
            all.add(whole(array, AccessMode.READ));
          }
          return all;
        });
  }

  private static Use whole(int array, AccessMode mode) {
    return new Use(array, 0, ProgramModel.CELLS, mode);
  }

  private static SmallProgram of(int count, IntFunction<List<Use>> kernel) {
    List<List<Use>> kernels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      kernels.add(kernel.apply(i));
    }
    return new SmallProgram(
        count,
        kernels,
        2,
        count,
        RetrieveNewStreamPolicy.REUSE,
        RetrieveParentStreamPolicy.MULTIGPU_DISJOINT,
        MemoryManagement.MANAGED);
  }

  Access[] accesses(int kernel, List<Allocation> allocations) {
    return kernels.get(kernel).stream().map(use -> use.of(allocations)).toArray(Access[]::new);
  }

  @Override
  public String toString() {
    String policies =
        String.join(
            ", ",
            Arrays.asList(
                devices + " devices",
                mostStreams + " streams",
                newStream.toString(),
                parentStream.toString(),
                memory.toString()));
    return policies
        + kernels.stream().map(List::toString).collect(Collectors.joining("\n  ", "\n  ", "\n"));
  }
}
