package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.image.ImageTable;
import org.grcuda.cpu.translate.TextureReference.Mode;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageFormat;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.ImageShape;
import org.grcuda.driver.image.Sampler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fetches of textures on every engine, bit for bit as {@link TextureReference} computes them. */
class TextureTest {

  private static final int WORDS = 16;
  private static final int SAMPLES = 96;

  /** Every engine that there is here. */
  static List<TranslationOptions> engines() {
    return Product.engines();
  }

  /** An instruction. */
  private record Form(Mode mode, ImageKind kind, String types, int channel, int... offsets) {

    Form(Mode mode, ImageKind kind) {
      this(mode, kind, "v4.f32.f32", 0, 0, 0, 0);
    }

    String name() {
      return "%s_%s_%s_%d_%d"
          .formatted(mode, kind, types.replace('.', '_'), channel, offsets[0] & 0xf);
    }

    private int axes() {
      return kind.isCube() ? 3 : kind.dimensions();
    }

    private boolean hasIndices() {
      return types.endsWith("s32");
    }

    /** Words of the result that the kernel stores. */
    private int stored() {
      return types.startsWith("v2") ? 2 : mode == Mode.GATHER || channel == 0 ? 4 : channel;
    }

    private int coordinates() {
      return axes() + (kind.isLayered() ? 1 : 0);
    }

    private static String vector(IntStream words) {
      return words.mapToObj(w -> "%c" + w).collect(Collectors.joining(",", "{", "}"));
    }

    /** Vectors of three are padded to four. */
    private static String vector(int from, int count) {
      return vector(
          IntStream.range(0, count == 3 ? 4 : count).map(w -> from + Math.min(w, count - 1)));
    }

    private String mnemonic() {
      String start =
          switch (mode) {
            case PLAIN -> "tex.";
            case LEVEL -> "tex.level.";
            case GRADIENT -> "tex.grad.";
            case GATHER -> "tld4." + "rgba".charAt(channel) + ".";
          };
      return start + kind.geometry() + "." + types;
    }

    private String rest() {
      int n = coordinates();
      String rest =
          switch (mode) {
            case LEVEL -> ", %c" + n;
            case GRADIENT -> ", " + vector(n, axes()) + ", " + vector(n + axes(), axes());
            default -> "";
          };
      return offsets[0] == 0
          ? rest
          : rest
              + Arrays.stream(offsets)
                  .limit(axes() == 3 ? 4 : axes())
                  .mapToObj(Integer::toString)
                  .collect(Collectors.joining(",", ", {", axes() == 3 ? ",0}" : "}"));
    }

    String kernel() {
      StringBuilder text =
          new StringBuilder(
              """
              .visible .entry %s(.param .u64 t, .param .u64 in, .param .u64 out, .param .u32 n)
              {
              .reg .b32 %%c<16>, %%d<4>, %%i, %%n; .reg .b64 %%t, %%a, %%b, %%o; .reg .pred %%p;
              mov.u32 %%i, %%tid.x;
              ld.param.u32 %%n, [n];
              setp.ge.u32 %%p, %%i, %%n;
              @%%p bra done;
              ld.param.u64 %%t, [t]; ld.param.u64 %%a, [in]; ld.param.u64 %%b, [out];
              mul.wide.u32 %%o, %%i, 64;
              add.u64 %%a, %%a, %%o;
              mul.wide.u32 %%o, %%i, 16;
              add.u64 %%b, %%b, %%o;
              """
                  .formatted(name()));
      for (int w = 0; w < WORDS; w++) {
        text.append("ld.global.b32 %c" + w + ", [%a+" + 4 * w + "];\n");
      }
      boolean halves = types.startsWith("v2");
      text.append(mnemonic() + (halves ? " {%d0,%d1}" : " {%d0,%d1,%d2,%d3}"));
      text.append(", [%t, " + vector(0, coordinates()) + "]" + rest() + ";\n");
      for (int w = 0; w < stored(); w++) {
        text.append("st.global.b32 [%b+" + 4 * w + "], %d" + w + ";\n");
      }
      return text.append("done: ret;\n}\n").toString();
    }

