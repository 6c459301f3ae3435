package org.grcuda.cpu.image;

import java.lang.foreign.ValueLayout;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.ImageKind;

/** Instructions on images: what code calls for each of them. */
public final class ImageAccess {

  /** Words of memory of a thread that an instruction may take: arguments, then results. */
  public static final int BUFFER_WORDS = 12;

  /** Arguments, or results, that registers hold. */
  public static final int ARGUMENTS_IN_REGISTERS = Words.IN_REGISTERS;

  public static final int RESULTS_IN_REGISTERS = 2;

  /** Words of results. */
  public static final int RESULTS = 4;

  private static final ImageOperation.Query[] QUERIES = ImageOperation.Query.values();
  private static final ImageOperation.Type[] TYPES = ImageOperation.Type.values();

  /** What OpenCL calls the numbers of channels: CL_R, CL_RG, CL_RGBA. */
  private static final int[] ORDERS = {0, 0x10b0, 0x10b2, 0, 0x10b5};

  private ImageAccess() {}

  /**
   * Executes an instruction.
   *
   * @param launch which executes it
   * @param code a {@link ImageOperation#code}
   * @param handle the object
   * @param word0 the first word of coordinates and what follows them
   * @param word1 the second
   * @param word2 the third
   * @param word3 the fourth
   * @param buffer address of the other words; receives the results from the third on. 0 if there
   *     are no others, and nobody needs those results
   * @return the first two words of the result
   * @throws ImageFault if there is no such image, or none of that kind
   */
  public static long execute(
      Launch launch,
      long code,
      long handle,
      int word0,
      int word1,
      int word2,
      int word3,
      long buffer) {
    if (ImageOperation.kind(code) == ImageOperation.Kind.TYPE) {
      return isOfType(ImageTable.find(launch, handle), TYPES[ImageOperation.variant(code)]) ? 1 : 0;
    }
    BoundImage image = ImageTable.get(launch, handle);
    switch (ImageOperation.kind(code)) {
      case QUERY -> {
        return query(image, QUERIES[ImageOperation.variant(code)]);
      }
      case QUERY_LEVEL -> {
        int level = Math.clamp(word0, 0, image.shape.levels() - 1);
        return queryLevel(image, QUERIES[ImageOperation.variant(code)], level);
      }
      case LOAD, STORE, REDUCE, STORE_FORMATTED, REDUCE_FORMATTED -> {
        requireSurface(image, code, handle);
        SurfaceAccess access = new SurfaceAccess(image, code, word0, word1, word2, word3, buffer);
        switch (ImageOperation.kind(code)) {
          case LOAD -> access.load();
          case STORE -> access.store();
          case STORE_FORMATTED -> access.storeFormatted();
          default -> access.reduce();
        }
        return results(access, ImageOperation.kind(code) == ImageOperation.Kind.LOAD ? buffer : 0);
      }
      default -> {
        requireTexture(image, code, handle);
        boolean halves = ImageOperation.givesHalves(code);
        int count = buffer == 0 && !halves ? RESULTS_IN_REGISTERS : RESULTS;
        TextureFetch fetch =
            new TextureFetch(image, code, word0, word1, word2, word3, buffer, count);
        fetch.run();
        return halves ? packed(fetch) : results(fetch, buffer);
      }
    }
  }

