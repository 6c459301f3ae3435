package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;

/**
 * Instructions that few kernels have, in machine code against the other engines: atomic operations
 * of half precision and of 16 bits, fields of bits.
 */
final class GangFormsTest extends MachineCodeTest {

  /** Some leave gangs with lanes that have no thread. */
  private static final int[] BLOCKS = {64, 40, 7};

  private static final int GRID = 2;
  private static final int THREADS = GRID * 64;

  /** Words of memory that threads share. */
  private static final int SHARED_WORDS = 32;

  private static final int X = 0x5b0a_9e31;
  private static final int Y = 9;
  private static final int Z = -3;

  private static final String KERNEL =
      """
      .visible .entry k%d(.param .u64 in, .param .u64 out, .param .u64 memory,
          .param .u32 x, .param .u32 y, .param .u32 z)
      {
      .shared .align 16 .b8 room[128];
      .reg .b32 %%r<20>; .reg .b64 %%rd<8>; .reg .b16 %%h<8>; .reg .pred %%p<3>;
      ld.param.u64 %%rd1, [in]; ld.param.u64 %%rd2, [out]; ld.param.u64 %%rd3, [memory];
      ld.param.u32 %%r1, [x]; ld.param.u32 %%r2, [y]; ld.param.u32 %%r3, [z];
      mov.u32 %%r10, %%ctaid.x; mov.u32 %%r11, %%ntid.x; mov.u32 %%r12, %%tid.x;
      mad.lo.u32 %%r10, %%r10, %%r11, %%r12;
      mul.wide.u32 %%rd4, %%r10, 12;
      add.u64 %%rd1, %%rd1, %%rd4; add.u64 %%rd2, %%rd2, %%rd4;
      ld.global.u32 %%r4, [%%rd1]; ld.global.u32 %%r5, [%%rd1+4]; ld.global.u32 %%r6, [%%rd1+8];
      mov.b32 {%%h0, %%h1}, %%r4; mov.b32 {%%h2, %%h3}, %%r5;
      and.b32 %%r11, %%r10, 7; mul.wide.u32 %%rd4, %%r11, %d;
      add.u64 %%rd3, %%rd3, %%rd4;
      mov.u64 %%rd5, room; add.u64 %%rd5, %%rd5, %%rd4;
      rem.u32 %%r11, %%r12, 5; setp.ne.u32 %%p0, %%r11, 2;
      mov.u32 %%r7, -7; mov.u32 %%r8, -8; mov.u32 %%r9, -9; mov.b32 {%%h4, %%h5}, %%r7;
      %s
      st.global.u32 [%%rd2], %%r7; st.global.u32 [%%rd2+4], %%r8; st.global.u32 [%%rd2+8], %%r9;
      ret;
      }
      """;

  /**
   * What an instruction does.
   *
   * @param slot bytes from one of the eight addresses of shared or global memory to the next
   */
  private record Body(String text, int slot) {}

  private static String module(List<Body> bodies) {
    StringBuilder text = new StringBuilder(".version 8.6 .target sm_90 .address_size 64\n");
    for (int k = 0; k < bodies.size(); k++) {
      text.append(KERNEL.formatted(k, bodies.get(k).slot(), bodies.get(k).text()));
    }
    return text.toString();
  }

  /** What threads and memory have after each body, for some sizes of a block. */
  private static List<int[]> run(Engine engine, List<Body> bodies, int[] in) {
    TreeSet<String> inMachineCode = new TreeSet<>();
    TranslationOptions options = options(engine, inMachineCode);
    List<int[]> results = new ArrayList<>();
    try (TestDevice device = new TestDevice(module(bodies), options)) {
      assertEquals(engine == Engine.NATIVE ? bodies.size() : 0, inMachineCode.size());
      for (int k = 0; k < bodies.size(); k++) {
        for (int threads : BLOCKS) {
          long from = device.put(in);
          long out = device.put(new int[3 * THREADS]);
          long memory = device.put(new Random(k).ints(SHARED_WORDS, 0, 0x3c00).toArray());
          device.launch("k" + k, GRID, threads, from, out, memory, X, Y, Z);
          results.add(device.ints(out, 3 * THREADS));
          results.add(device.ints(memory, SHARED_WORDS));
        }
      }
    }
    return results;
  }

