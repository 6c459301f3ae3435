package org.grcuda.cpu.translate;

import java.nio.ByteBuffer;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.Sampler;

/** What fetches of textures give, computed from the formulas one texel after another. */
final class TextureReference {

  /** How a form chooses levels, or that it gathers. */
  enum Mode {
    PLAIN,
    LEVEL,
    GRADIENT,
    GATHER
  }

  /** A texel along an axis, -1 for the border, and its weight in 256ths. */
  private record Tap(int index, int weight) {}

  private final Image image;
  private final ByteBuffer texels;
  private final Sampler sampler;
  private final ImageKind kind;
  private final int[] offsets;

  /**
   * @param texels little-endian
   * @param offsets of the instruction, for three axes
   */
  TextureReference(Image image, ByteBuffer texels, int... offsets) {
    this.image = image;
    this.texels = texels;
    this.sampler = image.sampler();
    this.kind = image.shape().kind();
    this.offsets = offsets;
  }

  private static float number(int word) {
    float x = Float.intBitsToFloat(word);
    return Float.isNaN(x) ? 0 : x;
  }

  private int size(int axis, int level) {
    var shape = image.shape();
    int size = axis == 0 ? shape.width() : axis == 1 ? shape.height() : shape.depth();
    return Math.max(1, size >> level);
  }

  /** The four results of an instruction with float coordinates. */
  int[] fetch(Mode mode, int channel, int[] words) {
    int at = kind.isLayered() ? 1 : 0;
    int axes = kind.isCube() ? 3 : kind.dimensions();
    int slices = image.shape().layers() / (kind.isCube() ? 6 : 1);
    int layer = 0;
    if (kind.isLayered()) {
      layer = (int) Math.min(words[0] & 0xffff_ffffL, slices - 1);
    }
    float[] place = new float[3];
    for (int axis = 0; axis < axes; axis++) {
      place[axis] = number(words[at + axis]);
    }
    if (kind.isCube()) {
      layer = 6 * layer + ofCube(place);
    }
    return switch (mode) {
      case PLAIN -> bits(level(0, layer, place));
      case GATHER -> gather(layer, place, channel);
      case LEVEL -> bits(levels(number(words[at + axes]), layer, place));
      case GRADIENT -> {
        double longest =
            Math.max(length(words, at + axes, axes), length(words, at + 2 * axes, axes));
        yield bits(levels((float) (StrictMath.log(longest) / StrictMath.log(2)), layer, place));
      }
    };
  }

  /**
   * The four results of an instruction with integer coordinates.
   *
   * @param hasLevel whether it gives a level
   */
  int[] fetchTexel(boolean hasLevel, int[] words) {
    int at = kind.isLayered() ? 1 : 0;
    int level =
        hasLevel
            ? Math.max(0, Math.min(words[at + kind.dimensions()], image.shape().levels() - 1))
            : 0;
    int layer = at == 0 ? 0 : (int) Math.min(words[0] & 0xffff_ffffL, image.shape().layers() - 1);
    if (kind == ImageKind.ONE && (words[0] < 0 || words[0] >= size(0, level))) {
      return new int[4];
    }
    int[] places = new int[3];
    for (int axis = 0; axis < kind.dimensions(); axis++) {
      places[axis] = addressed(axis, level, words[at + axis]);
    }
    return bits(texel(level, layer, places[0], places[1], places[2]));
  }

  private double length(int[] words, int from, int axes) {
    double sum = 0;
    for (int axis = 0; axis < axes; axis++) {
      double scale = isNormalized() ? size(kind.isCube() ? 0 : axis, 0) : 1;
      sum += Math.pow(Float.intBitsToFloat(words[from + axis]) * scale, 2);
    }
    return Math.sqrt(sum);
  }

  private boolean isNormalized() {
    return sampler.normalizedCoordinates() || kind.isCube();
  }

