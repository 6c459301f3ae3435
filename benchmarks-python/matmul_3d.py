"""The product of two matrices in tiles, added to a third: a kernel for each three tiles."""

from operator import mul

from suite import UsageError
from tiles import TiledBenchmark, drawn, flat


class Program(TiledBenchmark):
    def allocate(self):
        count, density = self.partitions, self.settings["density"]
        self.multiply = self.kernel("tile_gemm")
        left, right = drawn(count, density, 1), drawn(count, density, 2)
        every = range(count)
        product = [[any(left[i][k] and right[k][j] for k in every) for j in every] for i in every]
        if not any(map(any, product)):
            raise UsageError("--density: with so few tiles there is no product")
        self.a = self.matrix("a", left, left, 1, 0)
        self.b = self.matrix("b", right, right, 1 + count * count, 0)
        self.c = self.matrix("c", product, product, 1 + 2 * count * count, 0)

    def run(self):
        every = range(self.partitions)
        for k in every:
            for i in every:
                for j in every:
                    self.update(self.a[i][k], self.b[k][j], self.c[i][j])
        return self.settled([tile for row in self.c for tile in row if tile][-1])

    def update(self, left, right, tile):
        if left and right:
            self.on(self.multiply, tile)(
                left.array, right.array, tile.array, tile.height, left.width, tile.width, 1, 0
            )

    def outputs(self):
        return flat(self.computed(self.c))

    def expected(self):
        columns = list(zip(*self.written(self.b)))
        rows = zip(self.written(self.a), self.written(self.c))
        return [c + sum(map(mul, row, column)) for row, sums in rows for c, column in zip(sums, columns)]
