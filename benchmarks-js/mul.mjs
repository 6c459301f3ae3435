// MUL: the product of a dense matrix and a vector, in partitions of the rows.

import { Benchmark, inner, sum } from './benchmark.mjs';
import { floats, toHost } from './data.mjs';

export class Mul extends Benchmark {
  allocate() {
    const n = this.size;
    this.denseProduct = this.kernel('dense_product');
    this.a = this.input('a', 'float', n * n, () => floats(n * n, 1, 0, 1));
    this.x = this.input('x', 'float', n, () => floats(n, 2, 0, 1));
    this.y = this.array('float', n);
  }

  run() {
    const n = this.size;
    for (const [a, b] of this.parts()) {
      this.denseProduct(...this.grid(b - a))(
          this.a.slice(a * n, b * n), this.x, this.y.slice(a, b), b - a, n);
    }
    return sum(this.parts().map(([a]) => this.y[a]));
  }

  outputs() {
    return toHost(this.y, Float32Array);
  }

  expected() {
    const { a, x } = this.host;
    return Array.from(x, (_, i) => inner(a, x, i * this.size));
  }
}
