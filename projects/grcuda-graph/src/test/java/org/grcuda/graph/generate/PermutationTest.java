package org.grcuda.graph.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

final class PermutationTest {

  @Test
  void everyNumberIsTakenOnce() {
    for (int bits = 1; bits <= 18; bits++) {
      for (long key = 0; key < 3; key++) {
        Permutation permutation = new Permutation(bits, key);
        BitSet taken = new BitSet();
        for (int number = 0; number < 1 << bits; number++) {
          taken.set(permutation.apply(number));
        }
        assertEquals(1 << bits, taken.length());
        assertEquals(1 << bits, taken.cardinality());
      }
    }
  }

  @Test
  void numbersOfThirtyBitsStayWithinThem() {
    Permutation permutation = new Permutation(30, 1);
    for (int number = 0; number < 1000; number++) {
      int first = permutation.apply(number);
      int last = permutation.apply((1 << 30) - 1 - number);
      assertTrue(first >= 0 && first < 1 << 30);
      assertTrue(last >= 0 && last < 1 << 30);
    }
  }

  @Test
  void neighboursAreParted() {
    Permutation permutation = new Permutation(16, 9);
    int near = 0;
    for (int number = 1; number < 1 << 16; number++) {
      int distance = Math.abs(permutation.apply(number) - permutation.apply(number - 1));
      near += distance < 1 << 10 ? 1 : 0;
    }
    // A random permutation has about 1 of 32.
    assertTrue(near > 1500 && near < 2600);
  }
}