  private static void same(List<Body> bodies, int[] in) {
    List<int[]> expected = run(Engine.INTERPRETER, bodies, in);
    for (Engine engine : List.of(Engine.BYTECODE, Engine.NATIVE)) {
      List<int[]> results = run(engine, bodies, in);
      for (int k = 0; k < expected.size(); k++) {
        String text = engine + ": " + bodies.get(k / (2 * BLOCKS.length)).text();
        assertArrayEquals(expected.get(k), results.get(k), () -> text);
      }
    }
  }

  /**
   * Old values of all lanes, then of some; sums without old values, elsewhere: lanes go from one
   * operation to the next together.
   */
  private static Body words(String operation, String value) {
    String text =
        "atom.global.%1$s %%r7, [%%rd3], %2$s; @%%p0 atom.shared.%1$s %%r8, [%%rd5], %2$s;"
            + (operation.startsWith("add")
                ? " @%%p0 red.global.%1$s [%%rd3+64], %2$s; red.shared.%1$s [%%rd5+64], %2$s;"
                    + " bar.sync 0; and.b32 %%r11, %%r12, 7; mul.wide.u32 %%rd4, %%r11, 4;"
                    + " mov.u64 %%rd6, room; add.u64 %%rd6, %%rd6, %%rd4; ld.shared.u32 %%r9,"
                    + " [%%rd6+64];"
                : "");
    return new Body(text.formatted(operation, value), 4);
  }

  private static Body halves(String operation, String value) {
    Body words = words(operation, value);
    String text = words.text().replace("%r7", "%h4").replace("%r8", "%h5");
    return new Body(text + " mov.b32 %r7, {%h4, %h5};", 2);
  }

  /** Numbers of half precision: eight kinds, each at an address of its own. */
  private static int half(Random random, int thread) {
    int bits = random.nextInt(0x10000);
    return switch (thread & 7) {
      case 1 -> bits & 0x83ff;
      case 2 -> bits & 0x8000 | 0x7b00 | bits & 0xff;
      case 3 -> thread > 60 ? 0x7e01 : bits & 0x3fff;
      case 4 -> bits & 0x8000;
      case 6 -> bits & 0x807f;
      case 7 -> bits;
      default -> bits & 0xbfff;
    };
  }

  private static int[] pairs() {
    Random random = new Random(1);
    int[] in = new int[3 * THREADS];
    for (int k = 0; k < in.length; k++) {
      in[k] = half(random, k / 3) | half(random, k / 3) << 16;
    }
    return in;
  }

  @Test
  void sumsOfHalves() {
    List<Body> bodies = new ArrayList<>();
    for (String type : List.of("f16", "bf16")) {
      bodies.add(halves("add.noftz." + type, "%h0"));
      bodies.add(words("add.noftz." + type + "x2", "%r4"));
      bodies.add(words("add.noftz." + type + "x2", "%r1"));
    }
    same(bodies, pairs());
  }

  @Test
  void vectorsOfHalves() {
    List<Body> bodies = new ArrayList<>();
    for (String type : List.of("f16", "bf16")) {
      for (String operation : List.of("add", "min", "max")) {
        bodies.add(
            new Body(
                "atom.global.v2.%1$s.%2$s.noftz {%%h4, %%h5}, [%%rd3], {%%h0, %%h1};"
                        .formatted(type, operation)
                    + " mov.b32 %r7, {%h4, %h5};",
                8));
        bodies.add(
            new Body(
                "@%%p0 atom.global.v2.%1$sx2.%2$s.noftz {%%r7, %%r8}, [%%rd3], {%%r4, %%r5};"
                    .formatted(type, operation),
                8));
      }
    }
    same(bodies, pairs());
  }

