package org.grcuda.cpu.differential;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.grcuda.cpu.image.ImageTable;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageFormat;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.ImageShape;
import org.grcuda.driver.image.Sampler;
import org.grcuda.ptx.PtxType;

/**
 * Writes accesses to textures and surfaces. All threads read the images of one table. To one
 * surface each thread writes a texel of its own.
 */
final class RandomImages {

  /** Bytes of all images that nobody writes. */
  static final int TEXELS = 16 << 10;

  /** Bytes of the surface that threads write. */
  static final int WRITTEN = 8 * KernelText.MOST_THREADS;

  private static final Sampler LINEAR = Sampler.PLAIN.withFilter(FilterMode.LINEAR);
  private static final Sampler TURNS = LINEAR.withNormalizedCoordinates();
  private static final Sampler.Mipmap BETWEEN =
      new Sampler.Mipmap(FilterMode.LINEAR, 0.25f, 0, 2.5f);

  /** Without a sampler: surfaces that are only read. */
  private static final List<Image> IMAGES =
      List.of(
          image(ImageKind.TWO, 7, 5, 1, 1, 1, ChannelType.F32, 4, LINEAR),
          image(
              ImageKind.TWO,
              8,
              8,
              1,
              1,
              1,
              ChannelType.U8,
              4,
              TURNS.withNormalizedValues().withAddress(AddressMode.WRAP)),
          image(
              ImageKind.ONE,
              16,
              1,
              1,
              1,
              1,
              ChannelType.F32,
              1,
              Sampler.PLAIN.withAddress(AddressMode.BORDER).withBorder(1, 2, 3, 4)),
          image(
              ImageKind.THREE,
              4,
              3,
              5,
              1,
              1,
              ChannelType.F32,
              1,
              TURNS.withAddress(AddressMode.MIRROR, AddressMode.WRAP, AddressMode.CLAMP)),
          image(ImageKind.ONE_LAYERED, 9, 1, 1, 3, 1, ChannelType.S16, 2, Sampler.PLAIN),
          image(
              ImageKind.TWO_LAYERED,
              4,
              4,
              1,
              3,
              1,
              ChannelType.F16,
              4,
              LINEAR.withAddress(AddressMode.BORDER)),
          image(ImageKind.CUBE, 4, 4, 1, 6, 1, ChannelType.S8, 1, TURNS.withNormalizedValues()),
          image(ImageKind.TWO, 8, 8, 1, 1, 3, ChannelType.F32, 2, TURNS.withMipmap(BETWEEN)),
          image(ImageKind.TWO, 5, 9, 1, 1, 1, ChannelType.U32, 1, Sampler.PLAIN),
          image(ImageKind.ONE, 31, 1, 1, 1, 1, ChannelType.S8, 4, Sampler.PLAIN),
          image(ImageKind.TWO, 6, 6, 1, 1, 1, ChannelType.U32, 2, null),
          image(ImageKind.THREE, 4, 2, 3, 1, 1, ChannelType.U16, 1, null),
          image(ImageKind.TWO_LAYERED, 5, 2, 1, 3, 1, ChannelType.U8, 4, null));

  /** That threads write. */
  private static final Image OWN =
      image(ImageKind.ONE, KernelText.MOST_THREADS, 1, 1, 1, 1, ChannelType.U32, 2, null);

  private final RandomGenerator random;
  private final boolean plain;
  private final Operands operands;

  /**
   * @param plain whether all forms shall have machine code
   */
  RandomImages(RandomGenerator random, boolean plain) {
    this.random = random;
    this.plain = plain;
    this.operands = new Operands(random);
  }

  private static Image image(
      ImageKind kind,
      int width,
      int height,
      int depth,
      int layers,
      int levels,
      ChannelType type,
      int channels,
      Sampler sampler) {
    ImageShape shape = new ImageShape(kind, width, height, depth, layers, levels);
    return new Image(shape, new ImageFormat(type, channels), sampler);
  }

  // ---- memory

