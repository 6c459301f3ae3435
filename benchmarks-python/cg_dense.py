"""CG on a dense system, the product in partitions of the rows."""

from conjugate_gradients import ConjugateGradients, inner
from data import toeplitz


class Program(ConjugateGradients):
    def allocate(self):
        super().allocate()
        n = self.size
        self.dense_product = self.kernel("dense_product")
        self.a = self.input("a", "float", n * n, lambda: toeplitz(n, 1))

    def product(self):
        n = self.size
        for a, b in self.parts():
            self.dense_product(*self.grid(b - a))(
                self.a.slice(a * n, b * n), self.p, self.ap.slice(a, b), b - a, n
            )

    def host_product(self, p):
        a, n = self.host["a"], self.size
        return [inner(a[i * n : (i + 1) * n], p) for i in range(n)]
