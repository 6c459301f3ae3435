"""The product of two matrices, of which one lies in blocks of rows and one in blocks of columns: a kernel for
each two.
"""

from operator import mul

from data import floats, to_host
from suite import Benchmark, UsageError
from tiles import drawn


class Program(Benchmark):
    def allocate(self):
        n, count, parts = self.size, self.partitions, self.parts()
        self.multiply = self.kernel("tile_product")
        self.a, self.b = [], []
        for i, (first, end) in enumerate(parts):
            length = (end - first) * n
            self.a.append(self.input(f"a{i}", "float", length, lambda i=i, length=length: floats(length, 1 + i, 0, 1)))
            self.b.append(
                self.input(f"b{i}", "float", length, lambda i=i, length=length: floats(length, 1 + count + i, 0, 1))
            )
        pattern = drawn(count, self.settings["density"], 1)
        self.products = [
            (i, j, rows[1] - rows[0], columns[1] - columns[0])
            for i, rows in enumerate(parts)
            for j, columns in enumerate(parts)
            if pattern[i][j]
        ]
        if not self.products:
            raise UsageError("--density: with so few tiles there is no product")
        self.c = [self.array("float", height * width) for _, _, height, width in self.products]

    def run(self):
        for tile, (i, j, height, width) in zip(self.c, self.products):
            self.multiply(*self.grid(height * width))(self.a[i], self.b[j], tile, height, self.size, width)
        self.cu.cudaDeviceSynchronize()
        return self.c[-1][len(self.c[-1]) - 1]

    def outputs(self):
        return [value for tile in self.c for value in to_host(tile, "f")]

    def expected(self):
        n, values = self.size, []
        for i, j, height, width in self.products:
            a, b = self.host[f"a{i}"], self.host[f"b{j}"]
            columns = [b[column::width] for column in range(width)]
            rows = [a[row * n : (row + 1) * n] for row in range(height)]
            values.extend(sum(map(mul, row, column)) for row in rows for column in columns)
        return values