  /** Number of objects: those of the table, then the surface that is written. */
  static int count() {
    return IMAGES.size() + 1;
  }

  /** Makes the objects over texels that lie at two addresses. */
  static long[] show(long texels, long written) {
    long[] handles = new long[count()];
    long at = texels;
    for (int k = 0; k < IMAGES.size(); k++) {
      handles[k] = ImageTable.add(IMAGES.get(k), at);
      at += IMAGES.get(k).bytes() + 15 & -16;
    }
    if (at > texels + TEXELS) {
      throw new IllegalStateException(at - texels + " bytes of texels");
    }
    handles[IMAGES.size()] = ImageTable.add(OWN, written);
    return handles;
  }

  /** Texels: floats that are numbers, and any integers. */
  static void fill(RandomGenerator random, MemorySegment texels) {
    long at = 0;
    for (Image image : IMAGES) {
      ChannelType type = image.format().type();
      for (long k = at; k < at + image.bytes(); k += type.bytes()) {
        float value = (random.nextInt(2001) - 1000) / 8f;
        switch (type) {
          case F32 -> texels.set(ValueLayout.JAVA_FLOAT, k, value);
          case F16 -> texels.set(ValueLayout.JAVA_SHORT, k, Float.floatToFloat16(value));
          case U32, S32 -> texels.set(ValueLayout.JAVA_INT, k, random.nextInt());
          case U16, S16 -> texels.set(ValueLayout.JAVA_SHORT, k, (short) random.nextInt());
          default -> texels.set(ValueLayout.JAVA_BYTE, k, (byte) random.nextInt());
        }
      }
      at += image.bytes() + 15 & -16;
    }
  }

  // ---- text

  /**
   * Statements that read an image or write the thread's own texel.
   *
   * @param guard of the access
   */
  List<String> write(String guard) {
    List<String> out = new ArrayList<>();
    int which = random.nextInt(count());
    while (plain && which < IMAGES.size() && IMAGES.get(which).shape().kind().isCube()) {
      which = random.nextInt(count());
    }
    out.add("ld.param.u64 %xa, [k_param_6+" + 8 * which + "];");
    if (which == IMAGES.size()) {
      own(out, guard);
    } else if (!plain && random.nextInt(12) == 0) {
      String what = List.of("width", "height", "depth").get(random.nextInt(3));
      out.add(guard + "txq." + what + ".b32 " + operands.register(PtxType.B32) + ", [%xa];");
    } else if (IMAGES.get(which).isSurface()) {
      load(out, guard, IMAGES.get(which));
    } else {
      fetch(out, guard, IMAGES.get(which));
    }
    return out;
  }

  private void own(List<String> out, String guard) {
    out.add("shl.b32 %x0, %x8, 3;");
    String mode = List.of(".trap", ".clamp", ".zero").get(random.nextInt(3));
    boolean loads = random.nextBoolean();
    String values = list(PtxType.B32, 2, loads);
    out.add(
        loads
            ? guard + "suld.b.1d.v2.b32" + mode + " " + values + ", [%xa, {%x0}];"
            : guard + "sust.b.1d.v2.b32" + mode + " [%xa, {%x0}], " + values + ";");
  }

  /** Registers; for results each only once. */
  private String list(PtxType type, int count, boolean results) {
    List<String> registers = new ArrayList<>();
    while (registers.size() < count) {
      String register = operands.register(type);
      boolean leavesOut = results && (registers.contains(register) || random.nextInt(8) == 0);
      registers.add(leavesOut ? "_" : register);
    }
    return "{" + String.join(", ", registers) + "}";
  }

