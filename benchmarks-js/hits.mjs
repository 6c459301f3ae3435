// HITS: hubs and authorities among the vertices of a random graph.

import { Benchmark, sum } from './benchmark.mjs';
import { draws, toHost } from './data.mjs';

const STEPS = 5;
const DEGREE = 3;

export class Hits extends Benchmark {
  allocate() {
    const n = this.size;
    this.gather = this.kernel('gather');
    this.addUp = this.kernel('add_up');
    this.divide = this.kernel('divide');
    this.out = this.graph('out', (edges) => edges.out);
    this.in = this.graph('in', (edges) => edges.in);
    this.hubs = this.array('float', n);
    this.authorities = this.array('float', n);
    this.newHubs = this.array('float', n);
    this.newAuthorities = this.array('float', n);
    this.sums = this.array('float', 2 * STEPS);
  }

  graph(name, which) {
    const n = this.size;
    return {
      rows: this.input(`${name} rows`, 'int', n + 1, () => which(this.edges()).rows),
      columns: this.input(`${name} columns`, 'int', DEGREE * n, () => which(this.edges()).columns),
    };
  }

  /** The edges and their reverses, in CSR form. */
  edges() {
    if (!this.csr) {
      const to = draws(DEGREE * this.size, 1).map((k) => k % this.size);
      const from = to.map((_, i) => Math.floor(i / DEGREE));
      this.csr = { out: csr(from, to, this.size), in: csr(to, from, this.size) };
    }
    return this.csr;
  }

  reset() {
    this.hubs.fill(1 / this.size);
    this.authorities.fill(1 / this.size);
    this.sums.fill(0);
  }

  run() {
    const n = this.size;
    const grid = this.grid(n);
    const [gather, addUp, divide] = [this.gather(...grid), this.addUp(...grid), this.divide(...grid)];
    for (let step = 0; step < STEPS; step++) {
      const a = this.sums.slice(2 * step, 2 * step + 1);
      const h = this.sums.slice(2 * step + 1, 2 * step + 2);
      gather(this.in.rows, this.in.columns, this.hubs, this.newAuthorities, n);
      gather(this.out.rows, this.out.columns, this.authorities, this.newHubs, n);
      addUp(this.newAuthorities, a, n);
      addUp(this.newHubs, h, n);
      divide(this.newAuthorities, a, this.authorities, n);
      divide(this.newHubs, h, this.hubs, n);
    }
    return this.authorities[0] * n + this.hubs[0] * n;
  }

  /** Scores, times the number of vertices, so that they are about 1. */
  outputs() {
    const both = [...toHost(this.authorities, Float32Array), ...toHost(this.hubs, Float32Array)];
    return both.map((score) => score * this.size);
  }

  expected() {
    const n = this.size;
    let hubs = new Array(n).fill(1 / n);
    let authorities = hubs;
    for (let step = 0; step < STEPS; step++) {
      [hubs, authorities] =
          [normalised(gathered(this.edges().out, authorities)), normalised(gathered(this.edges().in, hubs))];
    }
    return [...authorities, ...hubs].map((score) => score * n);
  }
}

/** Where the edges of each source begin, and the targets, by source. */
function csr(sources, targets, n) {
  const rows = new Int32Array(n + 1);
  const columns = new Int32Array(targets.length);
  sources.forEach((source) => rows[source + 1]++);
  for (let i = 0; i < n; i++) {
    rows[i + 1] += rows[i];
  }
  const free = rows.slice();
  sources.forEach((source, i) => (columns[free[source]++] = targets[i]));
  return { rows, columns };
}

function gathered({ rows, columns }, x) {
  return x.map((_, i) => sum(columns.subarray(rows[i], rows[i + 1]).values().map((column) => x[column])));
}

function normalised(scores) {
  const total = sum(scores);
  return scores.map((score) => score / total);
}