    /** Results of one sample. */
    int[] expected(Image image, ByteBuffer texels, int[] words) {
      TextureReference reference = new TextureReference(image, texels, offsets);
      int[] all =
          hasIndices()
              ? reference.fetchTexel(mode == Mode.LEVEL, words)
              : reference.fetch(mode, channel, words);
      if (types.startsWith("v2")) {
        return new int[] {halves(all[0], all[1]), halves(all[2], all[3]), 0, 0};
      }
      return Arrays.copyOf(Arrays.copyOf(all, stored()), 4);
    }

    private static int halves(int low, int high) {
      return Float.floatToFloat16(Float.intBitsToFloat(low)) & 0xffff
          | Float.floatToFloat16(Float.intBitsToFloat(high)) << 16;
    }
  }

  private static List<Form> forms() {
    List<Form> forms = new ArrayList<>();
    for (ImageKind kind : ImageKind.values()) {
      forms.add(new Form(Mode.PLAIN, kind));
      forms.add(new Form(Mode.LEVEL, kind));
      forms.add(new Form(Mode.GRADIENT, kind));
      forms.add(new Form(Mode.PLAIN, kind, "v2.f16x2.f32", 0, 0, 0, 0));
      if (!kind.isCube()) {
        forms.add(new Form(Mode.LEVEL, kind, "v4.f32.f32", 0, -8, 7, 1));
        forms.add(new Form(Mode.PLAIN, kind, "v4.f32.f32", 2, 1, -3, 5));
        forms.add(new Form(Mode.PLAIN, kind, "v4.f32.s32", 0, 0, 0, 0));
        forms.add(new Form(Mode.PLAIN, kind, "v4.f32.s32", 1, -2, 3, 1));
        forms.add(new Form(Mode.LEVEL, kind, "v4.f32.s32", 0, 0, 0, 0));
      }
      if (kind.dimensions() == 2) {
        forms.add(new Form(Mode.GATHER, kind, "v4.f32.f32", 1, 0, 0, 0));
      }
    }
    forms.add(new Form(Mode.GATHER, ImageKind.TWO, "v4.f32.f32", 3, 1, -2, 0));
    forms.add(new Form(Mode.PLAIN, ImageKind.TWO, "v4.f32.f32", 1, 0, 0, 0));
    forms.add(new Form(Mode.PLAIN, ImageKind.TWO, "v4.u32.f32", 0, 0, 0, 0));
    forms.add(new Form(Mode.PLAIN, ImageKind.TWO, "v4.s32.f32", 0, 0, 0, 0));
    return forms;
  }

  private static String module() {
    return ".version 8.8\n.target sm_90\n.address_size 64\n"
        + forms().stream().map(Form::kernel).collect(Collectors.joining());
  }

  @Test
  void allAreMachineCode() {
    Set<String> kernels = new TreeSet<>();
    PtxTranslator.translate(
        module(),
        TranslationOptions.defaults()
            .withListener(
                (kernel, pass, result) -> {
                  if (pass.equals("GangAssembler")) {
                    kernels.add(kernel);
                  }
                }));
    assertEquals(forms().stream().map(Form::name).collect(Collectors.toSet()), kernels);
  }

  // ---- images

  private static ImageShape shape(ImageKind kind, int levels) {
    int height = kind.isCube() ? 6 : kind.dimensions() > 1 ? 3 : 1;
    int layers = (kind.isLayered() ? 3 : 1) * (kind.isCube() ? 6 : 1);
    return new ImageShape(kind, 6, height, kind.dimensions() > 2 ? 2 : 1, layers, levels);
  }

  private static Sampler sampler(AddressMode[] modes, boolean linear, boolean normalized) {
    Sampler sampler =
        Sampler.PLAIN
            .withAddress(modes)
            .withFilter(linear ? FilterMode.LINEAR : FilterMode.POINT)
            .withBorder(7, -3, 0.25f, 100);
    return normalized ? sampler.withNormalizedCoordinates() : sampler;
  }

