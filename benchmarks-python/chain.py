"""A chain: each kernel reads what the one before has written."""

from data import floats, to_host
from suite import Benchmark

LENGTH, A, B = 16, 0.5, 1.0


class Program(Benchmark):
    def allocate(self):
        n = self.size
        self.affine = self.kernel("affine")
        self.x = self.input("x", "float", n, lambda: floats(n, 1, 0, 4))
        self.links = [self.array("float", n) for _ in range(LENGTH)]

    def run(self):
        x = self.x
        for y in self.links:
            self.affine(*self.grid(self.size))(x, y, A, B, self.size)
            x = y
        return x[0]

    def outputs(self):
        return to_host(self.links[-1], "f")

    def expected(self):
        x = self.host["x"]
        for _ in range(LENGTH):
            x = [A * value + B for value in x]
        return x
