package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.image.ImageTable;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageFormat;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.ImageShape;
import org.grcuda.driver.image.Sampler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fetches from objects that lanes load, from several at a time, and from numbers that are none. */
class TextureObjectsTest {

  private static final int THREADS = 75;

  private static final String KERNEL =
      """
      .version 8.8
      .target sm_90
      .address_size 64
      .visible .entry fetch(.param .u64 objects, .param .u64 out, .param .u32 n)
      {
      .reg .b32 %i, %n; .reg .f32 %x, %d<4>; .reg .b64 %t, %a, %b, %o; .reg .pred %p;
      mov.u32 %i, %tid.x;
      ld.param.u32 %n, [n];
      setp.ge.u32 %p, %i, %n;
      @%p bra done;
      ld.param.u64 %a, [objects]; ld.param.u64 %b, [out];
      mul.wide.u32 %o, %i, 8;
      add.u64 %a, %a, %o;
      ld.global.u64 %t, [%a];
      mul.wide.u32 %o, %i, 4;
      add.u64 %b, %b, %o;
      cvt.rn.f32.u32 %x, %i;
      tex.1d.v4.f32.f32 {%d0,%d1,%d2,%d3}, [%t, {%x}];
      st.global.f32 [%b], %d0;
      done: ret;
      }
      """;

  static List<TranslationOptions> engines() {
    return Product.engines();
  }

  private static Image image(FilterMode filter) {
    return new Image(
        new ImageShape(ImageKind.ONE, THREADS, 1, 1, 1, 1),
        new ImageFormat(ChannelType.F32, 1),
        Sampler.PLAIN.withFilter(filter));
  }

  private static long texture(TestDevice device, FilterMode filter, float first) {
    float[] texels = new float[THREADS];
    for (int i = 0; i < THREADS; i++) {
      texels[i] = first + i;
    }
    return ImageTable.add(image(filter), device.put(texels));
  }

  private static float[] fetch(TestDevice device, long... objects) {
    long out = device.allocate(4L * THREADS);
    device.launch("fetch", 1, 128, device.put(objects), out, THREADS);
    return device.floats(out, THREADS);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void lanesHaveObjectsOfTheirOwn(TranslationOptions engine) {
    try (TestDevice device = new TestDevice(KERNEL, engine)) {
      long[] three = {
        texture(device, FilterMode.POINT, 0),
        texture(device, FilterMode.LINEAR, 1000),
        texture(device, FilterMode.POINT, 2000)
      };
      // From one object for all lanes over halves of them to another one for each.
      for (int run : new int[] {THREADS, 40, 16, 3, 1}) {
        long[] objects = new long[THREADS];
        float[] expected = new float[THREADS];
        for (int i = 0; i < THREADS; i++) {
          int object = i / run % 3;
          objects[i] = three[object];
          float between = object == 1 && i > 0 ? -0.5f : 0;
          expected[i] = 1000 * object + i + between;
        }
        assertArrayEquals(expected, fetch(device, objects), "runs of " + run);
      }
      IntStream.range(0, 3).forEach(t -> ImageTable.remove(three[t]));
    }
  }

  private static String fault(TestDevice device, long bad, int at) {
    long good = texture(device, FilterMode.LINEAR, 0);
    long[] objects = new long[THREADS];
    for (int i = 0; i < THREADS; i++) {
      objects[i] = at < 0 || i == at ? bad : good;
    }
    KernelFault fault = assertThrows(KernelFault.class, () -> fetch(device, objects));
    ImageTable.remove(good);
    assertEquals(KernelFault.Kind.ILLEGAL_ADDRESS, fault.kind());
    assertEquals(bad, fault.address());
    assertTrue(fault.line() > 0, "no line");
    return fault.detail();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void numbersThatAreNoObjectsFault(TranslationOptions engine) {
    try (TestDevice device = new TestDevice(KERNEL, engine);
        TestDevice other = new TestDevice(KERNEL, engine)) {
      long removed = texture(device, FilterMode.POINT, 0);
      ImageTable.remove(removed);
      long kept = texture(device, FilterMode.POINT, 0);
      long foreign = texture(other, FilterMode.POINT, 0);
      long last = ImageTable.FIRST + ((long) (ImageTable.MOST - 1) << ImageTable.SHIFT);
      long[] none = {
        0, -1, 1, removed, kept + 1, kept + 128, foreign, last, last + 256, ImageTable.FIRST - 256
      };
      for (long bad : none) {
        for (int at : new int[] {-1, 0, 70}) {
          String expected = "0x%x is no texture or surface, or its array was freed".formatted(bad);
          assertEquals(expected, fault(device, bad, at));
        }
      }
      ImageTable.remove(kept);
      ImageTable.remove(foreign);
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void objectsOfOtherKindsFault(TranslationOptions engine) {
    try (TestDevice device = new TestDevice(KERNEL, engine)) {
      Image plane =
          new Image(
              new ImageShape(ImageKind.TWO, 4, 4, 1, 1, 1),
              new ImageFormat(ChannelType.F32, 1),
              Sampler.PLAIN);
      long handle = ImageTable.add(plane, device.allocate(64));
      assertEquals(
          "expected a texture of geometry 1d, given a texture of geometry 2d",
          fault(device, handle, -1).replaceFirst("^0x[0-9a-f]+[ :]*", ""));
      ImageTable.remove(handle);
    }
  }
}