  private static int ofCube(float[] p) {
    float x = p[0];
    float y = p[1];
    float z = p[2];
    float m = Math.max(Math.abs(x), Math.max(Math.abs(y), Math.abs(z)));
    int face;
    float s;
    float t;
    if (Math.abs(z) == m) {
      face = z < 0 ? 5 : 4;
      s = z < 0 ? -x : x;
      t = -y;
    } else if (Math.abs(y) == m) {
      face = y < 0 ? 3 : 2;
      s = x;
      t = y < 0 ? -z : z;
    } else {
      face = x < 0 ? 1 : 0;
      s = x < 0 ? z : -z;
      t = -y;
    }
    p[0] = number(Float.floatToRawIntBits(m == 0 ? 0.5f : (s / m + 1) / 2));
    p[1] = number(Float.floatToRawIntBits(m == 0 ? 0.5f : (t / m + 1) / 2));
    p[2] = 0;
    return face;
  }

  private float[] levels(float lod, int layer, float[] place) {
    Sampler.Mipmap mipmap = sampler.mipmap();
    float l = Float.isNaN(lod) ? 0 : lod;
    l += mipmap.bias();
    l = Math.max(mipmap.minLevel(), Math.min(l, mipmap.maxLevel()));
    l = Math.max(0, Math.min(l, image.shape().levels() - 1));
    if (mipmap.filter() == FilterMode.POINT) {
      return level((int) Math.floor(l + 0.5f), layer, place);
    }
    int below = (int) Math.floor(l);
    int weight = (int) Math.floor((l - below) * 256 + 0.5f);
    float[] a = level(below, layer, place);
    if (weight == 0) {
      return a;
    }
    float[] b = level(below + 1, layer, place);
    if (weight == 256) {
      return b;
    }
    for (int c = 0; c < 4; c++) {
      a[c] = (float) Math.fma(weight / 256.0, b[c], (256 - weight) / 256.0 * a[c]);
    }
    return a;
  }

  private static int[] bits(float[] values) {
    int[] bits = new int[values.length];
    for (int c = 0; c < bits.length; c++) {
      bits[c] = Float.floatToRawIntBits(values[c]);
    }
    return bits;
  }

  // ---- one level

  private float inTexels(int axis, int level, float x) {
    int n = size(axis, level);
    if (!isNormalized()) {
      return x;
    }
    float floor = (float) Math.floor(x);
    float rest = x - floor;
    return switch (mode(axis)) {
      case WRAP -> Float.isInfinite(x) ? 0 : rest * n;
      case MIRROR ->
          Float.isInfinite(x)
              ? 0
              : (Math.abs(Math.IEEEremainder(floor, 2)) == 1 ? 1 - rest : rest) * n;
      default -> x * n;
    };
  }

  private AddressMode mode(int axis) {
    AddressMode mode = sampler.address().get(axis);
    boolean repeats = mode == AddressMode.WRAP || mode == AddressMode.MIRROR;
    return kind.isCube() || repeats && !isNormalized() ? AddressMode.CLAMP : mode;
  }