  private void load(List<String> out, String guard, Image surface) {
    ImageKind kind = surface.shape().kind();
    String mode = List.of(".clamp", ".zero").get(random.nextInt(2));
    int bytes = surface.format().bytes();
    out.add("and.b32 %x0, " + operands.register(PtxType.B32) + ", 7;");
    out.add("mul.lo.u32 %x0, %x0, " + bytes + ";");
    List<String> place = new ArrayList<>();
    if (kind.isLayered()) {
      place.add(operands.register(PtxType.B32));
    }
    place.add("%x0");
    for (int axis = 1; axis < kind.dimensions(); axis++) {
      place.add(operands.register(PtxType.B32));
    }
    while (place.size() == 3) {
      place.add("%x0");
    }
    String values = list(bytes == 2 ? PtxType.B16 : PtxType.B32, bytes == 8 ? 2 : 1, true);
    String type = bytes == 8 ? ".v2.b32" : ".b" + 8 * bytes;
    out.add(
        guard
            + "suld.b."
            + kind.geometry()
            + type
            + mode
            + " "
            + values
            + ", [%xa, {"
            + String.join(", ", place)
            + "}];");
  }

  private void fetch(List<String> out, String guard, Image texture) {
    ImageKind kind = texture.shape().kind();
    boolean leveled = !plain && texture.shape().levels() > 1;
    boolean floats =
        texture.format().type().kind() == ChannelType.Kind.FLOATING
            || texture.sampler().normalizedValues();
    boolean integers = !texture.sampler().normalizedCoordinates() && random.nextInt(3) == 0;
    boolean gathers =
        !plain && kind == ImageKind.TWO && !leveled && !integers && random.nextInt(6) == 0;
    String form = "";
    String level = "";
    if (leveled && random.nextBoolean()) {
      form = ".level";
      level = ", " + operands.register(PtxType.F32);
    } else if (leveled && random.nextBoolean()) {
      form = ".grad";
      level = ", " + list(PtxType.F32, 2, false) + ", " + list(PtxType.F32, 2, false);
    }
    boolean signed = texture.format().type().kind() == ChannelType.Kind.SIGNED;
    String results = list(floats ? PtxType.F32 : PtxType.B32, 4, true);
    out.add(
        guard
            + (gathers ? "tld4." + "rgba".charAt(random.nextInt(4)) : "tex" + form)
            + "."
            + kind.geometry()
            + ".v4."
            + (floats ? "f32" : signed ? "s32" : "u32")
            + (integers ? ".s32 " : ".f32 ")
            + results
            + ", [%xa, {"
            + String.join(", ", coordinates(out, kind, integers))
            + "}]"
            + level
            + ";");
    if (floats) {
      for (String register : results.replaceAll("[{} _]", "").split(",")) {
        if (!register.isEmpty()) {
          out.addAll(KernelText.clean(register));
        }
      }
    }
  }

  private List<String> coordinates(List<String> out, ImageKind kind, boolean integers) {
    List<String> place = new ArrayList<>();
    if (kind.isLayered()) {
      place.add(operands.register(PtxType.B32));
    }
    int axes = kind.isCube() ? 3 : kind.dimensions();
    for (int axis = 0; axis < axes; axis++) {
      place.add(integers ? whole(out, axis) : fraction(out, axis));
    }
    while (place.size() == 3) {
      place.add(place.getLast());
    }
    return place;
  }

  /** An integer, for the first axis mostly one that is in the image. */
  private String whole(List<String> out, int axis) {
    if (axis > 0 || random.nextInt(4) == 0) {
      return operands.register(PtxType.B32);
    }
    out.add("and.b32 %x0, " + operands.register(PtxType.B32) + ", 7;");
    return "%x0";
  }

  /** A float, for the first two axes mostly one that is in the image or near it. */
  private String fraction(List<String> out, int axis) {
    if (axis > 1 || random.nextInt(4) == 0) {
      return operands.register(PtxType.F32);
    }
    String register = axis == 0 ? "%xf" : "%xfh";
    String scale = List.of("0f3E800000", "0f3D4CCCCD", "0f3EAAAAAB").get(random.nextInt(3));
    out.add("and.b32 %x0, " + operands.register(PtxType.B32) + ", 63;");
    out.add("cvt.rn.f32.u32 " + register + ", %x0;");
    out.add("fma.rn.f32 " + register + ", " + register + ", " + scale + ", 0fBF000000;");
    return register;
  }
}
