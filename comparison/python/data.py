"""Input data: the same numbers in every language."""

import numpy as np

CYCLE = 997  # a prime, so that it does not fall in with the sizes of partitions and blocks
MODULUS, MULTIPLIER = 2**31 - 1, 48271  # Lehmer's generator


def draws(count, seed):
    """count whole numbers below MODULUS."""
    state, drawn = seed * 7919 + 1, []
    for _ in range(count):
        state = state * MULTIPLIER % MODULUS
        drawn.append(state)
    return np.array(drawn, np.int64)


def values(dtype, count, seed, low, high):
    """count numbers from low to below high: a cycle over and over."""
    cycle = low + (high - low) * (draws(min(CYCLE, count), seed) % 1024) / 1024
    return np.resize(cycle.astype(dtype), count)


def floats(count, seed, low, high):
    return values(np.float32, count, seed, low, high)
