package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.image.ImageTable;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageFormat;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.ImageShape;
import org.grcuda.driver.image.Sampler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stores and reductions by format, and what objects tell of themselves, on every engine. */
class ImageFormatTest {

  private static final int WIDTH = 6;
  private static final int HEIGHT = 3;
  private static final int THREADS = 48;

  static List<TranslationOptions> engines() {
    return Product.engines();
  }

  /** A kernel whose threads have two coordinates and four words, or with queries a predicate. */
  private static String kernel(String name, String statement) {
    return """
    .visible .entry %s(.param .u64 t, .param .u64 in, .param .u64 out)
    {
    .reg .b32 %%r<8>, %%i; .reg .b64 %%t, %%a, %%b, %%o; .reg .pred %%p;
    ld.param.u64 %%t, [t]; ld.param.u64 %%a, [in]; ld.param.u64 %%b, [out];
    mov.u32 %%i, %%tid.x;
    mul.wide.u32 %%o, %%i, 32;
    add.u64 %%a, %%a, %%o;
    ld.global.v4.b32 {%%r4,%%r5,%%r6,%%r7}, [%%a];
    ld.global.v4.b32 {%%r0,%%r1,%%r2,%%r3}, [%%a+16];
    %s
    st.global.b32 [%%b], %%r0;
    ret;
    }
    """
        .formatted(name, statement);
  }

  private static String module(String... kernels) {
    return ".version 8.8\n.target sm_90\n.address_size 64\n" + String.join("", kernels);
  }

  private static Image surface(ChannelType type, int channels) {
    return new Image(
        new ImageShape(ImageKind.TWO, WIDTH, HEIGHT, 1, 1, 1),
        new ImageFormat(type, channels),
        null);
  }

  // ---- sust.p

  private static void put(ByteBuffer texels, int at, ChannelType type, int word) {
    switch (type) {
      case U8, S8 -> texels.put(at, (byte) word);
      case U16, S16 -> texels.putShort(at, (short) word);
      case F16 -> texels.putShort(at, Float.floatToFloat16(Float.intBitsToFloat(word)));
      default -> texels.putInt(at, word);
    }
  }

