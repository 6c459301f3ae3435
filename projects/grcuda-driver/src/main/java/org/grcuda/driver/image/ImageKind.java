package org.grcuda.driver.image;

/** How the texels of an image lie: PTX ISA, section "Texture Instructions: tex", geometries. */
public enum ImageKind {
  /** A line of texels. */
  ONE("1d", 1, false, false),
  /** Rows of texels. */
  TWO("2d", 2, false, false),
  /** Slices of rows of texels. */
  THREE("3d", 3, false, false),
  /** An array of lines, each a layer. */
  ONE_LAYERED("a1d", 1, true, false),
  /** An array of two-dimensional layers. */
  TWO_LAYERED("a2d", 2, true, false),
  /** Six square faces of a cube: +x, -x, +y, -y, +z, -z. */
  CUBE("cube", 2, false, true),
  /** An array of cubes. */
  CUBE_LAYERED("acube", 2, true, true);

  private final String geometry;
  private final int dimensions;
  private final boolean isLayered;
  private final boolean isCube;

  ImageKind(String geometry, int dimensions, boolean isLayered, boolean isCube) {
    this.geometry = geometry;
    this.dimensions = dimensions;
    this.isLayered = isLayered;
    this.isCube = isCube;
  }

  /** As PTX names it: {@code "1d"}, {@code "a2d"}, {@code "acube"}. */
  public String geometry() {
    return geometry;
  }

  /** Axes of one layer or face: 1 to 3. */
  public int dimensions() {
    return dimensions;
  }

  /** Whether an index chooses one of several layers. */
  public boolean isLayered() {
    return isLayered;
  }

  /** Whether a layer has six faces. */
  public boolean isCube() {
    return isCube;
  }
}
