// The Cholesky factorization of the lower triangle of a symmetric matrix in tiles, in place: right-looking, one
// step for each tile of the diagonal.

import { TiledBenchmark, drawn, filled } from './tiles.mjs';

export class CholeskyTiles extends TiledBenchmark {
  allocate() {
    this.factor = this.kernel('tile_potrf');
    this.solve = this.kernel('tile_trsm_right');
    this.square = this.kernel('tile_syrk');
    this.multiply = this.kernel('tile_gemm');
    const pattern = drawn(this.partitions, this.settings.density, 1);
    this.a = this.matrix('a', pattern, filled(pattern, true), 1, this.size);
  }

  run() {
    for (let k = 0; k < this.partitions; k++) {
      this.step(k);
    }
    return this.settled(this.a.at(-1).at(-1));
  }

  step(k) {
    const { a } = this;
    const pivot = a[k][k];
    this.on(this.factor, pivot)(pivot.array, pivot.width);
    const rows = [];
    for (let i = k + 1; i < this.partitions; i++) {
      const tile = a[i][k];
      if (tile) {
        rows.push(i);
        this.on(this.solve, tile)(pivot.array, tile.array, tile.height, tile.width, 1);
      }
    }
    for (const i of rows) {
      const left = a[i][k];
      for (const j of rows.filter((each) => each < i)) {
        const tile = a[i][j];
        this.on(this.multiply, tile)(
            left.array, a[j][k].array, tile.array, tile.height, left.width, tile.width, -1, 1);
      }
      const tile = a[i][i];
      this.on(this.square, tile)(left.array, tile.array, tile.width, left.width);
    }
  }

  outputs() {
    return lower(this.computed(this.a));
  }

  expected() {
    const rows = this.written(this.a);
    const n = this.size;
    for (let k = 0; k < n; k++) {
      rows[k][k] = Math.sqrt(rows[k][k]);
      for (let i = k + 1; i < n; i++) {
        rows[i][k] /= rows[k][k];
      }
      for (let i = k + 1; i < n; i++) {
        for (let j = k + 1; j <= i; j++) {
          rows[i][j] -= rows[i][k] * rows[j][k];
        }
      }
    }
    return lower(rows);
  }
}

/** The elements on the diagonal and below: nothing else is read or written. */
function lower(rows) {
  return rows.flatMap((row, i) => [...row.subarray(0, i + 1)]);
}
