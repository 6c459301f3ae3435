package org.grcuda.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.driver.ClusterSize;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clusters of several blocks: their registers, shared memories and barrier. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ClusterTest {

  private static final int RESULTS = 16;
  private static final int THREADS = 64;

  /** Blocks of a grid of 4 x 4 in clusters of 2 x 2; a lane in two ends before the last barrier. */
  private static final String PTX =
      """
      .version 8.0
      .target sm_90
      .address_size 64
      .shared .align 4 .b8 words[256];
      .shared .align 4 .b8 counter[4];
      FUNCTION
      .visible .entry k(.param .u64 out)
      .explicitcluster .reqnctapercluster 2, 2
      {
      .reg .u64 o, l, g, h; .reg .b32 t, b, x, y, r, a, c, w, q, n; .reg .pred p, s;
      mov.u32 t, %tid.x;
      mov.u32 x, %ctaid.x; mov.u32 y, %ctaid.y;
      mad.lo.u32 b, y, 4, x;
      mad.lo.u32 l_, b, 64, t;
      mul.wide.u32 l, l_, 64;
      ld.param.u64 o, [out];
      add.u64 o, o, l;
      mov.u32 a, %cluster_ctarank; st.global.u32 [o], a;
      mov.u32 a, %cluster_nctarank; st.global.u32 [o+4], a;
      mov.u32 a, %clusterid.x; mov.u32 c, %clusterid.y; mad.lo.u32 a, c, 10, a; st.global.u32 [o+8], a;
      mov.u32 a, %nclusterid.x; mov.u32 c, %cluster_nctaid.y; mad.lo.u32 a, c, 10, a; st.global.u32 [o+12], a;
      mov.u32 a, %cluster_ctaid.x; mov.u32 c, %cluster_ctaid.y; mad.lo.u32 a, c, 10, a; st.global.u32 [o+16], a;
      mov.u32 w, words; shl.b32 a, t, 2; add.u32 w, w, a;
      mad.lo.u32 a, b, 1000, t;
      st.shared.u32 [w], a;
      setp.eq.u32 p, t, 0;
      @p st.shared.u32 [counter], 0;
      CALL
      barrier.cluster.arrive.release.aligned;
      barrier.cluster.wait.acquire.aligned;
      mov.u32 r, %cluster_ctarank; add.u32 r, r, 1; and.b32 r, r, 3;
      mapa.shared::cluster.u32 a, w, r;
      ld.shared::cluster.u32 c, [a]; st.global.u32 [o+20], c;
      getctarank.shared::cluster.u32 c, a; st.global.u32 [o+24], c;
      cvt.u64.u32 g, w; cvta.shared.u64 g, g;
      mapa.u64 h, g, r;
      ld.u32 c, [h]; st.global.u32 [o+28], c;
      getctarank.u64 c, h; st.global.u32 [o+32], c;
      isspacep.shared::cluster p, h; selp.b32 c, 1, 0, p;
      isspacep.shared::cluster p, o; selp.b32 n, 2, 0, p; or.b32 c, c, n;
      isspacep.shared p, h; selp.b32 n, 4, 0, p; or.b32 c, c, n;
      st.global.u32 [o+36], c;
      ld.shared::cluster.u32 c, [w]; st.global.u32 [o+40], c;
      mov.u32 n, counter; mapa.shared::cluster.u32 n, n, 0;
      atom.shared::cluster.add.u32 c, [n], 1;
      and.b32 c, t, 1; setp.eq.u32 p, c, 1;
      @p exit;
      barrier.cluster.arrive; barrier.cluster.wait;
      ld.shared::cluster.u32 c, [n]; st.global.u32 [o+44], c;
      barrier.cluster.arrive.relaxed; barrier.cluster.wait;
      ret;
      }
      .visible .entry large() .reqnctapercluster 5, 5 { ret; }
      """
          .replace("n; .reg .pred p, s;", "n, l_; .reg .pred p, s;");

  private static int[] expected() {
    int[] all = new int[16 * THREADS * RESULTS];
    for (int b = 0; b < 16; b++) {
      int x = b % 4;
      int y = b / 4;
      int rank = x % 2 + y % 2 * 2;
      int next = rank + 1 & 3;
      int other = (y / 2 * 2 + next / 2) * 4 + x / 2 * 2 + next % 2;
      for (int t = 0; t < THREADS; t++) {
        int[] own = {
          rank,
          4,
          x / 2 + y / 2 * 10,
          2 + 2 * 10,
          x % 2 + y % 2 * 10,
          other * 1000 + t,
          next,
          other * 1000 + t,
          next,
          1,
          b * 1000 + t,
          t % 2 == 0 ? 4 * THREADS : 0
        };
        System.arraycopy(own, 0, all, (b * THREADS + t) * RESULTS, own.length);
      }
    }
    return all;
  }

  /** As bytecode, and interpreted as a function calls itself. */
  @ParameterizedTest
  @ValueSource(strings = {"", ClusterPrograms.RECURSION})
  void blocksOfAClusterShareMemory(String call) {
    try (Driver driver = new CpuDriverProvider().open(DriverSettings.defaults())) {
      Device device = driver.device(0);
      Module module = ClusterPrograms.module(device, PTX, call);
      int[] expected = expected();
      long out = driver.allocateManaged(4L * expected.length);
      ClusterPrograms.launch(device, module, new LaunchShape(4, 4, 1, THREADS, 1, 1, 0), out);
      int[] results = Memory.ALL.asSlice(out, 4L * expected.length).toArray(ValueLayout.JAVA_INT);
      assertArrayEquals(expected, results);
    }
  }

  /** The kernel declares none: the launch does, once for all clusters of that size. */
  @Test
  void launchesHaveClusters() {
    try (Driver driver = new CpuDriverProvider().open(DriverSettings.defaults())) {
      Device device = driver.device(0);
      String ptx = PTX.replace(".reqnctapercluster 2, 2\n", "\n");
      Module module = ClusterPrograms.module(device, ptx, "");
      assertEquals(ClusterSize.NONE, module.function("k").cluster());
      int[] expected = expected();
      long out = driver.allocateManaged(4L * expected.length);
      LaunchShape grid = new LaunchShape(4, 4, 1, THREADS, 1, 1, 0);
      for (int time = 0; time < 2; time++) {
        ClusterPrograms.launch(device, module, grid.withCluster(new ClusterSize(2, 2, 1)), out);
        int[] results = Memory.ALL.asSlice(out, 4L * expected.length).toArray(ValueLayout.JAVA_INT);
        assertArrayEquals(expected, results);
        ClusterPrograms.launch(device, module, grid, out);
        // Each block is a cluster: of rank 0, of one block.
        assertEquals(0, Memory.ALL.get(ValueLayout.JAVA_INT, out + 4 * THREADS * RESULTS));
        assertEquals(1, Memory.ALL.get(ValueLayout.JAVA_INT, out + 4 * THREADS * RESULTS + 4));
      }
      refused(device, module, grid.withCluster(new ClusterSize(3, 1, 1)), "multiples of its");
      refused(
          device,
          module,
          new LaunchShape(32, 1, 1, THREADS, 1, 1, 0).withCluster(new ClusterSize(8, 4, 1)),
          "clusters of (8, 4, 1) blocks, at most 16 in all");
    }
  }

  private static void refused(Device device, Module module, LaunchShape shape, String why) {
    DriverException wrong =
        assertThrows(DriverException.class, () -> ClusterPrograms.launch(device, module, shape, 0));
    assertEquals(CudaResult.CUDA_ERROR_INVALID_CLUSTER_SIZE, wrong.result());
    assertTrue(wrong.getMessage().contains(why), wrong.getMessage());
  }

  @Test
  void clustersDivideTheGrid() {
    try (Driver driver = new CpuDriverProvider().open(DriverSettings.defaults())) {
      Device device = driver.device(0);
      Module module = ClusterPrograms.module(device, PTX, "");
      refused(
          device,
          module,
          new LaunchShape(4, 3, 1, THREADS, 1, 1, 0),
          "a grid of (4, 3, 1) blocks, kernel k takes multiples of its clusters' (2, 2, 1)");
      refused(
          device,
          module,
          new LaunchShape(4, 4, 1, THREADS, 1, 1, 0).withCluster(new ClusterSize(4, 1, 1)),
          "clusters of (4, 1, 1) blocks, kernel k declares (2, 2, 1)");
    }
  }

  @Test
  void clustersHaveAtMost16Blocks() {
    try (Driver driver = new CpuDriverProvider().open(DriverSettings.defaults())) {
      Module module = ClusterPrograms.module(driver.device(0), PTX, "");
      DriverException refused = assertThrows(DriverException.class, () -> module.function("large"));
      assertTrue(refused.getMessage().contains("at most 16 blocks"), refused.getMessage());
    }
  }
}
