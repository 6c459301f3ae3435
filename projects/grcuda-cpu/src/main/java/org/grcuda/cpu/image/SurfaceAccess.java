package org.grcuda.cpu.image;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.ImageKind;

/**
 * Accesses of surfaces (PTX ISA 9.7.11): {@code suld.b}, {@code sust.b}, {@code sured.b}, where x
 * is in bytes; {@code sust.p}, {@code sured.p}, where it counts texels.
 */
final class SurfaceAccess extends Words {

  private static final VarHandle INTS = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();

  /** Whether x counts texels. */
  private final boolean isFormatted;

  private int x;
  private int y;
  private int z;
  private int layer;

  /**
   * An access.
   *
   * @param buffer address of the words from the fifth on
   */
  SurfaceAccess(BoundImage t, long code, int word0, int word1, int word2, int word3, long buffer) {
    super(t, code, word0, word1, word2, word3, buffer);
    this.isFormatted =
        switch (ImageOperation.kind(code)) {
          case STORE_FORMATTED, REDUCE_FORMATTED -> true;
          default -> false;
        };
  }

  /**
   * The address of an access.
   *
   * @return 0 if it goes nowhere
   * @throws ImageFault if it is misaligned, or outside where that is an error
   */
  private long address() {
    ImageKind kind = ImageOperation.geometry(code);
    int first = kind.isLayered() ? 1 : 0;
    x = word(first);
    y = kind.dimensions() > 1 ? word(first + 1) : 0;
    z = kind.dimensions() > 2 ? word(first + 2) : 0;
    layer = first == 0 ? 0 : word(0);
    int lastX = t.size(0, 0) - 1;
    if (!isFormatted) {
      int bytes = ImageOperation.elementBytes(code) * ImageOperation.elements(code);
      lastX = ((int) Math.min(Integer.MAX_VALUE, rowBytes()) / bytes - 1) * bytes;
      if (x % bytes != 0) {
        throw new ImageFault(
            x,
            "x = %d bytes in a surface: expected a multiple of the %d bytes that are accessed"
                .formatted(x, bytes));
      }
    }
    return address(lastX);
  }

  private long address(int lastX) {
    int lastY = t.size(1, 0) - 1;
    int lastZ = t.size(2, 0) - 1;
    int lastLayer = t.shape.layers() - 1;
    if (isOutside(x, lastX)
        || isOutside(y, lastY)
        || isOutside(z, lastZ)
        || isOutside(layer, lastLayer)) {
      ImageOperation.Boundary boundary = ImageOperation.boundary(code);
      if (boundary == ImageOperation.Boundary.ZERO) {
        return 0;
      }
      if (boundary == ImageOperation.Boundary.TRAP || lastX < 0) {
        throw outside();
      }
      x = Math.clamp(x, 0, lastX);
      y = Math.clamp(y, 0, lastY);
      z = Math.clamp(z, 0, lastZ);
      layer = Math.clamp(layer, 0, lastLayer);
    }
    return t.texel(0, 0, y, z, layer) + (isFormatted ? (long) x * t.texelBytes : x);
  }

  private static boolean isOutside(int place, int last) {
    return place < 0 || place > last;
  }

  private long rowBytes() {
    return (long) t.size(0, 0) * t.texelBytes;
  }

  private ImageFault outside() {
    return new ImageFault(
        x,
        ("x = %d%s, y = %d, z = %d, layer %d is outside of a surface of %d%s x %d x %d, %d"
                + " layers; give a boundary mode")
            .formatted(
                x,
                isFormatted ? "" : " bytes",
                y,
                z,
                layer,
                isFormatted ? t.size(0, 0) : rowBytes(),
                isFormatted ? "" : " bytes",
                t.size(1, 0),
                t.size(2, 0),
                t.shape.layers()));
  }

