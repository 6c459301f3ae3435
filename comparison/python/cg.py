"""CG: conjugate gradients on a sparse system, the five-point stencil of a grid, and 1 on the diagonal."""

from math import isqrt

import numpy as np
from data import floats
from suite import Benchmark

STEPS, SOURCE = 8, "suite/linear.cu"


class Program(Benchmark):
    """A chain in stream 0, beside which stream 1 brings the matrix and advances x."""

    def allocate(self):
        n, side = self.size, self.schedule.side
        self.matrix = rows, columns, entries = stencil(n)
        self.input_b = self.input("b", np.float32, n, lambda: floats(n, 7, 0, 1))
        self.rows = self.input("rows", np.int32, n + 1, lambda: rows)
        self.columns = self.input("columns", np.int32, len(columns), lambda: columns)
        self.values = self.input("values", np.float32, len(entries), lambda: entries)
        self.x, self.r, self.p, self.ap = (self.array(np.float32, n) for _ in range(4))
        self.rr, self.pap = self.array(np.float32, STEPS + 1), self.array(np.float32, STEPS)
        self.rr_parts = [self.rr[k : k + 1] for k in range(STEPS + 1)]
        self.pap_parts = [self.pap[k : k + 1] for k in range(STEPS)]
        self.first, self.x_first = self.pinned(np.float32, 1), self.x[0:1]
        kernel = {
            name: side.kernel(SOURCE, name)
            for name in ("sparse_product", "dot", "step_along", "next_direction")
        }
        self.product = self.launcher(kernel["sparse_product"], n, 0)
        self.dot = self.launcher(kernel["dot"], n, 0)
        self.step_x = self.launcher(kernel["step_along"], n, 1)
        self.step_r = self.launcher(kernel["step_along"], n, 0)
        self.next_direction = self.launcher(kernel["next_direction"], n, 0)
        self.there = self.schedule.event()
        self.events = [(self.schedule.event(), self.schedule.event()) for _ in range(STEPS)]

    def reset(self):
        for zeroed in self.x, self.rr, self.pap:
            self.set(zeroed, 0)
        for start in self.r, self.p:
            self.set(start, self.host["b"])

    def run(self):
        n, schedule, rr = np.int32(self.size), self.schedule, self.rr_parts
        one, minus_one = np.float32(1), np.float32(-1)
        for name, device in ("rows", self.rows), ("columns", self.columns), ("values", self.values):
            self.upload(1, device, name)
        schedule.mark(1, self.there)
        self.dot(self.r, self.r, rr[0], n)
        schedule.wait(0, self.there)
        for k, (multiplied, advanced) in enumerate(self.events):
            pap = self.pap_parts[k]
            self.product(self.rows, self.columns, self.values, self.p, self.ap, n)
            self.dot(self.p, self.ap, pap, n)
            schedule.mark(0, multiplied)
            schedule.wait(1, multiplied)
            self.step_x(self.x, self.p, rr[k], pap, one, n)
            self.step_r(self.r, self.ap, rr[k], pap, minus_one, n)
            self.dot(self.r, self.r, rr[k + 1], n)
            schedule.mark(1, advanced)
            schedule.wait(0, advanced)
            self.next_direction(self.p, self.r, rr[k + 1], rr[k], n)
        schedule.download(1, self.first, self.x_first)
        schedule.synchronize(1)
        return float(self.first[0])

    def outputs(self):
        return self.to_host(self.x)

    def expected(self):
        rows, columns, entries = self.matrix
        b = self.host["b"].astype(np.float64)
        x, r, p, before = np.zeros_like(b), b.copy(), b.copy(), b @ b
        for _ in range(STEPS):
            ap = np.add.reduceat(entries.astype(np.float64) * p[columns], rows[:-1])
            alpha = before / (p @ ap)
            x, r = x + alpha * p, r - alpha * ap
            before, previous = r @ r, before
            p = r + before / previous * p
        return x


def stencil(n):
    """Vertex i has the neighbours i +- 1 and i +- width."""
    width = isqrt(n)
    offsets = np.array((-width, -1, 0, 1, width) if width > 1 else (-1, 0, 1))
    neighbours = np.arange(n)[:, None] + offsets
    there = (neighbours >= 0) & (neighbours < n)
    rows = np.concatenate(([0], np.cumsum(there.sum(axis=1))))
    entries = np.broadcast_to(np.where(offsets == 0, 5, -1), neighbours.shape)[there]
    return rows.astype(np.int32), neighbours[there].astype(np.int32), entries.astype(np.float32)
