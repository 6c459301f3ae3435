package org.grcuda.cpu.image;

import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.Sampler;

/** Fetches of textures: {@code tex} and {@code tld4} (PTX ISA 9.7.10.3, 9.7.10.4). */
final class TextureFetch {

  private final BoundImage t;
  private final long code;
  private final Coordinates words;
  private final int layer;
  private final int axes;
  private final int first;
  private float x;
  private float y;
  private float z;

  private TextureFetch(BoundImage t, long code, Coordinates words) {
    this.t = t;
    this.code = code;
    this.words = words;
    ImageKind kind = t.shape.kind();
    this.first = kind.isLayered() ? 1 : 0;
    this.axes = kind.isCube() ? 3 : kind.dimensions();
    int faces = kind.isCube() ? 6 : 1;
    int given = first == 0 ? 0 : clampedLayer(words.word(0), t.shape.layers() / faces);
    x = coordinate(first);
    y = axes > 1 ? coordinate(first + 1) : 0;
    z = axes > 2 ? coordinate(first + 2) : 0;
    if (kind.isCube()) {
      CubeFace face = CubeFace.of(orZero(x), orZero(y), orZero(z));
      this.layer = given * faces + face.face();
      x = face.s();
      y = face.t();
    } else {
      this.layer = given;
    }
  }

  private static int clampedLayer(int given, int layers) {
    return given < 0 ? layers - 1 : Math.min(given, layers - 1);
  }

  private static float orZero(float coordinate) {
    return Float.isNaN(coordinate) ? 0 : coordinate;
  }

  private float coordinate(int word) {
    return ImageOperation.hasIntegerCoordinates(code) ? 0 : words.number(word);
  }

  /**
   * The four channels of a fetch as bits, or of a gather a channel of four texels.
   *
   * @param result receives them
   * @param count how many of them are needed
   */
  static void fetch(BoundImage t, long code, Coordinates words, int[] result, int count) {
    TextureFetch fetch = new TextureFetch(t, code, words);
    if (ImageOperation.hasIntegerCoordinates(code)) {
      fetch.ofIndices(result, count);
      return;
    }
    switch (ImageOperation.kind(code)) {
      case GATHER -> fetch.gather(result, count);
      case FETCH_LEVEL -> fetch.ofLevel(words.number(fetch.first + fetch.axes), result, count);
      case FETCH_GRADIENT -> fetch.ofLevel(fetch.gradientLevel(), result, count);
      default -> fetch.ofLevels(0, 0, 0, result, count);
    }
  }

  // ---- levels

  /** log2 of the longer derivative, in texels of the first level. */
  private float gradientLevel() {
    int from = first + axes;
    return (float)
        (StrictMath.log(Math.max(length(from), length(from + axes))) / StrictMath.log(2));
  }

  private double length(int from) {
    double squares = 0;
    for (int axis = 0; axis < axes; axis++) {
      int size = t.shape.kind().isCube() ? t.size(0, 0) : t.size(axis, 0);
      double d = words.number(from + axis) * (double) (t.normalizedCoordinates ? size : 1);
      squares += d * d;
    }
    return Math.sqrt(squares);
  }

  private void ofLevel(float asked, int[] result, int count) {
    Sampler.Mipmap mipmap = t.mipmap;
    float level = orZero(asked) + mipmap.bias();
    level = Math.max(mipmap.minLevel(), Math.min(mipmap.maxLevel(), level));
    level = Math.max(0, Math.min(t.shape.levels() - 1, level));
    if (mipmap.filter() == FilterMode.POINT) {
      int nearest = Filtering.floor(level + 0.5f);
      ofLevels(nearest, nearest, 0, result, count);
    } else {
      int below = Filtering.floor(level);
      int above = Math.min(below + 1, t.shape.levels() - 1);
      ofLevels(below, above, Filtering.weight(level, below), result, count);
    }
  }

  /** A mix of two levels, of which the second has a weight in 256ths. */
  private void ofLevels(int below, int above, int weight, int[] result, int count) {
    if (!t.readsFloats) {
      nearest(weight > 128 ? above : below, result, count);
    } else if (weight == 0 || weight == 256) {
      at(weight == 0 ? below : above, result, count);
    } else {
      int[] other = new int[count];
      at(below, result, count);
      at(above, other, count);
      for (int channel = 0; channel < count; channel++) {
        double value = (256 - weight) / 256.0 * Float.intBitsToFloat(result[channel]);
        value += weight / 256.0 * Float.intBitsToFloat(other[channel]);
        result[channel] = Float.floatToRawIntBits((float) value);
      }
    }
  }

  /** Channels of a level, which are floats. */
  private void at(int level, int[] result, int count) {
    if (!t.isLinear) {
      nearest(level, result, count);
      return;
    }
    double[] sums = new double[count];
    Filtering.linear(
        t, level, layer, place(0, level, x), place(1, level, y), place(2, level, z), code, sums);
    for (int channel = 0; channel < count; channel++) {
      result[channel] = Float.floatToRawIntBits((float) sums[channel]);
    }
  }

  private float place(int axis, int level, float given) {
    return axis < t.shape.kind().dimensions() ? Filtering.coordinate(t, axis, level, given) : 0;
  }

  /** Channels of the texel that holds the coordinates. */
  private void nearest(int level, int[] result, int count) {
    long texel =
        Filtering.texel(
            t,
            level,
            layer,
            Filtering.floor(place(0, level, x)),
            Filtering.floor(place(1, level, y)),
            Filtering.floor(place(2, level, z)),
            code);
    for (int channel = 0; channel < count; channel++) {
      result[channel] = channel(texel, channel);
    }
  }

  // ---- indices of texels

  /** {@code tex1Dfetch} reads 0 outside; the others have the texture's address mode. */
  private void ofIndices(int[] result, int count) {
    int i = words.word(first);
    int j = axes > 1 ? words.word(first + 1) : 0;
    int k = axes > 2 ? words.word(first + 2) : 0;
    int level =
        ImageOperation.kind(code) == ImageOperation.Kind.FETCH_LEVEL
            ? Math.clamp(words.word(first + axes), 0, t.shape.levels() - 1)
            : 0;
    boolean isLine = t.shape.kind() == ImageKind.ONE;
    boolean outside = isLine && (i < 0 || i >= t.size(0, level));
    long texel = outside ? -1 : Filtering.texel(t, level, layer, i, j, k, code);
    for (int channel = 0; channel < count; channel++) {
      result[channel] = outside ? 0 : channel(texel, channel);
    }
  }

  private int channel(long texel, int channel) {
    if (t.readsFloats) {
      float value = texel < 0 ? t.border(channel) : t.number(texel, channel);
      return Float.floatToRawIntBits(value);
    }
    return texel < 0 ? t.borderBits(channel) : t.bits(texel, channel);
  }

  // ---- gathers

  /** One channel of the texels (i, j + 1), (i + 1, j + 1), (i + 1, j), (i, j). */
  private void gather(int[] result, int count) {
    int channel = ImageOperation.variant(code);
    int i = Filtering.floor(place(0, 0, x) - 0.5f);
    int j = Filtering.floor(place(1, 0, y) - 0.5f);
    for (int c = 0; c < count; c++) {
      long column = i + (c == 1 || c == 2 ? 1L : 0);
      long row = j + (c < 2 ? 1L : 0);
      result[c] = channel(Filtering.texel(t, 0, layer, column, row, 0, code), channel);
    }
  }
}
