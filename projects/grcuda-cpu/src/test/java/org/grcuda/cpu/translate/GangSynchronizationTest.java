package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;

/** Barriers and atomic operations in machine code, against bytecode. */
class GangSynchronizationTest extends MachineCodeTest {

  private static final int THREADS = 41;

  /** A module with a kernel for each body: k0, k1, and so on. */
  private static String module(String... bodies) {
    StringBuilder text = new StringBuilder(".version 8.0 .target sm_80 .address_size 64\n");
    for (int k = 0; k < bodies.length; k++) {
      text.append(".visible .entry k" + k);
      text.append(
          """
          (.param .u64 out, .param .u64 global, .param .u32 n)
          {
          .reg .b32 %r<29>; .reg .f32 %f<9>; .reg .f64 %fd<9>; .reg .b64 %rd<19>; .reg .pred %p<9>;
          .shared .align 8 .b8 tile[4096];
          ld.param.u64 %rd0, [out];
          ld.param.u64 %rd1, [global];
          ld.param.u32 %r1, [n];
          mov.u32 %r0, %tid.x;
          mul.wide.u32 %rd2, %r0, 8;
          add.s64 %rd3, %rd0, %rd2;
          """);
      text.append(bodies[k]).append("\nret;\n}\n");
    }
    return text.toString();
  }

  /** What an engine leaves in out and global, of 256 and 8 words, for some sizes of a block. */
  private static List<long[]> run(Engine engine, boolean isNative, String... bodies) {
    TreeSet<String> inMachineCode = new TreeSet<>();
    TranslationOptions options = options(engine, inMachineCode);
    List<long[]> results = new ArrayList<>();
    try (TestDevice device = new TestDevice(module(bodies), options)) {
      for (int k = 0; k < bodies.length; k++) {
        assertEquals(isNative, inMachineCode.contains("k" + k), bodies[k]);
        for (int threads : new int[] {THREADS, 64, 16}) {
          long out = device.allocate(8L * 256);
          long global = device.put(new long[] {7, -1, 1L << 40, 0, 5, 3, 0x3f8000003f800000L, 9});
          device.launch("k" + k, 2, threads, out, global, 3);
          results.add(device.longs(out, 256));
          results.add(device.longs(global, 8));
        }
      }
    }
    return results;
  }

  private static void same(String... bodies) {
    List<long[]> scalar = run(Engine.BYTECODE, false, bodies);
    List<long[]> gangs = run(Engine.NATIVE, true, bodies);
    for (int k = 0; k < scalar.size(); k++) {
      int body = k / 6;
      assertArrayEquals(scalar.get(k), gangs.get(k), () -> bodies[body]);
    }
  }

  private static List<String> operations(String type) {
    if (type.startsWith("f")) {
      return List.of("add");
    }
    List<String> operations = new ArrayList<>(List.of("exch", "cas"));
    if (type.startsWith("b")) {
      operations.addAll(List.of("and", "or", "xor"));
    } else {
      operations = new ArrayList<>(List.of("min", "max"));
      if (!type.equals("s64")) {
        operations.add("add");
      }
      if (type.equals("u32")) {
        operations.addAll(List.of("inc", "dec"));
      }
    }
    return operations;
  }

  /** Five threads in a row, then the next five, use one word. */
  private static String atomic(String space, String type, String operation) {
    String address = space.equals("shared") ? "%rd5" : "%rd6";
    boolean wide = type.endsWith("64");
    String register =
        type.equals("f32") ? "%f" : type.equals("f64") ? "%fd" : wide ? "%rd1" : "%r1";
    String value = register + "2";
    String result = register + "3";
    String convert =
        type.startsWith("f")
            ? "cvt.rn." + type + ".u32 " + value + ", %r0;"
            : (wide ? "cvt.u64.u32 " : "mov.u32 ") + value + ", %r0;";
    String third = operation.equals("cas") ? ", " + value : "";
    return """
    rem.u32 %%r4, %%r0, 5;
    mul.wide.u32 %%rd4, %%r4, 8;
    mov.u64 %%rd7, tile;
    add.s64 %%rd5, %%rd7, %%rd4;
    add.s64 %%rd6, %%rd1, %%rd4;
    cvt.u64.u32 %%rd8, %%r4;
    st.shared.u64 [%%rd5], %%rd8;
    bar.sync 0;
    %s
    setp.ge.u32 %%p1, %%r0, %%r1;
    @%%p1 atom.%s.%s.%s %s, [%s], %s%s;
    st.global.%s [%%rd3], %s;
    bar.sync 0;
    %s
    bar.sync 0;
    ld.shared.u64 %%rd9, [%%rd5];
    st.global.u64 [%%rd3+512], %%rd9;
    """
        .formatted(
            convert,
            space,
            operation,
            type,
            result,
            address,
            value,
            third,
            type,
            result,
            third.isEmpty() && !operation.equals("exch")
                ? "red.%s.%s.%s [%s], %s;".formatted(space, operation, type, address, value)
                : "");
  }

