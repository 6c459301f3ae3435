"""What the two benchmarks of the conjugate gradient method share: all but the product."""

from operator import mul

from data import floats, to_host
from suite import Benchmark

STEPS = 8


class ConjugateGradients(Benchmark):
    """Solves A x = b from x = 0. The scalars stay on the device, one of each for each step."""

    def allocate(self):
        n = self.size
        self.dot, self.step_along, self.next_direction = map(
            self.kernel, ("dot", "step_along", "next_direction")
        )
        self.b = self.input("b", "float", n, lambda: floats(n, 7, 0, 1))
        self.x, self.r, self.p, self.ap = (self.array("float", n) for _ in range(4))
        self.rr = self.array("float", STEPS + 1)
        self.pap = self.array("float", STEPS)

    def product(self):
        """ap = A p, on the device."""
        raise NotImplementedError

    def host_product(self, p):
        raise NotImplementedError

    def reset(self):
        for zeroed in self.x, self.rr, self.pap:
            zeroed.fill(0)
        self.r.copyFrom(self.b)
        self.p.copyFrom(self.b)

    def run(self):
        n, grid = self.size, self.grid(self.size)
        dot, step_along = self.dot(*grid), self.step_along(*grid)
        rr = [self.rr.slice(k, k + 1) for k in range(STEPS + 1)]
        dot(self.r, self.r, rr[0], n)
        for k in range(STEPS):
            pap = self.pap.slice(k, k + 1)
            self.product()
            dot(self.p, self.ap, pap, n)
            step_along(self.x, self.p, rr[k], pap, 1, n)
            step_along(self.r, self.ap, rr[k], pap, -1, n)
            dot(self.r, self.r, rr[k + 1], n)
            self.next_direction(*grid)(self.p, self.r, rr[k + 1], rr[k], n)
        return self.x[0]

    def outputs(self):
        return to_host(self.x, "f")

    def expected(self):
        x, r = [0.0] * self.size, list(self.host["b"])
        p, rr = r, inner(r, r)
        for _ in range(STEPS):
            ap = self.host_product(p)
            alpha = rr / inner(p, ap)
            x = [a + alpha * b for a, b in zip(x, p)]
            r = [a - alpha * b for a, b in zip(r, ap)]
            before, rr = rr, inner(r, r)
            p = [a + rr / before * b for a, b in zip(r, p)]
        return x


def inner(x, y):
    return sum(map(mul, x, y))
