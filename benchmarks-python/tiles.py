"""Matrices in tiles, each an array of its own; tiles without any element but zeros may be left out."""

from array import array

from data import draws, floats, to_host, zeros
from suite import Benchmark


def drawn(count, density, seed):
    """Which of count x count tiles are not all zeros: of 100 as many as density says."""
    numbers = draws(count * count, seed)
    return [[numbers[i * count + j] % 100 < density for j in range(count)] for i in range(count)]


def filled(pattern, lower):
    """What a factorization makes of a pattern: LU, or Cholesky of its lower triangle."""
    count = len(pattern)
    full = [[i == j or (pattern[i][j] and not (lower and j > i)) for j in range(count)] for i in range(count)]
    for k in range(count):
        for i in range(k + 1, count):
            for j in range(k + 1, i + 1 if lower else count):
                full[i][j] |= full[i][k] and (full[j][k] if lower else full[k][j])
    return full


class Tile:
    """An array, with the rows and columns of the matrix that it holds."""

    def __init__(self, name, array, rows, columns):
        self.name, self.array, self.rows, self.columns = name, array, rows, columns
        self.height, self.width = rows[1] - rows[0], columns[1] - columns[0]


class TiledBenchmark(Benchmark):
    """Tiles are computed in place, so the host writes them before each iteration."""

    def matrix(self, name, pattern, full, seed, diagonal):
        """A matrix of numbers from 0 to below 1, with diagonal added to its diagonal. The host writes numbers
        into the tiles of pattern, zeros into the others of full."""
        parts, count = self.parts(), self.partitions
        tiles = [[None] * count for _ in parts]
        for i, rows in enumerate(parts):
            for j, columns in enumerate(parts):
                if full[i][j]:
                    tiles[i][j] = self.tile(
                        f"{name}{i},{j}", rows, columns, pattern[i][j], seed + i * count + j, diagonal * (i == j)
                    )
        return tiles

    def tile(self, name, rows, columns, is_drawn, seed, diagonal):
        length, width = (rows[1] - rows[0]) * (columns[1] - columns[0]), columns[1] - columns[0]

        def values():
            numbers = floats(length, seed, 0, 1) if is_drawn else zeros("f", length)
            if diagonal:
                for at in range(0, length, width + 1):
                    numbers[at] += diagonal
            return numbers

        return Tile(name, self.input(name, "float", length, values), rows, columns)

    def reset(self):
        self.write_inputs()

    def on(self, kernel, tile):
        """The kernel, configured for the elements of a tile."""
        return kernel(*self.grid(tile.height * tile.width))

    def settled(self, tile):
        """Waits for everything that was launched; the last element of a tile."""
        self.cu.cudaDeviceSynchronize()
        return tile.array[tile.height * tile.width - 1]

    def written(self, tiles):
        """What the host has written into a matrix: its rows."""
        return self.dense(tiles, lambda tile: self.host[tile.name])

    def computed(self, tiles):
        """What is in a matrix now: its rows."""
        return self.dense(tiles, lambda tile: to_host(tile.array, "f"))

    def dense(self, tiles, contents):
        rows = [array("d", [0]) * self.size for _ in range(self.size)]
        for row in tiles:
            for tile in filter(None, row):
                values = contents(tile)
                for i in range(tile.height):
                    part = array("d", values[i * tile.width : (i + 1) * tile.width])
                    rows[tile.rows[0] + i][tile.columns[0] : tile.columns[1]] = part
        return rows


def flat(rows):
    return [value for row in rows for value in row]
