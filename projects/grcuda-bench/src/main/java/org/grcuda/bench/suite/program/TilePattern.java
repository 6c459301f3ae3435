package org.grcuda.bench.suite.program;

/**
 * Which tiles of a square matrix are not all zeros: those drawn, and those that a program fills.
 */
final class TilePattern {

  /** Of this number of tiles, the density says how many are not zero. */
  private static final int ALL = 100;

  private final boolean[][] present;

  private TilePattern(boolean[][] present) {
    this.present = present;
  }

  /**
   * Draws tiles, the same in every language.
   *
   * @param count tiles along each side
   * @param density how many of 100 tiles are not zero, 1 to 100
   * @param seed the seed of the numbers that are drawn
   */
  static TilePattern drawn(int count, int density, int seed) {
    int[] draws = Data.draws(count * count, seed);
    boolean[][] present = new boolean[count][count];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < count; j++) {
        present[i][j] = draws[i * count + j] % ALL < density;
      }
    }
    return new TilePattern(present);
  }

  int count() {
    return present.length;
  }

  boolean has(int i, int j) {
    return present[i][j];
  }

  /** The pattern after an LU factorization. The diagonal is never zero. */
  TilePattern filledByLu() {
    boolean[][] filled = withDiagonal();
    for (int k = 0; k < filled.length; k++) {
      for (int i = k + 1; i < filled.length; i++) {
        for (int j = k + 1; j < filled.length; j++) {
          filled[i][j] |= filled[i][k] && filled[k][j];
        }
      }
    }
    return new TilePattern(filled);
  }

  /**
   * The pattern of the lower triangle after a Cholesky factorization. The diagonal is never zero.
   */
  TilePattern filledByCholesky() {
    boolean[][] filled = withDiagonal();
    for (int k = 0; k < filled.length; k++) {
      for (int i = 0; i < filled.length; i++) {
        filled[k][i] &= i <= k;
      }
    }
    for (int k = 0; k < filled.length; k++) {
      for (int i = k + 1; i < filled.length; i++) {
        for (int j = k + 1; j <= i; j++) {
          filled[i][j] |= filled[i][k] && filled[j][k];
        }
      }
    }
    return new TilePattern(filled);
  }

  /** The pattern of the product of this and {@code other}. */
  TilePattern times(TilePattern other) {
    boolean[][] product = new boolean[count()][count()];
    for (int i = 0; i < count(); i++) {
      for (int k = 0; k < count(); k++) {
        for (int j = 0; j < count(); j++) {
          product[i][j] |= present[i][k] && other.present[k][j];
        }
      }
    }
    return new TilePattern(product);
  }

  private boolean[][] withDiagonal() {
    boolean[][] copy = new boolean[count()][];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = present[i].clone();
      copy[i][i] = true;
    }
    return copy;
  }
}
