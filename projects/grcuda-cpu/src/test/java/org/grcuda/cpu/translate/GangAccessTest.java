package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory accesses of machine code whose addresses follow rules, against bytecode. */
class GangAccessTest extends GangBodiesTest {

  /** The word of a thread, computed into r4. */
  private static final List<String> PATTERNS =
      List.of(
          "and.b32 %r4, %r0, 7; sub.s32 %r4, %r1, %r4;",
          "and.b32 %r4, %r0, 1; sub.s32 %r4, %r1, %r4; add.s32 %r4, %r4, 1;",
          "and.b32 %r4, %r0, 3; sub.s32 %r4, %r1, %r4; or.b32 %r4, %r4, 4;",
          "xor.b32 %r4, %r0, 5;",
          "xor.b32 %r4, %r0, 16;",
          "xor.b32 %r4, %r0, 40; mov.u32 %r4, %r4;",
          "shr.u32 %r4, %r0, 2;",
          "shl.b32 %r4, %r0, 1;",
          "mul.lo.s32 %r4, %r0, 3; and.b32 %r4, %r4, 127;",
          "and.b32 %r4, %r0, 6; sub.s32 %r4, 127, %r4;",
          "and.b32 %r4, %r0, 15; mul.lo.s32 %r4, %r4, -1; add.s32 %r4, %r4, 70;",
          "shr.u32 %r10, %r9, 4; xor.b32 %r4, %r0, %r10;",
          "sub.s32 %r10, %r9, 1; and.b32 %r10, %r10, %r0; sub.s32 %r4, %r1, %r10;",
          "and.b32 %r4, %r0, %r9;");

  @Test
  void wordsAtPatterns() {
    String result = " mul.wide.s32 %rd4, %r0, 4; add.s64 %rd5, %rd1, %rd4;";
    List<String> bodies = new ArrayList<>();
    for (String words : PATTERNS) {
      String offset = words + " mul.wide.s32 %rd2, %r4, 4;";
      String load = offset + " add.s64 %rd3, %rd0, %rd2;" + result;
      bodies.add(load + " ld.global.u32 %r5, [%rd3]; st.global.u32 [%rd5], %r5;");
      bodies.add(load + " @%p0 ld.global.u32 %r2, [%rd3+4]; st.global.u32 [%rd5], %r2;");
      // Where several threads store to a word, they store the same.
      String store = offset + " add.s64 %rd3, %rd1, %rd2;";
      bodies.add(store + " @%p0 st.global.u32 [%rd3], %r4;");
      bodies.add(store + " st.global.u32 [%rd3+4], %r4;");
    }
    same(bodies.toArray(String[]::new));
  }

