package org.grcuda.runtime.computation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class IntervalMapTest {

  @Test
  void splitsAndReplaces() {
    IntervalMap<String> map = new IntervalMap<>(100, "a");
    assertEquals(0, map.split(0, UnaryOperator.identity()));
    assertEquals(1, map.split(100, UnaryOperator.identity()));
    assertEquals(1, map.split(40, value -> value + "'"));
    assertEquals(2, map.count());
    assertEquals("a", map.value(0));
    assertEquals("a'", map.value(1));
    assertEquals(40, map.end(0));
    assertEquals(100, map.end(1));
    assertEquals(0, map.find(39));
    assertEquals(1, map.find(40));
    assertEquals(1, map.split(40, value -> value + "!"));
    map.replace(0, 2, "b");
    assertEquals(1, map.count());
    assertEquals("b", map.value(0));
  }

  @Test
  void agreesWithAnArrayOfBytesAndStaysSmall() {
    Random random = new Random(7);
    int bytes = 200;
    int[] model = new int[bytes];
    IntervalMap<Integer> map = new IntervalMap<>(bytes, 0);
    for (int step = 0; step < 5000; step++) {
      int from = random.nextInt(bytes);
      int to = from + 1 + random.nextInt(bytes - from);
      int value = random.nextInt(3);
      int begin = map.split(from, UnaryOperator.identity());
      int end = map.split(to, UnaryOperator.identity());
      map.replace(begin, end, value);
      map.mergeIfGrown(Integer::equals);
      Arrays.fill(model, from, to, value);
      int runs = 1;
      for (int i = 0; i < bytes; i++) {
        assertEquals(model[i], map.value(map.find(i)), "step " + step + ", byte " + i);
        runs += i > 0 && model[i] != model[i - 1] ? 1 : 0;
      }
      assertTrue(map.count() <= Math.max(16, 4 * runs + 4), map.count() + " for " + runs);
    }
  }
}
