"""The Cholesky factorization of the lower triangle of a symmetric matrix in tiles, in place: right-looking, one
step for each tile of the diagonal.
"""

from math import sqrt

from tiles import TiledBenchmark, drawn, filled


class Program(TiledBenchmark):
    def allocate(self):
        self.factor = self.kernel("tile_potrf")
        self.solve = self.kernel("tile_trsm_right")
        self.square = self.kernel("tile_syrk")
        self.multiply = self.kernel("tile_gemm")
        pattern = drawn(self.partitions, self.settings["density"], 1)
        self.a = self.matrix("a", pattern, filled(pattern, lower=True), 1, self.size)

    def run(self):
        for k in range(self.partitions):
            self.step(k)
        return self.settled(self.a[-1][-1])

    def step(self, k):
        a = self.a
        pivot = a[k][k]
        self.on(self.factor, pivot)(pivot.array, pivot.width)
        rows = [i for i in range(k + 1, self.partitions) if a[i][k]]
        for i in rows:
            tile = a[i][k]
            self.on(self.solve, tile)(pivot.array, tile.array, tile.height, tile.width, 1)
        for i in rows:
            left = a[i][k]
            for j in rows:
                if j < i:
                    other, tile = a[j][k], a[i][j]
                    self.on(self.multiply, tile)(
                        left.array, other.array, tile.array, tile.height, left.width, tile.width, -1, 1
                    )
            tile = a[i][i]
            self.on(self.square, tile)(left.array, tile.array, tile.width, left.width)

    def outputs(self):
        return lower(self.computed(self.a))

    def expected(self):
        rows, n = self.written(self.a), self.size
        for k in range(n):
            rows[k][k] = sqrt(rows[k][k])
            for i in range(k + 1, n):
                rows[i][k] /= rows[k][k]
            for i in range(k + 1, n):
                for j in range(k + 1, i + 1):
                    rows[i][j] -= rows[i][k] * rows[j][k]
        return lower(rows)


def lower(rows):
    """The elements on the diagonal and below: nothing else is read or written."""
    return [value for i, row in enumerate(rows) for value in row[: i + 1]]
