// The product of two matrices, of which one lies in blocks of rows and one in blocks of columns: a kernel for each
// two.

import { Benchmark } from './benchmark.mjs';
import { floats, toHost } from './data.mjs';
import { drawn } from './tiles.mjs';

export class Matmul2d extends Benchmark {
  allocate() {
    const n = this.size;
    const count = this.partitions;
    const lengths = this.parts().map(([from, to]) => to - from);
    this.multiply = this.kernel('tile_product');
    const block = (name, length, seed) =>
      this.input(name, 'float', length * n, () => floats(length * n, seed, 0, 1));
    this.a = lengths.map((length, i) => block(`a${i}`, length, 1 + i));
    this.b = lengths.map((length, j) => block(`b${j}`, length, 1 + count + j));
    const pattern = drawn(count, this.settings.density, 1);
    this.products = lengths.flatMap((height, i) =>
      lengths.flatMap((width, j) => pattern[i][j] ? [{ i, j, height, width }] : []));
    if (this.products.length === 0) {
      throw new Error('--density: with so few tiles there is no product');
    }
    for (const product of this.products) {
      product.array = this.array('float', product.height * product.width);
    }
  }

  run() {
    for (const { i, j, height, width, array } of this.products) {
      this.multiply(...this.grid(height * width))(this.a[i], this.b[j], array, height, this.size, width);
    }
    this.cu.cudaDeviceSynchronize();
    const { array } = this.products.at(-1);
    return array[array.length - 1];
  }

  outputs() {
    return this.products.flatMap(({ array }) => [...toHost(array, Float32Array)]);
  }

  expected() {
    return this.products.flatMap((product) => this.product(product));
  }

  product({ i, j, height, width }) {
    const n = this.size;
    const a = this.host[`a${i}`];
    const b = this.host[`b${j}`];
    const values = new Array(height * width).fill(0);
    for (let row = 0; row < height; row++) {
      for (let k = 0; k < n; k++) {
        for (let column = 0; column < width; column++) {
          values[row * width + column] += a[row * n + k] * b[k * width + column];
        }
      }
    }
    return values;
  }
}
