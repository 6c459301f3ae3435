package org.grcuda.bench.suite.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.grcuda.bench.suite.program.Rectangles.Rectangle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rectangles cover the matrix once, fit into memory, and have short sides. */
final class RectanglesTest {

  /** The sides of all rectangles together, worked out by hand. */
  @ParameterizedTest
  @CsvSource({
    // All fits.
    "3, 9, 6",
    // Squares of 2.
    "4, 4, 16",
    // Two strips of 4 x 2.
    "4, 8, 12",
    // Tiles alone.
    "3, 1, 18",
    // 3 x 2, and 3 x 1.
    "3, 6, 9",
  })
  void areAsShortAsByHand(int tiles, int most, int sides) {
    List<Rectangle> all = Rectangles.of(tiles, (rows, columns) -> rows * columns <= most);
    boolean[][] covered = new boolean[tiles][tiles];
    int sum = 0;
    for (Rectangle one : all) {
      assertTrue(one.rows().length() * one.columns().length() <= most, one::toString);
      sum += one.rows().length() + one.columns().length();
      for (int row = one.rows().from(); row < one.rows().to(); row++) {
        for (int column = one.columns().from(); column < one.columns().to(); column++) {
          assertTrue(!covered[row][column], one::toString);
          covered[row][column] = true;
        }
      }
    }
    for (boolean[] row : covered) {
      for (boolean isCovered : row) {
        assertTrue(isCovered);
      }
    }
    assertEquals(sides, sum);
  }
}
