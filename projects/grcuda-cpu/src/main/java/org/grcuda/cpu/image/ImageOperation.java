package org.grcuda.cpu.image;

import org.grcuda.driver.image.ImageKind;

/**
 * An instruction on images, without its operands, as the bits of a word that code hands over.
 *
 * @param kind what it does
 * @param geometry as which it sees the image
 * @param variant of a gather the channel, of a query the {@link Query} or {@link Type}, of a
 *     surface the {@link Boundary}, of others 0
 * @param integerCoordinates whether coordinates are integers
 * @param halves whether results are four halfs in two words
 * @param offsets of the texels along x, y and z, -8 to 7, 4 bits each
 * @param elementBytes of an element of a surface access: 1, 2, 4 or 8
 * @param elements of a surface access: 1, 2 or 4
 * @param reduction what a reduction does
 */
public record ImageOperation(
    Kind kind,
    ImageKind geometry,
    int variant,
    boolean integerCoordinates,
    boolean halves,
    int offsets,
    int elementBytes,
    int elements,
    Reduction reduction) {

  /** What an instruction does. */
  public enum Kind {
    /** {@code tex}, of the first level. */
    FETCH,
    /** {@code tex.level}: the level follows the coordinates. */
    FETCH_LEVEL,
    /** {@code tex.grad}: the derivatives along x and along y follow the coordinates. */
    FETCH_GRADIENT,
    /** {@code tld4}. */
    GATHER,
    /** {@code txq} and {@code suq}. */
    QUERY,
    /** {@code txq.level}: the level is a word. */
    QUERY_LEVEL,
    /** {@code istypep}. */
    TYPE,
    /** {@code suld.b}. */
    LOAD,
    /** {@code sust.b}: the elements follow the coordinates. */
    STORE,
    /** {@code sured.b}: the value follows the coordinates. */
    REDUCE,
    /** {@code sust.p}: x counts texels; words follow that become their channels. */
    STORE_FORMATTED,
    /** {@code sured.p}: x counts texels. */
    REDUCE_FORMATTED
  }

  /** What a query asks for. */
  public enum Query {
    WIDTH,
    HEIGHT,
    DEPTH,
    CHANNEL_DATA_TYPE,
    CHANNEL_ORDER,
    NORMALIZED_COORDS,
    ARRAY_SIZE,
    NUM_MIPMAP_LEVELS,
    NUM_SAMPLES,
    MEMORY_LAYOUT,
    FILTER_MODE,
    ADDR_MODE_0,
    ADDR_MODE_1,
    ADDR_MODE_2,
    FORCE_UNNORMALIZED_COORDS
  }

  /** What an object may be. */
  public enum Type {
    TEXREF,
    SAMPLERREF,
    SURFREF
  }

  /** What an access outside of a surface does. */
  public enum Boundary {
    /** It is an error of the kernel. */
    TRAP,
    /** It goes to the nearest place. */
    CLAMP,
    /** It reads 0, and stores nothing. */
    ZERO
  }

  /** How a reduction combines. */
  public enum Reduction {
    ADD,
    MIN_SIGNED,
    MAX_SIGNED,
    MIN_UNSIGNED,
    MAX_UNSIGNED,
    AND,
    OR
  }

  private static final Kind[] KINDS = Kind.values();
  private static final ImageKind[] GEOMETRIES = ImageKind.values();
  private static final Boundary[] BOUNDARIES = Boundary.values();
  private static final Reduction[] REDUCTIONS = Reduction.values();
  private static final int NIBBLE = 4;
  private static final int OFFSETS = 12;

  /** The operation of a code. */
  public static ImageOperation of(long code) {
    return new ImageOperation(
        kind(code),
        geometry(code),
        variant(code),
        hasIntegerCoordinates(code),
        givesHalves(code),
        (int) code >> 16 & 0xfff,
        elementBytes(code),
        elements(code),
        reduction(code));
  }

  /** The bits. */
  public long code() {
    long code = kind.ordinal();
    code |= (long) geometry.ordinal() << 4;
    code |= (long) variant << 8;
    code |= (integerCoordinates ? 1L : 0) << 12;
    code |= (halves ? 1L : 0) << 13;
    code |= (long) (offsets & 0xfff) << 16;
    code |= (long) Integer.numberOfTrailingZeros(elementBytes) << 28;
    code |= (long) Integer.numberOfTrailingZeros(elements) << 30;
    return code | (long) reduction.ordinal() << 32;
  }

  static Kind kind(long code) {
    return KINDS[(int) code & 0xf];
  }

  static ImageKind geometry(long code) {
    return GEOMETRIES[(int) code >> 4 & 0xf];
  }

  static int variant(long code) {
    return (int) code >> 8 & 0xf;
  }

  static Boundary boundary(long code) {
    return BOUNDARIES[variant(code)];
  }

  static boolean hasIntegerCoordinates(long code) {
    return (code >> 12 & 1) != 0;
  }

  static boolean givesHalves(long code) {
    return (code >> 13 & 1) != 0;
  }

  /** Offset of the texels along an axis. */
  public int offset(int axis) {
    return offsets << 28 - NIBBLE * axis >> 28;
  }

  static int offset(long code, int axis) {
    int bits = (int) code >> 16 + NIBBLE * axis & 0xf;
    return axis * NIBBLE < OFFSETS ? bits << 28 >> 28 : 0;
  }

  static int elementBytes(long code) {
    return 1 << ((int) (code >> 28) & 3);
  }

  static int elements(long code) {
    return 1 << ((int) (code >> 30) & 3);
  }

  static Reduction reduction(long code) {
    return REDUCTIONS[(int) (code >> 32) & 0xf];
  }

  /** Words of the coordinates of a geometry, the layer's among them. */
  public static int coordinates(ImageKind geometry) {
    int axes = geometry.isCube() ? 3 : geometry.dimensions();
    return axes + (geometry.isLayered() ? 1 : 0);
  }
}
