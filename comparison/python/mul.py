"""MUL: the product of a dense matrix and a vector, in partitions of the rows."""

import numpy as np
from data import floats
from suite import Benchmark


class Program(Benchmark):
    """A stream for each part; the vector comes in the first one."""

    def allocate(self):
        n = self.size
        self.a = self.input("a", np.float32, n * n, lambda: floats(n * n, 1, 0, 1))
        self.x = self.input("x", np.float32, n, lambda: floats(n, 2, 0, 1))
        self.y = self.array(np.float32, n)
        self.firsts = self.pinned(np.float32, self.partitions)
        self.vector_there = self.schedule.event()
        kernel = self.schedule.side.kernel("suite/linear.cu", "dense_product")
        self.steps = [
            (self.launcher(kernel, b - a, p), self.a[a * n : b * n], self.y[a:b], self.y[a : a + 1])
            for p, (a, b) in enumerate(self.parts)
        ]

    def run(self):
        n, schedule = self.size, self.schedule
        self.upload(0, self.x, "x")
        schedule.mark(0, self.vector_there)
        for p, (a, b) in enumerate(self.parts):
            launch, rows, y, first = self.steps[p]
            self.upload(p, self.a, "a", a * n, b * n)
            schedule.wait(p, self.vector_there)
            launch(rows, self.x, y, np.int32(b - a), np.int32(n))
            schedule.download(p, self.firsts[p : p + 1], first)
        for p in range(self.partitions):
            schedule.synchronize(p)
        return float(sum(self.firsts))

    def outputs(self):
        return self.to_host(self.y)

    def expected(self):
        n = self.size
        return self.host["a"].astype(np.float64).reshape(n, n) @ self.host["x"].astype(np.float64)
