package org.grcuda.tests.cuda;

import java.util.List;
import org.grcuda.driver.Device;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageFormat;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.ImageShape;
import org.grcuda.driver.image.Sampler;

/** An object of the double, as NVIDIA's descriptors describe it (engine.c), for the CPU backend. */
final class EngineImage {

  /** Bytes that describe one. */
  static final int BYTES = 176;

  // CUDA_ARRAY3D_..., CU_TRSF_...
  private static final int LAYERED = 1;
  private static final int CUBEMAP = 4;
  private static final int READ_AS_INTEGER = 1;
  private static final int NORMALIZED = 2;
  private static final int SRGB = 16;

  private static final int LINE = 1;
  private static final int ROWS = 2;
  private static final int FLOATS = 8 * 18;

  private final long words;

  /** Where its texels are here; 0 before a kernel has needed it. */
  private long texels;

  private long handle;

  /**
   * @param words address of what describes it
   */
  EngineImage(long words) {
    this.words = words;
  }

  private long word(int index) {
    return KernelEngine.word(words, index);
  }

  private float number(int index) {
    return Float.intBitsToFloat(
        (int) (KernelEngine.word(words + FLOATS, index / 2) >> 32 * (index % 2)));
  }

  /** Its number at the double. */
  long object() {
    return word(0);
  }

  /** The object that stands for it, with a copy of its texels, which {@code allocated} gets. */
  long on(Device device, List<Long> allocated) {
    if (texels == 0) {
      Image image = image();
      if (word(1) == 0) {
        throw new IllegalStateException("an image of memory that was freed");
      }
      texels = device.allocate(image.bytes());
      allocated.add(texels);
      KernelEngine.put(texels, texels(image));
      handle = device.image(image, texels);
    }
    return handle;
  }

  private byte[] texels(Image image) {
    long rowBytes = (long) image.shape().width() * image.format().bytes();
    if (word(3) != ROWS || word(9) == rowBytes) {
      return KernelEngine.bytes(word(1), image.bytes());
    }
    byte[] dense = new byte[(int) image.bytes()];
    for (int row = 0; row < image.shape().height(); row++) {
      byte[] one = KernelEngine.bytes(word(1) + row * word(9), rowBytes);
      System.arraycopy(one, 0, dense, (int) (row * rowBytes), one.length);
    }
    return dense;
  }

  /** After the launch: a surface may have been written. */
  void copyBack() {
    if (texels != 0 && word(2) != 0) {
      KernelEngine.put(word(1), KernelEngine.bytes(texels, image().bytes()));
    }
  }

  private Image image() {
    boolean isSurface = word(2) != 0;
    ImageFormat format = new ImageFormat(type(), (int) word(11));
    return new Image(shape(), format, isSurface ? null : sampler());
  }

  private ImageKind kind() {
    boolean layered = (word(7) & LAYERED) != 0;
    if (word(3) == LINE) {
      return ImageKind.ONE;
    }
    if (word(3) == ROWS) {
      return ImageKind.TWO;
    }
    if ((word(7) & CUBEMAP) != 0) {
      return layered ? ImageKind.CUBE_LAYERED : ImageKind.CUBE;
    }
    if (layered) {
      return word(5) == 0 ? ImageKind.ONE_LAYERED : ImageKind.TWO_LAYERED;
    }
    return word(6) != 0 ? ImageKind.THREE : word(5) != 0 ? ImageKind.TWO : ImageKind.ONE;
  }

  private ImageShape shape() {
    ImageKind kind = kind();
    int depth = (int) Math.max(1, word(6));
    boolean layers = kind.isLayered() || kind.isCube();
    return new ImageShape(
        kind,
        (int) word(4),
        (int) Math.max(1, word(5)),
        layers ? 1 : depth,
        layers ? depth : 1,
        (int) word(8));
  }

  private ChannelType type() {
    return switch ((int) word(10)) {
      case 0x01 -> ChannelType.U8;
      case 0x02 -> ChannelType.U16;
      case 0x03 -> ChannelType.U32;
      case 0x08 -> ChannelType.S8;
      case 0x09 -> ChannelType.S16;
      case 0x0a -> ChannelType.S32;
      case 0x10 -> ChannelType.F16;
      case 0x20 -> ChannelType.F32;
      default -> throw new IllegalStateException("CUarray_format " + word(10));
    };
  }

  private static AddressMode mode(long code) {
    return switch ((int) code) {
      case 0 -> AddressMode.WRAP;
      case 1 -> AddressMode.CLAMP;
      case 2 -> AddressMode.MIRROR;
      default -> AddressMode.BORDER;
    };
  }

  private static FilterMode filter(long code) {
    return code == 0 ? FilterMode.POINT : FilterMode.LINEAR;
  }

  private Sampler sampler() {
    long flags = word(16);
    return new Sampler(
        List.of(mode(word(12)), mode(word(13)), mode(word(14))),
        filter(word(15)),
        (flags & NORMALIZED) != 0,
        type().isNormalizable() && (flags & READ_AS_INTEGER) == 0,
        (flags & SRGB) != 0,
        List.of(number(3), number(4), number(5), number(6)),
        new Sampler.Mipmap(filter(word(17)), number(0), number(1), number(2)));
  }
}
