"""VEC: the sum of the differences of two squared vectors."""

from data import floats
from suite import Benchmark


class Program(Benchmark):
    def allocate(self):
        n = self.size
        self.square = self.kernel("square")
        self.sum_difference = self.kernel("sum_difference")
        self.x = self.input("x", "float", n, lambda: floats(n, 1, 1, 2))
        self.y = self.input("y", "float", n, lambda: floats(n, 2, 0, 1))
        self.x2, self.y2 = self.array("float", n), self.array("float", n)
        self.sums = self.array("float", self.partitions)

    def reset(self):
        self.sums.fill(0)

    def run(self):
        for p, (a, b) in enumerate(self.parts()):
            grid, n = self.grid(b - a), b - a
            x2, y2 = self.x2.slice(a, b), self.y2.slice(a, b)
            self.square(*grid)(self.x.slice(a, b), x2, n)
            self.square(*grid)(self.y.slice(a, b), y2, n)
            self.sum_difference(*grid)(x2, y2, self.sums.slice(p, p + 1), n)
        return sum(self.sums)

    def outputs(self):
        return [sum(self.sums)]

    def expected(self):
        return [sum(x * x - y * y for x, y in zip(self.host["x"], self.host["y"]))]
