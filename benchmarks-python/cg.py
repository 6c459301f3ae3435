"""CG: conjugate gradients on a sparse system, the five-point stencil of a grid, and 1 on the diagonal."""

from array import array
from math import isqrt

from conjugate_gradients import ConjugateGradients


class Program(ConjugateGradients):
    def allocate(self):
        super().allocate()
        n = self.size
        width = isqrt(n)
        entries = n + 2 * max(0, n - 1) + (2 * (n - width) if width > 1 else 0)
        self.sparse_product, self.matrix = self.kernel("sparse_product"), None
        self.rows = self.input("rows", "int", n + 1, lambda: self.csr()[0])
        self.columns = self.input("columns", "int", entries, lambda: self.csr()[1])
        self.values = self.input("values", "float", entries, lambda: self.csr()[2])

    def csr(self):
        if self.matrix is None:
            self.matrix = stencil(self.size)
        return self.matrix

    def product(self):
        n = self.size
        self.sparse_product(*self.grid(n))(self.rows, self.columns, self.values, self.p, self.ap, n)

    def host_product(self, p):
        rows, columns, values = self.csr()
        return [
            sum(values[k] * p[columns[k]] for k in range(rows[i], rows[i + 1])) for i in range(len(p))
        ]


def stencil(n):
    """Vertex i has the neighbours i +- 1 and i +- width."""
    width = isqrt(n)
    offsets = (-width, -1, 0, 1, width) if width > 1 else (-1, 0, 1)
    rows, columns, values = array("i", [0]), array("i"), array("f")
    for i in range(n):
        for offset in offsets:
            if 0 <= i + offset < n:
                columns.append(i + offset)
                values.append(5 if offset == 0 else -1)
        rows.append(len(columns))
    return rows, columns, values
