package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.exec.TranslationOptions;
import org.junit.jupiter.api.Test;

/** A kernel cut into segments computes the same in every mode of execution. */
final class SegmentedThreadsTest {

  private static final Launch.Shape ONE = new Launch.Shape(1, 1, 1);

  /** y[tid] = tid + 0 + 1 + ... + tid, each turn of the loop through several segments. */
  private static final String PTX =
      """
      .version 8.8
      .target sm_80
      .address_size 64
      .visible .entry sums(.param .u64 y) {
        .reg .pred %p;
        .reg .b32 %t<4>;
        .reg .b64 %a<3>;
        ld.param.u64 %a0, [y];
        mov.u32 %t0, %tid.y;
        mov.u32 %t1, %ntid.x;
        mov.u32 %t2, %tid.x;
        mad.lo.s32 %t0, %t0, %t1, %t2;
        mov.u32 %t1, 0;
        mov.u32 %t2, %t0;
      LOOP:
        setp.gt.s32 %p, %t1, %t0;
        @%p bra END;
        add.s32 %t2, %t2, %t1;
        add.s32 %t1, %t1, 1;
        xor.b32 %t2, %t2, 85;
        xor.b32 %t2, %t2, 85;
        xor.b32 %t2, %t2, 170;
        xor.b32 %t2, %t2, 170;
        bra LOOP;
      END:
        mul.wide.s32 %a1, %t0, 4;
        add.s64 %a2, %a0, %a1;
        st.global.u32 [%a2], %t2;
        ret;
      }
      """;

  @Test
  void everyThreadGoesThroughItsSegmentsToItsEnd() {
    int[] expected = IntStream.range(0, 15).map(t -> t + t * (t + 1) / 2).toArray();
    for (TranslationOptions.Engine engine : TranslationOptions.Engine.values()) {
      List<String> passes = new ArrayList<>();
      TranslationOptions options =
          TranslationOptions.defaults()
              .withEngine(engine)
              .withLongestMethod(150)
              .withListener((kernel, pass, result) -> passes.add(pass + result));
      try (TestDevice device = new TestDevice(PTX, options)) {
        long y = device.allocate(60);
        device.launch("sums", ONE, new Launch.Shape(3, 5, 1), 0, y);
        assertArrayEquals(expected, device.ints(y, 15), engine.toString());
      }
      if (engine == TranslationOptions.Engine.BYTECODE) {
        assertTrue(
            passes.stream()
                .anyMatch(p -> p.startsWith("KernelAssembler") && p.contains("segment1")),
            passes.toString());
      }
    }
  }
}
