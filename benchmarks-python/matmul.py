"""The product of two dense matrices, in partitions of the rows."""

from operator import mul

from data import floats, to_host
from suite import Benchmark


class Program(Benchmark):
    def allocate(self):
        n = self.size
        self.matrix_product = self.kernel("matrix_product")
        self.a = self.input("a", "float", n * n, lambda: floats(n * n, 1, 0, 1))
        self.b = self.input("b", "float", n * n, lambda: floats(n * n, 2, 0, 1))
        self.c = self.array("float", n * n)

    def run(self):
        n = self.size
        for a, b in self.parts():
            self.matrix_product(*self.grid_2d(n, b - a))(
                self.a.slice(a * n, b * n), self.b, self.c.slice(a * n, b * n), b - a, n, n
            )
        return sum(self.c[a * n] for a, _ in self.parts())

    def outputs(self):
        return to_host(self.c, "f")

    def expected(self):
        n = self.size
        rows = [self.host["a"][i * n : (i + 1) * n] for i in range(n)]
        columns = [self.host["b"][j::n] for j in range(n)]
        return [sum(map(mul, row, column)) for row in rows for column in columns]
