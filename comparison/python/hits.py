"""HITS: hubs and authorities among the vertices of a random graph."""

import numpy as np
from data import draws
from suite import Benchmark

STEPS, DEGREE, SOURCE = 5, 3, "suite/vector.cu"


class Program(Benchmark):
    """Two chains that read each other: authorities in stream 0, hubs in stream 1."""

    def allocate(self):
        n, side = self.size, self.schedule.side
        sources, targets = np.arange(DEGREE * n) // DEGREE, draws(DEGREE * n, 1) % n
        self.out, self.into = by_source(sources, targets, n), by_source(targets, sources, n)
        self.graphs = [self.graph("into", self.into), self.graph("out", self.out)]
        f = np.float32
        self.authorities, self.hubs = self.array(f, n), self.array(f, n)
        self.new_authorities, self.new_hubs = self.array(f, n), self.array(f, n)
        self.sums = self.array(f, 2 * STEPS)
        self.sum_parts = [self.sums[i : i + 1] for i in range(2 * STEPS)]
        self.firsts = self.pinned(f, 2)
        self.first_parts = [array[0:1] for array in (self.authorities, self.hubs)]
        kernels = [side.kernel(SOURCE, name) for name in ("gather", "add_up", "divide")]
        self.launchers = [[self.launcher(kernel, n, s) for kernel in kernels] for s in (0, 1)]
        self.events = [[self.schedule.event() for _ in range(4)] for _ in range(STEPS)]

    def graph(self, name, csr):
        return [
            (f"{name} {part}", self.input(f"{name} {part}", np.int32, len(csr[i]), lambda i=i: csr[i]))
            for i, part in enumerate(("rows", "columns"))
        ]

    def reset(self):
        for scores in self.hubs, self.authorities:
            self.set(scores, np.float32(1 / self.size))
        self.set(self.sums, 0)

    def run(self):
        n, schedule = np.int32(self.size), self.schedule
        for stream, graph in enumerate(self.graphs):
            for name, device in graph:
                self.upload(stream, device, name)
        (in_rows, in_columns), (out_rows, out_columns) = ([d for _, d in g] for g in self.graphs)
        (gather_a, add_a, divide_a), (gather_h, add_h, divide_h) = self.launchers
        for step, (hubs_read, authorities_read, a_written, h_written) in enumerate(self.events):
            a, h = self.sum_parts[2 * step : 2 * step + 2]
            gather_a(in_rows, in_columns, self.hubs, self.new_authorities, n)
            schedule.mark(0, hubs_read)
            gather_h(out_rows, out_columns, self.authorities, self.new_hubs, n)
            schedule.mark(1, authorities_read)
            add_a(self.new_authorities, a, n)
            add_h(self.new_hubs, h, n)
            schedule.wait(0, authorities_read)
            divide_a(self.new_authorities, a, self.authorities, n)
            schedule.wait(1, hubs_read)
            divide_h(self.new_hubs, h, self.hubs, n)
            schedule.mark(0, a_written)
            schedule.mark(1, h_written)
            schedule.wait(0, h_written)
            schedule.wait(1, a_written)
        for stream in 0, 1:
            schedule.download(stream, self.firsts[stream : stream + 1], self.first_parts[stream])
        for stream in 0, 1:
            schedule.synchronize(stream)
        return float(self.firsts[0]) * self.size + float(self.firsts[1]) * self.size

    def outputs(self):
        """Scores, times the number of vertices, so that they are about 1."""
        both = self.to_host(self.authorities), self.to_host(self.hubs)
        return np.concatenate(both).astype(np.float64) * self.size

    def expected(self):
        n = self.size
        authorities = hubs = np.full(n, 1 / n)
        for _ in range(STEPS):
            authorities, hubs = gathered(self.into, hubs), gathered(self.out, authorities)
        return np.concatenate((authorities, hubs)) * n


def by_source(sources, targets, n):
    """Where the edges of each source begin, and the targets, by source."""
    rows = np.concatenate(([0], np.cumsum(np.bincount(sources, minlength=n))))
    columns = targets[np.argsort(sources, kind="stable")]
    return rows.astype(np.int32), columns.astype(np.int32)


def gathered(csr, scores):
    rows, columns = csr
    sums = np.bincount(np.repeat(np.arange(len(scores)), np.diff(rows)), scores[columns], len(scores))
    return sums / np.sum(sums)