  private static long results(Words words, long buffer) {
    if (buffer != 0) {
      BoundImage.ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, buffer, words.pair(RESULTS_IN_REGISTERS));
    }
    return words.pair(0);
  }

  /** Four halfs in two words. */
  private static long packed(Words words) {
    long result = 0;
    for (int channel = 0; channel < RESULTS; channel++) {
      short half = Float.floatToFloat16(Float.intBitsToFloat(words.given(channel)));
      result |= (half & 0xffffL) << Short.SIZE * channel;
    }
    return result;
  }

  /** The results from the third on, which {@link #execute} left in the memory. */
  public static long furtherResults(long buffer) {
    return buffer == 0 ? 0 : BoundImage.ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, buffer);
  }

  private static void requireTexture(BoundImage image, long code, long handle) {
    ImageKind geometry = ImageOperation.geometry(code);
    if (image.isSurface || image.shape.kind() != geometry) {
      throw mismatch("texture", image, geometry, handle);
    }
  }

  /** A surface of cubes is one of layers. */
  private static void requireSurface(BoundImage image, long code, long handle) {
    ImageKind geometry = ImageOperation.geometry(code);
    ImageKind kind = image.shape.kind().isCube() ? ImageKind.TWO_LAYERED : image.shape.kind();
    if (!image.isSurface || kind != geometry) {
      throw mismatch("surface", image, geometry, handle);
    }
  }

  private static ImageFault mismatch(
      String expected, BoundImage image, ImageKind geometry, long handle) {
    return new ImageFault(
        handle,
        "expected a %s of geometry %s, given a %s of geometry %s"
            .formatted(
                expected,
                geometry.geometry(),
                image.isSurface ? "surface" : "texture",
                image.shape.kind().geometry()));
  }

  /** Samplers are part of their texture here. */
  private static boolean isOfType(BoundImage image, ImageOperation.Type type) {
    return image != null
        && (type == ImageOperation.Type.TEXREF && !image.isSurface
            || type == ImageOperation.Type.SURFREF && image.isSurface);
  }

  private static long queryLevel(BoundImage image, ImageOperation.Query query, int level) {
    int dimensions = image.shape.kind().dimensions();
    return switch (query) {
      case WIDTH -> image.shape.width(level);
      case HEIGHT -> dimensions > 1 ? image.shape.height(level) : 0;
      default -> dimensions > 2 ? image.shape.depth(level) : 0;
    };
  }

  /** The place in PTX's list wrap, mirror, clamp_ogl, clamp_to_edge, clamp_to_border. */
  private static int addressMode(BoundImage image, int axis) {
    return switch (image.sampler.address().get(axis)) {
      case WRAP -> 0;
      case MIRROR -> 1;
      case CLAMP -> 3;
      case BORDER -> 4;
    };
  }

  private static long query(BoundImage image, ImageOperation.Query query) {
    ImageKind kind = image.shape.kind();
    return switch (query) {
      case WIDTH, HEIGHT, DEPTH -> queryLevel(image, query, 0);
      case CHANNEL_DATA_TYPE -> dataType(image);
      case CHANNEL_ORDER -> ORDERS[image.channels];
      case NORMALIZED_COORDS -> image.normalizedCoordinates ? 1 : 0;
      case ARRAY_SIZE -> kind.isLayered() ? image.shape.layers() / (kind.isCube() ? 6 : 1) : 0;
      case NUM_MIPMAP_LEVELS -> image.shape.levels();
      case NUM_SAMPLES -> 1;
      // Rows follow each other. No sampler overrides what a texture says of its coordinates.
      case MEMORY_LAYOUT -> 1;
      case FORCE_UNNORMALIZED_COORDS -> 0;
      case FILTER_MODE -> image.sampler.filter() == FilterMode.LINEAR ? 1 : 0;
      case ADDR_MODE_0 -> addressMode(image, 0);
      case ADDR_MODE_1 -> addressMode(image, 1);
      case ADDR_MODE_2 -> addressMode(image, 2);
    };
  }

  /** OpenCL's number of the type of a channel: CL_SNORM_INT8 and so on. */
  private static int dataType(BoundImage image) {
    boolean normalized = image.readsFloats && image.type.kind() != ChannelType.Kind.FLOATING;
    return switch (image.type) {
      case S8 -> normalized ? 0x10d0 : 0x10d7;
      case S16 -> normalized ? 0x10d1 : 0x10d8;
      case U8 -> normalized ? 0x10d2 : 0x10da;
      case U16 -> normalized ? 0x10d3 : 0x10db;
      case S32 -> 0x10d9;
      case U32 -> 0x10dc;
      case F16 -> 0x10dd;
      case F32 -> 0x10de;
    };
  }
}
