"""B&S: prices of options, in independent partitions."""

from math import erfc, exp, log, sqrt

from data import to_host, values
from suite import Benchmark

STRIKE, RATE, VOLATILITY, YEARS = 60.0, 0.035, 0.2, 0.75


class Program(Benchmark):
    def allocate(self):
        n = self.size
        self.black_scholes = self.kernel("black_scholes")
        self.spot = self.input("spot", "double", n, lambda: values("d", n, 1, 40, 80))
        self.call = self.array("double", n)

    def run(self):
        for a, b in self.parts():
            spot, call = self.spot.slice(a, b), self.call.slice(a, b)
            self.black_scholes(*self.grid(b - a))(
                spot, call, STRIKE, RATE, VOLATILITY, YEARS, b - a
            )
        return sum(self.call[a] for a, _ in self.parts())

    def outputs(self):
        return to_host(self.call, "d")

    def expected(self):
        deviation = VOLATILITY * sqrt(YEARS)
        discounted = STRIKE * exp(-RATE * YEARS)
        prices = []
        for spot in self.host["spot"]:
            d1 = (log(spot / STRIKE) + (RATE + VOLATILITY**2 / 2) * YEARS) / deviation
            prices.append(spot * normal_cdf(d1) - discounted * normal_cdf(d1 - deviation))
        return prices


def normal_cdf(x):
    return 0.5 * erfc(-x / sqrt(2))
