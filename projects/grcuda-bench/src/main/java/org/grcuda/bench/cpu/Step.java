package org.grcuda.bench.cpu;

import java.util.List;

/**
 * One launch of a problem.
 *
 * @param kernel its name, in every language
 * @param grid blocks in x and y
 * @param block threads of a block in x and y
 * @param arguments {@link Data}, {@link Texture}, Integer, Float or Double
 */
record Step(String kernel, Extent grid, Extent block, List<Object> arguments) {

  /** Extents in two dimensions. */
  record Extent(int x, int y) {}

  static Step of(String kernel, int grid, int block, Object... arguments) {
    return new Step(kernel, new Extent(grid, 1), new Extent(block, 1), List.of(arguments));
  }

  static Step of(String kernel, Extent grid, Extent block, Object... arguments) {
    return new Step(kernel, grid, block, List.of(arguments));
  }
}
