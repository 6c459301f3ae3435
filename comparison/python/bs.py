"""B&S: prices of options, in independent partitions."""

from math import erfc, exp, log, sqrt

import numpy as np
from data import values
from suite import Benchmark

STRIKE, RATE, VOLATILITY, YEARS = 60.0, 0.035, 0.2, 0.75


class Program(Benchmark):
    """A stream for each part."""

    def allocate(self):
        n = self.size
        self.spot = self.input("spot", np.float64, n, lambda: values(np.float64, n, 1, 40, 80))
        self.call = self.array(np.float64, n)
        self.firsts = self.pinned(np.float64, self.partitions)
        kernel = self.schedule.side.kernel("suite/black_scholes.cu", "black_scholes")
        self.steps = [
            (self.launcher(kernel, b - a, p), self.spot[a:b], self.call[a:b], self.call[a : a + 1])
            for p, (a, b) in enumerate(self.parts)
        ]
        self.constants = [np.float64(value) for value in (STRIKE, RATE, VOLATILITY, YEARS)]

    def run(self):
        for p, (a, b) in enumerate(self.parts):
            launch, spot, call, first = self.steps[p]
            self.upload(p, self.spot, "spot", a, b)
            launch(spot, call, *self.constants, np.int32(b - a))
            self.schedule.download(p, self.firsts[p : p + 1], first)
        for p in range(self.partitions):
            self.schedule.synchronize(p)
        return float(sum(self.firsts))

    def outputs(self):
        return self.to_host(self.call)

    def expected(self):
        deviation = VOLATILITY * sqrt(YEARS)
        discounted = STRIKE * exp(-RATE * YEARS)
        prices = []
        for spot in self.host["spot"].tolist():
            d1 = (log(spot / STRIKE) + (RATE + VOLATILITY**2 / 2) * YEARS) / deviation
            prices.append(spot * normal_cdf(d1) - discounted * normal_cdf(d1 - deviation))
        return prices


def normal_cdf(x):
    return 0.5 * erfc(-x / sqrt(2))
