// CG: conjugate gradients on a sparse system, the five-point stencil of a grid, and 1 on the diagonal.

import { ConjugateGradients } from './conjugate-gradients.mjs';

export class Cg extends ConjugateGradients {
  allocate() {
    super.allocate();
    const n = this.size;
    const width = Math.floor(Math.sqrt(n));
    const entries = n + 2 * (n - 1) + (width > 1 ? 2 * (n - width) : 0);
    this.sparseProduct = this.kernel('sparse_product');
    this.rows = this.input('rows', 'int', n + 1, () => this.matrix().rows);
    this.columns = this.input('columns', 'int', entries, () => this.matrix().columns);
    this.values = this.input('values', 'float', entries, () => this.matrix().values);
  }

  matrix() {
    this.csr ??= stencil(this.size);
    return this.csr;
  }

  product() {
    const n = this.size;
    this.sparseProduct(...this.grid(n))(this.rows, this.columns, this.values, this.p, this.ap, n);
  }

  hostProduct(p) {
    const { rows, columns, values } = this.matrix();
    return p.map((_, i) => {
      let total = 0;
      for (let k = rows[i]; k < rows[i + 1]; k++) {
        total += values[k] * p[columns[k]];
      }
      return total;
    });
  }
}

/** Vertex i has the neighbours i +- 1 and i +- width. */
function stencil(n) {
  const width = Math.floor(Math.sqrt(n));
  const offsets = width > 1 ? [-width, -1, 0, 1, width] : [-1, 0, 1];
  const rows = [0];
  const columns = [];
  const values = [];
  for (let i = 0; i < n; i++) {
    for (const offset of offsets) {
      if (i + offset >= 0 && i + offset < n) {
        columns.push(i + offset);
        values.push(offset === 0 ? 5 : -1);
      }
    }
    rows.push(columns.length);
  }
  return { rows: Int32Array.from(rows), columns: Int32Array.from(columns), values: Float32Array.from(values) };
}
