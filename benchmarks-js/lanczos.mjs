// Lanczos: the tridiagonal form of a dense symmetric matrix, the products in partitions of the rows.

import { Benchmark, inner } from './benchmark.mjs';
import { floats, toeplitz, toHost } from './data.mjs';

const STEPS = 8;

export class Lanczos extends Benchmark {
  allocate() {
    const n = this.size;
    this.denseProduct = this.kernel('dense_product');
    this.dot = this.kernel('dot');
    this.orthogonalise = this.kernel('orthogonalise');
    this.scaleToUnit = this.kernel('scale_to_unit');
    this.a = this.input('a', 'float', n * n, () => toeplitz(n, 1));
    this.start = this.input('start', 'float', n, () => floats(n, 2, 0.5, 1));
    this.w = this.array('float', n);
    this.v = Array.from({ length: 3 }, () => this.array('float', n));  // two in turn, and zeros
    this.alpha = this.array('float', STEPS);
    this.beta2 = this.array('float', STEPS + 1);  // squares; the first is of the start
  }

  reset() {
    [this.alpha, this.beta2, ...this.v].forEach((zeroed) => zeroed.fill(0));
    this.w.copyFrom(this.start);
  }

  run() {
    const n = this.size;
    const grid = this.grid(n);
    const [dot, orthogonalise, scaleToUnit] =
        [this.dot(...grid), this.orthogonalise(...grid), this.scaleToUnit(...grid)];
    for (let k = 0; k < STEPS; k++) {
      const alpha = this.alpha.slice(k, k + 1);
      const beta2 = this.beta2.slice(k, k + 1);
      const v = this.v[k % 2];
      dot(this.w, this.w, beta2, n);
      scaleToUnit(this.w, beta2, v, n);
      this.product(v);
      dot(this.w, v, alpha, n);
      orthogonalise(this.w, v, k === 0 ? this.v[2] : this.v[(k + 1) % 2], alpha, beta2, n);
    }
    dot(this.w, this.w, this.beta2.slice(STEPS, STEPS + 1), n);
    return this.beta2[STEPS];
  }

  product(v) {
    const n = this.size;
    for (const [a, b] of this.parts()) {
      this.denseProduct(...this.grid(b - a))(
          this.a.slice(a * n, b * n), v, this.w.slice(a, b), b - a, n);
    }
  }

  /** The diagonal, and what is beside it. */
  outputs() {
    const beside = toHost(this.beta2, Float32Array).subarray(1);
    return [...toHost(this.alpha, Float32Array), ...beside.map((square) => Math.sqrt(square))];
  }

  expected() {
    const { a, start } = this.host;
    const diagonal = [];
    const beside = [];
    let w = Array.from(start);
    let last = w.map(() => 0);
    let beta = Math.sqrt(inner(w, w));
    for (let k = 0; k < STEPS; k++) {
      const v = w.map((value) => value / beta);
      const product = v.map((_, i) => inner(a, v, i * this.size));
      const alpha = inner(product, v);
      w = product.map((value, i) => value - alpha * v[i] - beta * last[i]);
      last = v;
      beta = Math.sqrt(inner(w, w));
      diagonal.push(alpha);
      beside.push(beta);
    }
    return [...diagonal, ...beside];
  }
}
