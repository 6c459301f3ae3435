package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.x86.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code mma} (PTX ISA 9.7.14.5) on every engine against matrices in Java. */
class MatrixProductTest {

  /** Words of a lane for each matrix. */
  private static final int WORDS = 16;

  /** Every engine that there is here. */
  static List<TranslationOptions> engines() {
    TranslationOptions defaults = TranslationOptions.defaults();
    List<TranslationOptions> all =
        new ArrayList<>(
            List.of(defaults.withEngine(Engine.INTERPRETER), defaults.withEngine(Engine.BYTECODE)));
    Processor.current()
        .available()
        .forEach(set -> all.add(defaults.withEngine(Engine.NATIVE).withInstructions(set)));
    return all;
  }

  /** A product, with names of types as PTX has them. */
  private record Product(String mnemonic, int m, int n, int k, List<String> types) {

    static Product of(String mnemonic) {
      String shape = mnemonic.split("\\.")[3];
      String[] sizes = shape.substring(1).split("[nk]");
      List<String> types =
          Arrays.stream(mnemonic.split("\\."))
              .filter(p -> p.matches("(b|t)?f\\d+|[su]\\d+|b1|e4m3|e5m2"))
              .toList();
      return new Product(
          mnemonic,
          Integer.parseInt(sizes[0]),
          Integer.parseInt(sizes[1]),
          Integer.parseInt(sizes[2]),
          types);
    }

    String d() {
      return types.get(0);
    }

    String a() {
      return types.get(1);
    }

    String b() {
      return types.get(2);
    }

    String c() {
      return types.get(3);
    }

    int registers(String matrix) {
      String type =
          matrix.equals("d") ? d() : matrix.equals("a") ? a() : matrix.equals("b") ? b() : c();
      int elements = matrix.equals("a") ? m * k : matrix.equals("b") ? k * n : m * n;
      return elements / 32 / per(type);
    }

    private String declared(String matrix) {
      String type =
          matrix.equals("d") ? d() : matrix.equals("a") ? a() : matrix.equals("b") ? b() : c();
      return type.equals("f64") ? "f64" : type.equals("f32") ? "f32" : "b32";
    }

    private String vector(String matrix) {
      return IntStream.range(0, registers(matrix))
          .mapToObj(r -> "%" + matrix + r)
          .collect(Collectors.joining(", ", "{", "}"));
    }

    String kernel() {
      StringBuilder text =
          new StringBuilder(
              """
              .version 8.8
              .target sm_90
              .address_size 64
              .visible .entry k(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd)
              {
              .reg .b32 %lane; .reg .b64 %off, %p;
              mov.u32 %lane, %tid.x;
              mul.wide.u32 %off, %lane, 128;
              """);
      for (String matrix : List.of("a", "b", "c", "d")) {
        text.append(".reg .").append(declared(matrix)).append(" %" + matrix + "<16>;\n");
        if (!matrix.equals("d")) {
          text.append("ld.param.u64 %p, [p").append(matrix).append("]; add.u64 %p, %p, %off;\n");
          for (int r = 0; r < registers(matrix); r++) {
            text.append(
                "ld.global." + declared(matrix) + " %" + matrix + r + ", [%p+" + 8 * r + "];\n");
          }
        }
      }
      text.append(
          "%s %s, %s, %s, %s;\n"
              .formatted(mnemonic, vector("d"), vector("a"), vector("b"), vector("c")));
      text.append("ld.param.u64 %p, [pd]; add.u64 %p, %p, %off;\n");
      for (int r = 0; r < registers("d"); r++) {
        text.append("st.global." + declared("d") + " [%p+" + 8 * r + "], %d" + r + ";\n");
      }
      return text.append("ret;\n}\n").toString();
    }
  }

  private static int bits(String type) {
    return switch (type) {
      case "f64" -> 64;
      case "f32", "s32", "tf32" -> 32;
      case "f16", "bf16" -> 16;
      case "s8", "u8", "e4m3", "e5m2" -> 8;
      case "s4", "u4" -> 4;
      default -> 1;
    };
  }

  private static int per(String type) {
    return Math.max(1, 32 / bits(type));
  }

  // ---- layouts, as the figures of the ISA have them: element i of a lane

