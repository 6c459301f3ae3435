"""Forks and joins: one vector goes into 8 kernels, whose results are averaged into the next."""

from data import floats, to_host
from suite import Benchmark

STEPS, BRANCHES = 8, 8


class Program(Benchmark):
    def allocate(self):
        n = self.size
        self.affine, self.average = self.kernel("affine"), self.kernel("average")
        self.x = self.input("x", "float", n, lambda: floats(n, 1, 0, 4))
        self.branches = [self.array("float", n) for _ in range(BRANCHES)]
        self.joined = [self.array("float", n) for _ in range(BRANCHES - 1)]

    def run(self):
        n, grid, x = self.size, self.grid(self.size), self.x
        affine, average = self.affine(*grid), self.average(*grid)
        for _ in range(STEPS):
            for b, branch in enumerate(self.branches):
                affine(x, branch, 0.5, b / 8, n)
            x = self.branches[0]
            for branch, joined in zip(self.branches[1:], self.joined):
                average(x, branch, joined, n)
                x = joined
        return x[0]

    def outputs(self):
        return to_host(self.joined[-1], "f")

    def expected(self):
        result = []
        for x in self.host["x"]:
            for _ in range(STEPS):
                branches = [0.5 * x + b / 8 for b in range(BRANCHES)]
                x = branches[0]
                for branch in branches[1:]:
                    x = (x + branch) / 2
            result.append(x)
        return result