  @Test
  void atomicsOfEveryType() {
    List<String> bodies = new ArrayList<>();
    for (String space : List.of("shared", "global")) {
      for (String type : List.of("b32", "u32", "s32", "b64", "u64", "s64", "f32", "f64")) {
        for (String operation : operations(type)) {
          bodies.add(atomic(space, type, operation));
        }
      }
    }
    same(bodies.toArray(String[]::new));
  }

  /** Each turn a thread adds what its neighbour stored in the turn before. */
  private static final String RING =
      """
      mov.u64 %rd7, tile;
      add.s64 %rd5, %rd7, %rd2;
      mov.u32 %r2, %ntid.x;
      add.s32 %r3, %r0, 1;
      rem.u32 %r4, %r3, %r2;
      mul.wide.u32 %rd4, %r4, 8;
      add.s64 %rd6, %rd7, %rd4;
      cvt.u64.u32 %rd8, %r0;
      cvt.rn.f32.u32 %f1, %r0;
      setp.lt.u32 %p2, %r0, 7;
      mov.u32 %r5, 0;
      L:
      st.shared.u64 [%rd5], %rd8;
      bar.sync 0;
      ld.shared.u64 %rd9, [%rd6];
      bar.sync 0;
      add.s64 %rd8, %rd8, %rd9;
      @%p2 add.s64 %rd8, %rd8, 1;
      fma.rn.f32 %f1, %f1, 0f3F000000, %f1;
      add.s32 %r5, %r5, 1;
      setp.lt.u32 %p1, %r5, %r1;
      @%p1 bra L;
      cvt.rzi.s64.f32 %rd10, %f1;
      add.s64 %rd8, %rd8, %rd10;
      st.global.u64 [%rd3], %rd8;
      """;

  @Test
  void whatIsLiveSurvivesBarriersInLoops() {
    same(RING);
  }

  @Test
  void barriersReducePredicates() {
    String body =
        """
        mov.u32 %r5, 0;
        mov.u32 %r6, 0;
        L:
        and.b32 %r7, %r0, 3;
        setp.eq.u32 %p2, %r7, %r5;
        barrier.red.popc.aligned.u32 %r8, 0, %p2;
        bar.red.and.pred %p3, 0, !%p2;
        setp.lt.u32 %p4, %r0, 100;
        barrier.red.and.aligned.pred %p5, 0, %p4;
        bar.red.or.pred %p6, 0, %p2;
        mad.lo.u32 %r6, %r6, 7, %r8;
        @%p3 add.u32 %r6, %r6, 1;
        @%p5 add.u32 %r6, %r6, 2;
        @%p6 add.u32 %r6, %r6, 4;
        bar.sync 0;
        add.u32 %r5, %r5, 2;
        setp.lt.u32 %p1, %r5, 7;
        @%p1 bra L;
        cvt.u64.u32 %rd8, %r6;
        st.global.u64 [%rd3], %rd8;
        """;
    same(
        body,
        "setp.gt.u32 %p3, %r0, 18; @%p3 exit;" + body,
        body.replace("bar.sync 0;", "bar.sync 0; shfl.sync.bfly.b32 %r6, %r6, 1, 31, -1;"));
  }

  /** What the block reduces is the same for all: behind a branch on it all reach a barrier. */
  @Test
  void barriersDecideForTheBlock() {
    String body =
        """
        mov.u64 %rd7, tile; mul.wide.u32 %rd8, %r0, 4; add.s64 %rd9, %rd7, %rd8;
        mov.u32 %r6, 0; mov.u32 %r5, 3;
        L:
        add.u32 %r7, %r0, %r5; st.shared.u32 [%rd9], %r7;
        and.b32 %r7, %r7, 31; setp.eq.u32 %p2, %r7, 9;
        bar.red.or.pred %p3, 0, %p2;
        @%p3 bra S;
        ld.shared.u32 %r8, [%rd7+8]; add.u32 %r6, %r6, %r8;
        bar.sync 0;
        S:
        barrier.red.popc.aligned.u32 %r8, 0, %p2;
        mad.lo.u32 %r6, %r6, 3, %r8;
        add.u32 %r5, %r5, 5;
        setp.lt.u32 %p1, %r5, 40;
        @%p1 bra L;
        cvt.u64.u32 %rd8, %r6;
        st.global.u64 [%rd3], %rd8;
        """;
    same(body, "setp.gt.u32 %p4, %r0, 11; @%p4 exit;" + body);
  }

  /** Lanes come one by one to a choice that is the same for all, and to the barrier behind it. */
  @Test
  void aChoiceThatIsFixedIsTheSameForAll() {
    String body =
        """
        mov.u64 %rd7, tile; mul.wide.u32 %rd8, %r0, 4; add.s64 %rd9, %rd7, %rd8;
        st.shared.u32 [%rd9], %r0; mov.u32 %r5, 1;
        W: atom.shared.add.u32 %r7, [%rd9], %r5; setp.lt.u32 %p2, %r7, 40; @%p2 bra W;
        mov.u32 %r8, %ntid.x; mul.lo.u32 %r9, %r8, 3; setp.gt.u32 %p3, %r9, 90;
        bar.sync 0;
        @%p3 bra S;
        ld.shared.u32 %r7, [%rd7+4];
        bar.sync 0;
        S:
        add.u32 %r6, %r9, %r7;
        bar.sync 0;
        cvt.u64.u32 %rd8, %r6;
        st.global.u64 [%rd3], %rd8;
        """;
    same(body, "setp.gt.u32 %p4, %r0, 11; @%p4 exit;" + body);
  }

