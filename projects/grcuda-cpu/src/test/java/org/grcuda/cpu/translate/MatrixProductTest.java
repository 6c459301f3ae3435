package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Random;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code mma} (PTX ISA 9.7.14.5) on every engine against matrices in Java. */
class MatrixProductTest {

  // ---- layouts, as the figures of the ISA have them: element i of a lane

  private static int rowOfA(Product p, int lane, int i) {
    boolean lower = p.m() == 16 && (i / Product.per(p.a())) % 2 == 1;
    return lane / 4 + (lower ? 8 : 0);
  }

  private static int columnOfA(Product p, int lane, int i) {
    int per = Product.per(p.a());
    int step = p.m() == 16 ? i / per / 2 : i / per;
    return lane % 4 * per + i % per + step * 4 * per;
  }

  private static void compare(Product p, long[][] a, long[][] b, long[][] c) {
    long[] wordsA = new long[32 * Product.WORDS];
    long[] wordsB = new long[32 * Product.WORDS];
    long[] wordsC = new long[32 * Product.WORDS];
    long[] expected = new long[32 * Product.WORDS];
    for (int lane = 0; lane < 32; lane++) {
      for (int i = 0; i < p.m() * p.k() / 32; i++) {
        Product.put(wordsA, lane, i, p.a(), a[rowOfA(p, lane, i)][columnOfA(p, lane, i)]);
      }
      for (int i = 0; i < p.k() * p.n() / 32; i++) {
        Product.put(wordsB, lane, i, p.b(), b[p.rowOfB(lane, i)][lane / 4]);
      }
      for (int i = 0; i < p.m() * p.n() / 32; i++) {
        int row = Product.rowOfC(lane, i);
        int column = Product.columnOfC(lane, i);
        Product.put(wordsC, lane, i, p.c(), c[row][column]);
        double sum = Product.number(p.c(), c[row][column]);
        for (int k = 0; k < p.k(); k++) {
          sum = Product.step(p, a[row][k], b[k][column], sum);
        }
        Product.put(expected, lane, i, p.d(), Product.result(p, sum));
      }
    }
    Product.assertProduces(expected, p.kernel(), wordsA, wordsB, wordsC);
  }

