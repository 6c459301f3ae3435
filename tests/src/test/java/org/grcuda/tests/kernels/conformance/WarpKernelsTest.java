package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class WarpKernelsTest extends ConformanceTest {

  WarpKernelsTest() {
    super("warps.cu");
  }

  @Test
  void shuffles() {
    int n = 96;
    int[] x = Inputs.ints(n, 71);
    int[] out = new int[8 * n];
    call("shuffles").block(n).run(x, out);
    for (int t = 0; t < n; t++) {
      int lane = t % 32;
      int warp = t - lane;
      int[] from = {
        t * 7 % 32,
        lane < 3 ? lane : lane - 3,
        lane > 26 ? lane : lane + 5,
        lane ^ 21,
        lane / 8 * 8 + (t + 2) % 8,
        lane % 16 == 0 ? lane : lane - 1,
        lane % 4 > 1 ? lane : lane + 2,
        // A source in a later segment is out of range; one in an earlier segment is read.
        (lane ^ 9) > (lane | 7) ? lane : lane ^ 9
      };
      for (int k = 0; k < 8; k++) {
        assertEquals(x[warp + from[k]], out[8 * t + k], "lane " + lane + ", result " + k);
      }
    }
  }

  @Test
  void shuffleTypes() {
    double[] d = Inputs.doubles(64, -1, 1, 72);
    long[] l = Inputs.longs(64, 73);
    float[] f = Inputs.floats(64, -1, 1, 74);
    double[] outd = new double[64];
    long[] outl = new long[64];
    float[] outf = new float[64];
    call("shuffle_types").block(64).run(d, l, f, outd, outl, outf);
    for (int t = 0; t < 64; t++) {
      assertEquals(d[t % 2 == 0 ? t + 1 : t - 1], outd[t]);
      assertEquals(l[t % 32 < 28 ? t + 4 : t], outl[t]);
      assertEquals(f[t / 32 * 32 + 31 - t % 32], outf[t]);
    }
  }

  @Test
  void votes() {
    int[] x = Inputs.ints(128, 0, 100, 75);
    Arrays.fill(x, 32, 64, 50);
    Arrays.fill(x, 64, 96, 99);
    int[] ballots = new int[128];
    int[] anyAll = new int[128];
    call("votes").block(128).run(x, ballots, anyAll);
    for (int t = 0; t < 128; t++) {
      int[] warp = Arrays.copyOfRange(x, t / 32 * 32, t / 32 * 32 + 32);
      int odd = 0;
      for (int lane = 0; lane < 32; lane++) {
        odd |= warp[lane] % 2 << lane;
      }
      assertEquals(odd, ballots[t]);
      int any = Arrays.stream(warp).anyMatch(v -> v > 95) ? 1 : 0;
      assertEquals(any + (Arrays.stream(warp).allMatch(v -> v > 2) ? 2 : 0), anyAll[t]);
    }
  }

  @Test
  void partialMasks() {
    int[] x = Inputs.ints(64, -50, 50, 76);
    int[] out = new int[64];
    call("partial_masks").block(64).run(x, out);
    for (int t = 0; t < 64; t++) {
      int warp = t / 32 * 32;
      int lane = t % 32;
      int expected = -1;
      if (lane % 2 == 1) {
        long positive = IntStream.range(0, 16).filter(k -> x[warp + 2 * k + 1] > 0).count();
        expected = x[warp + (lane + 2) % 32] + 1000 * (int) positive;
      } else if (lane < 8) {
        expected = x[warp + (lane ^ 2)];
      }
      assertEquals(expected, out[t]);
    }
  }

  @Test
  void shortWarp() {
    for (int n : new int[] {1, 7, 31, 45, 64}) {
      int[] x = Inputs.ints(n, -50, 50, 77);
      int[] out = new int[n];
      call("short_warp").block(n).run(x, out);
      for (int t = 0; t < n; t += 32) {
        assertEquals(Arrays.stream(x, t, Math.min(n, t + 32)).sum(), out[t]);
      }
    }
  }

  @Test
  void matches() {
    int[] x = Inputs.ints(64, 0, 5, 78);
    long[] y = new long[64];
    Arrays.setAll(y, i -> (i % 3L << 40) + i % 2);
    int[] any = new int[128];
    int[] all = new int[64];
    x[40] += 512;
    call("matches").block(64).run(x, y, any, all);
    for (int t = 0; t < 64; t++) {
      int same = 0;
      int wide = 0;
      for (int lane = 0; lane < 32; lane++) {
        same |= x[t] == x[t / 32 * 32 + lane] ? 1 << lane : 0;
        wide |= y[t] == y[t / 32 * 32 + lane] ? 1 << lane : 0;
      }
      assertEquals(same, any[2 * t]);
      assertEquals(wide, any[2 * t + 1]);
      assertEquals(t < 32 ? 3 : 0, all[t]);
    }
  }

  @Test
  void reduceSync() {
    int[] x = Inputs.ints(32, 79);
    int[] out = new int[256];
    call("reduce_sync").block(32).run(x, out);
    int xor = 0;
    int even = 0;
    for (int t = 0; t < 32; t++) {
      xor ^= t % 2 == 1 ? x[t] : 0;
      even += t % 2 == 0 ? x[t] : 0;
    }
    int[] unsigned =
        Arrays.stream(x).boxed().sorted(Integer::compareUnsigned).mapToInt(v -> v).toArray();
    for (int t = 0; t < 32; t++) {
      int[] expected = {
        Arrays.stream(x).sum(),
        Arrays.stream(x).min().orElseThrow(),
        Arrays.stream(x).max().orElseThrow(),
        unsigned[0],
        unsigned[31],
        Arrays.stream(x).reduce(-1, (p, q) -> p & (q | 255)),
        Arrays.stream(x).reduce(0, (p, q) -> p | q) & 0xf0f0,
        t % 2 == 1 ? xor : even
      };
      assertArrayEquals(expected, Arrays.copyOfRange(out, 8 * t, 8 * t + 8));
    }
  }

  @Test
  void warpScan() {
    int[] x = Inputs.ints(96, -100, 100, 80);
    int[] inclusive = new int[96];
    int[] exclusive = new int[96];
    call("warp_scan").block(96).run(x, inclusive, exclusive);
    for (int t = 0; t < 96; t++) {
      assertEquals(Arrays.stream(x, t / 32 * 32, t + 1).sum(), inclusive[t]);
      assertEquals(Arrays.stream(x, t / 32 * 32, t).sum(), exclusive[t]);
    }
  }

  @Test
  void blockReduce() {
    float[] x = Inputs.floats(5001, -1, 1, 81);
    float[] sums = new float[3];
    call("block_reduce").grid(3).block(160).run(x, sums, 5001);
    double[] expected = new double[3];
    for (int i = 0; i < x.length; i++) {
      expected[i / 160 % 3] += x[i];
    }
    Close.to("block_reduce", expected, sums, 1e-5);
  }

  @Test
  void aggregatedFilter() {
    int n = 1000;
    int[] x = Inputs.ints(n, 0, 1000, 82);
    int[] kept = new int[n];
    int[] count = new int[1];
    call("aggregated_filter").cover(n, 72).run(x, kept, count, n);
    int[] expected = Arrays.stream(x).filter(v -> v % 3 == 0).sorted().toArray();
    assertEquals(expected.length, count[0]);
    Arrays.sort(kept, 0, count[0]);
    assertArrayEquals(expected, Arrays.copyOf(kept, count[0]));
  }

  @Test
  void laneRegisters() {
    int[] out = new int[8 * 70];
    call("lane_registers").block(35, 2).run(out);
    call("lane_registers").block(70).run(out);
    for (int t = 0; t < 70; t++) {
      int lane = t % 32;
      int bit = 1 << lane;
      int[] expected = {lane, t / 32, bit, 2 * bit - 1, bit - 1, -bit, -2 * bit, 32};
      assertArrayEquals(expected, Arrays.copyOfRange(out, 8 * t, 8 * t + 8));
    }
  }

  @Test
  void warpBitonic() {
    int[] x = Inputs.ints(256, 83);
    int[] expected = x.clone();
    for (int w = 0; w < 256; w += 32) {
      Arrays.sort(expected, w, w + 32);
    }
    call("warp_bitonic").grid(2).block(128).run(x);
    assertArrayEquals(expected, x);
  }

  @Test
  void warpSyncLoop() {
    int[] out = new int[64];
    call("warp_sync_loop").block(64).run(out);
    int[] expected = IntStream.range(0, 64).toArray();
    for (int r = 0; r < 6; r++) {
      int[] old = expected.clone();
      for (int t = 0; t < 64; t++) {
        int v = old[t ^ 1 << r % 5];
        for (int k = 0; k < t % 4; k++) {
          v = v * 5 + k;
        }
        expected[t] = v;
      }
    }
    assertArrayEquals(expected, out);
  }

  /** Which lanes vote together is open; that each vote counts the voter itself is not. */
  @Test
  void divergentVotes() {
    int[] x = new int[64];
    Arrays.setAll(x, i -> i % 4 == 3 ? 0 : 1 << i % 4);
    int[] out = new int[64];
    call("divergent_votes").block(64).run(x, out);
    for (int t = 0; t < 64; t++) {
      int last = out[t] % 31;
      assertEquals(x[t] == 0, out[t] == 0);
      assertEquals(true, x[t] == 0 || last >= 1 && last <= 24, "ballot of " + last);
    }
  }

  @Test
  void warpTranspose() {
    float[] in = Inputs.floats(64 * 8, -1, 1, 84);
    float[] out = new float[64 * 8];
    call("warp_transpose").grid(2).block(32).run(in, out);
    for (int i = 0; i < in.length; i++) {
      int tile = i / 64 * 64;
      assertEquals(in[tile + i % 8 * 8 + i / 8 % 8], out[i]);
    }
  }

  @Test
  void branchesMeet() {
    int[] in = Inputs.ints(64, 0, 1000, 85);
    int[] out = new int[64];
    call("branches_meet").block(64).run(in, out);
    int[] exchanged = new int[64];
    int[] votes = new int[2];
    for (int t = 0; t < 64; t++) {
      int other = in[t ^ 16];
      exchanged[t] = (t % 32 < 16 ? other * 3 : other + 7) + (t % 2 == 1 ? 100 : -5);
      votes[t / 32] += in[t] >> t % 4 & 1;
    }
    for (int t = 0; t < 64; t++) {
      int r = t % 2 == 1 ? exchanged[t ^ 1] : -exchanged[t ^ 1];
      int count = votes[t / 32];
      int expected =
          switch (t % 4) {
            case 0 -> r + count;
            case 1 -> r + 64 * count;
            case 2 -> r - count;
            default -> r ^ count;
          };
      assertEquals(expected, out[t], "thread " + t);
    }
  }
}
