package org.grcuda.runtime.schedule.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class QuantityTest {

  @Test
  void timesHaveThreeDigitsAndAUnit() {
    assertEquals("0 ns", Quantity.time(0));
    assertEquals("999 ns", Quantity.time(999));
    assertEquals("1.50 µs", Quantity.time(1500));
    assertEquals("12.3 ms", Quantity.time(12_345_678));
    assertEquals("2,000 s".replace(",", ""), Quantity.time(2e12));
  }

  @Test
  void ticksHaveNoEmptyDigits() {
    assertEquals("1.5 ms", Quantity.tick(1_500_000));
    assertEquals("1.25 ms", Quantity.tick(1_250_000));
    assertEquals("10 ms", Quantity.tick(10_000_000));
    assertEquals("0 ns", Quantity.tick(0));
  }

  @Test
  void sizesAndParts() {
    assertEquals("4.19 MB", Quantity.bytes(1 << 22));
    assertEquals("12 B", Quantity.bytes(12));
    assertEquals("7.6 %", Quantity.percent(0.076));
    assertEquals("58 %", Quantity.percent(0.58));
    assertEquals("1,234,567", Quantity.count(1_234_567));
  }
}
