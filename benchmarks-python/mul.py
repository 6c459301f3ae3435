"""MUL: the product of a dense matrix and a vector, in partitions of the rows."""

from operator import mul

from data import floats, to_host
from suite import Benchmark


class Program(Benchmark):
    def allocate(self):
        n = self.size
        self.dense_product = self.kernel("dense_product")
        self.a = self.input("a", "float", n * n, lambda: floats(n * n, 1, 0, 1))
        self.x = self.input("x", "float", n, lambda: floats(n, 2, 0, 1))
        self.y = self.array("float", n)

    def run(self):
        n = self.size
        for a, b in self.parts():
            self.dense_product(*self.grid(b - a))(
                self.a.slice(a * n, b * n), self.x, self.y.slice(a, b), b - a, n
            )
        return sum(self.y[a] for a, _ in self.parts())

    def outputs(self):
        return to_host(self.y, "f")

    def expected(self):
        a, x, n = self.host["a"], self.host["x"], self.size
        return [sum(map(mul, a[i * n : (i + 1) * n], x)) for i in range(n)]
