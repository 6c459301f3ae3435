package org.grcuda.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous stores, sums and copies to other blocks of a cluster, and their barriers. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ClusterCopiesTest {

  private static final int THREADS = 32;
  private static final int CLUSTER = 4;
  private static final int BLOCKS = 2 * CLUSTER;

  /** Words of {@code box}. */
  private static final int WORDS = 128;

  /** Ranks that rank 0 sends to by multicast. */
  private static final int MASK = 0b1101;

  /** Each block fills the box of the next one, in a ring; what is where: see the expected words. */
  private static final String PTX =
      """
      .version 8.6
      .target sm_90
      .address_size 64
      .shared .align 16 .b8 box[512];
      .shared .align 16 .b8 own[128];
      .shared .align 8 .b8 bars[16];
      FUNCTION
      .visible .entry k(.param .u64 in, .param .u64 out)
      .explicitcluster .reqnctapercluster 4
      {
      .reg .u64 i, o, g, h, v; .reg .b32 t, b, r, n, a, c, w, m, x, y; .reg .pred p, q, z;
      .reg .b16 s;
      ld.param.u64 i, [in]; ld.param.u64 o, [out];
      mov.u32 t, %tid.x; mov.u32 b, %ctaid.x;
      mov.u32 r, %cluster_ctarank; add.u32 n, r, 1; and.b32 n, n, 3;
      setp.eq.u32 z, t, 0;
      CALL
      @z mbarrier.init.shared::cta.b64 [bars], 1;
      @z mbarrier.init.shared::cta.b64 [bars+8], 32;
      shl.b32 w, t, 2;
      mad.lo.u32 x, b, 100, t;
      mov.u32 a, own; add.u32 a, a, w; st.shared.u32 [a], x;
      mov.u32 a, box; add.u32 a, a, w;
      st.shared.u32 [a], 0; st.shared.u32 [a+128], 0; st.shared.u32 [a+256], 0;
      st.shared.u32 [a+384], t;
      fence.mbarrier_init.release.cluster;
      barrier.cluster.arrive; barrier.cluster.wait;

      setp.eq.u32 p, r, 1; selp.b32 y, 512, 544, p;
      @z mbarrier.arrive.expect_tx.shared::cta.b64 _, [bars], y;

      mapa.shared::cluster.u32 a, a, n;
      mov.u32 m, bars; mapa.shared::cluster.u32 m, m, n;
      st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [a], x, [m];

      mov.u64 g, box; cvta.shared.u64 g, g; mapa.u64 g, g, n;
      mov.u64 h, bars; cvta.shared.u64 h, h; mapa.u64 h, h, n;
      red.async.relaxed.cluster.mbarrier::complete_tx::bytes.add.u32 [g+192], t, [h];
      cvta.to.shared.u64 v, g;
      cvta.to.shared.u64 h, h;
      mul.wide.u32 g, t, 16; add.u64 g, g, v;
      setp.lt.u32 q, t, 4;
      @q st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [g+128], {x, t, b, r}, [h];
      cvta.shared::cluster.u64 g, v; cvta.to.shared.u64 g, g;

      @!z bra SENT;
      cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes
          [g+256], [own+16], 64, [m];
      mul.wide.u32 h, b, 64; add.u64 h, h, i;
      cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [g+320], [h], 64, [m];
      cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32
          [g+416], [own], 64, [m];
      setp.ne.u32 q, r, 0;
      mov.b16 s, MASK;
      @!q cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
          [box+384], [h+16], 32, [bars], s;
      SENT:
      mbarrier.arrive.release.cluster.shared::cluster.b64 _, [m+8];
      FIRST: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [bars], 0;
      @!p bra FIRST;
      SECOND: mbarrier.try_wait.parity.shared::cta.b64 p, [bars+8], 0;
      @!p bra SECOND;

      mul.wide.u32 g, b, 512; add.u64 o, o, g; mul.wide.u32 g, w, 1; add.u64 o, o, g;
      mov.u32 a, box; add.u32 a, a, w;
      ld.shared.u32 c, [a]; st.global.u32 [o], c;
      ld.shared.u32 c, [a+128]; st.global.u32 [o+128], c;
      ld.shared.u32 c, [a+256]; st.global.u32 [o+256], c;
      ld.shared.u32 c, [a+384]; st.global.u32 [o+384], c;
      barrier.cluster.arrive; barrier.cluster.wait;
      ret;
      }
      """
          .replace("MASK", Integer.toString(MASK));

  private static int[] input() {
    return IntStream.range(0, BLOCKS * 16 + 16).map(n -> n * 0x9e3779b9).toArray();
  }

  private static int[] expected() {
    int[] in = input();
    int[] all = new int[BLOCKS * WORDS];
    for (int block = 0; block < BLOCKS; block++) {
      int first = block / CLUSTER * CLUSTER;
      int rank = block - first;
      int before = first + (rank + CLUSTER - 1) % CLUSTER;
      int at = block * WORDS;
      for (int t = 0; t < THREADS; t++) {
        all[at + t] = before * 100 + t;
        all[at + 96 + t] = t;
      }
      for (int t = 0; t < 4; t++) {
        int[] four = {before * 100 + t, t, before, before - first};
        System.arraycopy(four, 0, all, at + 32 + 4 * t, 4);
      }
      all[at + 48] = THREADS * (THREADS - 1) / 2;
      for (int k = 0; k < 16; k++) {
        all[at + 64 + k] = before * 100 + 4 + k;
        all[at + 80 + k] = in[before * 16 + k];
        all[at + 104 + k] += before * 100 + k;
      }
      for (int k = 0; k < 8 && (MASK >> rank & 1) == 1; k++) {
        all[at + 96 + k] = in[first * 16 + 4 + k];
      }
    }
    return all;
  }

  /** As bytecode, and interpreted as a function calls itself. */
  @ParameterizedTest
  @ValueSource(strings = {"", ClusterPrograms.RECURSION})
  void blocksSendToOthers(String call) {
    try (Driver driver = new CpuDriverProvider().open(DriverSettings.defaults())) {
      Device device = driver.device(0);
      Module module = ClusterPrograms.module(device, PTX, call);
      int[] given = input();
      int[] expected = expected();
      long in = driver.allocateManaged(4L * given.length);
      long out = driver.allocateManaged(4L * expected.length);
      Memory.ALL.asSlice(in, 4L * given.length).copyFrom(MemorySegment.ofArray(given));
      LaunchShape shape = new LaunchShape(BLOCKS, 1, 1, THREADS, 1, 1, 0);
      ClusterPrograms.launch(device, module, shape, in, out);
      int[] results = Memory.ALL.asSlice(out, 4L * expected.length).toArray(ValueLayout.JAVA_INT);
      assertArrayEquals(expected, results);
    }
  }
}
