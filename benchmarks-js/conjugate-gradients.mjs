// What the two benchmarks of the conjugate gradient method share: all but the product.

import { Benchmark, inner } from './benchmark.mjs';
import { floats, toHost } from './data.mjs';

const STEPS = 8;

/**
 * Solves A x = b from x = 0. The scalars stay on the device, one of each for each step. A subclass gives
 * product(): ap = A p on the device; and hostProduct(p).
 */
export class ConjugateGradients extends Benchmark {
  allocate() {
    const n = this.size;
    this.dot = this.kernel('dot');
    this.stepAlong = this.kernel('step_along');
    this.nextDirection = this.kernel('next_direction');
    this.b = this.input('b', 'float', n, () => floats(n, 7, 0, 1));
    for (const name of ['x', 'r', 'p', 'ap']) {
      this[name] = this.array('float', n);
    }
    this.rr = this.array('float', STEPS + 1);
    this.pap = this.array('float', STEPS);
  }

  reset() {
    [this.x, this.rr, this.pap].forEach((zeroed) => zeroed.fill(0));
    this.r.copyFrom(this.b);
    this.p.copyFrom(this.b);
  }

  run() {
    const n = this.size;
    const grid = this.grid(n);
    const [dot, stepAlong, nextDirection] =
        [this.dot(...grid), this.stepAlong(...grid), this.nextDirection(...grid)];
    const rr = Array.from({ length: STEPS + 1 }, (_, k) => this.rr.slice(k, k + 1));
    dot(this.r, this.r, rr[0], n);
    for (let k = 0; k < STEPS; k++) {
      const pap = this.pap.slice(k, k + 1);
      this.product();
      dot(this.p, this.ap, pap, n);
      stepAlong(this.x, this.p, rr[k], pap, 1, n);
      stepAlong(this.r, this.ap, rr[k], pap, -1, n);
      dot(this.r, this.r, rr[k + 1], n);
      nextDirection(this.p, this.r, rr[k + 1], rr[k], n);
    }
    return this.x[0];
  }

  outputs() {
    return toHost(this.x, Float32Array);
  }

  expected() {
    let r = Array.from(this.host.b);
    let x = r.map(() => 0);
    let p = r;
    let rr = inner(r, r);
    for (let k = 0; k < STEPS; k++) {
      const ap = this.hostProduct(p);
      const alpha = rr / inner(p, ap);
      x = x.map((value, i) => value + alpha * p[i]);
      r = r.map((value, i) => value - alpha * ap[i]);
      const before = rr;
      rr = inner(r, r);
      p = r.map((value, i) => value + rr / before * p[i]);
    }
    return x;
  }
}