  private static String name(String rest) {
    return "mma.sync.aligned." + rest;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "m16n8k16.row.col.f32.f16.f16.f32",
        "m16n8k8.row.col.f32.f16.f16.f32",
        "m16n8k16.row.col.f16.f16.f16.f16",
        "m16n8k8.row.col.f16.f16.f16.f16",
        "m16n8k16.row.col.f32.bf16.bf16.f32",
        "m16n8k8.row.col.f32.bf16.bf16.f32",
        "m16n8k4.row.col.f32.tf32.tf32.f32",
        "m16n8k8.row.col.f32.tf32.tf32.f32",
        "m8n8k4.row.col.f64.f64.f64.f64",
        "m16n8k4.row.col.f64.f64.f64.f64",
        "m16n8k8.row.col.f64.f64.f64.f64",
        "m16n8k16.row.col.f64.f64.f64.f64",
        "m8n8k16.row.col.s32.s8.s8.s32",
        "m16n8k16.row.col.satfinite.s32.u8.s8.s32",
        "m16n8k32.row.col.s32.s8.u8.s32",
        "m16n8k32.row.col.satfinite.s32.u8.u8.s32",
        "m8n8k32.row.col.s32.s4.s4.s32",
        "m16n8k32.row.col.s32.u4.s4.s32",
        "m16n8k64.row.col.satfinite.s32.s4.u4.s32",
        "m8n8k128.row.col.s32.b1.b1.s32.xor.popc",
        "m16n8k128.row.col.s32.b1.b1.s32.and.popc",
        "m16n8k256.row.col.s32.b1.b1.s32.xor.popc",
        "m16n8k32.row.col.f32.e4m3.e5m2.f32",
        "m16n8k32.row.col.f16.e5m2.e4m3.f16",
        "m16n8k16.row.col.f32.e4m3.e4m3.f32"
      })
  void productOfRandomMatrices(String rest) {
    Product p = Product.of(name(rest));
    Random random = new Random(rest.hashCode());
    compare(
        p,
        Product.random(p.m(), p.k(), p.a(), random),
        Product.random(p.k(), p.n(), p.b(), random),
        Product.random(p.m(), p.n(), p.c(), random));
  }

  /** One element of A and of B is 1: exactly one element of D is, and nothing is in its place. */
  @Test
  void productOfOneElement() {
    Product p = Product.of(name("m16n8k16.row.col.f32.f16.f16.f32"));
    Random random = new Random(7);
    for (int trial = 0; trial < 8; trial++) {
      long[][] a = new long[16][16];
      long[][] b = new long[16][8];
      int k = random.nextInt(16);
      a[random.nextInt(16)][k] = 0x3c00;
      b[k][random.nextInt(8)] = 0x3c00;
      compare(p, a, b, new long[16][8]);
    }
  }

  /** NaN, infinities and their difference. */
  @Test
  void productOfNoNumbers() {
    for (String rest :
        List.of("m16n8k16.row.col.f32.f16.f16.f32", "m16n8k16.row.col.f16.f16.f16.f16")) {
      Product p = Product.of(name(rest));
      Random random = new Random(9);
      long[][] a = Product.random(16, 16, "f16", random);
      long[][] b = Product.random(16, 8, "f16", random);
      long[][] c = Product.random(16, 8, p.c(), random);
      a[3][5] = 0x7c00;
      a[4][6] = 0xfc00;
      a[9][7] = 0x7e01;
      b[5][2] = 0xfc00;
      b[6][3] = 0;
      compare(p, a, b, c);
    }
  }

  /**
   * m8n8k4 of {@code f16}: lanes 4q to 4q + 3 and 16 + 4q to 19 + 4q have matrices of their own, in
   * any layouts.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "row.col.f32.f16.f16.f32",
        "col.row.f32.f16.f16.f32",
        "row.row.f16.f16.f16.f16",
        "col.col.f32.f16.f16.f16"
      })
  void productOfQuarters(String rest) {
    Product p = Product.of(name("m8n8k4." + rest));
    Quarters q = new Quarters(rest, new Random(5));
    String kernel = new Product(p.mnemonic(), 16, 16, 8, p.types(), -1).kernel();
    Product.assertProduces(q.expected, kernel, q.a, q.b, q.c);
  }

  /** Their matrices in the registers of lanes, as the figures of the ISA have them. */
  private static final class Quarters {
    final long[] a = new long[32 * Product.WORDS];
    final long[] b = new long[32 * Product.WORDS];
    final long[] c = new long[32 * Product.WORDS];
    final long[] expected = new long[32 * Product.WORDS];

    Quarters(String rest, Random random) {
      String[] parts = rest.split("\\.");
      for (int q = 0; q < 4; q++) {
        long[][] x = Product.random(8, 4, "f16", random);
        long[][] y = Product.random(4, 8, "f16", random);
        long[][] z = Product.random(8, 8, parts[5], random);
        for (int lane = 0; lane < 32; lane++) {
          if ((lane / 4) % 4 == q) {
            fill(parts, lane, x, y, z);
          }
        }
      }
    }

    private void fill(String[] parts, int lane, long[][] x, long[][] y, long[][] z) {
      int half = lane < 16 ? 0 : 4;
      int own = lane % 4;
      for (int i = 0; i < 4; i++) {
        Product.put(
            a, lane, i, "f16", parts[0].equals("row") ? x[own + half][i] : x[i + half][own]);
        Product.put(
            b, lane, i, "f16", parts[1].equals("row") ? y[own][i + half] : y[i][own + half]);
      }
      for (int i = 0; i < 8; i++) {
        int row = row(parts[5], lane, i);
        Product.put(c, lane, i, parts[5], z[row][column(parts[5], lane, i)]);
        row = row(parts[2], lane, i);
        int column = column(parts[2], lane, i);
        float sum = (float) Product.number(parts[5], z[row][column]);
        for (int k = 0; k < 4; k++) {
          sum =
              Math.fma(
                  (float) Product.number("f16", x[row][k]),
                  (float) Product.number("f16", y[k][column]),
                  sum);
        }
        boolean single = parts[2].equals("f32");
        long bits = single ? Float.floatToRawIntBits(sum) : Float.floatToFloat16(sum);
        Product.put(expected, lane, i, parts[2], bits);
      }
    }

    private static int row(String type, int lane, int i) {
      int own = type.equals("f16") ? lane % 4 : lane % 2 + (i & 2);
      return lane < 16 ? own : own + 4;
    }

    private static int column(String type, int lane, int i) {
      return type.equals("f16") ? i : (i & 4) + (lane & 2) + i % 2;
    }
  }

  static String refusal(String instruction) {
    String module =
        """
        .version 8.8
        .target sm_90
        .address_size 64
        .visible .entry k()
        {
        .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>;
        """
            + instruction
            + "\nret;\n}\n";
    UnsupportedPtxException refused =
        assertThrows(
            UnsupportedPtxException.class,
            () -> {
              try (TestDevice device = new TestDevice(module)) {
                device.kernel("k");
              }
            });
    return refused
        .getMessage()
        .replaceAll("^the cpu backend does not support '|\\(PTX.*", "")
        .strip();
  }

  @Test
  void whatNoProductHas() {
    String four = "{%f0,%f1,%f2,%f3}, {%r0,%r1,%r2,%r3}, {%r4,%r5}, {%f0,%f1,%f2,%f3};";
    assertEquals(
        "mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32': no product of .f16 has the shape"
            + " .m16n8k32",
        refusal("mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 " + four));
    assertEquals(
        "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32': scaled blocks and"
            + " their types",
        refusal("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32 " + four));
    assertEquals(
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32': A has 4 registers, expected 2",
        refusal("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 " + four));
    assertEquals(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32': no product has these types and"
            + " modifiers together",
        refusal("mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32 " + four));
    assertEquals(
        "mma.sync.aligned.m16n8k16.col.col.f32.f16.f16.f32': only m8n8k4 of .f16 has other layouts"
            + " than .row.col",
        refusal("mma.sync.aligned.m16n8k16.col.col.f32.f16.f16.f32 " + four));
    assertEquals(
        "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8': only matrices .m8n8 of .b16 in .shared"
            + " are moved, not .m16n16",
        refusal("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0,%r1}, [%r2];"));
  }
}