  /** Loads elements, zero-extended to words, or as pairs of words. */
  void load() {
    long at = address();
    int size = ImageOperation.elementBytes(code);
    int count = ImageOperation.elements(code) * Math.max(1, size / 4);
    for (int w = 0; w < count; w++) {
      give(
          w,
          at == 0
              ? 0
              : switch (size) {
                case 1 -> BoundImage.ALL.get(ValueLayout.JAVA_BYTE, at + w) & 0xff;
                case 2 ->
                    BoundImage.ALL.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * w) & 0xffff;
                default -> BoundImage.ALL.get(ValueLayout.JAVA_INT_UNALIGNED, at + 4L * w);
              });
    }
  }

  /** Stores the words behind the coordinates. */
  void store() {
    long at = address();
    int size = ImageOperation.elementBytes(code);
    int count = ImageOperation.elements(code) * Math.max(1, size / 4);
    int from = ImageOperation.coordinates(ImageOperation.geometry(code));
    for (int w = 0; at != 0 && w < count; w++) {
      int word = word(from + w);
      switch (size) {
        case 1 -> BoundImage.ALL.set(ValueLayout.JAVA_BYTE, at + w, (byte) word);
        case 2 -> BoundImage.ALL.set(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * w, (short) word);
        default -> BoundImage.ALL.set(ValueLayout.JAVA_INT_UNALIGNED, at + 4L * w, word);
      }
    }
  }

  /**
   * Stores the words behind the coordinates as the channels of a texel: to halfs they are rounded,
   * of integers the lowest bits count. A channel without a word becomes 0.
   */
  void storeFormatted() {
    long at = address();
    int from = ImageOperation.coordinates(ImageOperation.geometry(code));
    for (int channel = 0; at != 0 && channel < t.channels; channel++) {
      int word = channel < ImageOperation.elements(code) ? word(from + channel) : 0;
      t.put(at, channel, word);
    }
  }

  private ImageOperation.Reduction reduction(long at) {
    ImageOperation.Reduction how = ImageOperation.reduction(code);
    if (!isFormatted) {
      return how;
    }
    if (t.channels != 1 || t.type != ChannelType.U32 && t.type != ChannelType.S32) {
      throw new ImageFault(
          at,
          "a reduction by format in a surface of %d channels of %s: expected one of 32 bits, an integer"
              .formatted(t.channels, t.type.name().toLowerCase(Locale.ROOT)));
    }
    boolean signed = t.type == ChannelType.S32;
    return switch (how) {
      case MIN_SIGNED, MIN_UNSIGNED ->
          signed ? ImageOperation.Reduction.MIN_SIGNED : ImageOperation.Reduction.MIN_UNSIGNED;
      case MAX_SIGNED, MAX_UNSIGNED ->
          signed ? ImageOperation.Reduction.MAX_SIGNED : ImageOperation.Reduction.MAX_UNSIGNED;
      default -> how;
    };
  }

  /** Combines what is there with the word, or two, behind the coordinates, atomically. */
  void reduce() {
    long at = address();
    if (at == 0) {
      return;
    }
    if (at % ImageOperation.elementBytes(code) != 0) {
      throw new ImageFault(
          at,
          "a reduction at 0x%x in the surface: its rows are no multiples of %d bytes"
              .formatted(at, ImageOperation.elementBytes(code)));
    }
    int from = ImageOperation.coordinates(ImageOperation.geometry(code));
    ImageOperation.Reduction how = reduction(at);
    if (ImageOperation.elementBytes(code) == Long.BYTES) {
      long value = word(from) & 0xffff_ffffL | (long) word(from + 1) << 32;
      long old;
      do {
        old = (long) LONGS.getVolatile(BoundImage.ALL, at);
      } while (!LONGS.compareAndSet(BoundImage.ALL, at, old, combine(how, old, value, false)));
      return;
    }
    int value = word(from);
    int old;
    do {
      old = (int) INTS.getVolatile(BoundImage.ALL, at);
    } while (!INTS.compareAndSet(BoundImage.ALL, at, old, (int) combine(how, old, value, true)));
  }

  private static long combine(ImageOperation.Reduction how, long a, long b, boolean ofWords) {
    long mask = ofWords ? 0xffff_ffffL : -1;
    return switch (how) {
      case ADD -> a + b;
      case MIN_SIGNED -> Math.min(a, b);
      case MAX_SIGNED -> Math.max(a, b);
      case MIN_UNSIGNED -> Long.compareUnsigned(a & mask, b & mask) < 0 ? a : b;
      case MAX_UNSIGNED -> Long.compareUnsigned(a & mask, b & mask) > 0 ? a : b;
      case AND -> a & b;
      case OR -> a | b;
    };
  }
}
