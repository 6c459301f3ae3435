package org.grcuda.cpu.translate;

import static org.grcuda.cpu.translate.Product.METADATA;
import static org.grcuda.cpu.translate.Product.WORDS;
import static org.grcuda.cpu.translate.Product.put;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code mma.sp} (PTX ISA 9.7.14.6) on every engine against matrices in Java. Where a warp has the
 * metadata is as the public library CUTLASS arranges it for GPUs.
 */
class SparseProductTest {

  /** A sparse A: its elements, which of them there are, and the metadata of each chunk. */
  private static final class Sparse {
    final Product p;
    final long[][] elements;
    final boolean[][] exists;
    final int[][] metadata;

    Sparse(Product p, Random random) {
      this.p = p;
      elements = Product.random(p.m(), p.k(), p.a(), random);
      exists = new boolean[p.m()][p.k()];
      metadata = new int[p.m()][p.k() / chunk()];
      for (int row = 0; row < p.m(); row++) {
        for (int c = 0; c < metadata[row].length; c++) {
          choose(row, c, random);
        }
      }
    }

    int chunk() {
      return p.a().equals("tf32") ? 2 : p.a().matches("[su]4") ? 8 : 4;
    }

    /** One element of two, two of four, or two pairs of four. */
    private void choose(int row, int c, Random random) {
      int first = random.nextInt(3);
      int second = first + 1 + random.nextInt(3 - first);
      if (chunk() == 2) {
        first = 2 * random.nextInt(2);
        second = first + 1;
        exists[row][2 * c + first / 2] = true;
      } else {
        int parts = chunk() / 4;
        for (int part : new int[] {first, second}) {
          int at = c * chunk() + part * parts;
          Arrays.fill(exists[row], at, at + parts, true);
        }
      }
      metadata[row][c] = second << 2 | first;
    }

    /** The elements of lanes: those that there are of a span of columns, in their order. */
    long[] words(Random random) {
      long[] words = new long[32 * WORDS];
      int per = Product.per(p.a());
      int span = 2 * per;
      for (int lane = 0; lane < 32; lane++) {
        for (int r = 0; r < p.registers("a"); r++) {
          int row = lane / 4 + 8 * (r % 2);
          int first = lane % 4 * span + r / 2 * 4 * span;
          int e = 0;
          for (int column = first; column < first + span; column++) {
            if (exists[row][column]) {
              put(words, lane, r * per + e++, p.a(), elements[row][column]);
            }
          }
          assertEquals(per, e);
        }
        words[lane * WORDS + METADATA] = random.nextInt() & -1L >>> 32;
      }
      for (int row = 0; row < 16; row++) {
        for (int c = 0; c < metadata[row].length; c++) {
          putMetadata(words, row, c);
        }
      }
      return words;
    }

    private void putMetadata(long[] words, int row, int c) {
      boolean small = Product.bits(p.a()) < 16;
      int chunks = metadata[row].length;
      int lane;
      int bit;
      if (small) {
        // Eight chunks of a row are in a lane: T0 has row g, T1 row g + 8, T2 and T3 the next
        // eight.
        lane = row % 8 * 4 + row / 8 + (chunks == 16 ? c / 8 * 2 : 2 * p.selector());
        bit = 4 * (c % 8);
      } else {
        // Four chunks of rows g and g + 8 are in a lane: T0 has the first four, T1 the next.
        lane = row % 8 * 4 + (chunks == 4 ? p.selector() : 2 * p.selector() + c / 4);
        bit = 4 * (c % 4) + row / 8 * 16;
      }
      int at = lane * WORDS + METADATA;
      words[at] = words[at] & ~(15L << bit) | (long) metadata[row][c] << bit;
    }
  }

  private static void compare(Sparse a, long[][] b, long[][] c, Random random) {
    Product p = a.p;
    long[] wordsB = new long[32 * WORDS];
    long[] wordsC = new long[32 * WORDS];
    long[] expected = new long[32 * WORDS];
    for (int lane = 0; lane < 32; lane++) {
      for (int i = 0; i < p.k() * p.n() / 32; i++) {
        put(wordsB, lane, i, p.b(), b[p.rowOfB(lane, i)][lane / 4]);
      }
      for (int i = 0; i < p.m() * p.n() / 32; i++) {
        int row = Product.rowOfC(lane, i);
        int column = Product.columnOfC(lane, i);
        put(wordsC, lane, i, p.c(), c[row][column]);
        double sum = Product.number(p.c(), c[row][column]);
        for (int k = 0; k < p.k(); k++) {
          sum = a.exists[row][k] ? Product.step(p, a.elements[row][k], b[k][column], sum) : sum;
        }
        put(expected, lane, i, p.d(), Product.result(p, sum));
      }
    }
    Product.assertProduces(expected, p.kernel(), a.words(random), wordsB, wordsC);
  }

