package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class BarrierKernelsTest extends ConformanceTest {

  BarrierKernelsTest() {
    super("barriers.cu");
  }

  @Test
  void barrierLoop() {
    int n = 75;
    int[] x = Inputs.ints(3 * n, 61);
    int[] expected = x.clone();
    for (int b = 0; b < 3; b++) {
      for (int r = 0; r < 9; r++) {
        int[] old = Arrays.copyOfRange(expected, b * n, b * n + n);
        for (int t = 0; t < n; t++) {
          expected[b * n + t] = old[t == 0 ? n - 1 : t - 1] ^ old[(t + 1) % n] * 3 + r;
        }
      }
    }
    call("barrier_loop").grid(3).block(n).run(x, 9);
    assertArrayEquals(expected, x);
  }

  @Test
  void barrierCount() {
    int block = 45;
    int[] x = Inputs.ints(block * 20, -1000, 1000, 62);
    int[] counts = new int[20];
    int[] both = new int[20];
    call("barrier_count").grid(20).block(block).run(x, counts, both);
    for (int b = 0; b < 20; b++) {
      int[] part = Arrays.copyOfRange(x, b * block, (b + 1) * block);
      assertEquals(Arrays.stream(part).filter(v -> v > 0).count(), counts[b]);
      int all = Arrays.stream(part).allMatch(v -> v > -900) ? 2 : 0;
      assertEquals(all + (Arrays.stream(part).anyMatch(v -> v > 990) ? 1 : 0), both[b]);
    }
  }

  @Test
  void exitBeforeBarrier() {
    int n = 150;
    int[] x = Inputs.ints(n, 63);
    int[] out = new int[n];
    call("exit_before_barrier").cover(n, 64).run(x, out, n);
    for (int i = 0; i < n; i++) {
      int first = i / 64 * 64;
      int last = Math.min(n, first + 64) - 1;
      assertEquals(x[last - (i - first)], out[i]);
    }
  }

  @Test
  void barrierInBranch() {
    int[] out = new int[4 * 96];
    call("barrier_in_branch").grid(4).block(96).run(out, 2);
    for (int i = 0; i < out.length; i++) {
      int next = (i + 1) % 96;
      int straight = next == 0 ? 95 * 48 + 9600 : 100 + next;
      assertEquals(i < 192 ? 2 * (95 - next) : straight, out[i]);
    }
  }

  @Test
  void barrierInFunction() {
    int[] x = Inputs.ints(192, -100, 100, 64);
    int[] out = new int[192];
    call("barrier_in_function").grid(3).block(64).run(x, out);
    for (int i = 0; i < 192; i++) {
      int sum = Arrays.stream(x, i / 64 * 64, i / 64 * 64 + 64).sum();
      assertEquals(sum * 3 + 63 * sum, out[i]);
    }
  }

  @Test
  void namedBarriers() {
    int[] out = new int[160];
    call("named_barriers").block(64).run(out);
    for (int i = 0; i < 160; i++) {
      assertEquals(i / 32 * 100 + 31 - i % 32, out[i]);
    }
  }

  @Test
  void lastBlock() {
    int[] x = Inputs.ints(2000, -1000, 1000, 65);
    int[] total = new int[1];
    for (int again = 0; again < 2; again++) {
      call("last_block").cover(2000, 50).run(x, total, 2000);
      assertEquals(Arrays.stream(x).sum(), total[0]);
    }
  }

  @Test
  void spinLock() {
    int[] counter = {5};
    call("spin_lock").grid(6).block(35).run(counter, 3);
    assertEquals(5 + 6 * 35 * 3, counter[0]);
  }

  @Test
  void spinWithinBlock() {
    int[] out = new int[70];
    call("spin_within_block").block(70).run(out);
    int[] expected = new int[70];
    expected[0] = 1;
    for (int t = 1; t < 70; t++) {
      expected[t] = expected[t - 1] * 3 + t;
    }
    assertArrayEquals(expected, out);
  }

  @Test
  void pingPong() {
    float[] a = Inputs.floats(64, -1, 1, 66);
    float[] expected = a.clone();
    for (int s = 0; s < 31; s++) {
      float[] old = expected.clone();
      for (int t = 0; t < 64; t++) {
        float left = t == 0 ? 1 : old[t - 1];
        float right = t == 63 ? -1 : old[t + 1];
        expected[t] = 0.5f * (left + right);
      }
    }
    call("ping_pong").block(64).run(a, 31);
    assertArrayEquals(expected, a);
  }

  @Test
  void shrinkingBlock() {
    int n = 40;
    int[] out = new int[n];
    call("shrinking_block").block(n).run(out);
    for (int t = 0; t < n; t++) {
      int sum = 0;
      for (int r = 0; r <= t / 8; r++) {
        sum += n - 8 * r;
      }
      assertEquals(sum, out[t]);
    }
  }
}
