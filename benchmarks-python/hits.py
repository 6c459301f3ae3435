"""HITS: hubs and authorities among the vertices of a random graph."""

from data import draws, to_host, zeros
from suite import Benchmark

STEPS, DEGREE = 5, 3


class Program(Benchmark):
    def allocate(self):
        n = self.size
        self.gather, self.add_up, self.divide = map(self.kernel, ("gather", "add_up", "divide"))
        self.graph = None
        names = ("from", n + 1), ("to", DEGREE * n), ("back_from", n + 1), ("back_to", DEGREE * n)
        self.graph_arrays = [
            self.input(name, "int", length, lambda i=i: self.edges()[i])
            for i, (name, length) in enumerate(names)
        ]
        self.hubs, self.authorities, self.new_hubs, self.new_authorities = (
            self.array("float", n) for _ in range(4)
        )
        self.sums = self.array("float", 2 * STEPS)

    def edges(self):
        """The edges and their reverses, in CSR form."""
        if self.graph is None:
            n = self.size
            to = [k % n for k in draws(DEGREE * n, 1)]
            self.graph = csr([i // DEGREE for i in range(DEGREE * n)], to, n) + csr(
                to, [i // DEGREE for i in range(DEGREE * n)], n
            )
        return self.graph

    def reset(self):
        self.hubs.fill(1 / self.size)
        self.authorities.fill(1 / self.size)
        self.sums.fill(0)

    def run(self):
        n, grid = self.size, self.grid(self.size)
        out_rows, out_columns, in_rows, in_columns = self.graph_arrays
        gather, add_up, divide = self.gather(*grid), self.add_up(*grid), self.divide(*grid)
        for step in range(STEPS):
            a, h = self.sums.slice(2 * step, 2 * step + 1), self.sums.slice(2 * step + 1, 2 * step + 2)
            gather(in_rows, in_columns, self.hubs, self.new_authorities, n)
            gather(out_rows, out_columns, self.authorities, self.new_hubs, n)
            add_up(self.new_authorities, a, n)
            add_up(self.new_hubs, h, n)
            divide(self.new_authorities, a, self.authorities, n)
            divide(self.new_hubs, h, self.hubs, n)
        return self.authorities[0] * n + self.hubs[0] * n

    def outputs(self):
        """Scores, times the number of vertices, so that they are about 1."""
        both = to_host(self.authorities, "f"), to_host(self.hubs, "f")
        return [score * self.size for scores in both for score in scores]

    def expected(self):
        n = self.size
        out_rows, out_columns, in_rows, in_columns = self.edges()
        hubs = authorities = [1 / n] * n
        for _ in range(STEPS):
            hubs, authorities = (
                normalised(gathered(out_rows, out_columns, authorities)),
                normalised(gathered(in_rows, in_columns, hubs)),
            )
        return [score * n for score in authorities + hubs]


def csr(sources, targets, n):
    """Where the edges of each source begin, and the targets, by source."""
    rows, columns = zeros("i", n + 1), zeros("i", len(targets))
    for source in sources:
        rows[source + 1] += 1
    for i in range(n):
        rows[i + 1] += rows[i]
    free = rows[:]
    for source, target in zip(sources, targets):
        columns[free[source]] = target
        free[source] += 1
    return rows, columns


def gathered(rows, columns, x):
    return [sum(x[columns[k]] for k in range(rows[i], rows[i + 1])) for i in range(len(x))]


def normalised(scores):
    total = sum(scores)
    return [score / total for score in scores]
