package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.grcuda.cpu.exec.TranslationOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Vector registers (PTX ISA 5.4.2, 6.4.3) on every engine. */
final class VectorRegistersTest {

  private static final int THREADS = 64;

  /** Each thread rotates and adds four numbers, in vectors, by a function, and in 128 bits. */
  private static final String PTX =
      """
      .version 8.3 .target sm_90 .address_size 64
      .func (.reg .v4 .u32 r) rotated(.reg .v4 .u32 x, .reg .u32 by) {
      .reg .v4 .u32 y;
      mov.v4.u32 y, {x.y, x.z, x.w, x.x};
      add.u32 y.x, y.x, by;
      mov.v4.u32 r, y;
      ret;
      }
      .visible .entry k(.param .u64 out, .param .u64 in) {
      .reg .v4 .u32 v<2>; .reg .v2 .b64 w; .reg .v2 .u32 h; .reg .v4 .b8 bytes;
      .reg .b128 q, s; .reg .u64 o, i, l; .reg .u32 t;
      ld.param.u64 o, [out]; ld.param.u64 i, [in];
      mov.u32 t, %tid.x; mul.wide.u32 l, t, 16; add.u64 i, i, l;
      mul.wide.u32 l, t, 64; add.u64 o, o, l;
      ld.global.v4.u32 v0, [i];
      call (v1), rotated, (v0, t);
      st.global.v4.u32 [o], v1;
      mov.v4.u32 v1, {v1.w, v1.z, v1.y, v1.x};
      st.global.v4.u32 [o+16], v1;
      ld.global.b128 q, [i];
      mov.b128 {w.x, w.y}, q;
      add.u64 w.x, w.x, w.y;
      mov.b128 s, {w.r, w.g};
      mov.b128 q, s;
      st.global.b128 [o+32], q;
      mov.b64 h, w.y;
      mov.b32 bytes, h.x;
      mov.b32 h.x, {bytes.w, bytes.z, bytes.y, bytes.x};
      mov.b64 w.y, {h.y, h.x};
      st.global.v2.b64 [o+48], w;
      ret;
      }
      """;

  static List<TranslationOptions> engines() {
    return ImpliedMembersTest.engines();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void elementsAreMovedAndPassed(TranslationOptions options) {
    int[] in = new int[4 * THREADS];
    int[] expected = new int[16 * THREADS];
    for (int t = 0; t < THREADS; t++) {
      for (int k = 0; k < 4; k++) {
        in[4 * t + k] = 0x9e3779b9 * (4 * t + k + 1);
      }
      int[] v = java.util.Arrays.copyOfRange(in, 4 * t, 4 * t + 4);
      int[] r = {v[1] + t, v[2], v[3], v[0]};
      long sum =
          (v[0] & 0xffffffffL | (long) v[1] << 32) + (v[2] & 0xffffffffL | (long) v[3] << 32);
      int[] own = {
        r[0],
        r[1],
        r[2],
        r[3],
        r[3],
        r[2],
        r[1],
        r[0],
        (int) sum,
        (int) (sum >>> 32),
        v[2],
        v[3],
        (int) sum,
        (int) (sum >>> 32),
        v[3],
        Integer.reverseBytes(v[2])
      };
      System.arraycopy(own, 0, expected, 16 * t, 16);
    }
    try (TestDevice device = new TestDevice(PTX, options)) {
      long out = device.allocate(64L * THREADS);
      device.launch("k", 1, THREADS, out, device.put(in));
      assertArrayEquals(expected, device.ints(out, 16 * THREADS));
    }
  }
}
