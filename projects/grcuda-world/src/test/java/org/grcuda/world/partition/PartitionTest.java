package org.grcuda.world.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of partitions of random shapes. */
final class PartitionTest {

  private static final int SEED = 20261127;
  private static final int CASES = 200;

  static Stream<Partition> partitions() {
    Random random = new Random(SEED);
    return Stream.generate(() -> random(random)).limit(CASES);
  }

  private static Partition random(Random random) {
    int rank = 1 + random.nextInt(4);
    long[] shape = random.longs(rank, 1, 12).toArray();
    int[] grid = new int[1 + random.nextInt(Math.min(3, rank))];
    long least = Long.MAX_VALUE;
    for (int axis = 0; axis < grid.length; axis++) {
      grid[axis] = 1 + random.nextInt((int) shape[axis]);
      least = Math.min(least, shape[axis] / grid[axis]);
    }
    int halo = random.nextInt((int) least + 1);
    boolean periodic = random.nextBoolean();
    PartitionCheck.grid(shape, grid, 1);
    PartitionCheck.halo(shape, grid, halo, periodic);
    return new Partition(shape, grid, halo, random.nextBoolean(), periodic);
  }

  /** Every index of {@code box}, row-major. */
  private static List<long[]> indices(Box box) {
    List<long[]> all = new ArrayList<>();
    long[] index = box.from().clone();
    for (long i = 0; i < box.count(); i++) {
      all.add(index.clone());
      for (int d = index.length - 1; d >= 0 && ++index[d] == box.to()[d]; d--) {
        index[d] = box.from()[d];
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("partitions")
  void everyElementIsInExactlyOnePart(Partition partition) {
    Map<List<Long>, Integer> owners = new HashMap<>();
    for (int part = 0; part < partition.parts(); part++) {
      for (long[] index : indices(partition.owned(part))) {
        assertNull(owners.put(Arrays.stream(index).boxed().toList(), part));
        assertEquals(part, partition.partOf(index));
      }
    }
    assertEquals(Box.all(partition.shape()).count(), owners.size());
  }

  @ParameterizedTest
  @MethodSource("partitions")
  void partsDifferByOneRowAtMost(Partition partition) {
    for (int axis = 0; axis < partition.grid().length; axis++) {
      long least = partition.shape()[axis] / partition.grid()[axis];
      for (int part = 0; part < partition.parts(); part++) {
        long rows = partition.end(part, axis) - partition.begin(part, axis);
        assertTrue(rows == least || rows == least + 1, () -> partition.owned(0).toString());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("partitions")
  void ranksOwnBlocksOfParts(Partition partition) {
    for (int ranks = 1; ranks <= partition.parts(); ranks++) {
      int[] owned = new int[ranks];
      int before = 0;
      for (int part = 0; part < partition.parts(); part++) {
        int owner = partition.owner(part, ranks);
        assertTrue(owner == before || owner == before + 1);
        before = owner;
        owned[owner]++;
      }
      for (int count : owned) {
        int least = partition.parts() / ranks;
        assertTrue(count == least || count == least + 1);
      }
    }
  }

  /** What a face brings to a halo cell is the element of the whole array that belongs there. */
  @ParameterizedTest
  @MethodSource("partitions")
  void facesMatchOnBothSides(Partition partition) {
    for (List<Face> phase : partition.faces()) {
      for (Face face : phase) {
        assertArrayEquals(face.source().shape(), face.target().shape());
        List<long[]> sources = indices(face.source());
        List<long[]> targets = indices(face.target());
        for (int i = 0; i < sources.size(); i++) {
          assertArrayEquals(
              whole(partition, face.sender(), sources.get(i)),
              whole(partition, face.receiver(), targets.get(i)),
              face::toString);
        }
      }
    }
  }

  /** The index in the whole array of a cell of a padded array. */
  private static long[] whole(Partition partition, int part, long[] cell) {
    long[] index = cell.clone();
    for (int axis = 0; axis < partition.grid().length; axis++) {
      long along = index[axis] + partition.begin(part, axis) - partition.halo();
      index[axis] = Math.floorMod(along, partition.shape()[axis]);
    }
    return index;
  }

  /** Around the corners as well, every cell of a periodic halo gets its element. */
  @ParameterizedTest
  @MethodSource("partitions")
  void facesWithCornersFillPeriodicHalos(Partition some) {
    Partition partition = new Partition(some.shape(), some.grid(), some.halo(), true, true);
    long written =
        partition.faces().stream().flatMap(List::stream).mapToLong(f -> f.target().count()).sum();
    long cells = 0;
    for (int part = 0; part < partition.parts(); part++) {
      cells += Box.all(partition.padded(part)).count() - partition.owned(part).count();
    }
    assertEquals(cells, written);
  }

  /** No two faces write one cell, and none writes an element. */
  @ParameterizedTest
  @MethodSource("partitions")
  void facesWriteEachHaloCellOnce(Partition partition) {
    Map<List<Object>, Face> written = new HashMap<>();
    for (List<Face> phase : partition.faces()) {
      for (Face face : phase) {
        Box inner = partition.inner(face.receiver());
        for (long[] cell : indices(face.target())) {
          List<Object> key = List.of(face.receiver(), Arrays.stream(cell).boxed().toList());
          assertNull(written.put(key, face));
          assertTrue(
              IntStream.range(0, cell.length)
                  .anyMatch(d -> cell[d] < inner.from()[d] || cell[d] >= inner.to()[d]));
        }
      }
    }
  }

  @Test
  void gridsCutAsLittleAsPossible() {
    assertArrayEquals(new int[] {6}, Grids.of(6, 1, new long[] {100, 100}));
    assertArrayEquals(new int[] {4, 4}, Grids.of(16, 2, new long[] {100, 100}));
    assertArrayEquals(new int[] {8, 2}, Grids.of(16, 2, new long[] {400, 100}));
    assertArrayEquals(new int[] {2, 2, 2}, Grids.of(8, 3, new long[] {10, 10, 10, 2}));
    assertArrayEquals(new int[] {1, 7}, Grids.of(7, 2, new long[] {2, 100}));
    assertNull(Grids.of(7, 2, new long[] {2, 6}));
  }

  @Test
  void boxesKnowWhetherTheyAreDense() {
    long[] shape = {4, 3, 5};
    assertTrue(new Box(new long[] {1, 0, 0}, new long[] {3, 3, 5}).isDenseIn(shape));
    assertTrue(new Box(new long[] {1, 1, 0}, new long[] {2, 3, 5}).isDenseIn(shape));
    assertTrue(new Box(new long[] {1, 1, 2}, new long[] {2, 2, 4}).isDenseIn(shape));
    assertTrue(!new Box(new long[] {1, 0, 0}, new long[] {3, 2, 5}).isDenseIn(shape));
    assertTrue(!new Box(new long[] {1, 1, 1}, new long[] {2, 3, 5}).isDenseIn(shape));
    assertEquals(22, new Box(new long[] {1, 1, 2}, new long[] {2, 2, 4}).offsetIn(shape));
    assertNotEquals(Box.all(shape), new Box(new long[3], new long[] {4, 3, 4}));
  }
}
