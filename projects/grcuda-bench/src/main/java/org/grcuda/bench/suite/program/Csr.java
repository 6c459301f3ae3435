package org.grcuda.bench.suite.program;

import java.util.Arrays;

/**
 * A sparse matrix in CSR form.
 *
 * @param rows the index of the first entry of each row, and then the number of all entries
 * @param columns the column of each entry
 * @param values the value of each entry; empty if all are 1
 */
record Csr(int[] rows, int[] columns, float[] values) {

  /** The graph with n vertices and edges from {@code sources[i]} to {@code targets[i]}. */
  static Csr ofEdges(int[] sources, int[] targets, int n) {
    int[] rows = new int[n + 1];
    int[] columns = new int[targets.length];
    for (int source : sources) {
      rows[source + 1]++;
    }
    Arrays.parallelPrefix(rows, Integer::sum);
    int[] free = rows.clone();
    for (int i = 0; i < sources.length; i++) {
      columns[free[sources[i]]++] = targets[i];
    }
    return new Csr(rows, columns, new float[0]);
  }

  /** The five-point stencil of a grid of n points, and 1 on the diagonal. */
  static Csr stencil(int n) {
    int width = (int) Math.sqrt(n);
    int[] offsets = width > 1 ? new int[] {-width, -1, 0, 1, width} : new int[] {-1, 0, 1};
    int[] rows = new int[n + 1];
    int[] columns = new int[stencilEntries(n)];
    float[] values = new float[columns.length];
    int next = 0;
    for (int i = 0; i < n; i++) {
      for (int offset : offsets) {
        if (i + offset >= 0 && i + offset < n) {
          columns[next] = i + offset;
          values[next++] = offset == 0 ? 5 : -1;
        }
      }
      rows[i + 1] = next;
    }
    return new Csr(rows, columns, values);
  }

  /** The number of entries of {@link #stencil}. */
  static int stencilEntries(int n) {
    int width = (int) Math.sqrt(n);
    return n + 2 * (n - 1) + (width > 1 ? 2 * (n - width) : 0);
  }

  /** The product of the matrix and a vector. */
  double[] product(double[] x) {
    double[] y = new double[rows.length - 1];
    for (int i = 0; i < y.length; i++) {
      for (int k = rows[i]; k < rows[i + 1]; k++) {
        y[i] += (values.length > 0 ? values[k] : 1) * x[columns[k]];
      }
    }
    return y;
  }
}
