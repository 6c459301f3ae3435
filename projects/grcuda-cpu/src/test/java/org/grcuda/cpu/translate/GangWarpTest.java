package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.Launch.Shape;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Warp operations in machine code, against bytecode. */
class GangWarpTest extends MachineCodeTest {

  private static final List<Shape> BLOCKS =
      List.of(
          new Shape(64, 1, 1),
          new Shape(32, 2, 1),
          new Shape(41, 1, 1),
          new Shape(9, 1, 1),
          new Shape(113, 1, 1),
          new Shape(16, 5, 1),
          new Shape(7, 3, 3));

  private static final int WORDS = 8;
  private static final int THREADS = 128;

  /** Registers: %r0 index in the block, %r1 a random word, %r2 one of few, %p1 odd; out at %rd3. */
  private static String module(List<String> bodies) {
    StringBuilder text = new StringBuilder(".version 8.0 .target sm_80 .address_size 64\n");
    for (int k = 0; k < bodies.size(); k++) {
      text.append(".visible .entry k" + k);
      text.append(
          """
          (.param .u64 out, .param .u64 in)
          {
          .reg .b32 %r<39>; .reg .b64 %rd<19>; .reg .pred %p<9>;
          .shared .align 8 .b8 tile[1024];
          ld.param.u64 %rd0, [out];
          ld.param.u64 %rd1, [in];
          mov.u32 %r30, %tid.x; mov.u32 %r31, %ntid.x; mov.u32 %r32, %tid.y;
          mov.u32 %r33, %ntid.y; mov.u32 %r34, %tid.z;
          mad.lo.u32 %r32, %r34, %r33, %r32;
          mad.lo.u32 %r0, %r32, %r31, %r30;
          mul.wide.u32 %rd2, %r0, 4;
          add.s64 %rd4, %rd1, %rd2;
          ld.global.u32 %r1, [%rd4];
          and.b32 %r2, %r1, 3;
          and.b32 %r3, %r1, 1;
          setp.eq.u32 %p1, %r3, 1;
          mul.wide.u32 %rd2, %r0, 32;
          add.s64 %rd3, %rd0, %rd2;
          """);
      text.append(bodies.get(k)).append("\nret;\n}\n");
    }
    return text.toString();
  }

  /** What the kernels leave, by kernel and shape of the block. */
  private static TreeMap<String, int[]> run(Engine engine, boolean isNative, List<String> bodies) {
    TreeMap<String, String> ways = new TreeMap<>();
    TranslationOptions options =
        TranslationOptions.defaults()
            .withEngine(engine)
            .withListener(
                (kernel, pass, result) -> ways.merge(kernel, pass + result, String::concat));
    TreeMap<String, int[]> results = new TreeMap<>();
    try (TestDevice device = new TestDevice(module(bodies), options)) {
      for (int k = 0; k < bodies.size(); k++) {
        boolean machine = ways.getOrDefault("k" + k, "").contains("GangAssembler");
        assertEquals(isNative, machine, () -> bodies + "\n" + ways);
        for (Shape block : BLOCKS) {
          long out = device.allocate(4L * WORDS * THREADS);
          int[] in = new java.util.Random(k).ints(THREADS).toArray();
          device.launch("k" + k, new Shape(1, 1, 1), block, 0, out, device.put(in));
          results.put(bodies.get(k) + block, device.ints(out, WORDS * THREADS));
        }
      }
    }
    return results;
  }

  private static void same(List<String> bodies) {
    TreeMap<String, int[]> scalar = run(Engine.BYTECODE, false, bodies);
    TreeMap<String, int[]> gangs = run(Engine.NATIVE, true, bodies);
    scalar.forEach((what, expected) -> assertArrayEquals(expected, gangs.get(what), what));
  }

