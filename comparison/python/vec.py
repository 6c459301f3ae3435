"""VEC: the sum of the differences of two squared vectors."""

import numpy as np
from data import floats
from suite import Benchmark

SOURCE = "suite/vector.cu"


class Program(Benchmark):
    """Two streams for each part: one for each square, the first also for what joins them."""

    def allocate(self):
        n, side = self.size, self.schedule.side
        self.x = self.input("x", np.float32, n, lambda: floats(n, 1, 1, 2))
        self.y = self.input("y", np.float32, n, lambda: floats(n, 2, 0, 1))
        self.x2, self.y2 = self.array(np.float32, n), self.array(np.float32, n)
        self.sums = self.array(np.float32, self.partitions)
        self.result = self.pinned(np.float32, self.partitions)
        square, join = side.kernel(SOURCE, "square"), side.kernel(SOURCE, "sum_difference")
        self.steps = []
        for p, (a, b) in enumerate(self.parts):
            views = [array[a:b] for array in (self.x, self.y, self.x2, self.y2)]
            launchers = (
                self.launcher(square, b - a, 2 * p),
                self.launcher(square, b - a, 2 * p + 1),
                self.launcher(join, b - a, 2 * p),
            )
            ends = self.sums[p : p + 1], self.result[p : p + 1]
            self.steps.append((views, launchers, self.schedule.event(), ends))

    def reset(self):
        self.set(self.sums, 0)

    def run(self):
        schedule = self.schedule
        for p, (a, b) in enumerate(self.parts):
            (x, y, x2, y2), (square_x, square_y, join), squared, (total, result) = self.steps[p]
            n = np.int32(b - a)
            self.upload(2 * p, self.x, "x", a, b)
            square_x(x, x2, n)
            self.upload(2 * p + 1, self.y, "y", a, b)
            square_y(y, y2, n)
            schedule.mark(2 * p + 1, squared)
            schedule.wait(2 * p, squared)
            join(x2, y2, total, n)
            schedule.download(2 * p, result, total)
        for p in range(self.partitions):
            schedule.synchronize(2 * p)
        return float(sum(self.result))

    def outputs(self):
        return [np.sum(self.result, dtype=np.float64)]

    def expected(self):
        x, y = (self.host[name].astype(np.float64) for name in "xy")
        return [np.sum(x * x - y * y)]
