package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.grcuda.ArrayType;
import org.grcuda.DeviceArray;
import org.grcuda.DoubleArray;
import org.grcuda.FloatArray;
import org.grcuda.types.ElementType;
import org.grcuda.types.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What distributed arrays do besides exchanges of floats. */
final class DistributedArrayTest {

  private static byte[] bytes(DeviceArray array) {
    byte[] bytes = new byte[(int) array.byteSize()];
    array.copyTo(MemorySegment.ofArray(bytes));
    return bytes;
  }

  /** The elements that a padded array holds, of a whole array that is periodic. */
  private static byte[] cells(Part<DeviceArray> part, byte[] whole, long[] shape, int size) {
    long[] padded = part.padded().shape();
    byte[] cells = new byte[(int) part.padded().byteSize()];
    for (int i = 0; i < cells.length / size; i++) {
      long row = Math.floorMod(i / padded[1] + part.begin()[0] - 1, shape[0]);
      long column = Math.floorMod(i % padded[1] + part.begin()[1] - 1, shape[1]);
      int from = (int) (row * shape[1] + column) * size;
      System.arraycopy(whole, from, cells, i * size, size);
    }
    return cells;
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void everyTypeIsCopiedAndExchanged(ElementType type) {
    long[] shape = {7, 6};
    byte[] first = new byte[42 * type.sizeBytes()];
    new Random(type.ordinal()).nextBytes(first);
    try (LocalRanks ranks = new LocalRanks(2, 2)) {
      List<byte[]> gathered =
          ranks.run(
              world -> {
                DeviceArray whole = world.cuda().array(type, Order.C, shape);
                whole.copyFrom(MemorySegment.ofArray(first));
                DistributedArray<DeviceArray> u =
                    world
                        .distributedArray(type, shape)
                        .grid(3, 2)
                        .halo(1)
                        .corners(true)
                        .periodic(true)
                        .create();
                u.copyFrom(whole);
                u.exchange();
                for (Part<DeviceArray> part : u.parts()) {
                  byte[] expected = cells(part, first, shape, type.sizeBytes());
                  assertArrayEquals(expected, bytes(part.padded()), part::toString);
                }
                return bytes(u.gather());
              });
      gathered.forEach(each -> assertArrayEquals(first, each));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"COMPLEX64", "COMPLEX128"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyRealTypeIsFilledAddedAndRead(ElementType type) {
    try (LocalRanks ranks = new LocalRanks(2, 1)) {
      ranks.run(
          world -> {
            DistributedArray<DeviceArray> u = world.distributedArray(type, 9, 5).parts(4).create();
            assertEquals(0, u.sum());
            u.fill(1);
            assertEquals(45, u.sum());
            u.parts().getFirst().fill(0);
            assertEquals(1, u.get(3, 4));
            assertEquals(0, u.get(4, 4));
            return null;
          });
    }
  }

  @Test
  void largeUnsignedIntegersAreAddedAsSuch() {
    try (LocalRanks ranks = new LocalRanks(1, 1)) {
      ranks.run(
          world -> {
            DistributedArray<DeviceArray> u = world.distributedArray(ElementType.ULONG, 3).create();
            u.fill(0x1p62);
            assertEquals(3 * 0x1p62, u.sum());
            u.fill(0x1p63);
            assertEquals(0x1p63, u.get(2));
            return null;
          });
    }
  }

  @Test
  void complexElementsAreFilledWithRealNumbers() {
    try (LocalRanks ranks = new LocalRanks(1, 1)) {
      ranks.run(
          world -> {
            DistributedArray<DeviceArray> u =
                world.distributedArray(ElementType.COMPLEX64, 2).create();
            u.fill(0.5);
            assertArrayEquals(
                new float[] {0.5f, 0, 0.5f, 0},
                MemorySegment.ofArray(bytes(u.gather())).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED));
            return null;
          });
    }
  }

  /** Additions in another order would give other bits. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void sumsHaveTheSameBitsForAnyNumberOfRanksAndDevices(int axes) {
    double[] elements = new Random(axes).doubles(9 * 700, -1, 1).map(x -> x * x * x).toArray();
    Set<Double> sums = new HashSet<>();
    for (int size : new int[] {1, 2, 3, 4}) {
      try (LocalRanks ranks = new LocalRanks(size, 1 + size % 3)) {
        sums.addAll(
            ranks.run(
                world -> {
                  DistributedArray<DoubleArray> u =
                      world
                          .distributedArray(ArrayType.DOUBLE, 9, 700)
                          .parts(6)
                          .axes(axes)
                          .halo(1)
                          .create();
                  u.fill(1e9); // also the halos, which do not count
                  u.copyFrom(world.cuda().array(elements, 9, 700));
                  return u.sum();
                }));
      }
    }
    assertEquals(1, sums.size());
    assertEquals(Arrays.stream(elements).sum(), sums.iterator().next(), 1e-9);
  }

  @Test
  void onlyTheRankThatAsksGetsAllElements() {
    try (LocalRanks ranks = new LocalRanks(3, 1)) {
      ranks.run(
          world -> {
            DistributedArray<FloatArray> u =
                world.distributedArray(ArrayType.FLOAT, 6, 4).grid(2, 2).create();
            for (Part<FloatArray> part : u.parts()) {
              part.fill(part.index());
            }
            FloatArray whole = u.gather(1);
            if (world.rank() == 1) {
              assertNotNull(whole);
              assertArrayEquals(new float[] {0, 0, 1, 1}, whole.row(2).toArray());
              assertArrayEquals(new float[] {2, 2, 3, 3}, whole.row(3).toArray());
            } else {
              assertNull(whole);
            }
            return null;
          });
    }
  }

  /** Part i is on device i modulo d of its rank, and kernels that use it run there. */
  @Test
  void partsAreSpreadOverTheDevices() {
    try (LocalRanks ranks = new LocalRanks(2, 2, "MemoryManager", "replicated")) {
      List<List<List<Integer>>> places =
          ranks.run(
              world -> {
                DistributedArray<FloatArray> u =
                    world.distributedArray(ArrayType.FLOAT, 12, 4).parts(6).halo(1).create();
                List<List<Integer>> seen = new ArrayList<>();
                u.parts().forEach(part -> seen.add(part.padded().location().devices()));
                for (Part<FloatArray> part : u.parts()) {
                  part.padded().set(0, 0, 1);
                  assertTrue(part.padded().location().host());
                  part.padded().fill(2);
                  seen.add(part.padded().location().devices());
                }
                return seen;
              });
      for (List<List<Integer>> seen : places) {
        assertEquals(IntStream.range(0, 6).mapToObj(i -> List.of(i % 3 % 2)).toList(), seen);
      }
    }
  }

  @Test
  void partsTellWhatTheyAre() {
    try (LocalRanks ranks = new LocalRanks(2, 1)) {
      List<String> texts =
          ranks.run(
              world -> {
                DistributedArray<FloatArray> u =
                    world.distributedArray(ArrayType.FLOAT, 10, 6).parts(3).halo(2).create();
                Part<FloatArray> part = u.allParts().getLast();
                assertEquals(4, part.rows());
                assertEquals(6, part.columns());
                assertArrayEquals(new long[] {6, 0}, part.begin());
                assertArrayEquals(new long[] {10, 6}, part.end());
                assertArrayEquals(new int[] {3}, u.grid());
                if (part.isLocal()) {
                  assertArrayEquals(new long[] {8, 6}, part.padded().shape());
                  assertArrayEquals(new long[] {4, 6}, part.inner().shape());
                  part.inner().fill(3);
                  assertEquals(0, part.padded().get(1, 0));
                  assertEquals(3, part.padded().get(2, 0));
                }
                return u + "; " + part + "; " + u.parts().size();
              });
      String common = "float[10][6] in 3 parts, halo 2; part 2 of rank 1: [6, 0] to [10, 6]; ";
      assertEquals(List.of(common + 1, common + 2), texts);
    }
  }

  @Test
  void theUsualPartsAreOneForEachDeviceOfEachRank() {
    try (LocalRanks ranks = new LocalRanks(2, 3)) {
      ranks.run(
          world -> {
            assertArrayEquals(
                new int[] {6}, world.distributedArray(ElementType.INT, 100, 9).create().grid());
            assertArrayEquals(
                new int[] {3, 2},
                world.distributedArray(ElementType.INT, 99, 98).axes(2).create().grid());
            assertArrayEquals(
                new int[] {3}, world.distributedArray(ElementType.INT, 11).halo(3).create().grid());
            return null;
          });
    }
  }

  @Test
  void freedArraysAreFreed() {
    try (LocalRanks ranks = new LocalRanks(1, 1)) {
      ranks.run(
          world -> {
            DistributedArray<FloatArray> u =
                world.distributedArray(ArrayType.FLOAT, 8, 8).grid(2, 2).halo(1).create();
            FloatArray padded = u.parts().getFirst().padded();
            u.exchange();
            u.close();
            assertTrue(padded.isFreed());
            return null;
          });
    }
  }
}
