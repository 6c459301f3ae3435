package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads of {@code array[index]} of machine code, against bytecode. */
class GangIndicesTest extends GangBodiesTest {

  /** An index that was loaded, 0 to 63, in r4. */
  private static final String LOADED_INDEX =
      """
      mul.wide.s32 %rd4, %r0, 4; add.s64 %rd5, %rd1, %rd4; add.s64 %rd6, %rd0, %rd4;
      mov.u32 %r5, 7; ld.global.u32 %r4, [%rd6]; and.b32 %r4, %r4, 63;
      """;

  /** The forms in which compilers write {@code array[index]}; the last ones must not be joined. */
  private static final List<String> INDEXED =
      List.of(
          "mul.wide.s32 %rd7, %r4, 4; add.s64 %rd8, %rd0, %rd7; ld.global.u32 %r5, [%rd8+8];",
          "mul.wide.u32 %rd7, %r4, 4; add.s64 %rd8, %rd7, %rd0; ld.global.u32 %r5, [%rd8];",
          "mad.wide.s32 %rd8, %r4, 4, %rd0; ld.global.u32 %r5, [%rd8];",
          """
          sub.s32 %r4, %r4, 32; add.s64 %rd9, %rd0, 256;
          cvt.s64.s32 %rd6, %r4; shl.b64 %rd7, %rd6, 2; add.s64 %rd8, %rd9, %rd7;
          @%p0 ld.global.u32 %r5, [%rd8+-4];
          """,
          "mul.wide.s32 %rd7, %r4, 4; add.s64 %rd8, %rd0, %rd7; ld.global.u32 %r4, [%rd8];"
              + " mov.u32 %r5, %r4;",
          """
          mul.wide.s32 %rd7, %r4, 8; add.s64 %rd8, %rd0, %rd7; ld.global.u64 %rd9, [%rd8];
          mul.wide.s32 %rd10, %r4, 8; add.s64 %rd11, %rd0, %rd10; @!%p0 ld.global.u64 %rd9, [%rd11+16];
          cvt.u32.u64 %r5, %rd9; shr.u64 %rd9, %rd9, 32; cvt.u32.u64 %r6, %rd9; xor.b32 %r5, %r5, %r6;
          """,
          """
          mul.wide.s32 %rd7, %r4, 4; add.s64 %rd8, %rd0, %rd7; add.s64 %rd9, %rd0, %rd7;
          ld.global.u32 %r5, [%rd8]; ld.global.u32 %r6, [%rd9+4]; add.s32 %r5, %r5, %r6;
          """,
          """
          mul.wide.s32 %rd7, %r4, 4; add.s64 %rd8, %rd0, %rd7; mov.u32 %r4, 1;
          ld.global.u32 %r5, [%rd8]; add.s32 %r5, %r5, %r4;
          """,
          """
          mul.wide.s32 %rd7, %r4, 4; add.s64 %rd8, %rd0, %rd7; mov.u64 %rd0, %rd1;
          ld.global.u32 %r5, [%rd8];
          """,
          """
          mul.wide.s32 %rd7, %r4, 4; add.s64 %rd8, %rd0, %rd7; ld.global.u32 %r5, [%rd8];
          cvt.u32.u64 %r6, %rd7; add.s32 %r5, %r5, %r6;
          """,
          "mul.wide.s32 %rd7, %r4, 8; add.s64 %rd8, %rd0, %rd7; ld.global.u32 %r5, [%rd8];");

  @Test
  void elementsAtLoadedIndices() {
    String store = " st.global.u32 [%rd5], %r5;";
    same(INDEXED.stream().map(i -> LOADED_INDEX + i + store).toArray(String[]::new));
    // In a branch, where the other threads keep what they have.
    same(
        INDEXED.stream()
            .map(i -> LOADED_INDEX + "@%p0 bra DONE; " + i + " DONE: " + store)
            .toArray(String[]::new));
  }