  private static long floor(double x) {
    return (long) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, Math.floor(x)));
  }

  private int addressed(int axis, int level, long i) {
    long n = size(axis, level);
    long at = i + offsets[axis];
    return (int)
        switch (mode(axis)) {
          case CLAMP -> Math.max(0, Math.min(at, n - 1));
          case BORDER -> at >= 0 && at < n ? at : -1;
          case WRAP -> (at % n + n) % n;
          case MIRROR -> {
            long folded = (at % (2 * n) + 2 * n) % (2 * n);
            yield folded >= n ? 2 * n - 1 - folded : folded;
          }
        };
  }

  private Tap[] taps(int axis, int level, float place) {
    if (axis >= kind.dimensions()) {
      return new Tap[] {new Tap(0, 256)};
    }
    float x = inTexels(axis, level, place);
    if (sampler.filter() == FilterMode.POINT) {
      return new Tap[] {new Tap(addressed(axis, level, floor(x)), 256)};
    }
    float b = x - 0.5f;
    long i = floor(b);
    double exact = Math.floor((b - (float) i) * 256 + 0.5f);
    int a = (int) Math.max(0, Math.min(256, exact));
    return new Tap[] {
      new Tap(addressed(axis, level, i), 256 - a), new Tap(addressed(axis, level, i + 1), a)
    };
  }

  private float[] level(int level, int layer, float[] place) {
    Tap[] xs = taps(0, level, place[0]);
    Tap[] ys = taps(1, level, place[1]);
    Tap[] zs = taps(2, level, place[2]);
    if (sampler.filter() == FilterMode.POINT) {
      return texel(level, layer, xs[0].index, ys[0].index, zs[0].index);
    }
    double[] sums = new double[4];
    for (Tap z : zs) {
      for (Tap y : ys) {
        for (Tap x : xs) {
          double weight = x.weight / 256.0 * (y.weight / 256.0) * (z.weight / 256.0);
          float[] value = texel(level, layer, x.index, y.index, z.index);
          for (int c = 0; weight != 0 && c < 4; c++) {
            sums[c] = Math.fma(weight, value[c], sums[c]);
          }
        }
      }
    }
    return new float[] {(float) sums[0], (float) sums[1], (float) sums[2], (float) sums[3]};
  }

  private int[] gather(int layer, float[] place, int channel) {
    long i = floor(inTexels(0, 0, place[0]) - 0.5f);
    long j = floor(inTexels(1, 0, place[1]) - 0.5f);
    long[][] places = {{i, j + 1}, {i + 1, j + 1}, {i + 1, j}, {i, j}};
    float[] result = new float[4];
    for (int c = 0; c < 4; c++) {
      int x = addressed(0, 0, places[c][0]);
      int y = addressed(1, 0, places[c][1]);
      result[c] = texel(0, layer, x, y, 0)[channel];
    }
    return bits(result);
  }

  // ---- texels

  /** Integers as the bits of floats, as registers have them. */
  private float[] texel(int level, int layer, int x, int y, int z) {
    boolean inside = x >= 0 && y >= 0 && z >= 0;
    int channels = image.format().channels();
    long start = 0;
    for (int l = 0; l < level; l++) {
      start += (long) size(0, l) * size(1, l) * size(2, l) * image.shape().layers();
    }
    long row = ((long) layer * size(2, level) + z) * size(1, level) + y;
    int at = (int) ((start + row * size(0, level) + x) * image.format().bytes());
    float[] result = new float[4];
    boolean floats = sampler.normalizedValues() || isFloat();
    result[3] = floats ? 1 : Float.intBitsToFloat(1);
    for (int c = 0; c < channels; c++) {
      float border = sampler.border().get(c);
      float outside = floats ? border : Float.intBitsToFloat((int) border);
      result[c] = inside ? value(at + c * image.format().type().bytes(), c) : outside;
    }
    return result;
  }

  private boolean isFloat() {
    return image.format().type().kind() == ChannelType.Kind.FLOATING;
  }

  private float value(int at, int channel) {
    ChannelType type = image.format().type();
    if (type == ChannelType.F32) {
      return texels.getFloat(at);
    }
    if (type == ChannelType.F16) {
      return Float.float16ToFloat(texels.getShort(at));
    }
    boolean signed = type.kind() == ChannelType.Kind.SIGNED;
    int bits =
        switch (type.bytes()) {
          case 1 -> signed ? texels.get(at) : Byte.toUnsignedInt(texels.get(at));
          case 2 -> signed ? texels.getShort(at) : Short.toUnsignedInt(texels.getShort(at));
          default -> texels.getInt(at);
        };
    if (!sampler.normalizedValues()) {
      return Float.intBitsToFloat(bits);
    }
    if (sampler.srgb() && channel < 3) {
      double c = bits / 255.0;
      return (float) (c > 0.04045 ? StrictMath.pow((c + 0.055) / 1.055, 2.4) : c / 12.92);
    }
    int most = (1 << 8 * type.bytes() - (signed ? 1 : 0)) - 1;
    return Math.max((float) bits / most, -1f);
  }
}
