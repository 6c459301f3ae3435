package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;

/** Accesses at several distances from one register, which one comparison may check together. */
class GangRangesTest extends GangBodiesTest {

  /** Words around the start of memory: in begins a few behind it. */
  private static final int FIRST = -68;

  private static final int LAST = -61;

  private static final String PLACE =
      """
      mul.wide.s32 %rd4, %r0, 4; add.s64 %rd5, %rd1, %rd4;
      setp.eq.u32 %p1, %r0, 5; mul.wide.s32 %rd7, %r0, 16; selp.b64 %rd6, WORDS, %rd7, %p1;
      add.s64 %rd6, %rd6, %rd0; mov.u32 %r5, 7;
      """;

  private static final String STORE = "st.global.u32 [%rd5], %r5;\n";

  private static String load(int offset) {
    return "ld.global.u32 %r4, [%rd6+OFFSET]; mad.lo.s32 %r5, %r5, 31, %r4;\n"
        .replace("OFFSET", "" + offset);
  }

  private static String place(int words) {
    return PLACE.replace("WORDS", "" + 4 * words).replace("\n", " ");
  }

  /** What an engine leaves in memory, or its fault. */
  private static String outcome(Engine engine, String body) {
    try {
      StringBuilder text = new StringBuilder();
      run(engine, List.of(body)).forEach(out -> text.append(Arrays.toString(out)));
      return text.toString();
    } catch (KernelFault fault) {
      return fault.getMessage().replaceAll("0x[0-9a-f]+", "an address");
    }
  }

  /** Moves a thread's place over the start of memory; returns the outcomes. */
  private static Set<String> moved(String accesses) {
    Set<String> outcomes = new TreeSet<>();
    for (int words = FIRST; words <= LAST; words++) {
      String body = place(words) + accesses + STORE;
      String expected = outcome(Engine.BYTECODE, body);
      assertEquals(expected, outcome(Engine.NATIVE, body), body);
      outcomes.add(expected);
    }
    return outcomes;
  }

  private static long faults(Set<String> outcomes) {
    return outcomes.stream().filter(o -> o.contains("out-of-bounds")).count();
  }

  @Test
  void eachLoadOfARangeFaultsForItself() {
    Set<String> forwards = moved(load(0) + load(4) + load(8) + load(12));
    assertEquals(1, faults(forwards), "the first one");
    Set<String> backwards = moved(load(12) + load(8) + load(0) + load(4));
    assertEquals(3, faults(backwards), "all but the last one");
  }

  @Test
  void storesInARangeBeforeAFaultAreDone() {
    String store = "st.global.u32 [%rd6+8], %r5;\n";
    Set<String> outcomes = moved(load(8) + store + load(8) + load(0));
    assertEquals(2, faults(outcomes));
  }

  @Test
  void rangesEndWhereTheRegisterIsWritten() {
    Set<String> outcomes = moved(load(4) + "add.s64 %rd6, %rd6, -8;\n" + load(8) + load(4));
    assertEquals(3, faults(outcomes));
  }

  @Test
  void otherSizesGuardsAndAlignmentsAreOutsideOfARange() {
    String wide = "ld.global.u64 %rd7, [%rd6]; cvt.u32.u64 %r4, %rd7; add.s32 %r5, %r5, %r4;\n";
    String guarded = "@%p0 ld.global.u32 %r4, [%rd6+-4]; add.s32 %r5, %r5, %r4;\n";
    String narrow = "ld.global.u8 %r4, [%rd6+3]; add.s32 %r5, %r5, %r4;\n";
    assertTrue(faults(moved(load(8) + wide + load(12) + narrow + guarded + load(4))) > 1);
    String odd = "add.s64 %rd6, %rd6, 2;\n" + load(2) + load(6) + load(4);
    assertEquals(outcome(Engine.BYTECODE, place(0) + odd), outcome(Engine.NATIVE, place(0) + odd));
    assertTrue(outcome(Engine.NATIVE, place(0) + odd).contains("misaligned"));
  }

  @Test
  void rangesOfSharedMemory() {
    String at =
        """
        mul.wide.s32 %rd4, %r0, 4; add.s64 %rd5, %rd1, %rd4; mov.u32 %r5, 7;
        mov.u32 %r6, tile; st.shared.u32 [%r6], %r9; st.shared.u32 [%r6+4], %r9;
        st.shared.u32 [%r6+8], %r9; setp.eq.u32 %p1, %r0, 5; selp.b32 %r7, WORDS, 0, %p1;
        add.s32 %r6, %r6, %r7;
        """;
    String loads = load(0) + load(4) + load(8) + "selp.b32 %r5, 0, %r5, %p1;\n";
    String shared = loads.replace("%rd6", "%r6").replace("global", "shared");
    Set<String> outcomes = new TreeSet<>();
    for (int bytes = 256; bytes <= 276; bytes += 4) {
      String body = at.replace("WORDS", "" + bytes) + shared + STORE;
      String expected = outcome(Engine.BYTECODE, body);
      assertEquals(expected, outcome(Engine.NATIVE, body), body);
      outcomes.add(expected);
    }
    assertEquals(3, faults(outcomes));
  }

  @Test
  void rangesInLoops() {
    String loop =
        "mov.u32 %r6, 0; LOOP:\n"
            + load(4)
            + load(0)
            + load(8)
            + "add.s64 %rd6, %rd6, -4; add.s32 %r6, %r6, 1; setp.lt.u32 %p2, %r6, 9;"
            + " @%p2 bra LOOP;\n";
    assertTrue(faults(moved(loop)) > 1);
  }
}
