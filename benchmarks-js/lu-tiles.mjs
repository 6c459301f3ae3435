// The LU factorization of a matrix in tiles, in place, without pivoting: right-looking, one step for each tile of
// the diagonal.

import { TiledBenchmark, drawn, filled, flat } from './tiles.mjs';

export class LuTiles extends TiledBenchmark {
  allocate() {
    this.factor = this.kernel('tile_getrf');
    this.solveRight = this.kernel('tile_trsm_right');
    this.solveLeft = this.kernel('tile_trsm_left');
    this.multiply = this.kernel('tile_gemm');
    const pattern = drawn(this.partitions, this.settings.density, 1);
    this.a = this.matrix('a', pattern, filled(pattern, false), 1, this.size);
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
    const later = Array.from({ length: this.partitions - k - 1 }, (_, i) => k + 1 + i);
    const rows = later.filter((i) => a[i][k]);
    const columns = later.filter((j) => a[k][j]);
    for (const i of rows) {
      const tile = a[i][k];
      this.on(this.solveRight, tile)(pivot.array, tile.array, tile.height, tile.width, 0);
    }
    for (const j of columns) {
      const tile = a[k][j];
      this.on(this.solveLeft, tile)(pivot.array, tile.array, tile.height, tile.width);
    }
    for (const i of rows) {
      for (const j of columns) {
        const left = a[i][k];
        const tile = a[i][j];
        this.on(this.multiply, tile)(
            left.array, a[k][j].array, tile.array, tile.height, left.width, tile.width, -1, 0);
      }
    }
  }

  outputs() {
    return flat(this.computed(this.a));
  }

  expected() {
    const rows = this.written(this.a);
    const n = this.size;
    for (let k = 0; k < n; k++) {
      for (let i = k + 1; i < n; i++) {
        rows[i][k] /= rows[k][k];
        for (let j = k + 1; j < n; j++) {
          rows[i][j] -= rows[i][k] * rows[k][j];
        }
      }
    }
    return flat(rows);
  }
}
