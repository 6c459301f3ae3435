"""A tree: vectors are averaged by pairs, and so are the results."""

from data import floats, to_host
from suite import Benchmark

LEAVES = 16


class Program(Benchmark):
    def allocate(self):
        n = self.size
        self.average = self.kernel("average")
        self.leaves = [
            self.input(f"leaf{i}", "float", n, lambda i=i: floats(n, i + 1, 0, 4)) for i in range(LEAVES)
        ]
        self.nodes = [self.array("float", n) for _ in range(LEAVES - 1)]

    def run(self):
        nodes, n = [*self.leaves, *self.nodes], self.size
        for i, node in enumerate(self.nodes):
            self.average(*self.grid(n))(nodes[2 * i], nodes[2 * i + 1], node, n)
        return self.nodes[-1][0]

    def outputs(self):
        return to_host(self.nodes[-1], "f")

    def expected(self):
        leaves = [self.host[f"leaf{i}"] for i in range(LEAVES)]
        return [sum(values) / LEAVES for values in zip(*leaves)]
