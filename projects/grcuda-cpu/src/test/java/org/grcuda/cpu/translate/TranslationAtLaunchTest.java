package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.x86.Processor;
import org.grcuda.driver.BlockCounts;
import org.junit.jupiter.api.Test;

/** The time that launches spend on machine code for the shapes of their blocks. */
final class TranslationAtLaunchTest {

  private static final String PTX =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .visible .entry k(.param .u64 out)
      {
      .reg .b32 %r<2>; .reg .b64 %rd<4>;
      ld.param.u64 %rd1, [out];
      mov.u32 %r1, %tid.x;
      mul.wide.u32 %rd2, %r1, 4;
      add.s64 %rd3, %rd1, %rd2;
      st.global.u32 [%rd3], %r1;
      ret;
      }
      """;

  private static long run(TestDevice device, int threads) {
    long out = device.allocate(4L * threads);
    device.launch("k", 1, threads, out);
    int[] expected = new int[threads];
    for (int t = 0; t < threads; t++) {
      expected[t] = t;
    }
    assertArrayEquals(expected, device.ints(out, threads));
    return device.kernel("k").translationNanos();
  }

  @Test
  void countsOtherShapesOnce() {
    assumeTrue(Processor.current().best().isPresent());
    try (TestDevice device = new TestDevice(PTX)) {
      assertEquals(0, run(device, 64), "rows of gangs are translated before");
      long other = run(device, 5);
      assertTrue(other > 0, "a line of five threads");
      assertEquals(other, run(device, 5));
      assertEquals(other, run(device, 64));
      CompiledKernel counted = device.kernel("k").counted(1, new BlockCounts());
      assertEquals(other, counted.translationNanos());
      assertTrue(run(device, 100) > other, "a line of more threads than a gang has");
    }
  }

  @Test
  void bytecodeIsOfAnyShape() {
    TranslationOptions options = TranslationOptions.defaults().withEngine(Engine.BYTECODE);
    try (TestDevice device = new TestDevice(PTX, options)) {
      assertEquals(0, run(device, 5));
    }
  }
}