  private static List<Image> images(ImageKind kind) {
    AddressMode[][] modes = {
      {AddressMode.CLAMP},
      {AddressMode.WRAP},
      {AddressMode.MIRROR},
      {AddressMode.BORDER},
      {AddressMode.MIRROR, AddressMode.BORDER, AddressMode.WRAP}
    };
    List<Image> images = new ArrayList<>();
    for (int m = 0; m < modes.length; m++) {
      for (int choice = 0; choice < 4; choice++) {
        boolean linear = choice % 2 == 1;
        Sampler sampler = sampler(modes[m], linear, choice > 1);
        FilterMode between = m % 2 == 0 ? FilterMode.LINEAR : FilterMode.POINT;
        sampler = sampler.withMipmap(new Sampler.Mipmap(between, 0.125f * m, 0.25f, 2 - 0.3f * m));
        ImageFormat format = new ImageFormat(ChannelType.F32, new int[] {4, 2, 1}[m % 3]);
        images.add(new Image(shape(kind, m % 2 == 0 ? 3 : 1), format, sampler));
      }
    }
    return images;
  }

  /** Every format, as it is and as numbers. */
  private static List<Image> formats() {
    List<Image> images = new ArrayList<>();
    AddressMode[] modes = {AddressMode.WRAP, AddressMode.BORDER, AddressMode.CLAMP};
    for (ChannelType type : ChannelType.values()) {
      for (int channels : new int[] {1, 2, 4}) {
        ImageFormat format = new ImageFormat(type, channels);
        ImageShape shape = new ImageShape(ImageKind.TWO, 13, 11, 1, 1, 1);
        Sampler point = sampler(modes, false, true);
        Sampler linear = sampler(modes, true, false);
        images.add(new Image(shape, format, point));
        if (type.kind() == ChannelType.Kind.FLOATING) {
          images.add(new Image(shape, format, linear));
        } else if (type.isNormalizable()) {
          images.add(new Image(shape, format, point.withNormalizedValues()));
          images.add(new Image(shape, format, linear.withNormalizedValues()));
        }
        if (type == ChannelType.U8) {
          images.add(new Image(shape, format, linear.withNormalizedValues().withSrgb()));
        }
      }
    }
    return images;
  }

  private static ByteBuffer texels(Image image, SplittableRandom random) {
    ByteBuffer bytes =
        ByteBuffer.allocate((int) image.bytes() + 3 & -4).order(ByteOrder.LITTLE_ENDIAN);
    boolean isPoint = image.sampler().filter() == FilterMode.POINT;
    for (int at = 0; at + 4 <= bytes.capacity(); at += 4) {
      switch (image.format().type()) {
        case F32 ->
            bytes.putFloat(at, random.nextInt(8) == 0 ? -0.0f : random.nextFloat() * 200 - 100);
        case F16 ->
            bytes.putInt(
                at,
                Float.floatToFloat16(random.nextFloat()) & 0xffff
                    | Float.floatToFloat16(random.nextFloat() - 2) << 16);
        default -> bytes.putInt(at, random.nextInt());
      }
      if (image.format().type() == ChannelType.F32 && at % 44 == 0) {
        bytes.putInt(at, isPoint && at % 88 == 0 ? 0x7fc12345 : 0x7f800000);
      }
    }
    return bytes;
  }

  // ---- coordinates

  private static final float[] SPECIAL = {
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    1e10f,
    -1e10f,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    -0.0f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    0x1p31f,
    -0x1p31f,
    0x1p24f + 2,
    0x1p23f + 1,
    -0x1p23f - 1,
    1,
    -1,
    -2,
    0.99999994f,
    -1e-10f,
    0x1p63f
  };

