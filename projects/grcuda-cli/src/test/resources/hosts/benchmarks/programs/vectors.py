# Vectors: squares and sums, branches that join, iterations, increments, prices of options.
import math
from random import random, seed

import numpy as np

from harness import Program, array, build, timed

SQUARE = """
extern "C" __global__ void square(float *x, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = x[i] * x[i];
}
"""
REDUCE = """
__inline__ __device__ float warp_sum(float value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xFFFFFFFF, value, offset);
  return value;
}
__global__ void reduce(const float *x, const float *y, float *sum, int n) {
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) value += x[i] - y[i];
  value = warp_sum(value);
  if ((threadIdx.x & 31) == 0) atomicAdd(sum, value);
}
"""
LINEAR = """
extern "C" __global__ void axpb(const float *x, float *y, float a, float b, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + b;
}
extern "C" __global__ void join(const float *x, const float *y, float *z, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) z[i] = x[i] + y[i];
}
"""
INCREMENT = """
extern "C" __global__ void increment(int *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) x[i] += 1;
}
"""
PRICE = """
__device__ inline double below(double d) { return 0.5 * erfc(-d * 0.70710678118654752440); }
extern "C" __global__ void price(const double *s, double *call, int n, double rate, double volatility, double years,
                                 double strike) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    double root = 1.0 / rsqrt(years);
    double d1 = (log(s[i] / strike) + (rate + 0.5 * volatility * volatility) * years) / (volatility * root);
    call[i] = s[i] * below(d1) - strike * exp(-rate * years) * below(d1 - volatility * root);
  }
}
"""


class Squares(Program):
    """The sum of the differences of squares, in parts that a partitioned computation sends to several devices."""

    n, parts = 103, 2

    @timed("allocation")
    def alloc(self):
        self.length = int(np.ceil(self.n / self.parts))
        self.x, self.y, self.x1, self.y1, self.sums = [
            [array("float", length) for _ in range(self.parts)] for length in [self.length] * 4 + [1]]
        self.square = build(SQUARE, "square", "const pointer, pointer, sint32")
        self.reduce = build(REDUCE, "reduce", "const pointer, const pointer, pointer, sint32")

    @timed("initialization")
    def init(self):
        for p in range(self.parts):
            for i in range(self.length):
                at = p * self.length + i
                self.x[p][i] = 1 / (at + 1) if at < self.n else 0
                self.y[p][i] = 2 / (at + 1) if at < self.n else 0

    def reset(self):
        for p in range(self.parts):
            self.sums[p][0] = 0.0

    def execute(self):
        for p in range(self.parts):
            self.phase(f"square_1_{p}", self.square(self.blocks, self.threads), self.x[p], self.x1[p], self.length)
            self.phase(f"square_2_{p}", self.square(self.blocks, self.threads), self.y[p], self.y1[p], self.length)
            self.phase(f"reduce_{p}", self.reduce(self.blocks, self.threads), self.x1[p], self.y1[p], self.sums[p],
                       self.length)
        return [sum(s[0] for s in self.sums)]

    def expected(self):
        x = 1 / np.linspace(1, self.n, self.n)
        y = 2 / np.linspace(1, self.n, self.n)
        return [np.sum(x ** 2 - y ** 2)]


class Branches(Program):
    """Branches of different lengths that join twice."""

    n = 70

    @timed("allocation")
    def alloc(self):
        self.x, self.y, self.a, self.b, self.z = [array("float", self.n) for _ in range(5)]
        self.square = build(SQUARE, "square", "const pointer, pointer, sint32")
        self.axpb = build(LINEAR, "axpb", "const pointer, pointer, float, float, sint32")
        self.join = build(LINEAR, "join", "const pointer, const pointer, pointer, sint32")

    @timed("initialization")
    def init(self):
        seed(7)
        for i in range(self.n):
            self.x[i] = random()
            self.y[i] = 2 * random()

    def execute(self):
        launch = (self.blocks, self.threads)
        self.phase("square", self.square(*launch), self.x, self.a, self.n)
        self.phase("scale", self.axpb(*launch), self.a, self.a, 2.0, 1, self.n)
        self.phase("shift", self.axpb(*launch), self.y, self.b, 1.0, -0.5, self.n)
        self.phase("join", self.join(*launch), self.a, self.b, self.z, self.n)
        self.phase("again", self.join(*launch), self.z, self.x, self.z, self.n)
        return list(self.z)

    def expected(self):
        x, y = np.zeros(self.n), np.zeros(self.n)
        seed(7)
        for i in range(self.n):
            x[i] = random()
            y[i] = 2 * random()
        return 2 * x ** 2 + 1 + (y - 0.5) + x


