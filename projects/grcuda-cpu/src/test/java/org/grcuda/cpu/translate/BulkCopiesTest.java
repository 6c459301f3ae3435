package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What NVRTC makes for compute capability 9.0 of copies that barriers await: bulk.cu. */
final class BulkCopiesTest {

  private static final int BLOCKS = 2;
  private static final int LENGTH = 256 * BLOCKS;

  private static TestDevice device(Engine engine) {
    return new TestDevice(
        TestDevice.text("bulk.ptx"), TranslationOptions.defaults().withEngine(engine));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void copies(Engine engine) {
    int[] in = IntStream.range(0, LENGTH).map(i -> 7 * i - 99).toArray();
    try (TestDevice device = device(engine)) {
      long out = device.allocate(4L * LENGTH);
      device.launch("there_and_back", BLOCKS, 64, device.put(in), out);
      int[] expected = new int[LENGTH];
      Arrays.setAll(expected, i -> in[i] * 3 + i % 256);
      assertArrayEquals(expected, device.ints(out, LENGTH));
      device.launch("backwards", BLOCKS, 96, device.put(in), out);
      Arrays.setAll(expected, i -> in[i / 256 * 256 + 255 - i % 256]);
      assertArrayEquals(expected, device.ints(out, LENGTH));
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void atomicsOnVectors(Engine engine) {
    float[] in = new float[256];
    for (int i = 0; i < 256; i++) {
      in[i] = i;
    }
    try (TestDevice device = device(engine)) {
      long sum = device.allocate(16);
      device.launch("sums", 1, 64, device.put(in), sum);
      assertArrayEquals(new float[] {8064, 8128, 8192, 8256}, device.floats(sum, 4));
    }
  }
}