  private static int rowOfA(Product p, int lane, int i) {
    boolean lower = p.m() == 16 && (i / per(p.a())) % 2 == 1;
    return lane / 4 + (lower ? 8 : 0);
  }

  private static int columnOfA(Product p, int lane, int i) {
    int per = per(p.a());
    int step = p.m() == 16 ? i / per / 2 : i / per;
    return lane % 4 * per + i % per + step * 4 * per;
  }

  private static int rowOfB(Product p, int lane, int i) {
    int per = per(p.b());
    return lane % 4 * per + i % per + i / per * 4 * per;
  }

  private static int rowOfC(int lane, int i) {
    return i < 2 ? lane / 4 : lane / 4 + 8;
  }

  private static int columnOfC(int lane, int i) {
    return lane % 4 * 2 + i % 2;
  }

  // ---- values

  private static void put(long[] words, int lane, int i, String type, long value) {
    int bits = bits(type);
    int per = per(type);
    long mask = bits == 64 ? -1 : (1L << bits) - 1;
    words[lane * WORDS + i / per] |= (value & mask) << i % per * bits;
  }

  private static double number(String type, long bits) {
    return switch (type) {
      case "f64" -> Double.longBitsToDouble(bits);
      case "f32" -> Float.intBitsToFloat((int) bits);
      case "tf32" -> Float.intBitsToFloat((int) bits & 0xffffe000);
      case "f16" -> Float.float16ToFloat((short) bits);
      case "bf16" -> Float.intBitsToFloat((int) bits << 16);
      case "e5m2" -> Float.float16ToFloat((short) (bits << 8));
      case "e4m3" -> e4m3((int) bits);
      case "s8" -> (byte) bits;
      case "u8" -> bits & 0xff;
      case "s4" -> (bits & 15) - ((bits & 8) << 1);
      case "u4" -> bits & 15;
      case "s32" -> (int) bits;
      default -> bits & 1;
    };
  }

  private static double e4m3(int bits) {
    int exponent = bits >> 3 & 15;
    int fraction = bits & 7;
    if (exponent == 15 && fraction == 7) {
      return Double.NaN;
    }
    double value =
        exponent == 0 ? Math.scalb(fraction, -9) : Math.scalb(8.0 + fraction, exponent - 10);
    return (bits & 0x80) == 0 ? value : -value;
  }

  /** The bits of a result: {@code sum} is exact in the type in which it is accumulated. */
  private static long result(Product p, double sum) {
    return switch (p.d()) {
      case "f64" -> Double.doubleToLongBits(sum);
      case "f16" -> Double.isNaN(sum) ? 0x7fff : Float.floatToFloat16((float) sum) & 0xffff;
      case "f32" ->
          Double.isNaN(sum) ? 0x7fffffff : Float.floatToRawIntBits((float) sum) & 0xffffffffL;
      default ->
          (p.mnemonic().contains("satfinite")
                  ? (long) Math.clamp(sum, Integer.MIN_VALUE, Integer.MAX_VALUE)
                  : (long) sum)
              & 0xffffffffL;
    };
  }

  private static double step(Product p, long a, long b, double sum) {
    if (p.a().equals("b1")) {
      return sum + (p.mnemonic().contains("xor") ? a ^ b : a & b);
    }
    double x = number(p.a(), a);
    double y = number(p.b(), b);
    return p.d().startsWith("f") && !p.d().equals("f64")
        ? Math.fma((float) x, (float) y, (float) sum)
        : Math.fma(x, y, sum);
  }

  private static void compare(Product p, long[][] a, long[][] b, long[][] c) {
    long[] wordsA = new long[32 * WORDS];
    long[] wordsB = new long[32 * WORDS];
    long[] wordsC = new long[32 * WORDS];
    long[] expected = new long[32 * WORDS];
    for (int lane = 0; lane < 32; lane++) {
      for (int i = 0; i < p.m() * p.k() / 32; i++) {
        put(wordsA, lane, i, p.a(), a[rowOfA(p, lane, i)][columnOfA(p, lane, i)]);
      }
      for (int i = 0; i < p.k() * p.n() / 32; i++) {
        put(wordsB, lane, i, p.b(), b[rowOfB(p, lane, i)][lane / 4]);
      }
      for (int i = 0; i < p.m() * p.n() / 32; i++) {
        int row = rowOfC(lane, i);
        int column = columnOfC(lane, i);
        put(wordsC, lane, i, p.c(), c[row][column]);
        double sum = number(p.c(), c[row][column]);
        for (int k = 0; k < p.k(); k++) {
          sum = step(p, a[row][k], b[k][column], sum);
        }
        put(expected, lane, i, p.d(), result(p, sum));
      }
    }
    for (TranslationOptions engine : engines()) {
      try (TestDevice device = new TestDevice(p.kernel(), engine)) {
        long d = device.allocate(8L * expected.length);
        device.launch("k", 1, 32, device.put(wordsA), device.put(wordsB), device.put(wordsC), d);
        assertArrayEquals(
            expected, device.longs(d, expected.length), p.mnemonic() + " on " + engine);
      }
    }
  }

