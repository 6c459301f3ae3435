package org.grcuda.graph.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class VertexHeapTest {

  @Test
  void verticesComeInTheOrderOfTheirUnsignedKeys() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 300; i++) {
      int[] keys = random.ints(1 + i % 40).toArray();
      VertexHeap heap = new VertexHeap(keys);
      for (int vertex = 0; vertex < keys.length; vertex++) {
        heap.lowered(vertex);
      }
      for (int change = 0; change < keys.length; change++) {
        int vertex = random.nextInt(keys.length);
        keys[vertex] = Integer.divideUnsigned(keys[vertex], 1 + random.nextInt(3));
        heap.lowered(vertex);
      }
      assertComeInOrder(keys, heap);
    }
  }

  @Test
  void removedVerticesMayComeBack() {
    int[] keys = {5, -1, 7};
    VertexHeap heap = new VertexHeap(keys);
    heap.lowered(0);
    assertEquals(0, heap.removeLeast());
    assertTrue(heap.isEmpty());
    heap.lowered(1);
    heap.lowered(2);
    assertEquals(2, heap.removeLeast());
    keys[0] = 4;
    heap.lowered(0);
    assertEquals(0, heap.removeLeast());
    assertEquals(1, heap.removeLeast());
    assertTrue(heap.isEmpty());
  }

  private static void assertComeInOrder(int[] keys, VertexHeap heap) {
    long[] sorted = Arrays.stream(keys).mapToLong(Integer::toUnsignedLong).sorted().toArray();
    BitSet come = new BitSet();
    for (long key : sorted) {
      int vertex = heap.removeLeast();
      assertEquals(key, Integer.toUnsignedLong(keys[vertex]));
      come.set(vertex);
    }
    assertTrue(heap.isEmpty());
    assertEquals(keys.length, come.cardinality());
  }
}
