package org.grcuda.cpu.image;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.grcuda.driver.image.ImageKind;

/** Accesses of surfaces, x in bytes: {@code suld.b}, {@code sust.b}, {@code sured.b} (9.7.11). */
final class SurfaceAccess {

  private static final VarHandle INTS = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();

  private SurfaceAccess() {}

  /**
   * The address of an access.
   *
   * @return 0 if it goes nowhere
   * @throws ImageFault if it is misaligned, or outside where that is an error
   */
  private static long address(BoundImage t, long code, Coordinates words) {
    int bytes = ImageOperation.elementBytes(code) * ImageOperation.elements(code);
    ImageKind kind = ImageOperation.geometry(code);
    int first = kind.isLayered() ? 1 : 0;
    int[] places = {
      words.word(first),
      kind.dimensions() > 1 ? words.word(first + 1) : 0,
      kind.dimensions() > 2 ? words.word(first + 2) : 0,
      first == 0 ? 0 : words.word(0)
    };
    int whole = (int) Math.min(Integer.MAX_VALUE, rowBytes(t)) / bytes;
    int[] last = {(whole - 1) * bytes, t.size(1, 0) - 1, t.size(2, 0) - 1, t.shape.layers() - 1};
    if (places[0] % bytes != 0) {
      throw new ImageFault(
          places[0],
          "x = %d bytes in a surface: expected a multiple of the %d bytes that are accessed"
              .formatted(places[0], bytes));
    }
    for (int axis = 0; axis < places.length; axis++) {
      if (places[axis] < 0 || places[axis] > last[axis]) {
        switch (ImageOperation.Boundary.values()[ImageOperation.variant(code)]) {
          case TRAP -> throw outside(t, places);
          case CLAMP -> {
            if (last[axis] < 0) {
              throw outside(t, places);
            }
            places[axis] = Math.clamp(places[axis], 0, last[axis]);
          }
          case ZERO -> {
            return 0;
          }
        }
      }
    }
    return t.texel(0, 0, places[1], places[2], places[3]) + places[0];
  }

  private static long rowBytes(BoundImage t) {
    return (long) t.size(0, 0) * t.texelBytes;
  }

  private static ImageFault outside(BoundImage t, int[] places) {
    return new ImageFault(
        places[0],
        ("x = %d bytes, y = %d, z = %d, layer %d is outside of a surface of %d bytes x %d x %d, %d"
                + " layers; give a boundary mode")
            .formatted(
                places[0],
                places[1],
                places[2],
                places[3],
                rowBytes(t),
                t.size(1, 0),
                t.size(2, 0),
                t.shape.layers()));
  }

  /** Loads elements, zero-extended to words, or as pairs of words. */
  static void load(BoundImage t, long code, Coordinates words, int[] result) {
    long at = address(t, code, words);
    int size = ImageOperation.elementBytes(code);
    int count = ImageOperation.elements(code) * Math.max(1, size / 4);
    for (int w = 0; w < count; w++) {
      result[w] =
          at == 0
              ? 0
              : switch (size) {
                case 1 -> BoundImage.ALL.get(ValueLayout.JAVA_BYTE, at + w) & 0xff;
                case 2 ->
                    BoundImage.ALL.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * w) & 0xffff;
                default -> BoundImage.ALL.get(ValueLayout.JAVA_INT_UNALIGNED, at + 4L * w);
              };
    }
  }

  /** Stores the words behind the coordinates. */
  static void store(BoundImage t, long code, Coordinates words) {
    long at = address(t, code, words);
    int size = ImageOperation.elementBytes(code);
    int count = ImageOperation.elements(code) * Math.max(1, size / 4);
    int from = ImageOperation.coordinates(ImageOperation.geometry(code));
    for (int w = 0; at != 0 && w < count; w++) {
      int word = words.word(from + w);
      switch (size) {
        case 1 -> BoundImage.ALL.set(ValueLayout.JAVA_BYTE, at + w, (byte) word);
        case 2 -> BoundImage.ALL.set(ValueLayout.JAVA_SHORT_UNALIGNED, at + 2L * w, (short) word);
        default -> BoundImage.ALL.set(ValueLayout.JAVA_INT_UNALIGNED, at + 4L * w, word);
      }
    }
  }

  /** Combines what is there with the word, or two, behind the coordinates, atomically. */
  static void reduce(BoundImage t, long code, Coordinates words) {
    long at = address(t, code, words);
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
    ImageOperation.Reduction how = ImageOperation.reduction(code);
    if (ImageOperation.elementBytes(code) == Long.BYTES) {
      long value = words.word(from) & 0xffff_ffffL | (long) words.word(from + 1) << 32;
      long old;
      do {
        old = (long) LONGS.getVolatile(BoundImage.ALL, at);
      } while (!LONGS.compareAndSet(BoundImage.ALL, at, old, combine(how, old, value, false)));
      return;
    }
    int value = words.word(from);
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
