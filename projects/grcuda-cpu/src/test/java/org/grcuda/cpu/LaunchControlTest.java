package org.grcuda.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.ValueLayout;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks that ask for the work of blocks that have not begun (clusterlaunchcontrol). */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LaunchControlTest {

  private static final int BLOCKS = 24;
  private static final int THREADS = 64;

  /**
   * Each thread adds 1 to its word of its block, and of each block that its own takes over. It also
   * adds the response, which was -1 before the request.
   */
  private static final String PTX =
      """
      .version 8.8
      .target sm_100a
      .address_size 64
      FUNCTION
      .visible .entry k(.param .u64 out) CLUSTER
      {
      .shared .align 16 .b8 response[16];
      .shared .align 8 .b8 barrier[8];
      .reg .u64 counts, at, low, high, r, b; .reg .u32 t, x, y, z, phase, rank, l; .reg .b128 q;
      .reg .pred first, requests, canceled, done;
      ld.param.u64 counts, [out];
      mov.u32 t, %tid.x; mov.u32 x, %ctaid.x; mov.u32 phase, 0;
      setp.eq.u32 first, t, 0;
      mov.u32 rank, %cluster_ctarank;
      setp.eq.and.u32 requests, rank, 0, first;
      ADDRESSES
      mov.u64 low, -1;
      @first st.shared.v2.u64 [response], {low, low};
      @first mbarrier.init.shared.b64 [barrier], 1;
      bar.sync 0;
      barrier.cluster.arrive; barrier.cluster.wait;
      CALL
      again:
      mad.lo.u32 l, x, 64, t; mul.wide.u32 at, l, 4; add.u64 at, at, counts;
      red.global.add.u32 [at], 1;
      @first mbarrier.arrive.expect_tx.shared.b64 _, [barrier], 16;
      barrier.cluster.arrive; barrier.cluster.wait;
      @requests clusterlaunchcontrol.try_cancel.async.FORM.b128 [r], [b];
      waits:
      mbarrier.try_wait.parity.shared.b64 done, [barrier], phase;
      @!done bra waits;
      xor.b32 phase, phase, 1;
      ld.shared.v2.u64 {low, high}, [response];
      mov.b128 q, {low, high};
      or.b64 high, high, low; cvt.u32.u64 l, high;
      red.global.add.u32 [at], l;
      clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 canceled, q;
      @canceled clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {x, y, z, _}, q;
      @canceled clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 x, q;
      barrier.cluster.arrive; barrier.cluster.wait;
      @canceled bra again;
      ret;
      }
      """;

  private static final String SHARED = "mov.u64 r, response; mov.u64 b, barrier;";

  private static final String GENERIC = SHARED + " cvta.shared.u64 r, r; cvta.shared.u64 b, b;";

  @ParameterizedTest
  @CsvSource({"1, true", "1, false", "2, true", "2, false", "4, true"})
  void eachBlockIsDoneOnce(int cluster, boolean shared) {
    String signals =
        "mbarrier::complete_tx::bytes" + (cluster > 1 ? ".multicast::cluster::all" : "");
    String ptx =
        PTX.replace("CLUSTER", cluster > 1 ? ".reqnctapercluster " + cluster : "")
            .replace("ADDRESSES", shared ? SHARED : GENERIC)
            .replace("FORM", (shared ? "shared::cta." : "") + signals);
    for (String call : new String[] {"", ClusterPrograms.RECURSION}) {
      try (Driver driver = new CpuDriverProvider().open(DriverSettings.defaults())) {
        Device device = driver.device(0);
        Module module = ClusterPrograms.module(device, ptx, call);
        long counts = driver.allocateManaged(4L * BLOCKS * THREADS);
        Memory.ALL.asSlice(counts, 4L * BLOCKS * THREADS).fill((byte) 0);
        ClusterPrograms.launch(
            device, module, new LaunchShape(BLOCKS, 1, 1, THREADS, 1, 1, 0), counts);
        for (int i = 0; i < BLOCKS * THREADS; i++) {
          assertEquals(1, Memory.ALL.get(ValueLayout.JAVA_INT, counts + 4L * i));
        }
      }
    }
  }
}
