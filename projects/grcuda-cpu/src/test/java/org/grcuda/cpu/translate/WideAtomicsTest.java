package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.TranslationOptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Atomic operations and accesses with an order on 128 bits (PTX ISA 9.7.13.5, 9.7.9.8). */
@Timeout(120)
class WideAtomicsTest {

  private static final int BLOCKS = 8;
  private static final int THREADS = 64;

  /** Each thread adds 1 to one half and 3 to the other; none sees one without the other. */
  private static final String COUNT =
      """
      .version 8.8 .target sm_90 .address_size 64
      .visible .entry count(.param .u64 pair, .param .u64 torn) {
      .reg .b128 seen, next, there; .reg .u64 p, t, a, b, c, d; .reg .u32 n, one; .reg .pred q;
      ld.param.u64 p, [pair]; ld.param.u64 t, [torn];
      mov.u32 n, 0;
      again:
      ld.relaxed.gpu.global.b128 seen, [p];
      mov.b128 {a, b}, seen;
      mul.lo.u64 c, a, 3;
      setp.ne.u64 q, b, c;
      @q red.global.add.u32 [t], 1;
      add.u64 c, a, 1; add.u64 d, b, 3;
      mov.b128 next, {c, d};
      atom.global.cas.b128 there, [p], seen, next;
      mov.b128 {c, d}, there;
      setp.ne.u64 q, a, c;
      @q bra again;
      setp.ne.u64 q, b, d;
      @q bra again;
      ret;
      }
      .visible .entry swap(.param .u64 out) {
      .shared .align 16 .b64 s[2];
      .reg .b128 x, y, z; .reg .u64 o, a, b, g; .reg .f32 f; .reg .pred p;
      ld.param.u64 o, [out];
      mov.b128 x, {1, 2}; mov.b128 y, {3, 4};
      st.relaxed.cta.shared.b128 [s], x;
      atom.shared.exch.b128 z, [s], y;
      mov.b128 {a, b}, z; st.global.v2.u64 [o], {a, b};
      ld.acquire.cta.shared.b128 z, [s];
      mov.b128 {a, b}, z; st.global.v2.u64 [o+16], {a, b};
      mov.u64 g, s; cvta.shared.u64 g, g;
      atom.cas.b128 z, [g], x, x;
      mov.b128 {a, b}, z; st.global.v2.u64 [o+32], {a, b};
      setp.eq.u64 p, a, 3;
      @p atom.exch.b128 _, [g], x;
      ld.volatile.b128 z, [g];
      mov.b128 {a, b}, z; st.global.v2.u64 [o+48], {a, b};
      mov.f32 f, 0f3F800000;
      atom.global.v2.f32.add _, [o+64], {f, f};
      ret;
      }
      """;

  static List<TranslationOptions> engines() {
    return ImpliedMembersTest.engines();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void halvesChangeTogether(TranslationOptions options) {
    try (TestDevice device = new TestDevice(COUNT, options)) {
      long pair = device.allocate(32);
      device.launch("count", BLOCKS, THREADS, pair, pair + 16);
      int threads = BLOCKS * THREADS;
      assertArrayEquals(new int[] {threads, 0, 3 * threads, 0, 0}, device.ints(pair, 5));
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void exchangesAndAccessesWithAnOrder(TranslationOptions options) {
    try (TestDevice device = new TestDevice(COUNT, options)) {
      long out = device.allocate(128);
      device.launch("swap", 1, 1, out);
      int[] found = device.ints(out, 16);
      assertArrayEquals(new int[] {1, 0, 2, 0, 3, 0, 4, 0, 3, 0, 4, 0, 1, 0, 2, 0}, found);
      assertArrayEquals(new float[] {1, 1, 0}, device.floats(out + 64, 3));
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void addressesAreMultiplesOf16(TranslationOptions options) {
    try (TestDevice device = new TestDevice(COUNT, options)) {
      long pair = device.allocate(64);
      KernelFault fault =
          assertThrows(KernelFault.class, () -> device.launch("count", 1, 1, pair + 8, pair + 48));
      assertEquals(KernelFault.Kind.MISALIGNED_ADDRESS, fault.kind());
      assertEquals(pair + 8, fault.address());
    }
  }
}
