package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.IntStream;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is replaced by other instructions, on all engines, by what the ISA says of it. */
final class ExpansionsTest {

  private static final int THREADS = 48;

  private static String kernel(String directives, String body) {
    return """
    .version 8.0
    .target sm_90
    .address_size 64
    .visible .entry k(.param .u64 in, .param .u64 out)
    DIRECTIVES
    {
    .reg .b32 %r<29>; .reg .f32 %f<9>; .reg .b16 %h<9>; .reg .b64 %rd<19>; .reg .pred %p<9>;
    .shared .align 16 .b8 tile[1024];
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd1, [in];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd2, %rd3;
    setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r2, bar;
    BODY
    ret;
    }
    """
        .replace("DIRECTIVES", directives)
        .replace("BODY", body);
  }

  private static int[] run(Engine engine, String body, int[] in, int words) {
    TranslationOptions options = TranslationOptions.defaults().withEngine(engine);
    try (TestDevice device = new TestDevice(kernel("", body), options)) {
      long out = device.allocate(4L * words);
      device.launch("k", 1, THREADS, device.put(in), out);
      return device.ints(out, words);
    }
  }

  /** Thread 0 copies two pieces, the others wait for them; twice, so that the phases alternate. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void bulkCopiesThatBarriersAwait(Engine engine) {
    String round =
        """
        @!%p1 bra WAIT_N;
        mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd5, [%r2], 192;
        cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1+N], 64, [%r2];
        cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes
            [tile+64], [%rd1+N64], 128, [bar];
        WAIT_N:
        mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], PARITY;
        @!%p2 bra WAIT_N;
        mov.u64 %rd6, tile;
        add.s64 %rd6, %rd6, %rd3;
        ld.shared.u32 %r3, [%rd6];
        st.global.u32 [%rd4+N], %r3;
        bar.sync 0;
        """;
    String body =
        "@%p1 mbarrier.init.shared::cta.b64 [%r2], 1;\nbar.sync 0;\n"
            + round
                .replace("N64", "64")
                .replace("_N", "_0")
                .replace("+N", "+0")
                .replace("PARITY", "0")
            + round
                .replace("N64", "256")
                .replace("_N", "_1")
                .replace("+N", "+192")
                .replace("PARITY", "1");
    int[] in = IntStream.range(0, 96).map(n -> n * n + 7).toArray();
    assertArrayEquals(in, run(engine, body, in, 96));
  }

  /** No phase ends before both the arrivals and the bytes that it awaits are there. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void phasesAwaitArrivalsAndBytes(Engine engine) {
    StringBuilder body = new StringBuilder("@!%p1 bra END;\nmbarrier.init.b64 [%rd8], 2;\n");
    String[] steps = {
      "arrive.b64 _, [%rd8]",
      "expect_tx.relaxed.cta.b64 [%rd8], 24",
      "arrive.b64 _, [%rd8]",
      "complete_tx.relaxed.cta.b64 [%rd8], 16",
      "complete_tx.relaxed.cta.b64 [%rd8], 8",
      "complete_tx.b64 [%rd8], 32",
      "arrive_drop.b64 _, [%rd8]",
      "arrive.expect_tx.b64 _, [%rd8], 32",
      "arrive.expect_tx.b64 _, [%rd8], 1048575",
      "complete_tx.b64 [%rd8], 1048575",
      "arrive.b64 _, [%rd8]",
      "arrive.b64 _, [%rd8]",
      "arrive.b64 _, [%rd8]",
    };
    for (int k = 0; k < steps.length; k++) {
      body.append("mbarrier.").append(steps[k]).append(";\n");
      body.append("mbarrier.test_wait.parity.b64 %p2, [%rd8], 0;\nselp.u32 %r3, 1, 0, %p2;\n");
      body.append("st.global.u32 [%rd2+").append(4 * k).append("], %r3;\n");
    }
    String start = "mov.u64 %rd8, bar; cvta.shared.u64 %rd8, %rd8;\n";
    // After phases 1, 3 and 5 parity 0 has ended; phase 3 on awaits one arrival.
    int[] expected = {0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0};
    assertArrayEquals(expected, run(engine, start + body + "END:", new int[1], steps.length));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void bulkCopiesToGlobalMemory(Engine engine) {
    String body =
        """
        mov.u64 %rd6, tile;
        add.s64 %rd6, %rd6, %rd3;
        mul.lo.u32 %r3, %r1, 3;
        st.shared.u32 [%rd6], %r3;
        bar.sync 0;
        fence.proxy.async.shared::cta;
        @!%p1 bra END;
        mov.u32 %r4, 160;
        cp.async.bulk.global.shared::cta.bulk_group [%rd2+32], [tile+16], %r4;
        cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd2], [tile], 16;
        cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%rd2+16], [tile], 16;
        cp.async.bulk.commit_group;
        cp.async.bulk.wait_group.read 0;
        cp.async.bulk.wait_group 0;
        END:
        """;
    int[] expected = new int[THREADS];
    for (int k = 0; k < 4; k++) {
      expected[k] = 3 * k;
      expected[4 + k] = 3 * k;
    }
    for (int k = 0; k < 40; k++) {
      expected[8 + k] = 3 * (k + 4);
    }
    assertArrayEquals(expected, run(engine, body, new int[1], THREADS));
    String odd = body.replace("%r4, 160", "%r4, 161");
    assertThrows(KernelFault.class, () -> run(engine, odd, new int[1], THREADS));
  }

  /** Thread t copies t bytes of 16, or all; what it does not copy is zero. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void partsOfCopies(Engine engine) {
    String body =
        """
        mul.wide.u32 %rd5, %r1, 16;
        add.s64 %rd6, %rd1, %rd5;
        mov.u64 %rd7, tile;
        add.s64 %rd7, %rd7, %rd5;
        cp.async.cg.shared.global [%rd7], [%rd6], 16, %r1;
        cp.async.commit_group;
        cp.async.wait_group 0;
        add.s64 %rd8, %rd2, %rd5;
        ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [%rd7];
        st.global.v4.u32 [%rd8], {%r3, %r4, %r5, %r6};
        """;
    int[] in = IntStream.range(0, 4 * THREADS).map(n -> 0x9e3779b9 * (n + 1)).toArray();
    int[] expected = new int[4 * THREADS];
    for (int n = 0; n < 16 * THREADS; n++) {
      if (n % 16 < n / 16) {
        expected[n / 4] |= in[n / 4] & 0xff << n % 4 * 8;
      }
    }
    assertArrayEquals(expected, run(engine, body, in, expected.length));
  }

  /** A value may be where a result goes. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void vectorsOfAtomics(Engine engine) {
    String body =
        """
        mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f40000000;
        @%p1 atom.global.v2.f32.add {%f1, %f2}, [%rd2], {%f2, %f1};
        @%p1 atom.global.add.v4.f32 {%f3, _, %f4, _}, [%rd2], {%f2, %f1, 0f3F800000, %f2};
        red.relaxed.gpu.global.v2.f32.add [%rd2+16], {0f3F800000, 0f40400000};
        mov.b16 %h1, 0x3c00;
        @%p1 red.global.v4.f16.add.noftz [%rd2+24], {%h1, %h1, %h1, %h1};
        @%p1 st.global.f32 [%rd2+32], %f3;
        @%p1 st.global.f32 [%rd2+36], %f4;
        """;
    int one = 0x3f800000;
    int two = 0x40000000;
    // The first returns zeros, so that the second adds 0, 0, 1 and 0.
    int[] expected = {two, one, one, 0, 0x42400000, 0x43100000, 0x3c003c00, 0x3c003c00, two, 0};
    assertArrayEquals(expected, run(engine, body, new int[1], 10));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void memoryOnTheStack(Engine engine) {
    String body =
        """
        mov.u32 %r5, 0; mov.u32 %r6, 0;
        add.u32 %r7, %r1, 1;
        mul.wide.u32 %rd5, %r7, 4;
        ROUND:
        stacksave.u64 %rd7;
        alloca.u64 %rd8, %rd5, 16;
        alloca.u64 %rd9, SIZE;
        cvta.local.u64 %rd10, %rd9;
        st.u32 [%rd10+4], %r1;
        mov.u64 %rd11, %rd8; mov.u32 %r8, 0;
        FILL: st.local.u32 [%rd11], %r8;
        add.s64 %rd11, %rd11, 4; add.u32 %r8, %r8, 1;
        setp.lt.u32 %p2, %r8, %r7; @%p2 bra FILL;
        SUM: sub.s64 %rd11, %rd11, 4; ld.local.u32 %r9, [%rd11]; add.u32 %r6, %r6, %r9;
        setp.ne.u64 %p2, %rd11, %rd8; @%p2 bra SUM;
        ld.local.u32 %r9, [%rd9+4]; add.u32 %r6, %r6, %r9;
        and.b64 %rd12, %rd8, 15; cvt.u32.u64 %r9, %rd12; add.u32 %r6, %r6, %r9;
        stackrestore.u64 %rd7;
        add.u32 %r5, %r5, 1;
        setp.lt.u32 %p2, %r5, 200; @%p2 bra ROUND;
        st.global.u32 [%rd4], %r6;
        """;
    int[] expected = IntStream.range(0, THREADS).map(t -> 200 * (t * (t + 1) / 2 + t)).toArray();
    assertArrayEquals(expected, run(engine, body.replace("SIZE", "8"), new int[1], THREADS));
    for (String size : new String[] {"16384", "-1", "16385"}) {
      String large = body.replace("SIZE", size);
      assertThrows(KernelFault.class, () -> run(engine, large, new int[1], THREADS));
    }
  }

  /** A block is a cluster; stores and sums that its barrier awaits. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void clustersOfOneBlock(Engine engine) {
    String body =
        """
        @%p1 mbarrier.init.shared::cta.b64 [bar], 1;
        mov.u64 %rd6, tile;
        add.s64 %rd6, %rd6, %rd3;
        st.shared.u32 [%rd6+256], %r1;
        barrier.cluster.arrive.release.aligned;
        barrier.cluster.wait.acquire.aligned;
        @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 384;
        mapa.shared::cluster.u64 %rd7, %rd6, 0;
        st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%rd7], %r1, [bar];
        red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32
            [%rd7+256], 5, [bar];
        WAIT: mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;
        @!%p2 bra WAIT;
        getctarank.shared::cluster.u32 %r5, %r2;
        createpolicy.fractional.L2::evict_first.b64 %rd9, 1.0;
        setmaxnreg.inc.sync.aligned.u32 64;
        griddepcontrol.wait;
        ld.shared.u32 %r3, [%rd6];
        ld.shared.u32 %r4, [%rd6+256];
        mad.lo.u32 %r3, %r3, 1000, %r4;
        add.u32 %r3, %r3, %r5;
        st.global.L2::cache_hint.u32 [%rd4], %r3, %rd9;
        griddepcontrol.launch_dependents;
        """;
    int[] expected = IntStream.range(0, THREADS).map(t -> 1001 * t + 5).toArray();
    assertArrayEquals(expected, run(engine, body, new int[1], THREADS));
  }
}
