"""Lanczos: the tridiagonal form of a dense symmetric matrix, the products in partitions of the rows."""

from math import sqrt
from operator import mul

from data import floats, to_host, toeplitz
from suite import Benchmark

STEPS = 8


class Program(Benchmark):
    def allocate(self):
        n = self.size
        names = ("dense_product", "dot", "orthogonalise", "scale_to_unit")
        self.dense_product, self.dot, self.orthogonalise, self.scale_to_unit = map(self.kernel, names)
        self.a = self.input("a", "float", n * n, lambda: toeplitz(n, 1))
        self.start = self.input("start", "float", n, lambda: floats(n, 2, 0.5, 1))
        self.w = self.array("float", n)
        self.v = [self.array("float", n) for _ in range(3)]  # this one, the last, the one before
        self.alpha = self.array("float", STEPS)
        self.beta2 = self.array("float", STEPS + 1)  # squares; the first is of the start

    def reset(self):
        for zeroed in (self.alpha, self.beta2, *self.v):
            zeroed.fill(0)
        self.w.copyFrom(self.start)

    def run(self):
        n, grid = self.size, self.grid(self.size)
        dot, orthogonalise = self.dot(*grid), self.orthogonalise(*grid)
        v, w = self.v, self.w
        for k in range(STEPS):
            alpha, beta2 = self.alpha.slice(k, k + 1), self.beta2.slice(k, k + 1)
            dot(w, w, beta2, n)
            self.scale_to_unit(*grid)(w, beta2, v[k % 2], n)
            self.product(v[k % 2])
            dot(w, v[k % 2], alpha, n)
            orthogonalise(w, v[k % 2], v[(k + 1) % 2] if k else v[2], alpha, beta2, n)
        dot(w, w, self.beta2.slice(STEPS, STEPS + 1), n)
        return self.beta2[STEPS]

    def product(self, v):
        n = self.size
        for a, b in self.parts():
            self.dense_product(*self.grid(b - a))(
                self.a.slice(a * n, b * n), v, self.w.slice(a, b), b - a, n
            )

    def outputs(self):
        """The diagonal, and what is beside it."""
        return list(to_host(self.alpha, "f")) + [sqrt(b) for b in to_host(self.beta2, "f")[1:]]

    def expected(self):
        a, n = self.host["a"], self.size
        w, last, diagonal, beside = list(self.host["start"]), [0.0] * n, [], []
        beta = norm(w)
        for _ in range(STEPS):
            v = [value / beta for value in w]
            w = [sum(map(mul, a[i * n : (i + 1) * n], v)) for i in range(n)]
            diagonal.append(sum(map(mul, w, v)))
            w = [p - diagonal[-1] * q - beta * r for p, q, r in zip(w, v, last)]
            last, beta = v, norm(w)
            beside.append(beta)
        return diagonal + beside


def norm(x):
    return sqrt(sum(map(mul, x, x)))