  /** Thread 5's index is out of bounds: to the front, to the back, or so far that it wraps. */
  @ParameterizedTest
  @ValueSource(ints = {-67, 67108864, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void indicesOutOfBoundsFault(int index) {
    for (String multiply : List.of("mul.wide.s32 %rd7, %r4, 4;", "mul.wide.u32 %rd7, %r4, 4;")) {
      String body =
          LOADED_INDEX
              + "setp.eq.u32 %p1, %r0, 5; selp.b32 %r4, "
              + index
              + ", %r4, %p1; "
              + multiply
              + " add.s64 %rd8, %rd0, %rd7; ld.global.u32 %r5, [%rd8+4]; st.global.u32 [%rd5],"
              + " %r5;";
      assertEquals(faultOf(Engine.BYTECODE, body), faultOf(Engine.NATIVE, body));
    }
    String outside =
        LOADED_INDEX
            + "setp.eq.u32 %p1, %r0, 5; selp.b32 %r4, -4, %r4, %p1; mov.u64 %rd9, 16;"
            + " mul.wide.u32 %rd7, %r4, 4; add.s64 %rd8, %rd9, %rd7; ld.global.u32 %r5, [%rd8];"
            + " st.global.u32 [%rd5], %r5;";
    assertEquals(faultOf(Engine.BYTECODE, outside), faultOf(Engine.NATIVE, outside));
  }

  @Test
  void unsignedIndicesDoNotGoBack() {
    String body =
        LOADED_INDEX
            + "setp.eq.u32 %p1, %r0, 5; selp.b32 %r4, -1, %r4, %p1; mul.wide.u32 %rd7, %r4, 4;"
            + " add.s64 %rd8, %rd0, %rd7; ld.global.u32 %r5, [%rd8+4]; st.global.u32 [%rd5], %r5;";
    assertEquals(faultOf(Engine.BYTECODE, body), faultOf(Engine.NATIVE, body));
  }

  /**
   * Lanes count on from an index that was loaded, 3, in r4, after a store: nothing can be abandoned
   * any more.
   */
  private static final String COUNTED_INDEX =
      """
      mul.wide.s32 %rd4, %r0, 4; add.s64 %rd5, %rd1, %rd4; st.global.u32 [%rd5], %r0;
      mov.u32 %r5, 7; ld.global.u32 %r6, [%rd0]; add.s32 %r4, %r6, %r0;
      """;

  private static final String COUNTED_STORE = " st.global.u32 [%rd5], %r5;";

  /** Signed and unsigned, as a product or shifted. */
  private static final List<String> COUNTED =
      List.of(
          "mul.wide.s32 %rd7, %r4, 4;",
          "mul.wide.u32 %rd7, %r4, 4;",
          "cvt.u64.u32 %rd6, %r4; shl.b64 %rd7, %rd6, 2;",
          "cvt.s64.s32 %rd6, %r4; shl.b64 %rd7, %rd6, 2;");

  @Test
  void elementsAtIndicesThatCount() {
    for (String scaled : COUNTED) {
      String load = scaled + " add.s64 %rd8, %rd0, %rd7; ld.global.u32 %r5, [%rd8+8];";
      same(
          COUNTED_INDEX + load + COUNTED_STORE,
          COUNTED_INDEX + "@%p0 bra DONE; " + load + " DONE:" + COUNTED_STORE,
          COUNTED_INDEX + load.replace("ld.", "@!%p0 ld.") + COUNTED_STORE,
          // Not one after the other.
          COUNTED_INDEX + "shl.b32 %r7, %r4, 1; " + load.replace("%r4", "%r7") + COUNTED_STORE,
          COUNTED_INDEX + "sub.s32 %r7, 70, %r4; " + load.replace("%r4", "%r7") + COUNTED_STORE);
    }
  }

  /**
   * Before the array, and, for lanes that do not execute the load, around the end of the numbers.
   */
  @Test
  void indicesThatCountFromBeforeTheArray() {
    String back = "add.s32 %r4, %r4, -7; ";
    String late = " setp.ge.s32 %p1, %r0, 4; @%p1 ld.global.u32 %r5, [%rd8];";
    for (String scaled : COUNTED) {
      same(COUNTED_INDEX + back + scaled + " add.s64 %rd8, %rd0, %rd7;" + late + COUNTED_STORE);
      String far = "add.s32 %r4, %r4, 0x7ffffff9; ";
      String array = " mov.u64 %rd9, 0x200000000; add.s64 %rd9, %rd0, %rd9;";
      String sum = " add.s64 %rd8, %rd9, %rd7;";
      if (scaled.contains("s32")) {
        same(COUNTED_INDEX + far + scaled + array + sum + late + COUNTED_STORE);
      }
    }
    String signed = COUNTED.getFirst() + " add.s64 %rd9, %rd0, 64; add.s64 %rd8, %rd9, %rd7;";
    same(COUNTED_INDEX + back + signed + " ld.global.u32 %r5, [%rd8];" + COUNTED_STORE);
  }

  /** The first lanes are before the memory, the last ones behind it, or all. */
  @ParameterizedTest
  @ValueSource(
      ints = {-70, -71, -72, -75, -79, 67108785, 67108794, 67108864, Integer.MAX_VALUE - 10})
  void indicesThatCountOutOfBoundsFault(int first) {
    for (String scaled : COUNTED) {
      String body =
          COUNTED_INDEX
              + "add.s32 %r4, %r4, "
              + first
              + "; "
              + scaled
              + " add.s64 %rd8, %rd0, %rd7; ld.global.u32 %r5, [%rd8];"
              + COUNTED_STORE;
      assertEquals(faultOf(Engine.BYTECODE, body), faultOf(Engine.NATIVE, body));
    }
  }

  /**
   * Four words from a varying place of out, 0 to -129: indices for rd9, from which in goes back.
   */
  private static final String LOADED_INDICES =
      """
      mul.wide.s32 %rd4, %r0, 4; add.s64 %rd5, %rd1, %rd4; add.s64 %rd5, %rd5, 768;
      add.s64 %rd6, %rd0, %rd4; ld.global.u32 %r4, [%rd6]; xor.b32 %r4, %r4, %r2;
      and.b32 %r4, %r4, 126; mul.wide.s32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2;
      add.s64 %rd9, %rd0, 520; mov.u32 %r20, 1;
      """;

  private static final String STORE = "st.global.u32 [%rd5], %r20;\n";

  /** A word of the group, and the element of which it is the index. */
  private static String element(int k) {
    return """
    ld.global.u32 %r1K, [%rd3+AT]; mul.wide.s32 %rd1K, %r1K, 4; add.s64 %rdTO, %rd9, %rd1K;
    ld.global.u32 %r21, [%rdTO+4]; mad.lo.s32 %r20, %r20, 77, %r21;
    """
        .replace("K", "" + k)
        .replace("AT", "" + 4 * k)
        .replace("TO", "" + (14 + k));
  }

  private static String elements() {
    return element(0) + element(1) + element(2) + element(3);
  }

  @Test
  void elementsAtIndicesThatWereLoadedTogether() {
    String inBranch = "@%p0 bra DONE;\n" + elements() + "DONE:\n";
    String backwards = element(3) + element(1) + element(0) + element(2);
    String wide =
        elements()
            .replace(", 4; add.s64", ", 8; add.s64")
            .replaceAll(
                "ld.global.u32 %r21, \\[(%rd1[4-7])\\+4];",
                "ld.global.u64 %rd18, [$1]; cvt.u32.u64 %r21, %rd18;");
    same(
        LOADED_INDICES + elements() + STORE,
        LOADED_INDICES + inBranch + STORE,
        LOADED_INDICES + backwards + STORE,
        LOADED_INDICES.replace("126", "62") + wide + STORE,
        LOADED_INDICES.replace("126", "62") + "@%p0 bra DONE;\n" + wide + "DONE:\n" + STORE);
  }

  /** What stands between may change the element, the array or the index. */
  @Test
  void elementsThatMayNotBeLoadedTogether() {
    String first = element(0) + element(1);
    String last = element(2) + element(3);
    same(
        LOADED_INDICES + first + "add.s64 %rd9, %rd9, -4;\n" + last + STORE,
        LOADED_INDICES + first + "st.global.u32 [%rd5], %r20;\n" + last + STORE,
        LOADED_INDICES
            + first
            + last.replace("ld.global.u32 %r21", "ld.volatile.global.u32 %r21")
            + STORE,
        LOADED_INDICES + first + last.replaceAll("(%rd1[67])\\+4]", "$1+8]") + STORE,
        LOADED_INDICES
            + first
            + last.replace("ld.global.u32 %r21", "@%p0 ld.global.u32 %r21")
            + STORE,
        LOADED_INDICES
            + first
            + last.replace("mul.wide", "add.s32 %r12, %r12, -1; add.s32 %r13, %r13, -1; mul.wide")
            + STORE);
  }

  /** One of the four indices of thread 5 is out of bounds. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void oneOfFourIndicesFaultsWhereItStands(int bad) {
    for (String multiply : List.of("mul.wide.s32", "mul.wide.u32")) {
      for (int index : new int[] {-67, 67108864, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
        String indices =
            """
            ld.global.u32 %r4, [%rd0]; shr.u32 %r4, %r4, 31; mad.lo.s32 %r4, %r0, 4, %r4;
            mul.wide.s32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2; mov.u64 %rd9, %rd0;
            mov.u32 %r20, 1; setp.eq.u32 %p1, %r0, 5; mov.u64 %rd5, %rd3;
            """;
        StringBuilder stores = new StringBuilder();
        for (int k = 0; k < 4; k++) {
          stores.append(
              "selp.b32 %%r22, %d, %d, %%p1; st.global.u32 [%%rd3+%d], %%r22;\n"
                  .formatted(k == bad ? index : k, 7 * k, 4 * k));
        }
        String body = indices + stores + elements().replace("mul.wide.s32", multiply) + STORE;
        assertEquals(faultOf(Engine.BYTECODE, body), faultOf(Engine.NATIVE, body));
        String branch =
            indices
                + stores
                + "setp.lt.u32 %p2, %r0, 3; @%p2 bra DONE;\n"
                + elements().replace("mul.wide.s32", multiply)
                + "DONE:\n"
                + STORE;
        assertEquals(faultOf(Engine.BYTECODE, branch), faultOf(Engine.NATIVE, branch));
      }
    }
  }
}