  private static long[][] random(int rows, int columns, String type, Random random) {
    long[][] all = new long[rows][columns];
    for (long[] row : all) {
      for (int j = 0; j < columns; j++) {
        row[j] = random(type, random);
      }
    }
    return all;
  }

  private static long random(String type, Random random) {
    long special = random.nextInt(200);
    return switch (type) {
      case "f64" -> Double.doubleToLongBits(random.nextGaussian());
      case "f32" -> Float.floatToIntBits(special == 0 ? 1e38f : (float) random.nextGaussian());
      case "tf32" -> Float.floatToIntBits((float) random.nextGaussian());
      case "f16" ->
          special == 0
              ? 0x3ff
              : special == 1 ? 0x7bff : Float.floatToFloat16((float) random.nextGaussian());
      case "bf16" -> Float.floatToIntBits((float) random.nextGaussian()) >>> 16;
      case "s32" -> special < 2 ? Integer.MAX_VALUE - special : random.nextInt(1000);
      default -> random.nextLong() & (1L << bits(type)) - 1;
    };
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
        random(p.m(), p.k(), p.a(), random),
        random(p.k(), p.n(), p.b(), random),
        random(p.m(), p.n(), p.c(), random));
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
      long[][] a = random(16, 16, "f16", random);
      long[][] b = random(16, 8, "f16", random);
      long[][] c = random(16, 8, p.c(), random);
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
    String kernel = new Product(p.mnemonic(), 16, 16, 8, p.types()).kernel();
    for (TranslationOptions engine : engines()) {
      try (TestDevice device = new TestDevice(kernel, engine)) {
        long d = device.allocate(8L * q.expected.length);
        device.launch("k", 1, 32, device.put(q.a), device.put(q.b), device.put(q.c), d);
        assertArrayEquals(q.expected, device.longs(d, q.expected.length), rest + engine);
      }
    }
  }

  /** Their matrices in the registers of lanes, as the figures of the ISA have them. */
  private static final class Quarters {
    final long[] a = new long[32 * WORDS];
    final long[] b = new long[32 * WORDS];
    final long[] c = new long[32 * WORDS];
    final long[] expected = new long[32 * WORDS];

    Quarters(String rest, Random random) {
      String[] parts = rest.split("\\.");
      for (int q = 0; q < 4; q++) {
        long[][] x = random(8, 4, "f16", random);
        long[][] y = random(4, 8, "f16", random);
        long[][] z = random(8, 8, parts[5], random);
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
        put(a, lane, i, "f16", parts[0].equals("row") ? x[own + half][i] : x[i + half][own]);
        put(b, lane, i, "f16", parts[1].equals("row") ? y[own][i + half] : y[i][own + half]);
      }
      for (int i = 0; i < 8; i++) {
        int row = row(parts[5], lane, i);
        put(c, lane, i, parts[5], z[row][column(parts[5], lane, i)]);
        row = row(parts[2], lane, i);
        int column = column(parts[2], lane, i);
        float sum = (float) number(parts[5], z[row][column]);
        for (int k = 0; k < 4; k++) {
          sum =
              Math.fma((float) number("f16", x[row][k]), (float) number("f16", y[k][column]), sum);
        }
        boolean single = parts[2].equals("f32");
        long bits = single ? Float.floatToRawIntBits(sum) : Float.floatToFloat16(sum);
        put(expected, lane, i, parts[2], bits);
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

  private static String refusal(String instruction) {
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
        "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32': sparse matrices",
        refusal("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 " + four));
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
