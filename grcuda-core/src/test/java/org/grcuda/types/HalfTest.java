package org.grcuda.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class HalfTest {

  @Test
  void everyHalfSurvivesBothWays() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      float value = Half.toFloat((short) bits);
      if (!Float.isNaN(value)) {
        assertEquals((short) bits, Half.ofFloat(value));
        assertEquals((short) bits, Half.ofDouble(value));
      }
    }
  }

  @Test
  void doublesAreRoundedOnce() {
    // Just above the tie of 1 and its successor: a float in between would fall back on the tie.
    double tie = 1 + 0x1p-11;
    assertEquals((short) 0x3c01, Half.ofDouble(Math.nextUp(tie)));
    assertEquals((short) 0x3c00, Half.ofDouble(tie));
    assertEquals((short) 0x3c00, Half.ofDouble(Math.nextDown(tie)));
    assertEquals((short) 0x7c00, Half.ofDouble(65520));
    assertEquals((short) 0x7bff, Half.ofDouble(Math.nextDown(65520.0)));
    assertEquals((short) 0xfc00, Half.ofDouble(-1e300));
    assertEquals((short) 0x8000, Half.ofDouble(-1e-300));
    assertEquals((short) 0x7e00, Half.ofDouble(Double.NaN));
  }

  @Test
  void noOtherHalfIsNearer() {
    SplittableRandom random = new SplittableRandom(20);
    for (int i = 0; i < 20_000; i++) {
      // Around ties of neighbouring halves, where a second rounding shows.
      int bits = random.nextInt(0x7bff);
      double low = Half.toFloat((short) bits);
      double high = Half.toFloat((short) (bits + 1));
      double value = (low + high) / 2 + (random.nextInt(5) - 2) * Math.ulp(low + high) / 2;
      double chosen = Half.toFloat(Half.ofDouble(value));
      double other = chosen == low ? high : low;
      int comparison = distance(value, chosen).compareTo(distance(value, other));
      boolean even = (Half.ofDouble(value) & 1) == 0;
      assertTrue(comparison < 0 || comparison == 0 && even, () -> "of " + value);
    }
  }

  private static BigDecimal distance(double a, double b) {
    return new BigDecimal(a).subtract(new BigDecimal(b)).abs();
  }
}