  /** All forms: each with each selector. */
  static Stream<Product> products() {
    return Stream.of(
            "m16n8k16.row.col.f32.f16.f16.f32 4",
            "m16n8k32.row.col.f32.f16.f16.f32 2",
            "m16n8k16.row.col.f16.f16.f16.f16 4",
            "m16n8k32.row.col.f16.f16.f16.f16 2",
            "m16n8k32.row.col.f32.f16.f16.f16 2",
            "m16n8k16.row.col.f16.f16.f16.f32 4",
            "m16n8k16.row.col.f32.bf16.bf16.f32 4",
            "m16n8k32.row.col.f32.bf16.bf16.f32 2",
            "m16n8k8.row.col.f32.tf32.tf32.f32 4",
            "m16n8k16.row.col.f32.tf32.tf32.f32 2",
            "m16n8k64.row.col.f32.e4m3.e5m2.f32 1",
            "m16n8k64.row.col.f32.e5m2.e4m3.f32 1",
            "m16n8k32.row.col.s32.s8.u8.s32 2",
            "m16n8k64.row.col.satfinite.s32.u8.s8.s32 1",
            "m16n8k64.row.col.s32.s4.u4.s32 2",
            "m16n8k128.row.col.satfinite.s32.u4.s4.s32 1")
        .flatMap(SparseProductTest::withSelectors);
  }

  private static Stream<Product> withSelectors(String form) {
    String[] parts = form.split(" ");
    String[] kinds = {"sp", "sp::ordered_metadata"};
    return Stream.iterate(0, selector -> selector + 1)
        .limit(Integer.parseInt(parts[1]))
        .map(s -> Product.of("mma." + kinds[s % 2] + ".sync.aligned." + parts[0], s));
  }

  @ParameterizedTest
  @MethodSource("products")
  void productOfRandomMatrices(Product p) {
    Random random = new Random(p.hashCode());
    compare(
        new Sparse(p, random),
        Product.random(p.k(), p.n(), p.b(), random),
        Product.random(p.m(), p.n(), p.c(), random),
        random);
  }

  /** What B has beside absent elements of A is not multiplied: no infinity, no change of a -0. */
  @Test
  void absentElementsAreNotMultiplied() {
    Product p = Product.of("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 0);
    Random random = new Random(3);
    Sparse a = new Sparse(p, random);
    for (int row = 0; row < 16; row++) {
      Arrays.fill(a.exists[row], false);
      Arrays.fill(a.metadata[row], 2 << 2);
      for (int column = 0; column < 16; column += 2) {
        a.exists[row][column] = true;
      }
    }
    long[][] b = Product.random(16, 8, "f16", random);
    long[][] c = Product.random(16, 8, "f32", random);
    Arrays.fill(b[1], 0x7c00);
    Arrays.fill(b[7], 0x7e00);
    for (int k = 0; k < 16; k += 2) {
      Arrays.fill(b[k], 0, 2, 0x8000);
      a.elements[3][k] = 0x3c00;
    }
    c[3][0] = 0x80000000L;
    compare(a, b, c, random);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{%r5, %r6}, 0x2;: selector 2, expected 0 to 1",
        "%r5, -1;: selector -1, expected 0 to 1",
        "%r5, %r6;: expected D, A, B, C, metadata and a constant as selector",
        "%r5;: expected D, A, B, C, metadata and a constant as selector"
      })
  void whichLanesHaveTheMetadata(String rest) {
    String[] parts = rest.split(";: ");
    String four = "{%f0,%f1,%f2,%f3}, {%r0,%r1,%r2,%r3}, {%r1,%r2,%r3,%r4}, {%f0,%f1,%f2,%f3}, ";
    String mnemonic = "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32";
    assertEquals(
        mnemonic + "': " + parts[1],
        MatrixProductTest.refusal(mnemonic + " " + four + parts[0] + ";"));
  }

  @Test
  void whatNoSparseProductHas() {
    String rest = " {%f0,%f1,%f2,%f3}, {%r0,%r1}, {%r1,%r2}, {%f0,%f1,%f2,%f3}, %r5, 0;";
    List<String> refused =
        Stream.of(
                "mma.sp.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32",
                "mma.sp.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64",
                "mma.sp.sync.aligned.m16n8k64.row.col.f16.e4m3.e4m3.f16",
                "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32")
            .map(mnemonic -> MatrixProductTest.refusal(mnemonic + rest).replaceFirst(".*': ", ""))
            .toList();
    assertEquals(
        List.of(
            "no product of .f16 has the shape .m16n8k8",
            "no product of .f64 has the shape .m8n8k4",
            "no product has these types and modifiers together",
            "A has 2 registers, expected 4"),
        refused);
  }
}
