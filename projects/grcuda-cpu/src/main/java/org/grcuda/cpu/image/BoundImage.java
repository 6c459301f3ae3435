package org.grcuda.cpu.image;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageShape;
import org.grcuda.driver.image.Sampler;

/** An image of memory: where its texels are, and what they hold. */
final class BoundImage {

  /** The address space. The image lies in memory of the device. */
  @SuppressWarnings("restricted")
  static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final float[] LINEAR = linear();

  final ImageShape shape;
  final boolean isSurface;
  final int texelBytes;
  final boolean readsFloats;
  final boolean normalizedCoordinates;
  final boolean isLinear;
  final Sampler.Mipmap mipmap;
  final Sampler sampler;
  final ChannelType type;
  final int channels;
  private final AddressMode[] modes;
  private final float[] border;
  private final long[] levels;
  private final int channelBytes;
  private final boolean isNormalized;
  private final boolean isSrgb;

  BoundImage(Image image, long address) {
    this.shape = image.shape();
    this.isSurface = image.isSurface();
    this.sampler = isSurface ? Sampler.PLAIN : image.sampler();
    this.type = image.format().type();
    this.channels = image.format().channels();
    this.channelBytes = type.bytes();
    this.texelBytes = image.format().bytes();
    this.isNormalized = sampler.normalizedValues();
    this.readsFloats = isNormalized || type.kind() == ChannelType.Kind.FLOATING;
    this.normalizedCoordinates = sampler.normalizedCoordinates() || shape.kind().isCube();
    this.isLinear = sampler.filter() == FilterMode.LINEAR;
    this.mipmap = sampler.mipmap();
    this.isSrgb = sampler.srgb();
    this.modes = new AddressMode[3];
    this.border = new float[4];
    for (int axis = 0; axis < modes.length; axis++) {
      AddressMode mode = sampler.address().get(axis);
      boolean repeats = mode == AddressMode.WRAP || mode == AddressMode.MIRROR;
      boolean clamps = shape.kind().isCube() || repeats && !normalizedCoordinates;
      modes[axis] = clamps ? AddressMode.CLAMP : mode;
    }
    for (int c = 0; c < border.length; c++) {
      border[c] = sampler.border().get(c);
    }
    this.levels = new long[shape.levels()];
    for (int l = 0; l < levels.length; l++) {
      levels[l] = address + shape.start(l) * texelBytes;
    }
  }

  private static float[] linear() {
    float[] table = new float[256];
    for (int v = 0; v < table.length; v++) {
      double c = v / 255.0;
      table[v] = (float) (c <= 0.04045 ? c / 12.92 : StrictMath.pow((c + 0.055) / 1.055, 2.4));
    }
    return table;
  }

  /** Whether it begins in a range. */
  boolean isWithin(long base, long bytes) {
    return Long.compareUnsigned(levels[0] - base, bytes) < 0;
  }

  /** The address mode of an axis; one that cannot be used with its coordinates clamps. */
  AddressMode mode(int axis) {
    return modes[axis];
  }

  /** The size of a level along an axis. */
  int size(int axis, int level) {
    return switch (axis) {
      case 0 -> shape.width(level);
      case 1 -> shape.height(level);
      default -> shape.depth(level);
    };
  }

  /** The address of a texel. */
  long texel(int level, int x, int y, int z, int layer) {
    long row = ((long) layer * shape.depth(level) + z) * shape.height(level) + y;
    return levels[level] + (row * shape.width(level) + x) * texelBytes;
  }

  /** A channel as its bits, sign-extended; an absent one is 0, the fourth 1. */
  int bits(long texel, int channel) {
    if (channel >= channels) {
      return channel < 3 ? 0 : 1;
    }
    long at = texel + (long) channel * channelBytes;
    return switch (type) {
      case U8 -> ALL.get(ValueLayout.JAVA_BYTE, at) & 0xff;
      case S8 -> ALL.get(ValueLayout.JAVA_BYTE, at);
      case U16, F16 -> ALL.get(SHORT, at) & 0xffff;
      case S16 -> ALL.get(SHORT, at);
      case U32, S32, F32 -> ALL.get(INT, at);
    };
  }

  /** Writes a channel: of integers the lowest bits of a word, of floats the word is one. */
  void put(long texel, int channel, int word) {
    long at = texel + (long) channel * channelBytes;
    switch (type) {
      case U8, S8 -> ALL.set(ValueLayout.JAVA_BYTE, at, (byte) word);
      case U16, S16 -> ALL.set(SHORT, at, (short) word);
      case F16 -> ALL.set(SHORT, at, Float.floatToFloat16(Float.intBitsToFloat(word)));
      case U32, S32, F32 -> ALL.set(INT, at, word);
    }
  }

  /** A channel as a number; an absent one is 0, the fourth 1. */
  float number(long texel, int channel) {
    if (channel >= channels) {
      return channel < 3 ? 0 : 1;
    }
    int bits = bits(texel, channel);
    return switch (type) {
      case F32 -> Float.intBitsToFloat(bits);
      case F16 -> Float.float16ToFloat((short) bits);
      case U8 -> isSrgb && channel < 3 ? LINEAR[bits] : bits / 255f;
      case S8 -> Math.max(bits / 127f, -1);
      case U16 -> bits / 65535f;
      case S16 -> Math.max(bits / 32767f, -1);
      default -> bits;
    };
  }

  /** A channel of the border as a number. */
  float border(int channel) {
    return channel < channels ? border[channel] : channel < 3 ? 0 : 1;
  }

  /** A channel of the border as bits, of textures of integers. */
  int borderBits(int channel) {
    return (int) (long) border(channel);
  }
}
