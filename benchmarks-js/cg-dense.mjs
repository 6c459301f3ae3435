// CG on a dense system, the product in partitions of the rows.

import { inner } from './benchmark.mjs';
import { ConjugateGradients } from './conjugate-gradients.mjs';
import { toeplitz } from './data.mjs';

export class CgDense extends ConjugateGradients {
  allocate() {
    super.allocate();
    const n = this.size;
    this.denseProduct = this.kernel('dense_product');
    this.a = this.input('a', 'float', n * n, () => toeplitz(n, 1));
  }

  product() {
    const n = this.size;
    for (const [a, b] of this.parts()) {
      this.denseProduct(...this.grid(b - a))(
          this.a.slice(a * n, b * n), this.p, this.ap.slice(a, b), b - a, n);
    }
  }

  hostProduct(p) {
    return p.map((_, i) => inner(this.host.a, p, i * this.size));
  }
}
