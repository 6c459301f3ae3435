// A chain: each kernel reads what the one before has written.

import { Benchmark } from './benchmark.mjs';
import { floats, toHost } from './data.mjs';

const LENGTH = 16;

export class Chain extends Benchmark {
  allocate() {
    const n = this.size;
    this.affine = this.kernel('affine');
    this.x = this.input('x', 'float', n, () => floats(n, 1, 0, 4));
    this.links = Array.from({ length: LENGTH }, () => this.array('float', n));
  }

  run() {
    let x = this.x;
    for (const y of this.links) {
      this.affine(...this.grid(this.size))(x, y, 0.5, 1, this.size);
      x = y;
    }
    return x[0];
  }

  outputs() {
    return toHost(this.links.at(-1), Float32Array);
  }

  expected() {
    let x = Array.from(this.host.x);
    for (let i = 0; i < LENGTH; i++) {
      x = x.map((value) => 0.5 * value + 1);
    }
    return x;
  }
}
