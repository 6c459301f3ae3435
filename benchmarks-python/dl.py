"""DL: two images go through two branches of convolutions, and one decision is made of both."""

from math import exp

from data import floats
from suite import Benchmark

CHANNELS = 1, 4, 8  # of the image, and after each convolution


class Program(Benchmark):
    def allocate(self):
        n = self.size
        self.convolve, self.pool, self.channel_means, self.decide = map(
            self.kernel, ("convolve", "pool", "channel_means", "decide")
        )
        self.branches = [self.branch(n, i) for i in range(2)]
        features = CHANNELS[2]
        self.weights = self.input("weights", "float", 2 * features, lambda: floats(2 * features, 9, -1, 1))
        self.result = self.array("float", 1)

    def branch(self, n, i):
        """The arrays of one branch: image, first and second masks, and what each layer gives."""
        first, second = 9 * CHANNELS[0] * CHANNELS[1], 9 * CHANNELS[1] * CHANNELS[2]
        s1, s2, s3 = sides(n)
        return (
            self.input(f"image{i}", "float", n * n, lambda: floats(n * n, 3 * i + 1, 0, 1)),
            self.input(f"first{i}", "float", first, lambda: floats(first, 3 * i + 2, -0.25, 0.5)),
            self.input(f"second{i}", "float", second, lambda: floats(second, 3 * i + 3, -0.25, 0.5)),
            self.array("float", CHANNELS[1] * s1 * s1),
            self.array("float", CHANNELS[1] * s2 * s2),
            self.array("float", CHANNELS[2] * s3 * s3),
            self.array("float", CHANNELS[2]),
        )

    def run(self):
        n, (c0, c1, c2) = self.size, CHANNELS
        s1, s2, s3 = sides(n)
        for image, first, second, a, b, c, features in self.branches:
            self.convolve(*self.grid(c1 * s1 * s1))(image, first, a, n, c0, c1)
            self.pool(*self.grid(c1 * s2 * s2))(a, b, s1, c1)
            self.convolve(*self.grid(c2 * s3 * s3))(b, second, c, s2, c1, c2)
            self.channel_means(*self.grid(c2))(c, features, s3 * s3, c2)
        x, y = (branch[-1] for branch in self.branches)
        self.decide(1, 32)(x, y, self.weights, self.result, c2)
        return self.result[0]

    def outputs(self):
        return [self.result[0]] + [f for branch in self.branches for f in branch[-1]]

    def expected(self):
        features = []
        for i in range(2):
            image, s1, s2, s3 = self.host[f"image{i}"], *sides(self.size)
            a = convolved(image, self.host[f"first{i}"], self.size, CHANNELS[0], CHANNELS[1])
            c = convolved(pooled(a, s1, CHANNELS[1]), self.host[f"second{i}"], s2, CHANNELS[1], CHANNELS[2])
            features += [sum(c[k * s3 * s3 : (k + 1) * s3 * s3]) / (s3 * s3) for k in range(CHANNELS[2])]
        score = sum(w * f for w, f in zip(self.host["weights"], features))
        return [1 / (1 + exp(-score))] + features


def sides(n):
    """Pixels along a side after the first convolution, the pool, the second convolution."""
    first = (n + 1) // 2
    return first, first // 2, (first // 2 + 1) // 2


def convolved(x, weights, side, in_channels, out_channels):
    half, result = (side + 1) // 2, []
    for channel in range(out_channels):
        for i in range(half * half):
            row, column, total = i // half * 2, i % half * 2, 0.0
            for c in range(in_channels):
                for k in range(9):
                    r, s = row + k // 3 - 1, column + k % 3 - 1
                    if 0 <= r < side and 0 <= s < side:
                        weight = weights[(channel * in_channels + c) * 9 + k]
                        total += weight * x[(c * side + r) * side + s]
            result.append(max(total, 0.0))
    return result


def pooled(x, side, channels):
    half, result = side // 2, []
    for c in range(channels):
        for i in range(half * half):
            at = (c * side + i // half * 2) * side + i % half * 2
            result.append((x[at] + x[at + 1] + x[at + side] + x[at + side + 1]) / 4)
    return result
