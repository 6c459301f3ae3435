"""Prices a million European options on the device, and checks every price against Python.

    scripts/grcuda run examples/black_scholes.py [N]
"""

import sys
from array import array
from math import erfc, exp, log, sqrt
from os.path import dirname, join
from time import perf_counter

import polyglot

N = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
RATE, VOLATILITY = 0.02, 0.30  # per year
TOLERANCE = 1e-4  # a hundredth of a cent; prices come in single precision


def normal_cdf(x):
    return 0.5 * erfc(-x / sqrt(2))


def black_scholes(spot, strike, years):
    """The prices of a call and a put, in double precision."""
    deviation = VOLATILITY * sqrt(years)
    d1 = (log(spot / strike) + (RATE + VOLATILITY**2 / 2) * years) / deviation
    d2 = d1 - deviation
    discounted = strike * exp(-RATE * years)
    call = spot * normal_cdf(d1) - discounted * normal_cdf(d2)
    put = discounted * normal_cdf(-d2) - spot * normal_cdf(-d1)
    return call, put


def spread(low, high, count):
    """count numbers evenly over a range, again and again: N in all."""
    cycle = array("f", [low + (high - low) * i / count for i in range(count)])
    return (cycle * (N // count + 1))[:N]


def build_kernel(cu):
    with open(join(dirname(__file__), "../kernels/black_scholes.cu")) as source:
        return cu.buildkernel(
            source.read(),
            "black_scholes(call: out pointer float, put: out pointer float,"
            " spot: in pointer float, strike: in pointer float, years: in pointer float,"
            " rate: float, volatility: float, n: sint32)",
        )


def on_device(cu, kernel, market):
    """The prices of all calls and of all puts."""
    inputs = [cu.DeviceArray("float", N) for _ in market]
    for device, host in zip(inputs, market):
        device.copyFrom(host)
    call, put = cu.DeviceArray("float", N), cu.DeviceArray("float", N)
    kernel(256, 256)(call, put, *inputs, RATE, VOLATILITY, N)  # returns at once

    prices = array("f", bytes(4 * N)), array("f", bytes(4 * N))
    call.copyTo(prices[0])  # waits for the kernel
    put.copyTo(prices[1])
    return prices


def validate(market, prices):
    """The largest difference from Python's prices, call and put together."""
    largest = 0.0
    for i, (spot, strike, years, call, put) in enumerate(zip(*market, *prices)):
        expected_call, expected_put = black_scholes(spot, strike, years)
        error = abs(call - expected_call) + abs(put - expected_put)
        if not error <= TOLERANCE:
            sys.exit(
                f"validation failed: option {i} at {call} and {put},"
                f" not {expected_call} and {expected_put}"
            )
        largest = max(largest, error)
    return largest


# Spot, strike and years to expiry. The counts are prime, so that no option comes twice.
market = spread(5, 30, 997), spread(1, 100, 991), spread(0.25, 10, 983)

cu = polyglot.eval(language="grcuda", string="CU")
kernel = build_kernel(cu)

start = perf_counter()
prices = on_device(cu, kernel, market)
middle = perf_counter()
error = validate(market, prices)
end = perf_counter()

print(*cu.getdevices(), sep="\n")
print(
    f"black_scholes of {N:,} options: {1000 * (middle - start):.0f} ms;"
    f" the check in plain Python: {1000 * (end - middle):.0f} ms"
)
spot, strike, years, call, put = (column[N // 2] for column in market + prices)
print(
    f"one of them: spot {spot:.2f}, strike {strike:.2f}, {years:.2f} years:"
    f" call {call:.4f}, put {put:.4f}"
)
print(f"all prices validated, largest error {error:.1e}")
