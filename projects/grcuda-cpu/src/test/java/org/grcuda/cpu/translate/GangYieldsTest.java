package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;

/**
 * Loops in which threads wait for what others write, in machine code: threads of the same gang, of
 * other gangs of the block and of other blocks. What each kernel computes does not depend on the
 * order in which its threads run; it is compared with bytecode.
 */
class GangYieldsTest extends MachineCodeTest {

  private static final int[] THREADS = {1, 2, 16, 31, 64, 100, 256};

  private static final int BLOCKS = 3;

  /** A kernel; {@code %r0} is the thread, {@code %r1} the number of threads of a block. */
  private static String kernel(String body) {
    return """
    .version 8.0 .target sm_80 .address_size 64
    .visible .entry k(.param .u64 out, .param .u64 global)
    {
    .reg .b32 %%r<29>; .reg .b64 %%rd<19>; .reg .pred %%p<9>;
    .shared .align 8 .b8 flags[2048];
    ld.param.u64 %%rd0, [out];
    ld.param.u64 %%rd1, [global];
    mov.u32 %%r0, %%tid.x;
    mov.u32 %%r1, %%ntid.x;
    mov.u32 %%r2, %%ctaid.x;
    mad.lo.u32 %%r3, %%r2, %%r1, %%r0;
    mul.wide.u32 %%rd2, %%r3, 4;
    add.s64 %%rd3, %%rd0, %%rd2;
    mul.wide.u32 %%rd4, %%r0, 4;
    mov.u64 %%rd5, flags;
    add.s64 %%rd6, %%rd5, %%rd4;
    mov.u32 %%r10, 0;
    st.shared.u32 [%%rd6], %%r10;
    bar.sync 0;
    %s
    ret;
    }
    """
        .formatted(body);
  }

  private static List<int[]> run(Engine engine, String kernel) {
    Set<String> inMachineCode = new TreeSet<>();
    TranslationOptions options = options(engine, inMachineCode);
    List<int[]> results = new ArrayList<>();
    try (TestDevice device = new TestDevice(kernel, options)) {
      assertTrue(engine != Engine.NATIVE || inMachineCode.contains("k"), kernel);
      for (int threads : THREADS) {
        long out = device.allocate(4L * BLOCKS * threads);
        long global = device.put(new long[8]);
        device.launch("k", BLOCKS, threads, out, global);
        results.add(device.ints(out, BLOCKS * threads));
        results.add(device.ints(global, 16));
      }
    }
    return results;
  }

  private static void same(String body) {
    String kernel = kernel(body);
    List<int[]> scalar = run(Engine.BYTECODE, kernel);
    List<int[]> gangs = run(Engine.NATIVE, kernel);
    for (int k = 0; k < scalar.size(); k++) {
      int threads = THREADS[k / 2];
      assertArrayEquals(scalar.get(k), gangs.get(k), () -> threads + " threads: " + body);
    }
  }

  /** All threads of all blocks take one lock; what it guards is not atomic. */
  @Test
  void aLockOfAllThreads() {
    same(
        """
        TAKE:
        atom.global.cas.b32 %r4, [%rd1], 0, 1;
        setp.ne.u32 %p1, %r4, 0;
        @%p1 bra TAKE;
        ld.volatile.global.u32 %r5, [%rd1+8];
        add.u32 %r5, %r5, %r0;
        add.u32 %r5, %r5, 1;
        st.volatile.global.u32 [%rd1+8], %r5;
        membar.gl;
        atom.global.exch.b32 %r6, [%rd1], 0;
        st.global.u32 [%rd3], %r6;
        """);
  }

  /** A lock of the block, several times, in the style that threads of a warp in lockstep need. */
  @Test
  void aLockWithinABranch() {
    same(
        """
        mov.u32 %r7, 0;
        AGAIN:
        mov.u32 %r8, 0;
        TRY:
        atom.shared.cas.b32 %r4, [flags], 0, 77;
        setp.ne.u32 %p1, %r4, 0;
        @%p1 bra MISSED;
        ld.volatile.global.u32 %r5, [%rd3];
        add.u32 %r5, %r5, %r3;
        st.volatile.global.u32 [%rd3], %r5;
        mov.u32 %r8, 1;
        membar.gl;
        atom.shared.exch.b32 %r6, [flags], 0;
        MISSED:
        setp.eq.u32 %p2, %r8, 0;
        @%p2 bra TRY;
        add.u32 %r7, %r7, 1;
        setp.lt.u32 %p3, %r7, 3;
        @%p3 bra AGAIN;
        """);
  }

  /** Each thread waits for the one before it, or for the one behind it. */
  @Test
  void aChainThroughTheBlock() {
    for (boolean forwards : new boolean[] {true, false}) {
      String first =
          forwards ? "setp.eq.u32 %p1, %r0, 0;" : "sub.u32 %r4, %r1, 1; setp.eq.u32 %p1, %r0, %r4;";
      String other = forwards ? "-4" : "+4";
      same(
          """
          mov.u32 %r5, 0;
          FIRST
          @%p1 bra GO;
          WAIT:
          ld.relaxed.cta.shared.u32 %r5, [%rd6OTHER];
          setp.eq.u32 %p2, %r5, 0;
          @%p2 bra WAIT;
          GO:
          mad.lo.u32 %r5, %r5, 3, %r0;
          add.u32 %r5, %r5, 1;
          or.b32 %r5, %r5, 0x40000000;
          st.global.u32 [%rd3], %r5;
          membar.cta;
          st.relaxed.cta.shared.u32 [%rd6], %r5;
          """
              .replace("FIRST", first)
              .replace("OTHER", other));
    }
  }

