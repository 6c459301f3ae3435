"""IMG: an image is sharpened where it has edges, and blurred elsewhere."""

from math import exp

import numpy as np
from data import floats
from suite import Benchmark

MASKS = {"small": (3, 1.0), "large": (5, 10.0), "unsharp": (3, 5.0)}  # diameter, deviation
GAIN, AMOUNT, FAR = np.float32(5), np.float32(0.5), 1e30
SOURCE = "image.cu"


class Program(Benchmark):
    """The small blur in stream 0, the large one in 1, the sharp image in 2; they join in 1, then 0."""

    def allocate(self):
        n, pixels, side = self.size, self.size**2, self.schedule.side
        self.image = self.input("image", np.float32, pixels, lambda: floats(pixels, 1, 0, 1))
        self.masks = {
            name: self.input(name, np.float32, diameter**2, lambda d=diameter, s=deviation: gaussian(d, s))
            for name, (diameter, deviation) in MASKS.items()
        }
        names = "small large unsharp small_edges large_edges sharp coarse result"
        self.images = {name: self.array(np.float32, pixels) for name in names.split()}
        self.bounds, self.first = self.array(np.float32, 2), self.pinned(np.float32, 1)
        self.result_first = self.images["result"][0:1]
        kernel = {
            name: side.kernel(SOURCE, name)
            for name in ("gaussian_blur", "sobel", "extrema", "stretch", "unsharpen", "blend")
        }
        self.blurs = {
            name: self.launcher_2d(kernel["gaussian_blur"], n, n, stream, 4 * MASKS[name][0] ** 2)
            for stream, name in enumerate(MASKS)
        }
        self.sobels = [self.launcher_2d(kernel["sobel"], n, n, stream) for stream in (0, 1)]
        self.extrema = self.launcher(kernel["extrema"], pixels, 1)
        self.stretch = self.launcher(kernel["stretch"], pixels, 1)
        self.unsharpen = self.launcher(kernel["unsharpen"], pixels, 2)
        self.blends = [self.launcher(kernel["blend"], pixels, stream) for stream in (0, 1)]
        self.there, self.sharpened, self.mixed = (self.schedule.event() for _ in range(3))

    def reset(self):
        self.set(self.bounds, np.array([FAR, 0], np.float32))

    def run(self):
        n, pixels, schedule = np.int32(self.size), np.int32(self.size**2), self.schedule
        made = self.images
        self.upload(0, self.image, "image")
        schedule.mark(0, self.there)
        self.blur(0, "small")
        self.sobels[0](made["small_edges"], made["small"], n, n)
        schedule.wait(1, self.there)
        self.blur(1, "large")
        self.sobels[1](made["large_edges"], made["large"], n, n)
        self.extrema(self.bounds, made["large_edges"], pixels)
        self.stretch(made["large_edges"], self.bounds, GAIN, pixels)
        schedule.wait(2, self.there)
        self.blur(2, "unsharp")
        self.unsharpen(made["sharp"], self.image, made["unsharp"], AMOUNT, pixels)
        schedule.mark(2, self.sharpened)
        schedule.wait(1, self.sharpened)
        self.blends[1](made["coarse"], made["sharp"], made["large"], made["large_edges"], pixels)
        schedule.mark(1, self.mixed)
        schedule.wait(0, self.mixed)
        self.blends[0](made["result"], made["coarse"], made["small"], made["small_edges"], pixels)
        schedule.download(0, self.first, self.result_first)
        schedule.synchronize(0)
        return float(self.first[0])

    def blur(self, stream, name):
        n, mask = np.int32(self.size), self.masks[name]
        self.upload(stream, mask, name)
        self.blurs[name](self.images[name], self.image, n, n, mask, np.int32(MASKS[name][0]))

    def outputs(self):
        return self.to_host(self.images["result"])

    def expected(self):
        n = self.size
        image = self.host["image"].astype(np.float64).reshape(n, n)
        small, large, unsharp = (
            convolved(image, self.host[name].astype(np.float64).reshape(diameter, diameter))
            for name, (diameter, _) in MASKS.items()
        )
        small_edges, large_edges = edges(small), edges(large)
        low, high = large_edges.min(), large_edges.max()
        scale = float(GAIN) / (high - low) if high > low else 0
        large_edges = np.minimum((large_edges - low) * scale, 1)
        sharp = np.clip(image + float(AMOUNT) * (image - unsharp), 0, 1)
        coarse = sharp * large_edges + large * (1 - large_edges)
        return (coarse * small_edges + small * (1 - small_edges)).reshape(-1)


def gaussian(diameter, deviation):
    """The weights of a blur, of sum 1."""
    across = range(-(diameter // 2), diameter // 2 + 1)
    weights = np.array([exp(-(x * x + y * y) / (2 * deviation**2)) for y in across for x in across])
    return (weights / weights.sum()).astype(np.float32)


def convolved(image, mask):
    radius, n = len(mask) // 2, len(image)
    padded = np.pad(image, radius, mode="edge")
    return sum(mask[y, x] * padded[y : y + n, x : x + n] for y in range(len(mask)) for x in range(len(mask)))


def edges(image):
    across = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
    return np.hypot(convolved(image, across), convolved(image, across.T))
