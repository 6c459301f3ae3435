package org.grcuda.bench.suite.program;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * A benchmark on square matrices in tiles. Each side of a matrix has as many tiles as there are
 * partitions, and each tile is an array of its own. Tiles are computed in place, so the host writes
 * them before each iteration.
 */
abstract class TiledBenchmark extends Benchmark {

  /** Streams of each device in a version by hand, if one kernel does not fill the device. */
  private static final int STREAMS = 12;

  /** All rows, or columns, of tiles. */
  final Part all = new Part(0, 0, partitions());

  /** Places the kernels of a version by hand; null if the scheduler places them. */
  private HandBlocks blocks;

  TiledBenchmark(ProgramContext context) {
    super(context);
  }

  /**
   * A tile.
   *
   * @param data its elements, row by row
   * @param rows its rows in the matrix
   * @param columns its columns in the matrix
   */
  record Tile(Input<FloatArray, float[]> data, Part rows, Part columns) {

    FloatArray array() {
      return data.array();
    }

    /** Number of its rows. */
    int height() {
      return rows.length();
    }

    /** Number of its columns. */
    int width() {
      return columns.length();
    }

    int elements() {
      return height() * width();
    }
  }

  /**
   * Makes a matrix of numbers from 0 to below 1. The numbers of each tile are the same in every
   * language.
   *
   * @param drawn the tiles that the host writes numbers into
   * @param filled the tiles that exist: those drawn, and others of zeros
   * @param seed the seed of the first tile's numbers
   * @param diagonal what is added to the diagonal
   */
  final Tile[][] matrix(TilePattern drawn, TilePattern filled, int seed, float diagonal) {
    int count = partitions();
    Tile[][] tiles = new Tile[count][count];
    for (Part rows : parts()) {
      for (Part columns : parts()) {
        int i = rows.index();
        int j = columns.index();
        if (filled.has(i, j)) {
          int elements = rows.length() * columns.length();
          int from = seed + i * count + j;
          Supplier<float[]> numbers =
              () -> drawn.has(i, j) ? Data.floats(elements, from, 0, 1) : new float[elements];
          Supplier<float[]> values =
              i == j ? () -> plus(numbers.get(), columns.length(), diagonal) : numbers;
          tiles[i][j] = new Tile(input(elements, values), rows, columns);
        }
      }
    }
    return tiles;
  }

  private static float[] plus(float[] tile, int columns, float diagonal) {
    for (int at = 0; at < tile.length; at += columns + 1) {
      tile[at] += diagonal;
    }
    return tile;
  }

  @Override
  public final void reset() {
    writeInputs();
  }

  /**
   * Launches all kernels that compute the tiles of some rows and columns, given the tiles before
   * them.
   */
  abstract void block(Part rows, Part columns);

  @Override
  public double run() {
    block(all, all);
    return settled();
  }

  /**
   * Switches to scheduling by hand: from now on, the blocks of the matrix determine devices and
   * streams.
   *
   * @return the rows, or columns, of each block
   */
  final List<Part> placeByHand(ProgramContext context) {
    long side = Math.ceilDiv(size, partitions());
    // Kernels of few blocks leave room for other kernels.
    int streams = context.settings().blocks() > 0 ? STREAMS : 1;
    blocks = new HandBlocks(context.cuda(), partitions(), side * side * Float.BYTES, streams);
    return blocks.ranges();
  }

  /** Rectangles of the matrix, for products, after {@link #placeByHand}. */
  final List<Rectangles.Rectangle> rectangles() {
    return blocks.rectangles();
  }

  /** Notes that all kernels that update tiles by one row and one column of tiles were launched. */
  final void stepped() {
    if (blocks != null) {
      blocks.stepped();
    }
  }

  /** Whether other kernels soon wait for {@code kernel}. */
  boolean isPanel(Kernel kernel) {
    return false;
  }

  /** The tile whose last element is the result. */
  abstract Tile last();

  /** Waits for everything that was launched, and returns the result. */
  final double settled() {
    synchronize();
    Tile last = last();
    return last.array().get(last.elements() - 1);
  }

  /**
   * The kernel, configured for the elements of the tile in row {@code i} and column {@code j}. It
   * runs on the device that the scheduler chooses, or on the one that was named by hand.
   */
  final Kernel.Configuration on(Kernel kernel, Tile tile, int i, int j) {
    Kernel.Configuration configured = over(kernel, tile.elements());
    return blocks == null ? configured : configured.stream(blocks.stream(i, j, isPanel(kernel)));
  }

  /** The rows of the matrix as the host has written it. */
  final double[][] written(Tile[][] tiles) {
    return dense(tiles, tile -> Data.widened(tile.data().host()));
  }

  /** The rows of the matrix as it is now. */
  final double[][] computed(Tile[][] tiles) {
    return dense(tiles, tile -> Data.toHost(tile.array()));
  }

  /** The elements of a matrix, row by row. */
  static double[] flat(double[][] rows) {
    return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
  }

  private interface Contents {
    double[] of(Tile tile);
  }

  private double[][] dense(Tile[][] tiles, Contents contents) {
    double[][] matrix = new double[size][size];
    for (Tile[] row : tiles) {
      for (Tile tile : row) {
        if (tile != null) {
          double[] values = contents.of(tile);
          for (int i = 0; i < tile.height(); i++) {
            System.arraycopy(
                values,
                i * tile.width(),
                matrix[tile.rows().from() + i],
                tile.columns().from(),
                tile.width());
          }
        }
      }
    }
    return matrix;
  }
}
