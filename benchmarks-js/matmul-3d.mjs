// The product of two matrices in tiles, added to a third: a kernel for each three tiles.

import { TiledBenchmark, drawn, flat, grid } from './tiles.mjs';

export class Matmul3d extends TiledBenchmark {
  allocate() {
    const count = this.partitions;
    this.multiply = this.kernel('tile_gemm');
    const left = drawn(count, this.settings.density, 1);
    const right = drawn(count, this.settings.density, 2);
    const product = grid(count, (i, j) => left[i].some((has, k) => has && right[k][j]));
    if (!product.flat().includes(true)) {
      throw new Error('--density: with so few tiles there is no product');
    }
    this.a = this.matrix('a', left, left, 1, 0);
    this.b = this.matrix('b', right, right, 1 + count * count, 0);
    this.c = this.matrix('c', product, product, 1 + 2 * count * count, 0);
  }

  run() {
    const count = this.partitions;
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) {
          this.update(this.a[i][k], this.b[k][j], this.c[i][j]);
        }
      }
    }
    return this.settled(this.c.flat().filter((tile) => tile).at(-1));
  }

  update(left, right, tile) {
    if (left && right) {
      this.on(this.multiply, tile)(
          left.array, right.array, tile.array, tile.height, left.width, tile.width, 1, 0);
    }
  }

  outputs() {
    return flat(this.computed(this.c));
  }

  expected() {
    const left = this.written(this.a);
    const right = this.written(this.b);
    const product = this.written(this.c);
    for (let i = 0; i < this.size; i++) {
      for (let k = 0; k < this.size; k++) {
        for (let j = 0; j < this.size; j++) {
          product[i][j] += left[i][k] * right[k][j];
        }
      }
    }
    return flat(product);
  }
}
