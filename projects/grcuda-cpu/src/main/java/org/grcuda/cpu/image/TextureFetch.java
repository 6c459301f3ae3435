package org.grcuda.cpu.image;

import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.Sampler;

/** A fetch of a texture: {@code tex} or {@code tld4} (PTX ISA 9.7.10.3, 9.7.10.4). */
final class TextureFetch extends Words {

  private final int layer;
  private final int axes;
  private final int first;
  private final int count;
  private float x;
  private float y;
  private float z;

  /** Sums of channels. */
  private double sum0;

  private double sum1;
  private double sum2;
  private double sum3;

  /**
   * A fetch.
   *
   * @param buffer address of the words from the fifth on
   * @param count how many channels are needed
   */
  TextureFetch(
      BoundImage t, long code, int word0, int word1, int word2, int word3, long buffer, int count) {
    super(t, code, word0, word1, word2, word3, buffer);
    this.count = count;
    ImageKind kind = t.shape.kind();
    this.first = kind.isLayered() ? 1 : 0;
    this.axes = kind.isCube() ? 3 : kind.dimensions();
    int faces = kind.isCube() ? 6 : 1;
    int given = first == 0 ? 0 : clampedLayer(word0, t.shape.layers() / faces);
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
    return ImageOperation.hasIntegerCoordinates(code) ? 0 : number(word);
  }

  /** Makes the four channels of a fetch as bits, or of a gather a channel of four texels. */
  void run() {
    if (ImageOperation.hasIntegerCoordinates(code)) {
      ofIndices();
      return;
    }
    switch (ImageOperation.kind(code)) {
      case GATHER -> gather();
      case FETCH_LEVEL -> ofLevel(number(first + axes));
      case FETCH_GRADIENT -> ofLevel(gradientLevel());
      default -> ofLevels(0, 0, 0);
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
      double d = number(from + axis) * (double) (t.normalizedCoordinates ? size : 1);
      squares += d * d;
    }
    return Math.sqrt(squares);
  }

  private void ofLevel(float asked) {
    Sampler.Mipmap mipmap = t.mipmap;
    float level = orZero(asked) + mipmap.bias();
    level = Math.max(mipmap.minLevel(), Math.min(mipmap.maxLevel(), level));
    level = Math.max(0, Math.min(t.shape.levels() - 1, level));
    if (mipmap.filter() == FilterMode.POINT) {
      int nearest = Filtering.floor(level + 0.5f);
      ofLevels(nearest, nearest, 0);
    } else {
      int below = Filtering.floor(level);
      int above = Math.min(below + 1, t.shape.levels() - 1);
      ofLevels(below, above, Filtering.weight(level, below));
    }
  }

  /** A mix of two levels, of which the second has a weight in 256ths. */
  private void ofLevels(int below, int above, int weight) {
    if (!t.readsFloats) {
      nearest(weight > 128 ? above : below);
    } else if (weight == 0 || weight == 256) {
      at(weight == 0 ? below : above);
    } else {
      at(below);
      int a = given(0);
      int b = given(1);
      int c = given(2);
      int d = given(3);
      at(above);
      mix(0, a, weight);
      mix(1, b, weight);
      mix(2, c, weight);
      mix(3, d, weight);
    }
  }

  private void mix(int channel, int below, int weight) {
    double value = (256 - weight) / 256.0 * Float.intBitsToFloat(below);
    value += weight / 256.0 * Float.intBitsToFloat(given(channel));
    give(channel, Float.floatToRawIntBits((float) value));
  }

  /** Channels of a level, which are floats. */
  private void at(int level) {
    if (!t.isLinear) {
      nearest(level);
      return;
    }
    linear(level, place(0, level, x), place(1, level, y), place(2, level, z));
    give(0, Float.floatToRawIntBits((float) sum0));
    give(1, Float.floatToRawIntBits((float) sum1));
    give(2, Float.floatToRawIntBits((float) sum2));
    give(3, Float.floatToRawIntBits((float) sum3));
  }

