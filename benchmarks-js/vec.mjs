// VEC: the sum of the differences of two squared vectors.

import { Benchmark, sum } from './benchmark.mjs';
import { floats } from './data.mjs';

export class Vec extends Benchmark {
  allocate() {
    const n = this.size;
    this.square = this.kernel('square');
    this.sumDifference = this.kernel('sum_difference');
    this.x = this.input('x', 'float', n, () => floats(n, 1, 1, 2));
    this.y = this.input('y', 'float', n, () => floats(n, 2, 0, 1));
    this.x2 = this.array('float', n);
    this.y2 = this.array('float', n);
    this.sums = this.array('float', this.partitions);
  }

  reset() {
    this.sums.fill(0);
  }

  run() {
    this.parts().forEach(([a, b], p) => {
      const n = b - a;
      const grid = this.grid(n);
      const x2 = this.x2.slice(a, b);
      const y2 = this.y2.slice(a, b);
      this.square(...grid)(this.x.slice(a, b), x2, n);
      this.square(...grid)(this.y.slice(a, b), y2, n);
      this.sumDifference(...grid)(x2, y2, this.sums.slice(p, p + 1), n);
    });
    return sum(this.sums);
  }

  outputs() {
    return [sum(this.sums)];
  }

  expected() {
    return [sum(this.host.x.map((x, i) => x * x - this.host.y[i] ** 2))];
  }
}