  @Test
  void threadsThatHaveEndedAreNotWaitedFor() {
    same(
        "setp.gt.u32 %p3, %r0, 20; @%p3 exit;" + RING.replace("%ntid.x", "21"),
        "setp.gt.u32 %p3, %r0, 15; @%p3 exit;" + RING.replace("%ntid.x", "16"));
  }

  @Test
  void registersInTheFrameSurviveToo() {
    StringBuilder body = new StringBuilder("cvt.rn.f64.u32 %fd0, %r0;");
    StringBuilder sum = new StringBuilder();
    String declarations = ".reg .f64 %many<40>; .reg .b32 %few<40>;";
    for (int r = 0; r < 40; r++) {
      body.append("add.f64 %many" + r + ", %fd0, 0d40" + (10 + r) + "000000000000;\n");
      body.append("mul.lo.u32 %few" + r + ", %r1, " + r + ";\n");
      sum.append("fma.rn.f64 %fd0, %fd0, 0d3FF0000000000000, %many" + r + ";\n");
      sum.append("mad.lo.u32 %r6, %r6, 3, %few" + r + ";\n");
    }
    same(
        declarations
            + body
            + "mov.u32 %r6, 0; bar.sync 0;"
            + sum
            + "cvt.rn.f64.u32 %fd1, %r6; add.f64 %fd0, %fd0, %fd1; st.global.f64 [%rd3], %fd0;");
  }

  @Test
  void lanesWaitAtABarrierForThoseThatGoAnotherWay() {
    same(
        """
        setp.lt.u32 %p1, %r0, 5;
        @%p1 bra T;
        bar.sync 0;
        add.s64 %rd2, %rd2, 1;
        T: st.global.u64 [%rd3], %rd2;
        """,
        """
        mov.u64 %rd7, tile;
        add.s64 %rd5, %rd7, %rd2;
        mov.u32 %r2, 0;
        and.b32 %r4, %r0, 3;
        L:
        st.shared.u32 [%rd5], %r2;
        setp.eq.u32 %p1, %r2, %r4;
        @%p1 bra D;
        bar.sync 0;
        add.u32 %r2, %r2, 1;
        ld.shared.u32 %r5, [%rd7+64];
        cvt.u64.u32 %rd9, %r5;
        add.s64 %rd2, %rd2, %rd9;
        bra L;
        D: st.global.u64 [%rd3], %rd2;
        """);
  }

  @Test
  void aBarrierThatLanesReachApartIsReachedThreadByThread() {
    String body =
        """
        setp.lt.u32 %p1, %r0, 5;
        @%p1 bra T;
        bar.sync 0;
        add.s64 %rd2, %rd2, 1;
        bra D;
        T: bar.sync 0;
        D: st.global.u64 [%rd3], %rd2;
        """;
    assertArrayEquals(
        run(Engine.BYTECODE, false, body).get(0), run(Engine.NATIVE, true, body).get(0));
  }

  /** The index wraps around in the second gang, behind a store to shared memory and a barrier. */
  @Test
  void aBlockWhoseTestFailsStartsAgain() {
    String body =
        """
        mov.u64 %rd7, tile;
        add.s64 %rd5, %rd7, %rd2;
        cvt.u64.u32 %rd8, %r0;
        st.shared.u64 [%rd5], %rd8;
        bar.sync 0;
        mad.lo.u32 %r3, %r1, 1431655758, %r0;
        cvt.s64.s32 %rd4, %r3;
        bar.sync 0;
        ld.shared.u64 %rd9, [%rd5];
        add.s64 %rd9, %rd9, %rd4;
        st.global.u64 [%rd3], %rd9;
        """;
    same(body, body.replace("%r1, 1431655758", "%r1, 715827873"));
  }

  @Test
  void faultsNameTheThreadAfterABarrier() {
    String body =
        """
        bar.sync 0;
        setp.eq.u32 %p1, %r0, 37;
        mov.u64 %rd4, 0;
        @%p1 st.global.u64 [%rd4], %rd2;
        """;
    KernelFault scalar = assertThrows(KernelFault.class, () -> run(Engine.BYTECODE, false, body));
    KernelFault gangs = assertThrows(KernelFault.class, () -> run(Engine.NATIVE, true, body));
    assertEquals(scalar.getMessage(), gangs.getMessage());
  }

  @Test
  void whatHasNoMachineCodeIsScalar() {
    String body = "setp.gt.u32 %p1, %r0, 99; @%p1 brkpt; st.global.u64 [%rd3], %rd2;";
    assertArrayEquals(
        run(Engine.BYTECODE, false, body).get(0), run(Engine.NATIVE, false, body).get(0));
  }
}
