// Matrices in tiles, each an array of its own; tiles without any element but zeros may be left out.

import { Benchmark } from './benchmark.mjs';
import { draws, floats, toHost } from './data.mjs';

/** Which of count x count tiles are not all zeros: of 100 as many as density says. */
export function drawn(count, density, seed) {
  const numbers = draws(count * count, seed);
  return grid(count, (i, j) => numbers[i * count + j] % 100 < density);
}

/** count x count values. */
export function grid(count, value) {
  return Array.from({ length: count }, (_, i) => Array.from({ length: count }, (_, j) => value(i, j)));
}

/** What a factorization makes of a pattern: LU, or Cholesky of its lower triangle. */
export function filled(pattern, lower) {
  const count = pattern.length;
  const full = grid(count, (i, j) => i === j || (pattern[i][j] && !(lower && j > i)));
  for (let k = 0; k < count; k++) {
    for (let i = k + 1; i < count; i++) {
      for (let j = k + 1; j < (lower ? i + 1 : count); j++) {
        full[i][j] ||= full[i][k] && (lower ? full[j][k] : full[k][j]);
      }
    }
  }
  return full;
}

/** Tiles are computed in place, so the host writes them before each iteration. */
export class TiledBenchmark extends Benchmark {
  /**
   * A matrix of numbers from 0 to below 1, with diagonal added to its diagonal. The host writes numbers into the
   * tiles of pattern, zeros into the others of full; null where there is none.
   */
  matrix(name, pattern, full, seed, diagonal) {
    const parts = this.parts();
    const count = this.partitions;
    return grid(count, (i, j) => full[i][j]
        ? this.tile(`${name}${i},${j}`, parts[i], parts[j], pattern[i][j], seed + i * count + j, i === j ? diagonal : 0)
        : null);
  }

  tile(name, rows, columns, isDrawn, seed, diagonal) {
    const height = rows[1] - rows[0];
    const width = columns[1] - columns[0];
    const values = () => {
      const numbers = isDrawn ? floats(height * width, seed, 0, 1) : new Float32Array(height * width);
      for (let at = 0; diagonal && at < numbers.length; at += width + 1) {
        numbers[at] += diagonal;
      }
      return numbers;
    };
    return { name, array: this.input(name, 'float', height * width, values), rows, columns, height, width };
  }

  reset() {
    this.writeInputs();
  }

  /** The kernel, configured for the elements of a tile. */
  on(kernel, tile) {
    return kernel(...this.grid(tile.height * tile.width));
  }

  /** Waits for everything that was launched; the last element of a tile. */
  settled({ array, height, width }) {
    this.cu.cudaDeviceSynchronize();
    return array[height * width - 1];
  }

  /** What the host has written into a matrix: its rows. */
  written(tiles) {
    return this.dense(tiles, (tile) => this.host[tile.name]);
  }

  /** What is in a matrix now: its rows. */
  computed(tiles) {
    return this.dense(tiles, (tile) => toHost(tile.array, Float32Array));
  }

  dense(tiles, contents) {
    const matrix = Array.from({ length: this.size }, () => new Float64Array(this.size));
    for (const tile of tiles.flat()) {
      if (tile) {
        const values = contents(tile);
        for (let i = 0; i < tile.height; i++) {
          matrix[tile.rows[0] + i].set(values.subarray(i * tile.width, (i + 1) * tile.width), tile.columns[0]);
        }
      }
    }
    return matrix;
  }
}

/** The elements of a matrix, row by row. */
export function flat(matrix) {
  return matrix.flatMap((row) => [...row]);
}
