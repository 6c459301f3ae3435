package org.grcuda.driver;

/**
 * Blocks of a cluster by dimension (CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION). The blocks of a cluster
 * run at once, and reach each other's shared memory.
 */
public record ClusterSize(int x, int y, int z) {

  /** A block is alone, or in the clusters that its kernel declares. */
  public static final ClusterSize NONE = new ClusterSize(1, 1, 1);

  /** Most blocks of a cluster; where code must run on every GPU with clusters, 8. */
  public static final int MOST_BLOCKS = 16;

  private static final int BITS = 10;
  private static final int MASK = (1 << BITS) - 1;

  /**
   * @throws IllegalArgumentException unless each extent is from 1 to 1,023
   */
  public ClusterSize {
    if (x < 1 || y < 1 || z < 1 || x > MASK || y > MASK || z > MASK) {
      throw new IllegalArgumentException("a cluster of " + text(x, y, z) + " blocks");
    }
  }

  /** The size in a {@link #word}. */
  static ClusterSize of(long word) {
    int x = (int) word & MASK;
    int y = (int) (word >>> BITS) & MASK;
    int z = (int) (word >>> 2 * BITS) & MASK;
    return x == 1 && y == 1 && z == 1 ? NONE : new ClusterSize(x, y, z);
  }

  /** All extents: x in the lowest 10 bits, then y and z. */
  long word() {
    return x | (long) y << BITS | (long) z << 2 * BITS;
  }

  /** Whether it is {@link #NONE}. */
  public boolean isNone() {
    return blocks() == 1;
  }

  /** Blocks of a cluster. */
  public int blocks() {
    return x * y * z;
  }

  /** Whether clusters fill a grid. */
  boolean divides(LaunchShape grid) {
    return grid.gridX() % x == 0 && grid.gridY() % y == 0 && grid.gridZ() % z == 0;
  }

  /** {@code "(2, 1, 1)"}. */
  @Override
  public String toString() {
    return text(x, y, z);
  }

  private static String text(int x, int y, int z) {
    return "(" + x + ", " + y + ", " + z + ")";
  }
}
