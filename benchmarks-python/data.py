"""Input data: the same numbers in every language."""

from array import array

CYCLE = 997  # a prime, so that it does not fall in with the sizes of partitions and blocks
MODULUS, MULTIPLIER = 2**31 - 1, 48271  # Lehmer's generator; the products fit into a double


def draws(count, seed):
    """count whole numbers below MODULUS."""
    state, drawn = seed * 7919 + 1, []
    for _ in range(count):
        state = state * MULTIPLIER % MODULUS
        drawn.append(state)
    return drawn


def values(code, count, seed, low, high):
    """count numbers from low to below high, an array of type code: a cycle over and over."""
    cycle = array(code, [low + (high - low) * (k % 1024) / 1024 for k in draws(min(CYCLE, count), seed)])
    return (cycle * (count // CYCLE + 1))[:count]


def floats(count, seed, low, high):
    return values("f", count, seed, low, high)


def zeros(code, count):
    return array(code, [0]) * count


def to_host(device, code):
    """What a device array holds, as an array of type code."""
    host = zeros(code, len(device))
    device.copyTo(host)
    return host


def toeplitz(n, seed):
    """A symmetric matrix of n x n floats, positive definite: 4 on the diagonal, falling off."""
    scale = draws(CYCLE, seed)
    row = [4.0] + [(scale[k % CYCLE] % 1024) / 1024 / (k * k) for k in range(1, n)]
    mirrored = array("f", row[:0:-1] + row)
    matrix = array("f")
    for i in range(n):
        matrix.extend(mirrored[n - 1 - i : 2 * n - 1 - i])
    return matrix