  private float place(int axis, int level, float given) {
    return axis < t.shape.kind().dimensions() ? Filtering.coordinate(t, axis, level, given) : 0;
  }

  /** Channels of the texel that holds the coordinates. */
  private void nearest(int level) {
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
      give(channel, channel(texel, channel));
    }
  }

  // ---- between texels

  /**
   * Adds up the channels of the texels around coordinates in texels, each with its weight.
   *
   * @param inX along the rows; y and z count where there are as many dimensions
   */
  private void linear(int level, float inX, float inY, float inZ) {
    int dimensions = t.shape.kind().dimensions();
    float fromX = inX - 0.5f;
    float fromY = dimensions > 1 ? inY - 0.5f : 0;
    float fromZ = dimensions > 2 ? inZ - 0.5f : 0;
    int i = Filtering.floor(fromX);
    int j = Filtering.floor(fromY);
    int k = Filtering.floor(fromZ);
    int a = Filtering.weight(fromX, i);
    int b = Filtering.weight(fromY, j);
    int c = Filtering.weight(fromZ, k);
    sum0 = 0;
    sum1 = 0;
    sum2 = 0;
    sum3 = 0;
    for (int corner = 0; corner < 1 << dimensions; corner++) {
      int dx = corner & 1;
      int dy = corner >> 1 & 1;
      int dz = corner >> 2;
      int weight = of(a, dx) * of(b, dy) * of(c, dz);
      if (weight != 0) {
        long texel =
            Filtering.texel(t, level, layer, (long) i + dx, (long) j + dy, (long) k + dz, code);
        // The product of the weights, and that with the value, are exact.
        add(texel, weight * 0x1p-24);
      }
    }
  }

  private static int of(int weight, int side) {
    return side == 0 ? 256 - weight : weight;
  }

  private void add(long texel, double weight) {
    sum0 += weight * value(texel, 0);
    if (count > 1) {
      sum1 += weight * value(texel, 1);
    }
    if (count > 2) {
      sum2 += weight * value(texel, 2);
      sum3 += weight * value(texel, 3);
    }
  }

  private float value(long texel, int channel) {
    return texel < 0 ? t.border(channel) : t.number(texel, channel);
  }

  // ---- indices of texels

  /** {@code tex1Dfetch} reads 0 outside; the others have the texture's address mode. */
  private void ofIndices() {
    int i = word(first);
    int j = axes > 1 ? word(first + 1) : 0;
    int k = axes > 2 ? word(first + 2) : 0;
    int level =
        ImageOperation.kind(code) == ImageOperation.Kind.FETCH_LEVEL
            ? Math.clamp(word(first + axes), 0, t.shape.levels() - 1)
            : 0;
    boolean isLine = t.shape.kind() == ImageKind.ONE;
    boolean outside = isLine && (i < 0 || i >= t.size(0, level));
    long texel = outside ? -1 : Filtering.texel(t, level, layer, i, j, k, code);
    for (int channel = 0; channel < count; channel++) {
      give(channel, outside ? 0 : channel(texel, channel));
    }
  }

  private int channel(long texel, int channel) {
    if (t.readsFloats) {
      return Float.floatToRawIntBits(value(texel, channel));
    }
    return texel < 0 ? t.borderBits(channel) : t.bits(texel, channel);
  }

  // ---- gathers

  /** One channel of the texels (i, j + 1), (i + 1, j + 1), (i + 1, j), (i, j). */
  private void gather() {
    int channel = ImageOperation.variant(code);
    int i = Filtering.floor(place(0, 0, x) - 0.5f);
    int j = Filtering.floor(place(1, 0, y) - 0.5f);
    for (int c = 0; c < count; c++) {
      long column = i + (c == 1 || c == 2 ? 1L : 0);
      long row = j + (c < 2 ? 1L : 0);
      give(c, channel(Filtering.texel(t, 0, layer, column, row, 0, code), channel));
    }
  }
}