  private static String store(String... registers) {
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < registers.length; r++) {
      if (registers[r].startsWith("%p")) {
        text.append("selp.u32 %%r38, 1, 0, %s;\n".formatted(registers[r]));
      } else {
        text.append("mov.b32 %%r38, %s;\n".formatted(registers[r]));
      }
      text.append("st.global.u32 [%%rd3+%d], %%r38;\n".formatted(4 * r));
    }
    return text.toString();
  }

  /** All operations among some members, with sources that are the same in all lanes or not. */
  private static List<String> operations(String members) {
    List<String> all = new ArrayList<>();
    for (String mode : List.of("up", "down", "bfly", "idx")) {
      for (String sources : List.of("1, 31", "16, 31", "5, 0", "3, 7192", "%r2, 31", "9, %r1")) {
        all.add(
            "shfl.sync.%s.b32 %%r10|%%p2, %%r1, %s, %s;".formatted(mode, sources, members)
                + "shfl.sync.%s.b32 %%r1, %%r1, %s, %s;".formatted(mode, sources, members)
                + store("%r10", "%p2", "%r1"));
      }
    }
    all.add(
        "vote.sync.all.pred %p2, %p1, #; vote.sync.any.pred %p3, !%p1, #;".replace("#", members)
            + "vote.sync.uni.pred %p4, %p1, #; vote.sync.ballot.b32 %r10, %p1, #;"
                .replace("#", members)
            + "setp.ge.u32 %p5, %r0, 0; vote.sync.all.pred %p5, %p5, #;".replace("#", members)
            + store("%p2", "%p3", "%p4", "%r10", "%p5"));
    all.add(
        "match.any.sync.b32 %r10, %r2, #; match.all.sync.b32 %r11|%p2, %r2, #;"
                .replace("#", members)
            + "cvt.u64.u32 %rd5, %r3; shl.b64 %rd5, %rd5, 35; or.b64 %rd5, %rd5, 9;"
            + "match.any.sync.b64 %r12, %rd5, #; match.all.sync.b64 %r13|%p3, 7, #;"
                .replace("#", members)
            + store("%r10", "%r11", "%p2", "%r12", "%r13", "%p3"));
    for (String type : List.of("u32", "s32")) {
      all.add(
          "redux.sync.add.T %r10, %r1, #; redux.sync.min.T %r11, %r1, #;"
                  .replace("T", type)
                  .replace("#", members)
              + "redux.sync.max.T %r12, %r1, #;".replace("T", type).replace("#", members)
              + store("%r10", "%r11", "%r12"));
    }
    all.add(
        "redux.sync.and.b32 %r10, %r1, #; redux.sync.or.b32 %r11, %r1, #;".replace("#", members)
            + "redux.sync.xor.b32 %r12, %r1, #; elect.sync %r13|%p2, #; bar.warp.sync #;"
                .replace("#", members)
            + store("%r10", "%r11", "%r12", "%r13", "%p2"));
    return all;
  }

  @Test
  void amongAllLanes() {
    same(operations("-1"));
  }

  @Test
  void amongTheLanesThatAreLeft() {
    List<String> bodies = new ArrayList<>();
    for (String operation : operations("-1")) {
      bodies.add("setp.eq.u32 %p6, %r2, 2; @%p6 exit;" + operation);
    }
    same(bodies);
  }

  /** Some part, as a group of lanes that found each other does. */
  @Test
  void amongThoseThatTakeABranch() {
    List<String> bodies = new ArrayList<>();
    for (String operation : operations("%r20")) {
      bodies.add(
          "vote.sync.ballot.b32 %r20, %p1, -1; @!%p1 bra E;"
              + operation
              + "E: add.u32 %r21, %r1, 1;"
              + "st.global.u32 [%rd3+28], %r21;");
    }
    same(bodies);
  }

  /** Tiles of 4, and lanes with like words. */
  @Test
  void amongGroupsSideBySide() {
    List<String> bodies = new ArrayList<>();
    for (String operation : operations("%r20")) {
      bodies.add(
          "mov.u32 %r21, %laneid; and.b32 %r21, %r21, 28; shl.b32 %r20, 15, %r21;" + operation);
      bodies.add("match.any.sync.b32 %r20, %r2, -1;" + operation);
    }
    same(bodies);
  }

  /** Each lane votes among the lanes before it, itself not being one. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void votesAmongOtherLanesOnly(Engine engine) {
    String body =
        """
        mov.u32 %r20, %lanemask_lt;
        vote.sync.ballot.b32 %r10, %p1, %r20; vote.sync.any.pred %p2, %p1, %r20;
        vote.sync.all.pred %p3, %p1, %r20; vote.sync.uni.pred %p4, %p1, %r20;
        vote.sync.ballot.b32 %r11, %p1, 0x0f0f;
        """
            + store("%r10", "%p2", "%p3", "%p4", "%r11");
    int[] in = new java.util.Random(0).ints(THREADS).toArray();
    TreeMap<String, int[]> results = run(engine, engine == Engine.NATIVE, List.of(body));
    for (Shape block : BLOCKS) {
      for (int t = 0; t < block.count(); t++) {
        int first = t & -32;
        int before = 0;
        int few = 0;
        for (int lane = 0; lane < 32 && first + lane < block.count(); lane++) {
          int own = (in[first + lane] & 1) << lane;
          before |= first + lane < t ? own : 0;
          few |= own & 0x0f0f;
        }
        int all = (1 << t - first) - 1;
        int[] expected = {
          before,
          before != 0 ? 1 : 0,
          before == all ? 1 : 0,
          before == all || before == 0 ? 1 : 0,
          few
        };
        int[] given = Arrays.copyOfRange(results.get(body + block), WORDS * t, WORDS * t + 5);
        assertArrayEquals(expected, given, block + " thread " + t);
      }
    }
  }

  @Test
  void activeLanesAndMasksOfLanes() {
    same(
        List.of(
            "activemask.b32 %r10; @%p1 bra E; activemask.b32 %r11;" + store("%r10", "%r11") + "E:",
            "mov.u32 %r10, %lanemask_eq; mov.u32 %r11, %lanemask_le; mov.u32 %r12, %lanemask_lt;"
                + "mov.u32 %r13, %lanemask_ge; mov.u32 %r14, %lanemask_gt; mov.u32 %r15, %warpid;"
                + "mov.u32 %r16, %laneid;"
                + store("%r10", "%r11", "%r12", "%r13", "%r14", "%r15", "%r16")));
  }

  /** Groups of 8 lanes go round a loop as often as their first lane says. */
  @Test
  void inLoopsThatGroupsLeaveApart() {
    String head =
        """
        mov.u32 %r21, %laneid; and.b32 %r22, %r21, 24; shl.b32 %r20, 255, %r22;
        shfl.sync.idx.b32 %r23, %r2, %r22, 31, %r20;
        mov.u32 %r24, 0;
        L: setp.ge.u32 %p2, %r24, %r23;
        @%p2 bra D;
        """;
    String tail = "add.u32 %r24, %r24, 1; bra L; D:" + store("%r1", "%r24");
    same(
        List.of(
            head + "shfl.sync.bfly.b32 %r1, %r1, 3, 31, %r20;" + tail,
            head + "redux.sync.xor.b32 %r25, %r1, %r20; add.u32 %r1, %r1, %r25;" + tail,
            head + "vote.sync.ballot.b32 %r25, %p1, %r20; add.u32 %r1, %r1, %r25;" + tail));
  }

  /** Eight lanes add up their numbers from 1 by shuffles over the whole warp, as on GPUs. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void lanesThatDoNotTakePartGiveZero(Engine engine) {
    assertEquals(1 + 2 + 3 + 4 + 5 + 6 + 7 + 8, sums(engine, "mov.u32 %m, 255;")[0]);
    // Two groups of four: each adds up its own.
    int[] sums = sums(engine, "and.b32 %m, %t, 4; shl.b32 %m, 15, %m;");
    assertEquals(1 + 2 + 3 + 4, sums[0]);
    assertEquals(5 + 6 + 7 + 8, sums[4]);
    assertEquals(9, sums[8]);
    assertEquals(32, sums[31]);
  }

  private static int[] sums(Engine engine, String members) {
    String text =
        """
        .version 8.0 .target sm_80 .address_size 64
        .visible .entry k(.param .u64 out)
        {
        .reg .b32 %t, %x, %y, %d, %m; .reg .b64 %o; .reg .pred %p;
        mov.u32 %t, %tid.x; add.u32 %x, %t, 1; ld.param.u64 %o, [out]; mov.u32 %d, 16;
        setp.ge.u32 %p, %t, 8;
        @%p bra E;
        MEMBERS
        L: shfl.sync.down.b32 %y, %x, %d, 31, %m; add.u32 %x, %x, %y;
        shr.u32 %d, %d, 1; setp.ne.u32 %p, %d, 0; @%p bra L;
        E: mad.wide.u32 %o, %t, 4, %o; st.global.u32 [%o], %x;
        ret;
        }
        """
            .replace("MEMBERS", members);
    try (TestDevice device =
        new TestDevice(text, TranslationOptions.defaults().withEngine(engine))) {
      long out = device.allocate(4 * 32);
      device.launch("k", 1, 32, out);
      return device.ints(out, 32);
    }
  }

  /** Two operations in turn, with one mask: lanes that are ahead are at the same one. */
  @Test
  void inTurnInLoops() {
    String head =
        """
        mov.u32 %r24, 0; mov.u32 %r26, %r2;
        W: add.u32 %r1, %r1, 3; sub.u32 %r26, %r26, 1; setp.gt.s32 %p2, %r26, 0; @%p2 bra W;
        mov.u32 %r23, WARP_SZ;
        L: shr.u32 %r23, %r23, 1;
        """;
    String tail = "setp.gt.u32 %p2, %r23, 1; @%p2 bra L;" + store("%r1", "%r10", "%r11");
    String mask = "mov.u32 %r20, -1;";
    String again = "mov.u32 %r25, %laneid; and.b32 %r25, %r25, 16; shl.b32 %r27, 0xffff, %r25;";
    same(
        List.of(
            head
                + mask
                + "shfl.sync.down.b32 %r10, %r1, %r23, 31, %r20;"
                + "shfl.sync.down.b32 %r11, %r2, %r23, 31, %r20; add.u32 %r1, %r10, %r11;"
                + tail,
            // The mask is computed again for the second one.
            again.replace("%r27", "%r20").replace("%r25", "%r22")
                + head
                + "shfl.sync.bfly.b32 %r10, %r1, %r23, 0x101f, %r20; add.u32 %r1, %r1, %r10;"
                + "@%p1 bra S; xor.b32 %r1, %r1, 9; S:"
                + "shfl.sync.bfly.b32 %r11, %r1, %r23, 0x101f, %r20; add.u32 %r1, %r1, %r11;"
                + tail,
            again.replace("%r27", "%r20")
                + "W: add.u32 %r24, %r24, 1; setp.le.u32 %p2, %r24, %r2; @%p2 bra W;"
                + "shfl.sync.bfly.b32 %r10, %r1, 8, 0x101f, %r20; add.u32 %r1, %r10, %r24;"
                + again
                + "shfl.sync.bfly.b32 %r11, %r1, 4, 0x101f, %r27; add.u32 %r1, %r1, %r11;"
                + store("%r1", "%r10", "%r11", "%r24")));
  }

  /** Of a warp the lanes come to the operation in two parts: those that are first wait. */
  @Test
  void lanesWaitForMembersThatGoAnotherWay() {
    same(
        List.of(
            """
            mov.u32 %r24, 0;
            L: add.u32 %r24, %r24, 1;
            setp.le.u32 %p2, %r24, %r2;
            @%p2 bra L;
            @%p1 bra A;
            add.u32 %r1, %r1, 5;
            bra B;
            A: add.u32 %r1, %r1, %r24;
            setp.eq.u32 %p3, %r24, 77;
            @%p3 bra L;
            B: shfl.sync.bfly.b32 %r1, %r1, 17, 31, -1;
            """
                + store("%r1", "%r24"),
            """
            setp.lt.u32 %p2, %r2, 2;
            @%p2 bra S;
            add.u32 %r1, %r1, 3;
            S: setp.eq.u32 %p3, %r2, 1;
            @%p3 bra S2;
            redux.sync.add.u32 %r10, %r1, -1;
            bra E;
            S2: add.u32 %r11, %r1, 1;
            exit;
            E:
            """
                + store("%r10")));
  }

  /**
   * Lanes 0 to 15 and 16 to 31 come to an operation as two groups, the second without lanes 24 to
   * 31: those wait elsewhere for the first group to go on.
   */
  @ParameterizedTest
  @ValueSource(strings = {"shfl.sync.bfly.b32 %r1, %r1, 3, 31, %r20;", "bar.warp.sync %r20;"})
  void aGroupGoesOnBeforeAnotherThatMeetsAtTheSamePlace(String operation) {
    String body =
        """
        mov.u32 %r21, %laneid; mov.u32 %r24, 0;
        setp.lt.u32 %p2, %r21, 16; selp.b32 %r20, 0xffff, 0xffff0000, %p2;
        setp.ge.u32 %p3, %r21, 24;
        @%p3 bra SYNC;
        MEET:
        OPERATION
        add.u32 %r1, %r1, %r24; add.u32 %r24, %r24, 7; setp.gt.u32 %p4, %r24, 10;
        @!%p2 bra DONE;
        @%p4 bra DONE;
        SYNC:
        vote.sync.any.pred %p5, %p4, 0xff00ffff;
        add.u32 %r24, %r24, 1;
        @%p3 bra MEET;
        DONE:
        """;
    same(List.of(body.replace("OPERATION", operation) + store("%r1", "%r24")));
  }

  @Test
  void betweenBarriers() {
    same(
        List.of(
            """
            mov.u64 %rd7, tile; mul.wide.u32 %rd8, %r0, 4; add.s64 %rd5, %rd7, %rd8;
            mov.u32 %r21, %nwarpid; mov.u32 %r22, %warpid; mov.u32 %r10, 0;
            L:
            redux.sync.add.u32 %r11, %r1, -1;
            shfl.sync.down.b32 %r12, %r1, 7, 31, -1;
            st.shared.u32 [%rd5], %r12;
            bar.sync 0;
            xor.b32 %r13, %r0, 1;
            setp.lt.u32 %p2, %r0, 6;
            @!%p2 mov.u32 %r13, 3;
            mul.wide.u32 %rd8, %r13, 4; add.s64 %rd6, %rd7, %rd8;
            ld.shared.u32 %r14, [%rd6];
            bar.sync 0;
            @%p1 add.u32 %r1, %r14, %r11;
            add.u32 %r10, %r10, 1;
            setp.lt.u32 %p3, %r10, 3;
            @%p3 bra L;
            """
                + store("%r1", "%r10", "%r11", "%r14")));
  }

  @Test
  void registersInTheFrame() {
    StringBuilder body = new StringBuilder(".reg .b32 %m<40>; .reg .pred %q<9>;\n");
    StringBuilder end = new StringBuilder();
    for (int r = 0; r < 40; r++) {
      body.append("mad.lo.u32 %m" + r + ", %r1, " + (r + 3) + ", %r2;\n");
      end.append("shfl.sync.bfly.b32 %m" + r + ", %m" + r + ", " + r % 32 + ", 31, -1;\n");
      end.append("mad.lo.u32 %r2, %r2, 5, %m" + r + ";\n");
    }
    for (int p = 0; p < 9; p++) {
      body.append("setp.gt.u32 %q" + p + ", %m" + p + ", %r1;\n");
      end.append("vote.sync.ballot.b32 %r10, %q" + p + ", -1; add.u32 %r2, %r2, %r10;\n");
      end.append("@%q" + p + " add.u32 %r2, %r2, 1;\n");
    }
    same(List.of(body + end.toString() + store("%r2")));
  }

  @Test
  void faultsNameTheThread() {
    for (int thread : new int[] {3, 20, 37, 60}) {
      String body =
          "vote.sync.ballot.b32 %%r10, %%p1, -1; setp.eq.u32 %%p2, %%r0, %d;\n".formatted(thread)
              + "mov.u64 %rd4, 0;\n@%p2 st.global.u32 [%rd4], %r10;";
      List<String> bodies = List.of(body);
      KernelFault scalar =
          assertThrows(KernelFault.class, () -> run(Engine.BYTECODE, false, bodies));
      KernelFault gangs = assertThrows(KernelFault.class, () -> run(Engine.NATIVE, true, bodies));
      assertEquals(scalar.getMessage(), gangs.getMessage());
    }
  }

  /** The index wraps around in one warp: its threads run as scalar code, alone. */
  @Test
  void aWarpWhoseTestFailsStartsAgain() {
    String index = "mad.lo.u32 %%r5, %%r0, 1, %d; cvt.s64.s32 %%rd4, %%r5;";
    String body =
        "redux.sync.add.u32 %r10, %r1, -1;"
            + index
            + "cvt.u32.u64 %%r11, %%rd4; shr.u64 %%rd4, %%rd4, 32;"
            + "cvt.u32.u64 %%r12, %%rd4;";
    String text =
        body.replace("redux.sync.add.u32 %r10, %r1, -1;", "redux.sync.add.u32 %%r10, %%r1, -1;");
    same(List.of(text.formatted(Integer.MAX_VALUE - 40) + store("%r10", "%r11", "%r12")));
  }

  @Test
  void lanesThatNobodyJoinsAreADeadlock() {
    List<String> bodies =
        List.of(
            """
            @%p1 bra A;
            redux.sync.add.u32 %r10, %r1, -1;
            bra E;
            A: redux.sync.max.u32 %r10, %r1, -1;
            E:
            """
                + store("%r10"));
    for (Engine engine : new Engine[] {Engine.BYTECODE, Engine.NATIVE}) {
      KernelFault fault =
          assertThrows(KernelFault.class, () -> run(engine, engine == Engine.NATIVE, bodies));
      assertEquals(KernelFault.Kind.DEADLOCK, fault.kind());
    }
  }
}