  /** The first threads wait for the last one; the others wait for them at a barrier meanwhile. */
  @Test
  void someWaitAtABarrierForThoseThatSpin() {
    same(
        """
        sub.u32 %r4, %r1, 1;
        setp.eq.u32 %p1, %r0, %r4;
        @%p1 st.relaxed.cta.shared.u32 [flags+1024], %r1;
        setp.ge.u32 %p2, %r0, 5;
        @%p2 bra MEET;
        WAIT:
        ld.relaxed.cta.shared.u32 %r5, [flags+1024];
        setp.eq.u32 %p3, %r5, 0;
        @%p3 bra WAIT;
        mad.lo.u32 %r6, %r5, 7, %r0;
        st.shared.u32 [%rd6], %r6;
        MEET:
        bar.sync 0;
        rem.u32 %r7, %r0, 5;
        min.u32 %r7, %r7, %r4;
        mul.wide.u32 %rd7, %r7, 4;
        add.s64 %rd8, %rd5, %rd7;
        ld.shared.u32 %r8, [%rd8];
        st.global.u32 [%rd3], %r8;
        """);
  }

  /** A barrier that counts, after threads have waited for others. */
  @Test
  void aReductionAtABarrier() {
    same(
        """
        sub.u32 %r4, %r1, 1;
        setp.eq.u32 %p1, %r0, %r4;
        @%p1 st.relaxed.cta.shared.u32 [flags+1024], 9;
        WAIT:
        ld.relaxed.cta.shared.u32 %r5, [flags+1024];
        setp.eq.u32 %p3, %r5, 0;
        @%p3 bra WAIT;
        and.b32 %r6, %r0, 3;
        setp.eq.u32 %p4, %r6, 1;
        barrier.cta.red.popc.u32 %r7, 0, %p4;
        setp.lt.u32 %p5, %r0, %r7;
        barrier.cta.red.popc.u32 %r8, 0, %p5;
        mad.lo.u32 %r8, %r8, 1000, %r7;
        st.global.u32 [%rd3], %r8;
        """);
  }

  /** Neighbours in a warp answer each other, and add up what they have at the end. */
  @Test
  void neighboursInTurn() {
    same(
        """
        and.b32 %r4, %r1, 1;
        sub.u32 %r5, %r1, %r4;
        setp.ge.u32 %p1, %r0, %r5;
        mov.u32 %r9, 0;
        @%p1 bra MEET;
        and.b32 %r6, %r0, 1;
        sub.u32 %r7, %r0, %r6;
        mul.wide.u32 %rd7, %r7, 4;
        add.s64 %rd8, %rd5, %rd7;
        mov.u32 %r8, 0;
        ROUND:
        shl.b32 %r9, %r8, 1;
        add.u32 %r9, %r9, %r6;
        WAIT:
        ld.relaxed.cta.shared.u32 %r11, [%rd8];
        setp.ne.u32 %p2, %r11, %r9;
        @%p2 bra WAIT;
        add.u32 %r9, %r9, 1;
        st.relaxed.cta.shared.u32 [%rd8], %r9;
        add.u32 %r8, %r8, 1;
        setp.lt.u32 %p3, %r8, 5;
        @%p3 bra ROUND;
        MEET:
        bar.sync 0;
        add.u32 %r12, %r9, %r0;
        st.global.u32 [%rd3], %r12;
        """);
  }

  /** Tickets are served in order, over all blocks. */
  @Test
  void ticketsOfAllBlocks() {
    same(
        """
        atom.global.add.u32 %r4, [%rd1], 1;
        WAIT:
        ld.relaxed.gpu.global.u32 %r5, [%rd1+4];
        nanosleep.u32 20;
        setp.ne.u32 %p1, %r4, %r5;
        @%p1 bra WAIT;
        ld.volatile.global.u32 %r6, [%rd1+8];
        mad.lo.u32 %r6, %r6, 5, 3;
        st.volatile.global.u32 [%rd1+8], %r6;
        add.u32 %r5, %r5, 1;
        fence.acq_rel.gpu;
        st.relaxed.gpu.global.u32 [%rd1+4], %r5;
        mov.u32 %r7, 1;
        st.global.u32 [%rd3], %r7;
        """);
  }

  /** Lanes of a warp that have waited differently long exchange values. */
  @Test
  void shufflesBehindAWait() {
    same(
        """
        setp.ne.u32 %p1, %r0, 0;
        mov.u32 %r5, 1;
        @!%p1 bra GO;
        WAIT:
        ld.relaxed.cta.shared.u32 %r5, [%rd6-4];
        setp.eq.u32 %p2, %r5, 0;
        @%p2 bra WAIT;
        GO:
        add.u32 %r5, %r5, 1;
        st.relaxed.cta.shared.u32 [%rd6], %r5;
        mov.u32 %r9, %warpid;
        shl.b32 %r9, %r9, 5;
        sub.u32 %r9, %r1, %r9;
        min.u32 %r9, %r9, 32;
        mov.u32 %r12, 32;
        sub.u32 %r12, %r12, %r9;
        mov.u32 %r13, 0xffffffff;
        shr.u32 %r13, %r13, %r12;
        shfl.sync.idx.b32 %r14|%p4, %r5, 0, 31, %r13;
        mad.lo.u32 %r14, %r14, 1000, %r5;
        st.global.u32 [%rd3], %r14;
        """);
  }
}
