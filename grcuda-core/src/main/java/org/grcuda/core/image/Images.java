package org.grcuda.core.image;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.grcuda.core.engine.NdArray;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageFormat;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.ImageShape;
import org.grcuda.driver.image.Sampler;
import org.grcuda.image.ImageLayout;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/** Makes images of arrays, and refuses what CUDA would refuse, or read in another way. */
public final class Images {

  private static final int FACES = 6;

  private final String maker;
  private final NdArray array;
  private final ImageLayout layout;

  private Images(String maker, NdArray array, ImageLayout layout) {
    this.maker = maker;
    this.array = array;
    this.layout = layout;
  }

  /**
   * An image of {@code array}.
   *
   * @param maker the call that makes it, for messages
   * @param sampler how it is read; null for a surface
   * @throws GrCudaException if the array cannot be seen so, or the devices have no images
   */
  public static ArrayImage of(String maker, NdArray array, ImageLayout layout, Sampler sampler) {
    return new Images(maker, array, layout).image(sampler);
  }

  private ArrayImage image(Sampler sampler) {
    array.storage().checkAlive(array);
    checkDevices();
    if (!array.isDense(Order.C)) {
      throw refused(
          GrCudaException.Kind.VALUE,
          "'x': expected an array in row-major order without gaps, given " + array.describe());
    }
    ImageFormat format = new ImageFormat(channelType(), channels());
    int[] texels = texels(format.channels());
    checkExtents(texels);
    ImageShape shape = shape(texels);
    checkSize(shape, format.channels());
    if (array.address() % format.bytes() != 0) {
      throw refused(
          GrCudaException.Kind.VALUE,
          "'x': "
              + array.describe()
              + " begins within a texel of "
              + format.bytes()
              + " bytes of its memory; pass a copy");
    }
    if (sampler != null) {
      SamplerCheck.check(maker, array, format, sampler);
    }
    Image image = new Image(shape, format, sampler);
    checkDevices(image);
    return new ArrayImage(array, image, layout, texels);
  }

  /** Refuses an image that is not for all devices: a policy may choose any of them. */
  private void checkDevices(Image image) {
    Driver driver = array.storage().session().driver();
    for (int d = 0; d < driver.deviceCount(); d++) {
      String refusal = driver.device(d).imageRefusal(image);
      if (refusal != null) {
        throw refused(
            GrCudaException.Kind.VALUE,
            refusal + " on device " + d + " (" + driver.device(d).name() + ")");
      }
    }
  }

  private void checkDevices() {
    Driver driver = array.storage().session().driver();
    for (int d = 0; d < driver.deviceCount(); d++) {
      Device device = driver.device(d);
      if (!device.hasImages()) {
        throw refused(
            GrCudaException.Kind.DEVICE,
            "device " + d + " (" + device.name() + ") has no textures and surfaces here");
      }
    }
  }

  private ChannelType channelType() {
    return switch (array.type()) {
      case CHAR, BYTE -> ChannelType.S8;
      case UCHAR -> ChannelType.U8;
      case SHORT -> ChannelType.S16;
      case USHORT -> ChannelType.U16;
      case INT -> ChannelType.S32;
      case UINT -> ChannelType.U32;
      case HALF -> ChannelType.F16;
      case FLOAT, COMPLEX64 -> ChannelType.F32;
      case BOOLEAN, LONG, ULONG, DOUBLE, COMPLEX128 ->
          throw refused(
              GrCudaException.Kind.TYPE,
              "'x': channels of a texel are integers of 8, 16 or 32 bits, half or float, given "
                  + array.describe());
    };
  }

  private boolean isComplex() {
    return array.type() == ElementType.COMPLEX64;
  }

  private int channels() {
    int given = layout.channels();
    int usual = isComplex() ? 2 : 1;
    if (given == 0) {
      return usual;
    }
    if (given != 1 && given != 2 && given != 4 || isComplex() && given != 2) {
      throw refused(
          GrCudaException.Kind.VALUE,
          "'channels': expected "
              + (isComplex() ? "2, as complex numbers have" : "1, 2 or 4")
              + ", given "
              + given);
    }
    return given;
  }

