package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Device functions in which threads wait: functions.cu. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class InliningTest {

  private TestDevice device;

  @BeforeAll
  void translate() {
    device = TestDevice.of("functions.ptx");
  }

  @AfterAll
  void close() {
    device.close();
  }

  @Test
  void barriersAndShufflesInNestedFunctions() {
    int n = 64;
    long out = device.allocate(12L * n);
    device.launch("nested", 1, n, out);
    int[] a = new int[n];
    int[] b = new int[n];
    int[] c = new int[n];
    for (int t = 0; t < n; t++) {
      a[t] = t;
      b[t] = 10 * t;
      c[t] = 1;
    }
    for (int round = 0; round < 2; round++) {
      int[] before = a.clone();
      int[] sums = new int[n];
      for (int t = 0; t < n; t++) {
        sums[t & ~31] += c[t];
      }
      for (int t = 0; t < n; t++) {
        a[t] = before[(t + 1) % n];
        b[t] += sums[t & ~31];
        c[t] = before[t];
      }
    }
    int[] result = device.ints(out, 3 * n);
    for (int t = 0; t < n; t++) {
      assertEquals(a[t], result[3 * t]);
      assertEquals(b[t], result[3 * t + 1]);
      assertEquals(c[t], result[3 * t + 2]);
    }
  }

  @Test
  void callsUnderACondition() {
    long out = device.allocate(4 * 96);
    device.launch("guarded", 1, 96, out, 2);
    int[] result = device.ints(out, 96);
    for (int t = 0; t < 96; t++) {
      assertEquals(t < 32 ? 496 : t < 64 ? 1520 : -1, result[t]);
    }
  }

  @Test
  void spinLockInAFunctionMakesProgress() {
    long lock = device.put(0);
    long count = device.put(0);
    device.launch("locked", 2, 64, lock, count);
    assertEquals(2 * 2016, device.ints(count, 1)[0]);
  }
}