class Iterations(Program):
    """Two vectors, each squared in place several times, then summed."""

    n, rounds = 65, 3

    @timed("allocation")
    def alloc(self):
        self.x, self.y, self.sum = array("float", self.n), array("float", self.n), array("float", 1)
        self.square = build(SQUARE, "square", "pointer, pointer, sint32")
        self.reduce = build(REDUCE, "reduce", "pointer, pointer, pointer, sint32")

    @timed("initialization")
    def init(self):
        pass

    def reset(self):
        for i in range(self.n):
            self.x[i] = 1 - 1 / (i + 2)
            self.y[i] = 1 / (i + 1)
        self.sum[0] = 0

    def execute(self):
        for i in range(self.rounds):
            for vector in (self.x, self.y):
                self.phase(f"square_{i}", self.square(self.blocks, self.threads), vector, vector, self.n)
        self.phase("reduce", self.reduce(self.blocks, self.threads), self.x, self.y, self.sum, self.n)
        return [self.sum[0]]

    def expected(self):
        power = 2 ** self.rounds
        return [sum((1 - 1 / (i + 2)) ** power - (1 / (i + 1)) ** power for i in range(self.n))]


class Increments(Program):
    """Two vectors of integers that have nothing to do with each other; floats are stored in them."""

    n = 40

    @timed("allocation")
    def alloc(self):
        self.x, self.y = array("int", self.n), array("int", self.n)
        self.increment = build(INCREMENT, "increment", "pointer, sint32")

    @timed("initialization")
    def init(self):
        pass

    def reset(self):
        for i in range(self.n):
            self.x[i] = float(i)
            self.y[i] = -i

    def execute(self):
        self.phase("increment_1", self.increment(self.blocks, self.threads), self.x, self.n)
        self.phase("increment_2", self.increment(self.blocks, self.threads), self.y, self.n)
        return [self.x[0] + self.y[0], self.x[self.n - 1], self.y[self.n - 1]]

    def expected(self):
        return [2, self.n, 2 - self.n]


class Options(Program):
    """Prices of European options, several shares independently."""

    n, shares = 37, 4
    rate, volatility, years, strike = 0.08, 0.3, 1.0, 60.0

    @timed("allocation")
    def alloc(self):
        self.x = [array("double", self.n) for _ in range(self.shares)]
        self.y = [array("double", self.n) for _ in range(self.shares)]
        self.price = build(PRICE, "price", "const pointer, pointer, sint32, double, double, double, double")

    @timed("initialization")
    def init(self):
        self.prices = np.random.uniform(-20, 20, self.n).astype(np.float64) + self.strike

    def reset(self):
        for x in self.x:
            x.copyFrom(int(np.int64(self.prices.ctypes.data)), self.n)

    def execute(self):
        for i in range(self.shares):
            self.phase(f"price_{i}", self.price(self.blocks, self.threads), self.x[i], self.y[i], self.n, self.rate,
                       self.volatility, self.years, self.strike)
        return [value for y in self.y for value in y]

    def expected(self):
        def below(d):
            return 0.5 * math.erfc(-d / math.sqrt(2))

        d1 = (np.log(self.prices / self.strike) + (self.rate + self.volatility ** 2 / 2) * self.years) / (
            self.volatility * math.sqrt(self.years))
        discounted = self.strike * math.exp(-self.rate * self.years)
        return [s * below(d) - discounted * below(d - self.volatility) for s, d in zip(self.prices, d1)] * self.shares
