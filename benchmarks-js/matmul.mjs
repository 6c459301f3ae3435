// The product of two dense matrices, in partitions of the rows.

import { Benchmark, inner, sum } from './benchmark.mjs';
import { floats, toHost } from './data.mjs';

export class Matmul extends Benchmark {
  allocate() {
    const n = this.size;
    this.matrixProduct = this.kernel('matrix_product');
    this.a = this.input('a', 'float', n * n, () => floats(n * n, 1, 0, 1));
    this.b = this.input('b', 'float', n * n, () => floats(n * n, 2, 0, 1));
    this.c = this.array('float', n * n);
  }

  run() {
    const n = this.size;
    for (const [a, b] of this.parts()) {
      this.matrixProduct(...this.grid2d(n, b - a))(
          this.a.slice(a * n, b * n), this.b, this.c.slice(a * n, b * n), b - a, n, n);
    }
    return sum(this.parts().map(([a]) => this.c[a * n]));
  }

  outputs() {
    return toHost(this.c, Float32Array);
  }

  expected() {
    const n = this.size;
    const { a, b } = this.host;
    const columns = Array.from({ length: n }, (_, j) => Array.from({ length: n }, (_, i) => b[i * n + j]));
    return Array.from({ length: n * n }, (_, at) => inner(a, columns[at % n], Math.floor(at / n) * n));
  }
}
