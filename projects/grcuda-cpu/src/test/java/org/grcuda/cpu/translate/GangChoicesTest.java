package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;

/** What machine code chooses for a kernel: threads in a gang, places of prefetches. */
final class GangChoicesTest extends MachineCodeTest {

  private static final String KERNEL =
      """
      .version 8.6 .target sm_90 .address_size 64
      .visible .entry k(.param .u64 in, .param .u64 out, .param .u32 n)
      {
      .reg .b32 %%r<8>; .reg .b64 %%rd<10>; .reg .f32 %%f<64>; .reg .pred %%p<3>;
      ld.param.u64 %%rd1, [in]; ld.param.u64 %%rd2, [out]; ld.param.u32 %%r1, [n];
      mov.u32 %%r2, %%ctaid.x; mov.u32 %%r3, %%ntid.x; mov.u32 %%r4, %%tid.x; mov.u32 %%r5, %s;
      mad.lo.s32 %%r6, %%r2, %%r3, %%r4; add.s32 %%r7, %%r6, %%r5;
      mul.wide.s32 %%rd3, %%r7, 4; add.s64 %%rd4, %%rd1, %%rd3; add.s64 %%rd5, %%rd2, %%rd3;
      ld.global.f32 %%f0, [%%rd4];
      %s
      ret;
      }
      """;

  private static final String STORE = "st.global.f32 [%rd5], %f0;";

  private static final String STORE_ON_BOTH_WAYS =
      """
      setp.lt.s32 %p1, %r7, %r1; @%p1 bra LESS;
      neg.f32 %f1, %f0; st.global.f32 [%rd5], %f1; bra END;
      LESS: add.f32 %f1, %f0, %f0; st.global.f32 [%rd5], %f1;
      END:
      """;

  private static final String STORE_TWICE =
      STORE + " setp.lt.s32 %p1, %r7, %r1; @%p1 bra END; st.global.f32 [%rd5], %f0; END:";

  static List<Machine> machines() {
    return MachineCodeTest.machines().stream().filter(m -> !m.singles()).toList();
  }

  /** Results of the passes over a kernel. */
  private static Map<String, String> translate(String row, String body) {
    return translate(TranslationOptions.defaults().withEngine(Engine.NATIVE), row, body);
  }

  private static Map<String, String> translate(
      TranslationOptions options, String row, String body) {
    Map<String, String> passes = new HashMap<>();
    TranslationOptions heard =
        options.withListener((kernel, pass, result) -> passes.put(pass, result));
    new TestDevice(KERNEL.formatted(row, body), heard).close();
    return passes;
  }

  /** Counts {@code prefetchw}: the bytes 0F 0D, and 1 in the middle of the third byte. */
  private static int prefetchesOfStores(String body) {
    String hex = translate("0", body).get("GangAssembler").replace("\n", "");
    byte[] code = HexFormat.of().parseHex(hex);
    int count = 0;
    for (int k = 0; k + 2 < code.length; k++) {
      count += code[k] == 0x0f && code[k + 1] == 0x0d && (code[k + 2] >> 3 & 7) == 1 ? 1 : 0;
    }
    return count;
  }

  private static void assertGangs(int lanes, String row, String body) {
    String text = translate(row, body).get("GangCode");
    assertTrue(text.startsWith("gangs of " + lanes + ","), text);
  }

  /** Many values that are all needed at the end. */
  private static String manyValues(int values) {
    List<String> text = new ArrayList<>();
    for (int k = 1; k < values; k++) {
      text.add("mul.f32 %%f%d, %%f%d, %%f0;".formatted(k, k - 1));
    }
    for (int k = 1; k < values; k++) {
      text.add("st.global.f32 [%%rd5], %%f%d;".formatted(k));
    }
    return String.join(" ", text);
  }

  @Test
  void gangsAreWarpsWhereValuesFindRegisters() {
    assertGangs(32, "0", STORE);
    assertGangs(2 * machine.instructions().lanes(), "0", manyValues(40));
  }

  @Test
  void gangsAreTwoVectorsWhereBlocksHaveRows() {
    assertGangs(2 * machine.instructions().lanes(), "%tid.y", STORE);
  }

  /** Bytes of code with ranges of addresses, each from another value of a register. */
  private int bytesWithRanges(int ranges) {
    String range =
        "ld.global.f32 %f1, [%rd4]; ld.global.f32 %f2, [%rd4+4]; add.s64 %rd4, %rd4, 64; ";
    TranslationOptions options =
        TranslationOptions.defaults()
            .withEngine(Engine.NATIVE)
            .withInstructions(machine.instructions())
            .withSingles();
    String code = translate(options, "0", range.repeat(ranges) + STORE).get("GangCode");
    assertTrue(code.startsWith("gangs of 1,"), code);
    return Integer.parseInt(code.replaceAll(".* (\\d+) bytes", "$1"));
  }

  @Test
  void aBlockHasCodeThatChecksEachAddressOnce() {
    int less = bytesWithRanges(20);
    int more = bytesWithRanges(80);
    assertTrue(more < 5 * less, less + " bytes, " + more + " bytes");
  }

  /** Sums of rows of different lengths, of elements that an array names. */
  private static final String ROWS =
      """
      mov.u32 %r2, 0; ld.global.u32 %r3, [%rd4]; ld.global.u32 %r4, [%rd4+4];
      LOOP: mul.wide.s32 %rd6, %r3, 4; add.s64 %rd7, %rd1, %rd6; ld.global.u32 %r6, [%rd7];
      mul.wide.s32 %rd9, %r6, 4; add.s64 %rd8, %rd2, %rd9; ld.global.f32 %f1, [%rd8];
      add.f32 %f0, %f0, %f1;
      WORK
      add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r4; @%p1 bra LOOP;
      st.global.f32 [%rd5], %f0;
      """;

  @Test
  void gangsAreThreadsWhereTheseMostlyLoadByThemselves() {
    boolean avx2 = machine.instructions() == InstructionSet.AVX2;
    assertGangs(avx2 ? 1 : machine.instructions().lanes(), "0", ROWS.replace("WORK", ""));
    String work = "sqrt.approx.f32 %f2, %f0; fma.rn.f32 %f0, %f2, %f2, %f0; ".repeat(3);
    assertGangs(machine.instructions().lanes(), "0", ROWS.replace("WORK", work));
  }

  @Test
  void eachWayPrefetchesWhatItStores() {
    int one = prefetchesOfStores(STORE);
    assertTrue(one > 0);
    assertEquals(2 * one, prefetchesOfStores(STORE_ON_BOTH_WAYS));
    assertEquals(one, prefetchesOfStores(STORE_TWICE));
  }
}
