package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.x86.Processor;

/**
 * A product of matrices, {@code mma}, as a kernel of one warp, and what its elements are.
 *
 * @param types of D, A, B and C, as PTX has them
 * @param selector of a sparse A; -1 if A is dense
 */
record Product(String mnemonic, int m, int n, int k, List<String> types, int selector) {

  /** Words of a lane for each matrix. */
  static final int WORDS = 16;

  /** Where a lane's words of A have its metadata. */
  static final int METADATA = WORDS - 1;

  static Product of(String mnemonic) {
    return of(mnemonic, -1);
  }

  static Product of(String mnemonic, int selector) {
    String shape = mnemonic.replaceFirst(".*\\.(m\\d+n\\d+k\\d+)\\..*", "$1");
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
        types,
        selector);
  }

  boolean isSparse() {
    return selector >= 0;
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
    int elements =
        matrix.equals("a") ? m * k / (isSparse() ? 2 : 1) : matrix.equals("b") ? k * n : m * n;
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
            .reg .b32 %lane, %e; .reg .b64 %off, %p;
            mov.u32 %lane, %tid.x;
            mul.wide.u32 %off, %lane, 128;
            ld.param.u64 %p, [pa]; add.u64 %p, %p, %off; ld.global.b32 %e, [%p+120];
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
        "%s %s, %s, %s, %s"
            .formatted(mnemonic, vector("d"), vector("a"), vector("b"), vector("c")));
    text.append(isSparse() ? ", %e, 0x" + selector + ";\n" : ";\n");
    text.append("ld.param.u64 %p, [pd]; add.u64 %p, %p, %off;\n");
    for (int r = 0; r < registers("d"); r++) {
      text.append("st.global." + declared("d") + " [%p+" + 8 * r + "], %d" + r + ";\n");
    }
    return text.append("ret;\n}\n").toString();
  }

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

  /** Runs a kernel such as {@link #kernel} on every engine. */
  static void assertProduces(long[] expected, String kernel, long[] a, long[] b, long[] c) {
    for (TranslationOptions engine : engines()) {
      assertArrayEquals(expected, run(engine, kernel, a, b, c), engine + ":\n" + kernel);
    }
  }

  /** The words of D. */
  static long[] run(TranslationOptions engine, String kernel, long[] a, long[] b, long[] c) {
    try (TestDevice device = new TestDevice(kernel, engine)) {
      long d = device.allocate(8L * 32 * WORDS);
      device.launch("k", 1, 32, device.put(a), device.put(b), device.put(c), d);
      return device.longs(d, 32 * WORDS);
    }
  }

  static int bits(String type) {
    return switch (type) {
      case "f64" -> 64;
      case "f32", "s32", "tf32" -> 32;
      case "f16", "bf16" -> 16;
      case "s8", "u8", "e4m3", "e5m2" -> 8;
      case "s4", "u4" -> 4;
      default -> 1;
    };
  }

  static int per(String type) {
    return Math.max(1, 32 / bits(type));
  }

  // ---- layouts, as the figures of the ISA have them: element i of a lane

  int rowOfB(int lane, int i) {
    int per = per(b());
    return lane % 4 * per + i % per + i / per * 4 * per;
  }

  static int rowOfC(int lane, int i) {
    return i < 2 ? lane / 4 : lane / 4 + 8;
  }

  static int columnOfC(int lane, int i) {
    return lane % 4 * 2 + i % 2;
  }

  // ---- values

  static void put(long[] words, int lane, int i, String type, long value) {
    int bits = bits(type);
    int per = per(type);
    long mask = bits == 64 ? -1 : (1L << bits) - 1;
    words[lane * WORDS + i / per] |= (value & mask) << i % per * bits;
  }

  static double number(String type, long bits) {
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
  static long result(Product p, double sum) {
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

  static double step(Product p, long a, long b, double sum) {
    if (p.a().equals("b1")) {
      return sum + (p.mnemonic().contains("xor") ? a ^ b : a & b);
    }
    double x = number(p.a(), a);
    double y = number(p.b(), b);
    return p.d().startsWith("f") && !p.d().equals("f64")
        ? Math.fma((float) x, (float) y, (float) sum)
        : Math.fma(x, y, sum);
  }

  static long[][] random(int rows, int columns, String type, Random random) {
    long[][] all = new long[rows][columns];
    for (long[] row : all) {
      for (int j = 0; j < columns; j++) {
        row[j] = random(type, random);
      }
    }
    return all;
  }

  static long random(String type, Random random) {
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
}
