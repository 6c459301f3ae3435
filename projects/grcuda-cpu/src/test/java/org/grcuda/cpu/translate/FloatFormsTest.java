package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.grcuda.cpu.exec.TranslationOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pairs of floats, extrema of three and of a warp, against references in Java. */
final class FloatFormsTest {

  private static final int RESULTS = 8;
  private static final int WARP = 32;

  private static final String PTX =
      """
      .version 8.8 .target sm_100a .address_size 64
      .visible .entry k(.param .u64 out, .param .u64 in) {
      .reg .u64 o, i, l, p, q; .reg .u32 t; .reg .f32 x, y, z, r;
      ld.param.u64 o, [out]; ld.param.u64 i, [in];
      mov.u32 t, %tid.x;
      mul.wide.u32 l, t, 32; add.u64 o, o, l;
      mul.wide.u32 l, t, 4; add.u64 i, i, l;
      ld.global.f32 x, [i]; ld.global.f32 y, [i+4]; ld.global.f32 z, [i+8];
      mov.b64 p, {x, y}; mov.b64 q, {y, z};
      fma.rn.f32x2 p, p, q, q;
      st.global.b64 [o], p;
      min.f32 r, x, y, z; st.global.f32 [o+8], r;
      max.abs.f32 r, x, y, z; st.global.f32 [o+12], r;
      redux.sync.min.f32 r, x, -1; st.global.f32 [o+16], r;
      redux.sync.max.abs.f32 r, x, -1; st.global.f32 [o+20], r;
      redux.sync.max.NaN.f32 r, x, -1; st.global.f32 [o+24], r;
      redux.sync.min.NaN.f32 r, y, -1; st.global.f32 [o+28], r;
      ret;
      }
      """;

  static List<TranslationOptions> engines() {
    return ImpliedMembersTest.engines();
  }

  /** One NaN in the second warp. */
  private static float[] values() {
    float[] v = new float[2 * WARP + 2];
    for (int k = 0; k < v.length; k++) {
      v[k] = (k * 37 % 41 - 20) * 0.75f;
    }
    v[WARP + 7] = Float.NaN;
    return v;
  }

  private static float smaller(float a, float b) {
    return Float.isNaN(a) ? b : Float.isNaN(b) ? a : Math.min(a, b);
  }

  private static float larger(float a, float b) {
    return -smaller(-a, -b);
  }

  private static float[] expected(float[] v) {
    float[] all = new float[2 * WARP * RESULTS];
    for (int t = 0; t < 2 * WARP; t++) {
      float least = Float.NaN;
      float widest = Float.NaN;
      float greatest = Float.NEGATIVE_INFINITY;
      float next = Float.POSITIVE_INFINITY;
      for (int l = t / WARP * WARP; l < (t / WARP + 1) * WARP; l++) {
        least = smaller(least, v[l]);
        widest = larger(widest, Math.abs(v[l]));
        greatest = Math.max(greatest, v[l]);
        next = Math.min(next, v[l + 1]);
      }
      float[] own = {
        Math.fma(v[t], v[t + 1], v[t + 1]),
        Math.fma(v[t + 1], v[t + 2], v[t + 2]),
        smaller(smaller(v[t], v[t + 1]), v[t + 2]),
        larger(larger(Math.abs(v[t]), Math.abs(v[t + 1])), Math.abs(v[t + 2])),
        least,
        widest,
        greatest,
        next
      };
      System.arraycopy(own, 0, all, t * RESULTS, RESULTS);
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("engines")
  void valuesAreThoseOfJava(TranslationOptions options) {
    float[] v = values();
    try (TestDevice device = new TestDevice(PTX, options)) {
      long out = device.allocate(4L * 2 * WARP * RESULTS);
      device.launch("k", 1, 2 * WARP, out, device.put(v));
      assertArrayEquals(expected(v), device.floats(out, 2 * WARP * RESULTS));
    }
  }
}
