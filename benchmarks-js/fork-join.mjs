// Forks and joins: one vector goes into 8 kernels, whose results are averaged into the next.

import { Benchmark } from './benchmark.mjs';
import { floats, toHost } from './data.mjs';

const STEPS = 8;
const BRANCHES = 8;

export class ForkJoin extends Benchmark {
  allocate() {
    const n = this.size;
    this.affine = this.kernel('affine');
    this.average = this.kernel('average');
    this.x = this.input('x', 'float', n, () => floats(n, 1, 0, 4));
    this.branches = Array.from({ length: BRANCHES }, () => this.array('float', n));
    this.joined = Array.from({ length: BRANCHES - 1 }, () => this.array('float', n));
  }

  run() {
    const n = this.size;
    const grid = this.grid(n);
    const [affine, average] = [this.affine(...grid), this.average(...grid)];
    let x = this.x;
    for (let step = 0; step < STEPS; step++) {
      this.branches.forEach((branch, b) => affine(x, branch, 0.5, b / 8, n));
      x = this.branches[0];
      this.joined.forEach((joined, i) => {
        average(x, this.branches[i + 1], joined, n);
        x = joined;
      });
    }
    return x[0];
  }

  outputs() {
    return toHost(this.joined.at(-1), Float32Array);
  }

  expected() {
    return Array.from(this.host.x, (first) => {
      let x = first;
      for (let step = 0; step < STEPS; step++) {
        const branches = Array.from({ length: BRANCHES }, (_, b) => 0.5 * x + b / 8);
        x = branches.reduce((a, b) => (a + b) / 2);
      }
      return x;
    });
  }
}
