// A tree: vectors are averaged by pairs, and so are the results.

import { Benchmark, sum } from './benchmark.mjs';
import { floats, toHost } from './data.mjs';

const LEAVES = 16;

export class Tree extends Benchmark {
  allocate() {
    const n = this.size;
    this.average = this.kernel('average');
    this.leaves = Array.from(
        { length: LEAVES }, (_, i) => this.input(`leaf${i}`, 'float', n, () => floats(n, i + 1, 0, 4)));
    this.nodes = Array.from({ length: LEAVES - 1 }, () => this.array('float', n));
  }

  run() {
    const n = this.size;
    const nodes = [...this.leaves, ...this.nodes];
    this.nodes.forEach((node, i) => this.average(...this.grid(n))(nodes[2 * i], nodes[2 * i + 1], node, n));
    return this.nodes.at(-1)[0];
  }

  outputs() {
    return toHost(this.nodes.at(-1), Float32Array);
  }

  expected() {
    const leaves = Array.from({ length: LEAVES }, (_, i) => this.host[`leaf${i}`]);
    return Array.from({ length: this.size }, (_, at) => sum(leaves.map((leaf) => leaf[at])) / LEAVES);
  }
}
