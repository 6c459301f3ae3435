package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.grcuda.ArrayType;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.types.Order;

/**
 * A random program on two distributed arrays, and what it should do, cell by cell: without faces,
 * packing or messages.
 */
final class RandomExchange {

  private static final int STEPS = 12;

  private static final String SOURCE =
      """
      extern "C" __global__ void combine(const int *u, int *v, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) v[i] = 3 * u[i] + v[i];
      }
      """;

  private final long seed;
  private final int ranks;
  private final long[] shape;
  private final int[] grid;
  private final int halo;
  private final boolean corners;
  private final boolean periodic;

  RandomExchange(long seed) {
    this.seed = seed;
    Random random = new Random(seed);
    shape = random.longs(1 + random.nextInt(4), 2, 7).toArray();
    grid = new int[1 + random.nextInt(Math.min(3, shape.length))];
    long least = Long.MAX_VALUE;
    int parts = 1;
    for (int axis = 0; axis < grid.length; axis++) {
      grid[axis] = 1 + random.nextInt((int) Math.min(3, shape[axis]));
      least = Math.min(least, shape[axis] / grid[axis]);
      parts *= grid[axis];
    }
    halo = random.nextInt((int) Math.min(2, least) + 1);
    corners = random.nextBoolean();
    periodic = random.nextBoolean();
    ranks = 1 + random.nextInt(Math.min(3, parts));
  }

  int ranks() {
    return ranks;
  }

  @Override
  public String toString() {
    return "seed %d: %d ranks, %s in %s, halo %d, corners %b, periodic %b"
        .formatted(
            seed, ranks, Arrays.toString(shape), Arrays.toString(grid), halo, corners, periodic);
  }

  /** Runs it on a rank; every rank draws the same numbers. */
  void run(World world) {
    Kernel combine =
        world
            .cuda()
            .buildKernel(
                SOURCE, "combine(u: in pointer sint32, v: inout pointer sint32, n: sint32)");
    List<DistributedArray<IntArray>> arrays = List.of(array(world), array(world));
    List<List<int[]>> models = new ArrayList<>();
    for (DistributedArray<IntArray> array : arrays) {
      List<int[]> cells = new ArrayList<>();
      array.allParts().forEach(part -> cells.add(new int[cells(part)]));
      models.add(cells);
    }
    Random random = new Random(seed);
    for (int step = 0; step < STEPS; step++) {
      int which = random.nextInt(2);
      DistributedArray<IntArray> u = arrays.get(which);
      List<int[]> model = models.get(which);
      switch (random.nextInt(6)) {
        case 0 -> fill(u, model, random.nextInt(model.size()), random.nextInt(100));
        case 1 -> copy(world, u, model, random.nextInt());
        case 2 -> {
          combine(combine, u, arrays.get(1 - which));
          combine(model, models.get(1 - which));
        }
        case 3 -> {
          assertArrayEquals(whole(u, model), u.gather().toArray());
          assertEquals(Arrays.stream(whole(u, model)).asLongStream().sum(), u.sum());
        }
        default -> {
          u.exchange();
          exchange(u, model);
        }
      }
    }
    for (int which = 0; which < 2; which++) {
      for (Part<IntArray> part : arrays.get(which).parts()) {
        assertArrayEquals(
            models.get(which).get(part.index()), part.padded().toArray(), part::toString);
      }
    }
  }

  private DistributedArray<IntArray> array(World world) {
    return world
        .distributedArray(ArrayType.INT, shape)
        .grid(grid)
        .halo(halo)
        .corners(corners)
        .periodic(periodic)
        .create();
  }

  private static void fill(DistributedArray<IntArray> u, List<int[]> model, int index, int value) {
    Part<IntArray> part = u.allParts().get(index);
    if (part.isLocal()) {
      part.fill(value);
    }
    Arrays.fill(model.get(index), value);
  }

  private void copy(World world, DistributedArray<IntArray> u, List<int[]> model, int first) {
    IntArray whole = (IntArray) world.cuda().array(u.type(), Order.C, shape);
    int[] elements = new int[(int) whole.length()];
    Arrays.setAll(elements, i -> first + i * i);
    whole.copyFrom(elements);
    u.copyFrom(whole);
    for (Part<IntArray> part : u.allParts()) {
      int[] cells = model.get(part.index());
      for (int i = 0; i < cells.length; i++) {
        long[] at = index(part, i);
        if (outside(part, at) == 0) {
          cells[i] = elements[place(at)];
        }
      }
    }
  }

  private static void combine(
      Kernel combine, DistributedArray<IntArray> u, DistributedArray<IntArray> v) {
    for (int p = 0; p < u.parts().size(); p++) {
      IntArray from = u.parts().get(p).padded();
      combine.forall(from.length()).launch(from, v.parts().get(p).padded(), from.length());
    }
  }

  private static void combine(List<int[]> u, List<int[]> v) {
    for (int p = 0; p < u.size(); p++) {
      for (int i = 0; i < u.get(p).length; i++) {
        v.get(p)[i] += 3 * u.get(p)[i];
      }
    }
  }

  /** Each cell of a halo takes the element that belongs there. */
  private void exchange(DistributedArray<IntArray> u, List<int[]> model) {
    int[] whole = whole(u, model);
    for (Part<IntArray> part : u.allParts()) {
      int[] cells = model.get(part.index());
      for (int i = 0; i < cells.length; i++) {
        long[] at = index(part, i);
        int outside = outside(part, at);
        if (outside == 1 || corners && outside > 1) {
          int place = place(at);
          cells[i] = place < 0 ? cells[i] : whole[place];
        }
      }
    }
  }

  private int[] whole(DistributedArray<IntArray> u, List<int[]> model) {
    int[] whole = new int[(int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    for (Part<IntArray> part : u.allParts()) {
      int[] cells = model.get(part.index());
      for (int i = 0; i < cells.length; i++) {
        long[] at = index(part, i);
        if (outside(part, at) == 0) {
          whole[place(at)] = cells[i];
        }
      }
    }
    return whole;
  }

  private int width(int axis) {
    return axis < grid.length ? halo : 0;
  }

  private int cells(Part<IntArray> part) {
    int cells = 1;
    for (int axis = 0; axis < shape.length; axis++) {
      cells *= (int) part.shape()[axis] + 2 * width(axis);
    }
    return cells;
  }

  /** The index in the whole array of cell {@code i} of a part, which may be outside of it. */
  private long[] index(Part<IntArray> part, int i) {
    long[] index = new long[shape.length];
    long rest = i;
    for (int axis = shape.length - 1; axis >= 0; axis--) {
      long extent = part.shape()[axis] + 2L * width(axis);
      index[axis] = rest % extent - width(axis) + part.begin()[axis];
      rest /= extent;
    }
    return index;
  }

  /** Along how many axes a cell is outside of a part. */
  private static int outside(Part<IntArray> part, long... at) {
    int outside = 0;
    for (int axis = 0; axis < at.length; axis++) {
      outside += at[axis] < part.begin()[axis] || at[axis] >= part.end()[axis] ? 1 : 0;
    }
    return outside;
  }

  /** The number of an element of the whole array; -1 if there is none. */
  private int place(long... at) {
    long place = 0;
    for (int axis = 0; axis < at.length; axis++) {
      long index = periodic ? Math.floorMod(at[axis], shape[axis]) : at[axis];
      if (index < 0 || index >= shape[axis]) {
        return -1;
      }
      place = place * shape[axis] + index;
    }
    return (int) place;
  }
}