  private static float coordinate(boolean normalized, int size, SplittableRandom random) {
    if (random.nextInt(6) == 0) {
      return SPECIAL[random.nextInt(SPECIAL.length)];
    }
    float x = random.nextInt(-3 * 512 * size, 4 * 512 * size) / 512f;
    if (normalized) {
      x /= size;
    }
    return switch (random.nextInt(3)) {
      case 0 -> Math.nextUp(x);
      case 1 -> Math.nextDown(x);
      default -> x;
    };
  }

  private static int[] words(Form form, Image image, SplittableRandom random) {
    int[] words = new int[WORDS];
    int w = 0;
    ImageShape shape = image.shape();
    if (shape.kind().isLayered()) {
      words[w++] = random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(5);
    }
    for (int axis = 0; axis < form.axes(); axis++) {
      int size = axis == 0 ? shape.width() : axis == 1 ? shape.height() : shape.depth();
      if (form.hasIndices()) {
        words[w++] = random.nextInt(9) == 0 ? random.nextInt() : random.nextInt(-3, size + 3);
        continue;
      }
      float x =
          coordinate(
              image.sampler().normalizedCoordinates(), shape.kind().isCube() ? 2 : size, random);
      words[w++] = Float.floatToRawIntBits(x);
    }
    if (form.hasIndices()) {
      words[w] = random.nextInt(-1, 4);
    }
    for (; w < WORDS && !form.hasIndices(); w++) {
      boolean isLevel = form.mode() == Mode.LEVEL;
      float least = isLevel ? -1.5f : -2;
      float x =
          random.nextInt(12) == 0 ? SPECIAL[random.nextInt(8)] : least + random.nextFloat() * 5;
      words[w] = Float.floatToRawIntBits(random.nextInt(4) == 0 ? Math.round(x) : x);
    }
    return words;
  }

  // ---- tests

  private static void check(TestDevice device, Form form, Image image, String engine) {
    SplittableRandom random = new SplittableRandom(form.name().hashCode() + image.hashCode() % 7);
    ByteBuffer texels = texels(image, random);
    int[] ints = new int[texels.capacity() / 4];
    texels.asIntBuffer().get(ints);
    int[] in = new int[SAMPLES * WORDS];
    int[] expected = new int[4 * SAMPLES];
    for (int s = 0; s < SAMPLES; s++) {
      int[] words = words(form, image, random);
      System.arraycopy(words, 0, in, WORDS * s, WORDS);
      System.arraycopy(form.expected(image, texels, words), 0, expected, 4 * s, 4);
    }
    long handle = ImageTable.add(image, device.put(ints));
    long out = device.allocate(16L * SAMPLES);
    device.launch(form.name(), 1, 256, handle, device.put(in), out, SAMPLES);
    ImageTable.remove(handle);
    int[] actual = device.ints(out, 4 * SAMPLES);
    for (int i = 0; i < actual.length; i++) {
      if (expected[i] != actual[i]) {
        assertEquals(
            Integer.toHexString(expected[i]),
            Integer.toHexString(actual[i]),
            () -> engine + " " + form.name() + " " + image);
      }
    }
  }

  private static String name(TranslationOptions engine) {
    return engine.engine() + " " + engine.instructions();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void everyGeometry(TranslationOptions engine) {
    try (TestDevice device = new TestDevice(module(), engine)) {
      for (Form form : forms()) {
        for (Image image : images(form.kind())) {
          check(device, form, image, name(engine));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void everyFormat(TranslationOptions engine) {
    List<Form> forms =
        Stream.of("v4.f32.f32", "v4.u32.f32", "v4.s32.f32", "v4.f32.s32")
            .map(types -> new Form(Mode.PLAIN, ImageKind.TWO, types, 0, 0, 0, 0))
            .toList();
    try (TestDevice device = new TestDevice(module(), engine)) {
      for (Image image : formats()) {
        forms.forEach(form -> check(device, form, image, name(engine)));
        check(
            device,
            new Form(Mode.GATHER, ImageKind.TWO, "v4.f32.f32", 1, 0, 0, 0),
            image,
            name(engine));
      }
    }
  }
}
