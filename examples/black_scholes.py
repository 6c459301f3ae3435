"""Prices a million European options on the device, and checks every price against Python.

    scripts/grcuda run examples/black_scholes.py [N]
"""

import random
import sys
from array import array
from math import erfc, exp, log, sqrt
from os.path import dirname
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


def uniform(low, high):
    return array("f", (random.uniform(low, high) for _ in range(N)))


def build_kernel(cu):
    with open(dirname(__file__) + "/../kernels/black_scholes.cu") as source:
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


def largest_error(market, prices):
    error = 0.0
    for spot, strike, years, call, put in zip(*market, *prices):
        expected_call, expected_put = black_scholes(spot, strike, years)
        error = max(error, abs(call - expected_call), abs(put - expected_put))
    return error


random.seed(1973)
market = uniform(5, 30), uniform(1, 100), uniform(0.25, 10)  # spot, strike, years

cu = polyglot.eval(language="grcuda", string="CU")
kernel = build_kernel(cu)

start = perf_counter()
prices = on_device(cu, kernel, market)
middle = perf_counter()
error = largest_error(market, prices)
end = perf_counter()

print(
    f"black_scholes, {N:,} options on {cu.getdevice(0).properties.deviceName}:"
    f" {1000 * (middle - start):.0f} ms; plain Python: {1000 * (end - middle):.0f} ms"
)
spot, strike, years, call, put = (column[0] for column in market + prices)
print(
    f"the first: spot {spot:.2f}, strike {strike:.2f}, {years:.2f} years:"
    f" call {call:.4f}, put {put:.4f}"
)
if not error <= TOLERANCE:
    sys.exit(f"largest error {error:.1e}: validation failed")
print(f"largest error {error:.1e}: validated")