  /** Texels along each dimension of the first level. */
  private int[] texels(int channels) {
    if (!layout.shape().isEmpty()) {
      return layout.shape().stream().mapToInt(Integer::intValue).toArray();
    }
    int rank = array.rank();
    if (channels > 1 && !isComplex()) {
      rank--;
      if (array.extent(rank) != channels || rank == 0) {
        throw refused(
            GrCudaException.Kind.VALUE,
            "'channels': expected an array whose last dimension is the "
                + channels
                + " channels, given "
                + array.describe());
      }
    }
    return IntStream.range(0, rank).map(this::extent).toArray();
  }

  /**
   * Refuses a shape of more texels than the array has elements, before anything multiplies them.
   */
  private void checkExtents(int[] texels) {
    double count = 1;
    for (int extent : texels) {
      if (extent < 1) {
        throw wrongShape(texels, "an extent is below 1");
      }
      count *= extent;
    }
    if (count > array.size()) {
      throw wrongShape(texels, "more texels than " + array.describe() + " has elements");
    }
  }

  private int extent(int dimension) {
    long extent = array.extent(dimension);
    if (extent > Integer.MAX_VALUE) {
      throw refused(
          GrCudaException.Kind.VALUE,
          "'x': expected at most 2^31 - 1 texels along a dimension, given " + array.describe());
    }
    return (int) extent;
  }

  private ImageShape shape(int[] texels) {
    ImageKind kind = kind(texels.length);
    int leading = kind.isLayered() || kind.isCube() ? texels.length - kind.dimensions() : 0;
    long layers = 1;
    for (int d = 0; d < leading; d++) {
      layers *= texels[d];
    }
    if (layers > Integer.MAX_VALUE) {
      throw wrongShape(texels, "an image has at most 2^31 - 1 layers and faces");
    }
    int[] size = {1, 1, 1};
    for (int d = texels.length - 1, axis = 0; d >= leading; d--, axis++) {
      size[axis] = texels[d];
    }
    if (kind.isCube() && (size[0] != size[1] || texels[leading - 1] != FACES)) {
      throw wrongShape(texels, "cubes have 6 square faces");
    }
    checkLevels(Math.max(size[0], Math.max(size[1], size[2])));
    return new ImageShape(kind, size[0], size[1], size[2], (int) layers, layout.levels());
  }

  private ImageKind kind(int rank) {
    ImageKind[] kinds =
        switch (layout.kind()) {
          case PLAIN -> new ImageKind[] {null, ImageKind.ONE, ImageKind.TWO, ImageKind.THREE};
          case LAYERED ->
              new ImageKind[] {null, null, ImageKind.ONE_LAYERED, ImageKind.TWO_LAYERED};
          case CUBE -> new ImageKind[] {null, null, null, ImageKind.CUBE, ImageKind.CUBE_LAYERED};
        };
    if (rank >= kinds.length || kinds[rank] == null) {
      throw refused(
          GrCudaException.Kind.VALUE,
          "'kind': expected "
              + switch (layout.kind()) {
                case PLAIN -> "1 to 3 dimensions of texels";
                case LAYERED -> "2 or 3 dimensions of texels, the first for the layers,";
                case CUBE -> "3 or 4 dimensions of texels, (6, n, n) or (cubes, 6, n, n),";
              }
              + " given "
              + rank
              + " (channels are not counted)");
    }
    return kinds[rank];
  }

  private void checkLevels(int longest) {
    int most = ImageShape.levels(longest);
    if (layout.levels() < 1 || layout.levels() > most) {
      throw refused(
          GrCudaException.Kind.VALUE,
          "'levels': expected 1 to " + most + " for this shape, given " + layout.levels());
    }
    if (layout.levels() > 1 && layout.shape().isEmpty()) {
      throw refused(
          GrCudaException.Kind.VALUE,
          "'levels': several levels lie one after another in 'x'; give the 'shape' of the first");
    }
  }

  private void checkSize(ImageShape shape, int channels) {
    long elements = shape.texels() * channels / (isComplex() ? 2 : 1);
    if (elements != array.size()) {
      throw refused(
          GrCudaException.Kind.VALUE,
          "'shape': these texels are "
              + elements
              + " elements, but "
              + array.describe()
              + " has "
              + array.size());
    }
  }

  private GrCudaException wrongShape(int[] texels, String why) {
    return refused(
        GrCudaException.Kind.VALUE, "'shape': " + why + ", given " + Arrays.toString(texels));
  }

  private GrCudaException refused(GrCudaException.Kind kind, String problem) {
    return new GrCudaException(kind, maker + ", " + problem);
  }
}
