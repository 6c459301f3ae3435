package org.grcuda.cpu.x86;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.function.Consumer;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Executes the operations of {@link Avx2} on masks. */
final class Avx2MaskTest {

  private static final int RUNS = 20;

  /** Result and sources: in registers and in memory, and some of them the same. */
  private static final int[][] MASKS = {
    {0, 1, 6}, {0, 0, 6}, {0, 6, 0}, {6, 6, 6}, {1, 0, 0}, {2, 0, 1}, {2, 2, 3}, {2, 3, 2},
    {0, 2, 3}, {0, 2, 2}, {0, 0, 7}, {0, 7, 0}, {9, 9, 9}, {15, 0, 9}, {15, 9, 0}, {4, 1, 4}
  };

  private final Avx2Values values = new Avx2Values(11);

  @BeforeEach
  void needsTheInstructions() {
    assumeTrue(Avx2Machine.isAvailable());
  }

  /** Code that sets mask {@code to} to a function of two masks, and changes no other one. */
  private void check(Consumer<Avx2> code, int to, int a, int b, IntBinaryOperator expected) {
    Avx2Machine m = new Avx2Machine(code);
    for (int run = 0; run < RUNS; run++) {
      for (int k = 0; k < 16; k++) {
        m.setMask(k, values.mask());
      }
      int[] masks = IntStream.range(0, 16).map(m::mask).toArray();
      masks[to] = expected.applyAsInt(masks[a], masks[b]);
      m.run();
      assertArrayEquals(masks, IntStream.range(0, 16).map(m::mask).toArray());
    }
  }

  @ParameterizedTest
  @EnumSource(MaskOp.class)
  void combine(MaskOp op) {
    IntBinaryOperator f =
        switch (op) {
          case KAND -> (a, b) -> a & b;
          case KANDN -> (a, b) -> ~a & b;
          case KOR -> (a, b) -> a | b;
          case KXNOR -> (a, b) -> (a ^ b) ^ 0xff;
          case KXOR -> (a, b) -> a ^ b;
        };
    for (int[] k : MASKS) {
      check(asm -> asm.mask(op, k[0], k[1], k[2]), k[0], k[1], k[2], f);
    }
  }

  @Test
  void moveAndSplit() {
    for (int[] k : MASKS) {
      check(asm -> asm.kmov(k[0], k[1]), k[0], k[1], k[2], (a, b) -> a);
      check(asm -> asm.knot(k[0], k[1]), k[0], k[1], k[2], (a, b) -> a ^ 0xff);
      check(asm -> asm.upperHalf(k[0], k[1]), k[0], k[1], k[2], (a, b) -> a >> 4);
      check(asm -> asm.join(k[0], k[1], k[2]), k[0], k[1], k[2], (a, b) -> (a & 15) << 4 | b & 15);
      check(
          asm -> {
            Label empty = new Label();
            Label done = new Label();
            asm.kortest(k[1], k[2]);
            asm.mov(Assembler.RAX, 0x1ff);
            asm.jump(Condition.E, empty);
            asm.kmovFromGpr(k[0], Assembler.RAX);
            asm.jump(done);
            asm.bind(empty);
            asm.mask(MaskOp.KXOR, k[0], k[0], k[0]);
            asm.bind(done);
          },
          k[0],
          k[1],
          k[2],
          (a, b) -> (a | b) == 0 ? 0 : 0xff);
    }
  }

  @Test
  void moveToAndFromMemoryAsBytes() {
    Mem at = Mem.at(Avx2Machine.FRAME, Avx2Machine.DATA + 1);
    for (int k : new int[] {0, 1, 6, 2, 15}) {
      Avx2Machine m =
          new Avx2Machine(
              asm -> {
                asm.kstore(at, k);
                asm.kload(k == 2 ? 3 : 2, at);
              });
      m.setMask(k, 0xa5);
      m.setData(new int[] {-1, -1});
      m.run();
      assertArrayEquals(new int[] {0xffffa5ff, -1}, m.data(2));
      assertEquals(0xa5, m.mask(k == 2 ? 3 : 2));
    }
  }

  @Test
  void ofBytes() {
    // Bytes of vector 5 where those of 6 and 7 have common bits, then all ones where 4 is negative.
    Avx2Machine m =
        new Avx2Machine(
            asm -> {
              asm.vector(VectorOp.VPTESTMB, 6, 6, 7, Form.ALL);
              asm.vector(VectorOp.VMOVDQU8, 4, 0, 5, Form.ALL.masked(6));
              asm.vector(VectorOp.VPXORD, 3, 3, 3, Form.ALL);
              asm.vector(VectorOp.VPCMPB, 0, 4, 3, Form.ALL.with(1));
              asm.vector(VectorOp.VPMOVM2B, 8, 0, 0, Form.ALL);
              asm.vector(VectorOp.VPTESTMB, 0, 6, 6, Form.ALL);
              asm.vector(VectorOp.VPMOVM2B, 9, 0, 0, Form.ALL);
            });
    for (int run = 0; run < RUNS; run++) {
      int[][] v = new int[8][];
      for (int r = 4; r < 8; r++) {
        v[r] = values.vector();
        m.setVector(r, v[r]);
      }
      m.run();
      int[] chosen = new int[8];
      int[] negative = new int[8];
      int[] nonzero = new int[8];
      for (int l = 0; l < 8; l++) {
        for (int bits = 0xff; bits != 0; bits <<= 8) {
          chosen[l] |= bits & ((v[6][l] & v[7][l] & bits) != 0 ? v[5][l] : v[4][l]);
          negative[l] |= (chosen[l] & bits & 0x80808080) != 0 ? bits : 0;
          nonzero[l] |= (v[6][l] & bits) != 0 ? bits : 0;
        }
      }
      assertArrayEquals(chosen, m.vector(4));
      assertArrayEquals(negative, m.vector(8));
      assertArrayEquals(nonzero, m.vector(9));
    }
  }

  @Test
  void refuseWhatDoesNotExist() {
    Avx2 asm = Avx2Machine.assembler();
    Form form = Form.ALL.masked(6);
    Mem lanes = Mem.lanes(-1, 1, 1, 0);
    assertThrows(
        IllegalArgumentException.class, () -> asm.vector(VectorOp.VPSCATTERQD, 2, 0, lanes, form));
    assertThrows(
        IllegalArgumentException.class,
        () -> asm.vector(VectorOp.VPCMPB, 2, 0, 1, Form.ALL.with(1)));
  }
}
