"""IMG: an image is sharpened where it has edges, and blurred elsewhere."""

from array import array
from math import exp, sqrt

from data import floats, to_host
from suite import Benchmark

MASKS = {"small": (3, 1.0), "large": (5, 10.0), "unsharp": (3, 5.0)}  # diameter, deviation
GAIN, AMOUNT, INFINITY = 5.0, 0.5, 1e30


class Program(Benchmark):
    def allocate(self):
        pixels = self.size**2
        names = "gaussian_blur sobel extrema stretch unsharpen blend"
        for name in names.split():
            setattr(self, name, self.kernel(name))
        self.image = self.input("image", "float", pixels, lambda: floats(pixels, 1, 0, 1))
        self.masks = {
            name: self.input(name, "float", diameter**2, lambda d=diameter, s=deviation: gaussian(d, s))
            for name, (diameter, deviation) in MASKS.items()
        }
        self.small, self.large, self.unsharp = (self.array("float", pixels) for _ in range(3))
        self.small_edges, self.large_edges = (self.array("float", pixels) for _ in range(2))
        self.sharp, self.coarse, self.result = (self.array("float", pixels) for _ in range(3))
        self.bounds = self.array("float", 2)

    def reset(self):
        self.bounds.slice(0, 1).fill(INFINITY)
        self.bounds.slice(1, 2).fill(0)

    def run(self):
        n, pixels = self.size, self.size**2
        grid, flat = self.grid_2d(n, n), self.grid(pixels)
        for out, name in (self.small, "small"), (self.large, "large"), (self.unsharp, "unsharp"):
            diameter = MASKS[name][0]
            self.gaussian_blur(*grid, 4 * diameter**2)(out, self.image, n, n, self.masks[name], diameter)
        self.sobel(*grid)(self.small_edges, self.small, n, n)
        self.sobel(*grid)(self.large_edges, self.large, n, n)
        self.extrema(*flat)(self.bounds, self.large_edges, pixels)
        self.stretch(*flat)(self.large_edges, self.bounds, GAIN, pixels)
        self.unsharpen(*flat)(self.sharp, self.image, self.unsharp, AMOUNT, pixels)
        self.blend(*flat)(self.coarse, self.sharp, self.large, self.large_edges, pixels)
        self.blend(*flat)(self.result, self.coarse, self.small, self.small_edges, pixels)
        return self.result[0]

    def outputs(self):
        return to_host(self.result, "f")

    def expected(self):
        n, image = self.size, self.host["image"]
        small, large, unsharp = (
            blurred(image, n, self.host[name], MASKS[name][0]) for name in ("small", "large", "unsharp")
        )
        small_edges, large_edges = edges(small, n), edges(large, n)
        low, high = min(large_edges), max(large_edges)
        scale = GAIN / (high - low) if high > low else 0
        large_edges = [min((edge - low) * scale, 1) for edge in large_edges]
        sharp = [min(max(p + AMOUNT * (p - b), 0), 1) for p, b in zip(image, unsharp)]
        coarse = mixed(sharp, large, large_edges)
        return mixed(coarse, small, small_edges)


def gaussian(diameter, deviation):
    """The weights of a blur, of sum 1."""
    radius = diameter // 2
    weights = [
        exp(-(x * x + y * y) / (2 * deviation * deviation))
        for y in range(-radius, radius + 1)
        for x in range(-radius, radius + 1)
    ]
    total = sum(weights)
    return array("f", [weight / total for weight in weights])


def pixel(image, n, row, column):
    return image[min(max(row, 0), n - 1) * n + min(max(column, 0), n - 1)]


def convolved(image, n, row, column, weights, diameter):
    radius = diameter // 2
    return sum(
        weights[(y + radius) * diameter + x + radius] * pixel(image, n, row + y, column + x)
        for y in range(-radius, radius + 1)
        for x in range(-radius, radius + 1)
    )


def blurred(image, n, weights, diameter):
    return [convolved(image, n, i // n, i % n, weights, diameter) for i in range(n * n)]


def edges(image, n):
    across, down = (-1, 0, 1, -2, 0, 2, -1, 0, 1), (-1, -2, -1, 0, 0, 0, 1, 2, 1)
    gradients = (
        [convolved(image, n, i // n, i % n, mask, 3) for mask in (across, down)] for i in range(n * n)
    )
    return [sqrt(x * x + y * y) for x, y in gradients]


def mixed(a, b, weights):
    return [p * w + q * (1 - w) for p, q, w in zip(a, b, weights)]