  private static void store(TestDevice device, Image image, int elements, boolean clamps) {
    SplittableRandom random = new SplittableRandom(image.hashCode() + elements);
    ImageFormat format = image.format();
    int bytes = (int) image.bytes();
    int[] texels = random.ints(bytes + 3 >> 2).toArray();
    ByteBuffer expected = ByteBuffer.allocate(4 * texels.length).order(ByteOrder.LITTLE_ENDIAN);
    expected.asIntBuffer().put(texels);
    int[] in = new int[8 * THREADS];
    for (int t = 0; t < THREADS; t++) {
      int x = random.nextInt(-2, WIDTH + 2);
      int y = random.nextInt(-1, HEIGHT + 1);
      int nearX = Math.clamp(x, 0, WIDTH - 1);
      int nearY = Math.clamp(y, 0, HEIGHT - 1);
      boolean stores = clamps || x == nearX && y == nearY;
      // Threads that store to one texel store the same.
      SplittableRandom ofTexel = new SplittableRandom(nearY * WIDTH + nearX);
      in[8 * t] = x;
      in[8 * t + 1] = y;
      for (int c = 0; c < 4; c++) {
        int word = ofTexel.nextInt();
        if (format.type() == ChannelType.F16 || format.type() == ChannelType.F32) {
          word = Float.floatToRawIntBits(ofTexel.nextFloat() * 100 - 50);
        }
        in[8 * t + 4 + c] = word;
        if (stores && c < format.channels()) {
          int at = (nearY * WIDTH + nearX) * format.bytes() + c * format.type().bytes();
          put(expected, at, format.type(), c < elements ? word : 0);
        }
      }
    }
    long memory = device.put(texels);
    long handle = ImageTable.add(image, memory);
    String name = (clamps ? "clamp" : "zero") + elements;
    device.launch(name, 1, THREADS, handle, device.put(in), device.allocate(4));
    ImageTable.remove(handle);
    int[] after = new int[texels.length];
    expected.asIntBuffer().get(after);
    assertArrayEquals(after, device.ints(memory, texels.length), name + " " + image);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void storesByFormat(TranslationOptions engine) {
    String place = " [%t, {%r4,%r5}], ";
    String module =
        module(
            kernel("zero1", "sust.p.2d.b32.zero" + place + "{%r0};"),
            kernel("zero2", "sust.p.2d.v2.u32.zero" + place + "{%r0,%r1};"),
            kernel("zero4", "sust.p.2d.v4.f32.zero" + place + "{%r0,%r1,%r2,%r3};"),
            kernel("clamp1", "sust.p.2d.s32.clamp" + place + "{%r0};"),
            kernel("clamp2", "sust.p.2d.v2.b32.clamp" + place + "{%r0,%r1};"),
            kernel("clamp4", "sust.p.2d.v4.b32.clamp" + place + "{%r0,%r1,%r2,%r3};"));
    try (TestDevice device = new TestDevice(module, engine)) {
      for (ChannelType type : ChannelType.values()) {
        for (int channels : new int[] {1, 2, 4}) {
          for (int elements : new int[] {1, 2, 4}) {
            store(device, surface(type, channels), elements, channels == 2);
          }
        }
      }
    }
  }

  // ---- sured.p

  private static int reduced(
      TestDevice device, String name, ChannelType type, int texel, int word) {
    long memory = device.put(new int[WIDTH * HEIGHT]);
    int[] texels = new int[WIDTH * HEIGHT];
    texels[WIDTH + 2] = texel;
    memory = device.put(texels);
    long handle = ImageTable.add(surface(type, 1), memory);
    int[] in = {2, 1, 0, 0, word, 0, 0, 0};
    device.launch(name, 1, 1, handle, device.put(in), device.allocate(4));
    ImageTable.remove(handle);
    return device.ints(memory, WIDTH * HEIGHT)[WIDTH + 2];
  }

  @ParameterizedTest
  @MethodSource("engines")
  void reducesByFormat(TranslationOptions engine) {
    String place = ".2d.b32.trap [%t, {%r4,%r5}], %r0;";
    String module =
        module(
            kernel("add", "sured.p.add" + place),
            kernel("min", "sured.p.min" + place),
            kernel("max", "sured.p.max" + place),
            kernel("and", "sured.p.and" + place),
            kernel("or", "sured.p.or" + place));
    try (TestDevice device = new TestDevice(module, engine)) {
      assertEquals(7, reduced(device, "add", ChannelType.U32, 5, 2));
      assertEquals(-1, reduced(device, "min", ChannelType.S32, 5, -1));
      assertEquals(5, reduced(device, "min", ChannelType.U32, 5, -1));
      assertEquals(5, reduced(device, "max", ChannelType.S32, 5, -1));
      assertEquals(-1, reduced(device, "max", ChannelType.U32, 5, -1));
      assertEquals(4, reduced(device, "and", ChannelType.U32, 5, 6));
      assertEquals(7, reduced(device, "or", ChannelType.S32, 5, 6));
      KernelFault fault =
          assertThrows(KernelFault.class, () -> reduced(device, "add", ChannelType.F32, 5, 6));
      assertEquals(
          "a reduction by format in a surface of 1 channels of f32: expected one of 32 bits, an"
              + " integer",
          fault.detail());
    }
  }

  // ---- queries

  private static int told(TestDevice device, String name, long handle, int... in) {
    long out = device.allocate(4);
    int[] words = java.util.Arrays.copyOf(in, 8);
    device.launch(name, 1, 1, handle, device.put(words), out);
    return device.ints(out, 1)[0];
  }

  @ParameterizedTest
  @MethodSource("engines")
  void samplersAndLevels(TranslationOptions engine) {
    String module =
        module(
            kernel("filter", "txq.filter_mode.b32 %r0, [%t];"),
            kernel("forced", "txq.force_unnormalized_coords.b32 %r0, [%t];"),
            kernel("mode0", "txq.addr_mode_0.b32 %r0, [%t];"),
            kernel("mode1", "txq.addr_mode_1.b32 %r0, [%t];"),
            kernel("mode2", "txq.addr_mode_2.b32 %r0, [%t];"),
            kernel("width", "txq.level.width.b32 %r0, [%t], %r4;"),
            kernel("height", "txq.level.height.b32 %r0, [%t], 1;"),
            kernel("depth", "txq.level.depth.b32 %r0, [%t], %r4;"));
    Sampler sampler =
        Sampler.PLAIN
            .withFilter(FilterMode.LINEAR)
            .withAddress(AddressMode.WRAP, AddressMode.MIRROR, AddressMode.BORDER);
    Image image =
        new Image(
            new ImageShape(ImageKind.THREE, 12, 10, 4, 1, 4),
            new ImageFormat(ChannelType.F32, 1),
            sampler);
    try (TestDevice device = new TestDevice(module, engine)) {
      long handle = ImageTable.add(image, device.allocate(4096));
      assertEquals(1, told(device, "filter", handle));
      assertEquals(0, told(device, "forced", handle));
      assertEquals(0, told(device, "mode0", handle));
      assertEquals(1, told(device, "mode1", handle));
      assertEquals(4, told(device, "mode2", handle));
      assertEquals(6, told(device, "width", handle, 1));
      assertEquals(1, told(device, "width", handle, 9));
      assertEquals(5, told(device, "height", handle));
      assertEquals(2, told(device, "depth", handle, 1));
      ImageTable.remove(handle);
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void typesOfObjects(TranslationOptions engine) {
    String result = " %p, %t; selp.b32 %r0, 1, 2, %p;";
    String module =
        module(
            kernel("texture", "istypep.texref" + result),
            kernel("sampler", "istypep.samplerref" + result),
            kernel("surface", "istypep.surfref" + result));
    try (TestDevice device = new TestDevice(module, engine)) {
      Image read =
          new Image(
              surface(ChannelType.U8, 1).shape(),
              surface(ChannelType.U8, 1).format(),
              Sampler.PLAIN);
      long texture = ImageTable.add(read, device.allocate(64));
      long surface = ImageTable.add(surface(ChannelType.U8, 1), device.allocate(64));
      assertEquals(1, told(device, "texture", texture));
      assertEquals(2, told(device, "texture", surface));
      assertEquals(2, told(device, "sampler", texture));
      assertEquals(2, told(device, "surface", texture));
      assertEquals(1, told(device, "surface", surface));
      ImageTable.remove(texture);
      ImageTable.remove(surface);
      assertEquals(2, told(device, "texture", texture));
      assertEquals(2, told(device, "surface", 0));
    }
  }
}