  /** As compilers load {@code words[i] & 255}. */
  @Test
  void bytesOfWords() {
    String address = "mul.wide.s32 %rd4, %r0, 4; add.s64 %rd3, %rd0, %rd4;";
    String result = " add.s64 %rd5, %rd1, %rd4; st.global.u32 [%rd5], %r2;";
    List<String> bodies = new ArrayList<>();
    for (String type : List.of("u8", "s8", "u16", "s16", "b8")) {
      for (int offset : type.endsWith("8") ? new int[] {0, 1, 3, 7} : new int[] {0, 2}) {
        String load = "ld.global.%s %%r2, [%%rd3+%d];".formatted(type, offset);
        bodies.add(address + load + result);
        bodies.add(address + "@%p0 " + load + result);
        bodies.add(address + "@%p0 bra SKIP; " + load + " SKIP:" + result);
      }
    }
    // The first lanes, which load nothing, may have addresses before all memory.
    bodies.add(
        address
            + "setp.gt.u32 %p1, %r0, 7; sub.s64 %rd3, %rd3, 32; @%p1 ld.global.u8 %r2, [%rd3+1];"
            + result);
    same(bodies.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ld.global.u8 %r6, [%rd3+0x7f000000];", "ld.global.s16 %r6, [%rd3+0x7f000000];"})
  void bytesOfWordsThatAreNotThere(String access) {
    String body = "mul.wide.s32 %rd4, %r0, 4; add.s64 %rd3, %rd0, %rd4; " + access;
    assertEquals(faultOf(Engine.BYTECODE, body), faultOf(Engine.NATIVE, body), access);
  }

  @Test
  void branchesKeepWhatOtherLanesStored() {
    same(
        """
        and.b32 %r4, %r0, 3; sub.s32 %r4, %r1, %r4;
        mul.wide.s32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2; add.s64 %rd6, %rd0, %rd2;
        ld.global.u32 %r5, [%rd6]; ld.global.u32 %r6, [%rd6+16];
        @%p0 bra SWAP;
        st.global.u32 [%rd3], %r5;
        bra DONE;
        SWAP:
        st.global.u32 [%rd3], %r6; st.global.u32 [%rd3+16], %r5;
        DONE:
        """);
  }

  /** 65 words: a window of 32 around the last ones is not all there. */
  @Test
  void windowsAtTheEndOfSharedMemory() {
    same(
        """
        xor.b32 %r4, %r0, 1; and.b32 %r4, %r4, 63; shl.b32 %r5, %r4, 2;
        st.shared.u32 [%r5+4], %r2;
        ld.shared.u32 %r6, [%r5+4];
        cvta.shared.u64 %rd7, 0; cvt.u64.u32 %rd8, %r5; add.s64 %rd9, %rd7, %rd8;
        ld.u32 %r7, [%rd9+4]; add.s32 %r6, %r6, %r7;
        mul.wide.s32 %rd4, %r0, 4; add.s64 %rd5, %rd1, %rd4; st.global.u32 [%rd5], %r6;
        """);
  }

  /** The address depends on what was loaded: such ones are not tested for being in a row. */
  private static final String SCATTERED =
      """
      mul.wide.s32 %rd4, %r0, 4; add.s64 %rd5, %rd1, %rd4; add.s64 %rd6, %rd0, %rd4;
      ld.global.u32 %r4, [%rd6]; xor.b32 %r4, %r4, %r2;
      and.b32 %r4, %r4, 126; mul.wide.s32 %rd2, %r4, 4; add.s64 %rd3, %rd0, %rd2;
      """;

  @Test
  void neighbouringWords() {
    same(
        SCATTERED
            + """
            ld.global.u32 %r5, [%rd3]; ld.global.s32 %r6, [%rd3+4];
            shl.b32 %r6, %r6, 3; add.s32 %r5, %r5, %r6;
            ld.global.u32 %r7, [%rd3+12]; mul.lo.s32 %r5, %r5, %r7;
            ld.global.u32 %r8, [%rd3+8]; sub.s32 %r5, %r5, %r8;
            st.global.u32 [%rd5], %r5;
            """,
        SCATTERED
            + """
            @%p0 bra DONE;
            ld.global.u32 %r5, [%rd3]; ld.global.u32 %r6, [%rd3+4];
            add.s32 %r5, %r5, %r6; st.global.u32 [%rd5], %r5;
            DONE:
            """,
        // Three words, behind them the last of the array; then one that has its own gather.
        SCATTERED
            + """
            add.s64 %rd3, %rd3, 504;
            ld.global.u32 %r5, [%rd3+4]; ld.global.u32 %r6, [%rd3]; ld.global.u32 %r7, [%rd3+-4];
            ld.global.u32 %r8, [%rd3+-12];
            shl.b32 %r6, %r6, 3; add.s32 %r5, %r5, %r6; mul.lo.s32 %r5, %r5, %r7;
            sub.s32 %r5, %r5, %r8; st.global.u32 [%rd5], %r5;
            """,
        // Two groups of four in a branch that some take.
        SCATTERED
            + """
            mov.u32 %r5, 0;
            @%p0 bra DONE;
            ld.global.u32 %r5, [%rd3]; ld.global.u32 %r6, [%rd3+4]; ld.global.u32 %r7, [%rd3+8];
            ld.global.u32 %r8, [%rd3+12]; ld.global.u32 %r10, [%rd3+16]; ld.global.u32 %r11, [%rd3+20];
            ld.global.u32 %r12, [%rd3+24]; ld.global.u32 %r13, [%rd3+28];
            sub.s32 %r5, %r5, %r6; xor.b32 %r5, %r5, %r7; mul.lo.s32 %r5, %r5, %r8;
            sub.s32 %r5, %r5, %r10; xor.b32 %r5, %r5, %r11; mul.lo.s32 %r5, %r5, %r12; xor.b32 %r5, %r5, %r13;
            DONE:
            st.global.u32 [%rd5], %r5;
            """,
        // The store may hit what is loaded next.
        SCATTERED
            + """
            shl.b64 %rd6, %rd4, 1; add.s64 %rd6, %rd6, %rd1; add.s64 %rd6, %rd6, %rd2; sub.s64 %rd6, %rd6, %rd2;
            ld.global.u32 %r6, [%rd6]; st.global.u32 [%rd6+4], %r3; ld.global.u32 %r7, [%rd6+4];
            add.s32 %r6, %r6, %r7; st.global.u32 [%rd6], %r6;
            """);
  }

  /** Thread 5 reads the arena's last word and the one behind it, the others two before. */
  @Test
  void theSecondOfTwoWordsFaultsWhereItStands() {
    String body =
        """
        setp.eq.u32 %p1, %r0, 5; selp.b32 %r4, 4, 0, %p1;
        ld.global.u32 %r22, [%rd0]; shr.u32 %r22, %r22, 31; add.s32 %r4, %r4, %r22;
        mul.wide.s32 %rd2, %r4, 4;
        add.s64 %rd3, %rd0, %rd2; add.s64 %rd3, %rd3, 268435188;
        ld.global.u32 %r5, [%rd3-8];
        st.global.u32 [%rd1], %r5;
        ld.global.u32 %r5, [%rd3-8];
        ld.global.u32 %r6, [%rd3-4];
        add.s32 %r5, %r5, %r6;
        st.global.u32 [%rd1], %r5;
        """;
    String good = faultOf(Engine.BYTECODE, body);
    assertEquals(good, faultOf(Engine.NATIVE, body));
  }

  /** Of four words the third is the arena's last for thread 5. */
  @ParameterizedTest
  @ValueSource(strings = {"[%rd3+-16]", "[%rd3+-12]", "[%rd3+-8]", "[%rd3+-4]"})
  void oneOfFourWordsFaultsWhereItStands(String stored) {
    String body =
        """
        setp.eq.u32 %p1, %r0, 5; selp.b32 %r4, 4, 0, %p1;
        ld.global.u32 %r22, [%rd0]; shr.u32 %r22, %r22, 31; add.s32 %r4, %r4, %r22;
        mul.wide.s32 %rd2, %r4, 4;
        add.s64 %rd3, %rd0, %rd2; add.s64 %rd3, %rd3, 268435188;
        ld.global.u32 %r6, [%rd3+-12];
        ld.global.u32 %r5, [%rd3+-16];
        ld.global.u32 %r7, [%rd3+-8];
        ld.global.u32 %r8, [%rd3+-4];
        add.s32 %r5, %r5, %r6; add.s32 %r5, %r5, %r7; add.s32 %r5, %r5, %r8;
        st.global.u32 [%rd1], %r5;
        """;
    String late = "\nld.global.u32 %r9, " + stored + "; st.global.u32 [%rd1], %r9;";
    assertEquals(faultOf(Engine.BYTECODE, body + late), faultOf(Engine.NATIVE, body + late));
    String early =
        body.replace(
            "add.s64 %rd3, %rd3, 268435188;",
            "add.s64 %rd3, %rd3, 268435188; ld.global.u32 %r9, " + stored + ";");
    assertEquals(faultOf(Engine.BYTECODE, early), faultOf(Engine.NATIVE, early));
  }

  @Test
  void packedNarrowElements() {
    List<String> bodies = new ArrayList<>();
    for (String load :
        List.of(
            "ld.global.v4.u8 {%r5, %r6, %r7, %r8}, [%rd3+4];",
            "ld.global.v4.s8 {%r5, %r6, %r7, %r8}, [%rd3];",
            "ld.global.v2.s16 {%r5, %r6}, [%rd3]; ld.global.v2.u16 {%r7, _}, [%rd3+4]; mov.u32 %r8,"
                + " 1;",
            "@%p0 ld.global.v4.u16 {%r5, %r6, %r7, %r8}, [%rd3];")) {
      bodies.add(
          "mov.u32 %r5, 1; mov.u32 %r6, 2; mov.u32 %r7, 3; mov.u32 %r8, 4;"
              + SCATTERED
              + load
              + "shl.b32 %r6, %r6, 3; xor.b32 %r5, %r5, %r6; mad.lo.s32 %r5, %r7, 77, %r5;"
              + "mad.lo.s32 %r5, %r8, 999, %r5; st.global.u32 [%rd5], %r5;");
    }
    same(bodies.toArray(String[]::new));
  }

  /** Each thread has its own, which it reaches by name and by a generic address. */
  @Test
  void localMemory() {
    String declared = ".local .align 8 .b8 own[72];\n";
    String store =
        "mul.wide.s32 %rd4, %r0, 4; add.s64 %rd5, %rd1, %rd4; st.global.u32 [%rd5], %r5;";
    same(
        declared
            + """
            mov.u64 %rd6, own; st.local.u32 [own+8], %r0; st.local.v2.u32 [%rd6+16], {%r2, %r3};
            and.b32 %r4, %r2, 15; mul.wide.u32 %rd7, %r4, 4; add.s64 %rd8, %rd6, %rd7;
            st.local.u32 [%rd8], %r1; ld.local.u32 %r5, [%rd6+8]; ld.local.u32 %r6, [own+20];
            shl.b32 %r6, %r6, 4; xor.b32 %r5, %r5, %r6; ld.local.s8 %r6, [%rd8+1]; add.s32 %r5, %r5, %r6;
            """
            + store,
        declared
            + """
            mov.u64 %rd6, own; cvta.local.u64 %rd7, %rd6; st.local.u64 [%rd6+64], %rd0;
            @%p0 bra ELSE;
            st.u32 [%rd7+4], %r2; ld.local.u32 %r5, [%rd6+4];
            bra DONE;
            ELSE: st.local.u32 [%rd6+4], %r1; ld.u32 %r5, [%rd7+4];
            DONE: cvta.to.local.u64 %rd8, %rd7; ld.local.u32 %r6, [%rd8+4]; add.s32 %r5, %r5, %r6;
            ld.local.u64 %rd9, [%rd8+64]; ld.global.u32 %r6, [%rd9+12]; add.s32 %r5, %r5, %r6;
            """
            + store,
        declared
            + """
            st.local.u32 [own+4], %r2; st.shared.u32 [tile], %r9; bar.sync 0;
            ld.local.u32 %r5, [own+4]; st.local.u32 [own], %r5; bar.sync 0; ld.local.u32 %r5, [own];
            """
            + store);
  }

  @ParameterizedTest
  @ValueSource(ints = {72, -4, 2})
  void localMemoryIsBounded(int offset) {
    String body =
        """
        .local .align 8 .b8 own[72];
        mov.u64 %rd6, own; setp.eq.u32 %p1, %r0, 5; selp.b32 %r4, OFFSET, 8, %p1;
        cvt.s64.s32 %rd7, %r4; add.s64 %rd8, %rd6, %rd7;
        st.local.u32 [%rd8], %r2;
        """
            .replace("OFFSET", "" + (offset == 72 ? 80 : offset));
    KernelFault scalar = assertThrows(KernelFault.class, () -> run(Engine.BYTECODE, List.of(body)));
    KernelFault gangs = assertThrows(KernelFault.class, () -> run(Engine.NATIVE, List.of(body)));
    assertEquals(scalar.kind(), gangs.kind());
    assertEquals(
        scalar.getMessage().replaceAll("0x[0-9a-f]+", ""),
        gangs.getMessage().replaceAll("0x[0-9a-f]+", ""));
  }

  /** The comparison has code behind that of the instruction that it guards, the kernel's last. */
  @Test
  void guardsOfTheLastInstruction() {
    same(
        "setp.eq.u32 %p1, %r0, 3; @%p1 st.global.u32 [%rd1], 7;",
        "setp.ne.u32 %p1, %r0, 3; @!%p1 red.global.add.u32 [%rd1], 7;",
        "setp.lt.u32 %p1, %r0, 3; @%p1 atom.global.add.u32 %r4, [%rd1], 7;");
  }

  /** What is the same for the block is counted once. */
  @Test
  void bitsOfValuesOfTheBlock() {
    same(
        """
        mov.u32 %r4, %ntid.x; mul.lo.u32 %r4, %r4, 77; popc.b32 %r5, %r4; clz.b32 %r6, %r4;
        shl.b32 %r6, %r6, 8; or.b32 %r5, %r5, %r6; popc.b64 %r7, %rd0; clz.b64 %r8, %rd0;
        sub.s32 %r8, %r8, %r8; sub.s32 %r7, %r7, %r7; bfe.u32 %r6, %r4, 3, 5; add.s32 %r5, %r5, %r6;
        add.s32 %r5, %r5, %r7; add.s32 %r5, %r5, %r8;
        mul.wide.s32 %rd4, %r0, 4; add.s64 %rd5, %rd1, %rd4; st.global.u32 [%rd5], %r5;
        """);
  }

  /** What is the same for the block is computed once, also where no thread comes to it. */
  @Test
  void valuesOfTheBlock() {
    same(
        """
        setp.gt.u32 %p1, %r0, 12;
        @%p1 bra LATE;
        ld.param.u32 %r10, [n]; mad.lo.s32 %r11, %r10, 3, %r0;
        bra DONE;
        LATE:
        mov.u32 %r12, %ntid.x; mul.lo.s32 %r13, %r12, %r9; shl.b32 %r14, %r13, 33;
        min.s32 %r15, %r13, 7; mad.lo.s32 %r11, %r13, %r12, %r15; add.s32 %r11, %r11, %r14;
        DONE:
        mul.wide.s32 %rd4, %r0, 4; add.s64 %rd5, %rd1, %rd4; st.global.u32 [%rd5], %r11;
        """);
  }

  @Test
  void threadsPartByWhatAtomicsGive() {
    String branch =
        """
        mul.wide.s32 %rd4, %r0, 4; add.s64 %rd5, %rd1, %rd4; and.b32 %r4, %r0, 3;
        st.global.u32 [%rd5], %r4; mov.u32 %r6, 9;
        ATOM
        setp.eq.u32 %p1, %r5, OPERAND; @%p1 bra SKIP; mov.u32 %r6, 5; SKIP:
        st.global.u32 [%rd5], %r6;
        """;
    String add = branch.replace("ATOM", "atom.global.add.u32 %r5, [%rd5], 2;");
    String wide =
        "cvt.u64.u32 %rd6, %r0; atom.global.exch.b64 %rd7, [%rd8], 2; cvt.u32.u64 %r5, %rd7;";
    String place = "mul.wide.s32 %rd6, %r0, 8; add.s64 %rd8, %rd0, %rd6;\n";
    same(
        add.replace("OPERAND", "2"),
        add.replace("OPERAND", "1"),
        branch.replace("ATOM", place + wide).replace("OPERAND", "2"));
  }
}
