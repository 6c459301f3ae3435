"""The LU factorization of a matrix in tiles, in place, without pivoting: right-looking, one step for each tile
of the diagonal.
"""

from tiles import TiledBenchmark, drawn, filled, flat


class Program(TiledBenchmark):
    def allocate(self):
        self.factor = self.kernel("tile_getrf")
        self.solve_right = self.kernel("tile_trsm_right")
        self.solve_left = self.kernel("tile_trsm_left")
        self.multiply = self.kernel("tile_gemm")
        pattern = drawn(self.partitions, self.settings["density"], 1)
        self.a = self.matrix("a", pattern, filled(pattern, lower=False), 1, self.size)

    def run(self):
        for k in range(self.partitions):
            self.step(k)
        return self.settled(self.a[-1][-1])

    def step(self, k):
        a, later = self.a, range(k + 1, self.partitions)
        pivot = a[k][k]
        self.on(self.factor, pivot)(pivot.array, pivot.width)
        rows = [i for i in later if a[i][k]]
        columns = [j for j in later if a[k][j]]
        for i in rows:
            tile = a[i][k]
            self.on(self.solve_right, tile)(pivot.array, tile.array, tile.height, tile.width, 0)
        for j in columns:
            tile = a[k][j]
            self.on(self.solve_left, tile)(pivot.array, tile.array, tile.height, tile.width)
        for i in rows:
            for j in columns:
                left, above, tile = a[i][k], a[k][j], a[i][j]
                self.on(self.multiply, tile)(
                    left.array, above.array, tile.array, tile.height, left.width, tile.width, -1, 0
                )

    def outputs(self):
        return flat(self.computed(self.a))

    def expected(self):
        rows, n = self.written(self.a), self.size
        for k in range(n):
            pivots = rows[k]
            for row in rows[k + 1 :]:
                row[k] /= pivots[k]
                for j in range(k + 1, n):
                    row[j] -= row[k] * pivots[j]
        return flat(rows)