  @Test
  void wordsOf16Bits() {
    List<Body> bodies = new ArrayList<>();
    bodies.add(halves("exch.b16", "%h0"));
    bodies.add(halves("exch.b16", "-2"));
    bodies.add(halves("cas.b16", "%h0, %h1"));
    // Each thread finds what the one before it at the same address has left.
    String chain =
        """
        cvt.u16.u32 %%h0, %%r10; add.u16 %%h1, %%h0, 8; and.b16 %%h2, %%h0, 7;
        setp.lt.u32 %%p1, %%r10, 8; @%%p1 atom.%1$s.exch.b16 %%h2, [%2$s], %%h0;
        atom.%1$s.cas.b16 %%h4, [%2$s], %%h0, %%h1; cvt.u32.u16 %%r7, %%h4;
        """;
    bodies.add(new Body(chain.formatted("global", "%rd3"), 2));
    bodies.add(new Body(chain.formatted("shared", "%rd5"), 2));
    same(bodies, pairs());
  }

  /** Of a varying word, of all lanes' one, under a guard. */
  private static Body bits(String mnemonic, boolean three) {
    String text =
        three
            ? "%1$s %%r7, %%r4, %%r5, %%r6; %1$s %%r8, %%r1, %%r2, %%r3; @%%p0 %1$s %%r9, %%r4, 31,"
                + " %%r3;"
            : "%1$s %%r7, %%r4, %%r5; %1$s %%r8, %%r1, %%r2; @%%p0 %1$s %%r9, %%r6, %%r2;";
    return new Body(text.formatted(mnemonic), 4);
  }

  @Test
  void fieldsOfBits() {
    Random random = new Random(2);
    int[] in = new int[3 * THREADS];
    for (int t = 0; t < THREADS; t++) {
      in[3 * t] = t % 9 == 0 ? t % 2 - 1 : random.nextInt() | random.nextInt() * (t & 1);
      in[3 * t + 1] = t % 13 == 0 ? random.nextInt() : t % 35 - 1;
      in[3 * t + 2] = t % 17 == 0 ? Integer.MIN_VALUE : random.nextInt(-20, 20);
    }
    List<Body> bodies = new ArrayList<>(List.of(bits("fns.b32", true)));
    for (String amount : List.of("wrap", "clamp")) {
      bodies.add(bits("szext." + amount + ".u32", false));
      bodies.add(bits("szext." + amount + ".s32", false));
      Body mask = bits("bmsk." + amount + ".b32", false);
      bodies.add(new Body(mask.text().replace("%r4", "%r6"), 4));
    }
    same(bodies, in);
  }

  @Test
  void partsOfVideoInstructions() {
    List<Body> bodies =
        List.of(
            new Body(
                """
                vadd.s32.s32.u32 %r7, %r4.b1, %r5.h1; vsub.s32.u32.s32.sat %r8.h1, %r4, %r5.b3, %r6;
                @%p0 vabsdiff.u32.s32.s32 %r9.b2, %r4.h0, %r5.h0, %r6;
                """,
                4),
            new Body(
                """
                vshl.s32.s32.u32.sat.clamp %r7, %r4, %r5.b0; vshr.u32.s32.u32.wrap.add %r8, %r4.h1, %r5, %r6;
                @%p0 vset.s32.u32.lt.max %r9, %r1.b0, %r5.b0, %r3;
                """,
                4),
            new Body(
                """
                vmad.s32.s32.u32.sat.shr7 %r7, %r4, %r5.h1, %r6; vmad.u32.u32.u32.po.sat.shr15 %r8, %r1, %r2, %r3;
                @%p0 vavrg4.s32.s32.u32.sat %r9, %r4, %r5, %r6;
                """,
                4));
    same(bodies, new Random(3).ints(3 * THREADS).map(n -> n >> (n & 31)).toArray());
  }
}
