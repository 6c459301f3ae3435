package org.grcuda.cpu.image;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.ImageKind;

/**
 * What machine code needs to know of images, in native memory: a directory of the addresses of
 * groups of descriptors, of {@link #BYTES} bytes each. Images that machine code does not access
 * have none.
 *
 * <p>A descriptor changes only when its number is given again, which {@link ImageTable} puts off.
 */
public final class ImageDescriptors {

  /** Bytes of a descriptor. */
  public static final int BYTES = 256;

  /** Descriptors of a group. */
  public static final int GROUP = 256;

  /** The number of the {@link #texture} or {@link #surface}; 0 where there is no descriptor. */
  public static final int GEOMETRY = 0;

  /** 1 if values between texels are asked for, 0 for those of the nearest texel. */
  public static final int LINEAR = 4;

  /** How channels lie in memory: {@link #WORDS} and so on. */
  public static final int LAYOUT = 8;

  /** Channels of a texel. */
  public static final int CHANNELS = 12;

  /** Levels of the mipmap. */
  public static final int LEVELS = 16;

  /** What is added to the offset of a texel from {@link #BASE}. */
  public static final int START = 20;

  /** Address from which the offsets of texels count, 8 bytes. */
  public static final int BASE = 24;

  /** Address of the first texel, 8 bytes. */
  public static final int ADDRESS = 32;

  /** The last layer, and bytes from layer to layer. */
  public static final int LAST_LAYER = 40;

  public static final int LAYER_STRIDE = 44;

  /** Of a narrow channel: its bits, its sign bit if it has one, the number that becomes 1. */
  public static final int MASK = 48;

  public static final int SIGN = 52;
  public static final int DIVISOR = 56;

  /** 1 by the divisor, as a float. */
  public static final int RECIPROCAL = 60;

  /** For each channel, {@link #CHANNEL_BYTES} apart: offset of its word in the texel, its bit. */
  public static final int CHANNEL = 64;

  public static final int SHIFT = 68;
  public static final int CHANNEL_BYTES = 8;

  /** The border's channels, as results are, 4 bytes apart. */
  public static final int BORDER = 96;

  /** Of a surface: bytes of a row. */
  public static final int ROW_BYTES = 112;

  /** The fields of an axis, of three that are {@link #AXIS_BYTES} apart: texels by coordinate. */
  public static final int SCALE = 128;

  /** The last texel. */
  public static final int LAST = 132;

  /** The address mode: {@link #CLAMP} and so on. */
  public static final int MODE = 136;

  /** Number of texels. */
  public static final int SIZE = 140;

  /** Bytes from texel to texel. */
  public static final int STRIDE = 144;

  public static final int AXIS_BYTES = 32;

  /** Channels of 32 bits. */
  public static final int WORDS = 0;

  /** Channels of 8 or 16 bits, read as integers. */
  public static final int INTEGERS = 1;

  /** Channels of 8 or 16 bits, read as numbers of [0, 1] or [-1, 1]. */
  public static final int NORMALIZED = 2;

  /** Channels that are halfs. */
  public static final int HALVES = 3;

  public static final int CLAMP = 0;
  public static final int BORDERED = 1;
  public static final int WRAP = 2;
  public static final int MIRROR = 3;

  private static final int SURFACES = 16;
  private static final int GROUPS = ImageTable.MOST / GROUP;
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final int FIELDS_OF_AXES = 3;

  private final MemorySegment directory = Arena.global().allocate(ValueLayout.JAVA_LONG, GROUPS);

  ImageDescriptors() {}

  /** The number of a geometry of textures. */
  public static int texture(ImageKind kind) {
    return kind.ordinal() + 1;
  }

  /** The number of a geometry of surfaces; those of cubes are layers. */
  public static int surface(ImageKind kind) {
    return SURFACES + (kind.isCube() ? ImageKind.TWO_LAYERED : kind).ordinal();
  }

  /** The address of the directory, whose entries of 8 bytes are 0 where there is no group. */
  long directory() {
    return directory.address();
  }

  private MemorySegment at(int index) {
    long group = directory.getAtIndex(ValueLayout.JAVA_LONG, index / GROUP);
    if (group == 0) {
      group = Arena.global().allocate((long) GROUP * BYTES, BYTES).address();
      directory.setAtIndex(ValueLayout.JAVA_LONG, index / GROUP, group);
    }
    return BoundImage.ALL.asSlice(group + (long) (index % GROUP) * BYTES, BYTES);
  }

  /** Removes the descriptor of a number. */
  void clear(int index) {
    INT.setRelease(at(index), (long) GEOMETRY, 0);
  }

