package org.grcuda.bench.suite.program;

import java.util.ArrayList;
import java.util.List;

/**
 * Divides a square matrix of tiles into rectangles, each of which fits into memory, so that the
 * sides of all rectangles together are as short as possible: what the product of two matrices loads
 * beside the result. Only cuts through a whole rectangle are tried.
 */
public final class Rectangles {

  /** Whether a rectangle fits into memory. */
  @FunctionalInterface
  public interface Limit {
    boolean fits(int rows, int columns);
  }

  /** Some rows and columns of tiles. */
  record Rectangle(Benchmark.Part rows, Benchmark.Part columns) {}

  private final Limit limit;

  /** By rows and columns: the shortest sides together, and after how many rows to cut for that. */
  private final int[][] sides;

  /** Rows to cut off first; if negative, columns; 0 without a cut. */
  private final int[][] cut;

  private final List<Rectangle> all = new ArrayList<>();

  private Rectangles(int tiles, Limit limit) {
    this.limit = limit;
    sides = new int[tiles + 1][tiles + 1];
    cut = new int[tiles + 1][tiles + 1];
    for (int rows = 1; rows <= tiles; rows++) {
      for (int columns = 1; columns <= tiles; columns++) {
        divide(rows, columns);
      }
    }
  }

  /** The rectangles of a matrix of {@code tiles} rows and columns of tiles. */
  static List<Rectangle> of(int tiles, Limit limit) {
    Rectangles made = new Rectangles(tiles, limit);
    made.add(0, tiles, 0, tiles);
    return made.all;
  }

  /** The sides of the rectangles of {@link #of} together. */
  public static int sides(int tiles, Limit limit) {
    return new Rectangles(tiles, limit).sides[tiles][tiles];
  }

  private void divide(int rows, int columns) {
    if (limit.fits(rows, columns) || rows == 1 && columns == 1) {
      sides[rows][columns] = rows + columns;
      return;
    }
    sides[rows][columns] = Integer.MAX_VALUE;
    for (int first = 1; first < rows; first++) {
      choose(rows, columns, first, sides[first][columns] + sides[rows - first][columns]);
    }
    for (int first = 1; first < columns; first++) {
      choose(rows, columns, -first, sides[rows][first] + sides[rows][columns - first]);
    }
  }

  private void choose(int rows, int columns, int where, int sum) {
    if (sum < sides[rows][columns]) {
      sides[rows][columns] = sum;
      cut[rows][columns] = where;
    }
  }

  private void add(int top, int bottom, int left, int right) {
    int where = cut[bottom - top][right - left];
    if (where > 0) {
      add(top, top + where, left, right);
      add(top + where, bottom, left, right);
    } else if (where < 0) {
      add(top, bottom, left, left - where);
      add(top, bottom, left - where, right);
    } else {
      int index = all.size();
      all.add(
          new Rectangle(
              new Benchmark.Part(index, top, bottom), new Benchmark.Part(index, left, right)));
    }
  }
}
