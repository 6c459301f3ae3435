package org.grcuda.cpu.translate;

import static org.grcuda.cpu.translate.Product.WORDS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.grcuda.cpu.exec.TensorModel;
import org.grcuda.cpu.exec.TranslationOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sums of products with the models of tensor cores, on every engine. */
class TensorModelTest {

  /** A sum that a GPU computed, in f32. */
  private record Measured(String group, float[] a, float[] b, float c, float d) {

    static Measured of(String line) {
      String[] parts = line.split(" \\| ");
      return new Measured(
          parts[0], floats(parts[1]), floats(parts[2]), one(parts[3]), one(parts[4]));
    }

    private static float[] floats(String words) {
      String[] all = words.split(" ");
      float[] floats = new float[all.length];
      for (int i = 0; i < floats.length; i++) {
        floats[i] = one(all[i]);
      }
      return floats;
    }

    private static float one(String word) {
      return Float.intBitsToFloat(Integer.parseUnsignedInt(word, 16));
    }
  }

  /** By GPU, model and types, eight each: element i is in row and column i. */
  static Stream<Map.Entry<String, List<Measured>>> measured() {
    Map<String, List<Measured>> groups = new LinkedHashMap<>();
    TestDevice.text("tensor_sums.txt")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(Measured::of)
        .forEach(m -> groups.computeIfAbsent(m.group(), g -> new ArrayList<>()).add(m));
    return groups.entrySet().stream();
  }

  private static long bits(String type, float value) {
    return switch (type) {
      case "f16" -> Float.floatToFloat16(value) & 0xffff;
      case "bf16" -> Float.floatToRawIntBits(value) >>> 16;
      default -> Float.floatToRawIntBits(value) & 0xffffffffL;
    };
  }

  private static Product product(String type, String result, int k) {
    int shape = type.equals("tf32") ? Math.max(4, k) : Math.max(8, k);
    return Product.of(
        "mma.sync.aligned.m16n8k%d.row.col.%s.%s.%s.%s"
            .formatted(shape, result, type, type, result));
  }

  @ParameterizedTest
  @MethodSource("measured")
  void sumsAreThoseOfTheGpu(Map.Entry<String, List<Measured>> group) {
    String[] names = group.getKey().split(" ");
    List<Measured> sums = group.getValue();
    assertEquals(8, sums.size());
    Product p = product(names[2], names[3], sums.getFirst().a().length);
    long[] a = new long[32 * WORDS];
    long[] b = new long[32 * WORDS];
    long[] c = new long[32 * WORDS];
    for (int lane = 0; lane < 32; lane++) {
      Measured own = sums.get(lane / 4);
      for (int i = 0; i < p.k() * p.n() / 32; i++) {
        int k = p.rowOfB(lane, i);
        float x = k < own.a().length ? own.a()[k] : 0;
        float y = k < own.b().length ? own.b()[k] : 0;
        int inA = i / Product.per(p.a()) * 2 * Product.per(p.a()) + i % Product.per(p.a());
        Product.put(a, lane, inA, p.a(), bits(p.a(), x));
        Product.put(b, lane, i, p.b(), bits(p.b(), y));
      }
      for (int i = 0; i < 2; i++) {
        boolean onDiagonal = Product.columnOfC(lane, i) == lane / 4;
        Product.put(c, lane, i, p.c(), onDiagonal ? bits(p.c(), own.c()) : 0);
      }
    }
    for (TranslationOptions engine : Product.engines()) {
      TensorModel model = TensorModel.of(names[1]);
      long[] d = Product.run(engine.withTensorModel(model), p.kernel(), a, b, c);
      long[] given = new long[8];
      long[] expected = new long[8];
      for (int i = 0; i < 8; i++) {
        int lane = 4 * i + i / 2;
        int per = Product.per(p.d());
        long word = d[lane * WORDS + i % 2 / per] >>> i % 2 % per * Product.bits(p.d());
        given[i] = word & (1L << Product.bits(p.d())) - 1;
        expected[i] = bits(p.d(), sums.get(i).d());
      }
      assertArrayEquals(expected, given, group.getKey() + " on " + engine);
    }
  }

  /** Bits of D where A and B are such that sums depend on the model. */
  private static long[] random(String mnemonic, int selector, TensorModel model) {
    Product p = Product.of(mnemonic, selector);
    Random random = new Random(11);
    long[][] words = new long[3][32 * WORDS];
    for (int lane = 0; lane < 32; lane++) {
      for (int r = 0; r < 4; r++) {
        words[0][lane * WORDS + r] = random.nextInt() & 0x3fff3fffL;
        words[1][lane * WORDS + r] = random.nextInt() & 0x3fff3fffL;
        words[2][lane * WORDS + r] = bits("f32", random.nextFloat());
      }
      words[0][lane * WORDS + Product.METADATA] = 0x44444444L;
    }
    long[] first = null;
    for (TranslationOptions engine : Product.engines()) {
      long[] d =
          Product.run(engine.withTensorModel(model), p.kernel(), words[0], words[1], words[2]);
      first = first == null ? d : first;
      assertArrayEquals(first, d, mnemonic + " on " + engine);
    }
    return first;
  }

  @Test
  void modelsDiffer() {
    String dense = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
    String sparse = "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32";
    for (int selector : new int[] {-1, 0}) {
      List<String> results =
          Arrays.stream(TensorModel.values())
              .map(model -> Arrays.toString(random(selector < 0 ? dense : sparse, selector, model)))
              .distinct()
              .toList();
      assertEquals(4, results.size());
    }
  }

  /** Integers and doubles have no model. */
  @Test
  void othersDoNotDepend() {
    for (String rest :
        List.of("m16n8k32.row.col.s32.s8.s8.s32", "m8n8k4.row.col.f64.f64.f64.f64")) {
      String mnemonic = "mma.sync.aligned." + rest;
      long[] chain = random(mnemonic, -1, TensorModel.FMA);
      assertArrayEquals(chain, random(mnemonic, -1, TensorModel.HOPPER));
    }
  }

  private static float sum(float a, float b, float c, TensorModel model) {
    Product p = product("f16", "f32", 8);
    long[][] words = new long[3][32 * WORDS];
    Product.put(words[0], 0, 0, "f16", bits("f16", a));
    Product.put(words[1], 0, 0, "f16", bits("f16", b));
    Product.put(words[2], 0, 0, "f32", bits("f32", c));
    TranslationOptions engine = TranslationOptions.defaults().withTensorModel(model);
    return Float.intBitsToFloat(
        (int) Product.run(engine, p.kernel(), words[0], words[1], words[2])[0]);
  }

  @Test
  void limitsOfSums() {
    for (TensorModel model : List.of(TensorModel.VOLTA, TensorModel.AMPERE, TensorModel.HOPPER)) {
      // Cut off, not rounded: three quarters of the last bit of 1 are lost.
      assertEquals(1f, sum(0x1.8p-12f, 0x1p-12f, 1f, model));
      assertEquals(Float.POSITIVE_INFINITY, sum(Float.POSITIVE_INFINITY, 1, 1, model));
      assertEquals(Float.NaN, sum(Float.POSITIVE_INFINITY, 0, 1, model));
      assertEquals(Float.MIN_VALUE, sum(0, 0, Float.MIN_VALUE, model));
      assertEquals(Float.MAX_VALUE, sum(1, 1, Float.MAX_VALUE, model));
      assertEquals(0, sum(1, 1, -1, model));
    }
  }
}