  /** Writes the descriptor of an image, if machine code can read such. */
  void put(int index, BoundImage image) {
    MemorySegment d = at(index);
    INT.setRelease(d, (long) GEOMETRY, 0);
    if (!isAccessed(image)) {
      return;
    }
    ImageKind kind = image.shape.kind();
    putPlaces(d, image);
    if (image.isSurface) {
      d.set(ValueLayout.JAVA_INT, ROW_BYTES, image.shape.width() * image.texelBytes);
      INT.setRelease(d, (long) GEOMETRY, surface(kind));
    } else {
      putSampler(d, image);
      putFormat(d, image);
      INT.setRelease(d, (long) GEOMETRY, texture(kind));
    }
  }

  private static void putSampler(MemorySegment d, BoundImage image) {
    d.set(ValueLayout.JAVA_INT, LINEAR, image.isLinear && image.readsFloats ? 1 : 0);
    d.set(ValueLayout.JAVA_INT, CHANNELS, image.channels);
    d.set(ValueLayout.JAVA_INT, LEVELS, image.shape.levels());
    for (int channel = 0; channel < 4; channel++) {
      int bits =
          image.readsFloats
              ? Float.floatToRawIntBits(image.border(channel))
              : image.borderBits(channel);
      d.set(ValueLayout.JAVA_INT, BORDER + 4L * channel, bits);
    }
  }

  /** Offsets have 31 bits; channels of less than a word lie in aligned words of their texel. */
  private static boolean isAccessed(BoundImage t) {
    boolean isSmall = t.shape.texels(0) * t.texelBytes <= Integer.MAX_VALUE - Long.BYTES;
    if (t.isSurface || !isSmall) {
      return isSmall;
    }
    boolean isWide = t.type.bytes() == Integer.BYTES;
    boolean isAligned = isWide || t.texel(0, 0, 0, 0, 0) % Math.min(4, t.texelBytes) == 0;
    boolean numbersOfWords = isWide && t.readsFloats && t.type != ChannelType.F32;
    return !t.shape.kind().isCube() && !t.sampler.srgb() && !numbersOfWords && isAligned;
  }

  private static void putPlaces(MemorySegment d, BoundImage t) {
    long address = t.texel(0, 0, 0, 0, 0);
    int start = t.isSurface || t.type.bytes() == Integer.BYTES ? 0 : (int) (address & 3);
    d.set(ValueLayout.JAVA_INT, START, start);
    d.set(ValueLayout.JAVA_LONG, BASE, address - start);
    d.set(ValueLayout.JAVA_LONG, ADDRESS, address);
    int stride = t.texelBytes;
    for (int axis = 0; axis < FIELDS_OF_AXES; axis++) {
      long at = (long) axis * AXIS_BYTES;
      int size = t.size(axis, 0);
      d.set(ValueLayout.JAVA_FLOAT, SCALE + at, t.normalizedCoordinates ? size : 1);
      d.set(ValueLayout.JAVA_INT, LAST + at, size - 1);
      d.set(ValueLayout.JAVA_INT, MODE + at, mode(t.mode(axis)));
      d.set(ValueLayout.JAVA_INT, SIZE + at, size);
      d.set(ValueLayout.JAVA_INT, STRIDE + at, stride);
      stride *= size;
    }
    d.set(ValueLayout.JAVA_INT, LAST_LAYER, t.shape.layers() - 1);
    d.set(ValueLayout.JAVA_INT, LAYER_STRIDE, stride);
  }

  private static int mode(AddressMode mode) {
    return switch (mode) {
      case CLAMP -> CLAMP;
      case BORDER -> BORDERED;
      case WRAP -> WRAP;
      case MIRROR -> MIRROR;
    };
  }

  private static void putFormat(MemorySegment d, BoundImage t) {
    int bits = t.type.bytes() * Byte.SIZE;
    boolean signed = t.type.kind() == ChannelType.Kind.SIGNED;
    int layout = INTEGERS;
    if (bits == Integer.SIZE) {
      layout = WORDS;
    } else if (t.type == ChannelType.F16) {
      layout = HALVES;
    } else if (t.readsFloats) {
      layout = NORMALIZED;
    }
    d.set(ValueLayout.JAVA_INT, LAYOUT, layout);
    d.set(ValueLayout.JAVA_INT, MASK, (int) ((1L << bits) - 1));
    d.set(ValueLayout.JAVA_INT, SIGN, signed ? 1 << bits - 1 : 0);
    float divisor = (1L << (signed ? bits - 1 : bits)) - 1;
    d.set(ValueLayout.JAVA_FLOAT, DIVISOR, divisor);
    d.set(ValueLayout.JAVA_FLOAT, RECIPROCAL, 1 / divisor);
    for (int channel = 0; channel < 4; channel++) {
      long at = (long) channel * CHANNEL_BYTES;
      d.set(ValueLayout.JAVA_INT, CHANNEL + at, channel * bits / Integer.SIZE * Integer.BYTES);
      d.set(ValueLayout.JAVA_INT, SHIFT + at, channel * bits % Integer.SIZE);
    }
  }
}
