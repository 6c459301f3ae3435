"""Random numbers of Python's random module: not the sequences that NumPy draws."""

import math
import random as _random

from ._array import ndarray, float64, int64

_draw = _random.Random()


def seed(seed=None):
    """Starts the sequence again."""
    _draw.seed(seed)


def _filled(size, draw, dtype):
    if size is None:
        return draw()
    shape = (size,) if isinstance(size, int) else tuple(size)
    return ndarray([draw() for _ in range(math.prod(shape))], shape, dtype)


def random_sample(size=None):
    """Numbers from 0 to 1, without 1."""
    return _filled(size, _draw.random, float64)


random = random_sample


def rand(*shape):
    """random_sample of a shape."""
    return random_sample(shape or None)


def uniform(low=0.0, high=1.0, size=None):
    """Numbers from low to high."""
    return _filled(size, lambda: _draw.uniform(low, high), float64)


def normal(loc=0.0, scale=1.0, size=None):
    """Numbers of the normal distribution."""
    return _filled(size, lambda: _draw.gauss(loc, scale), float64)


def randn(*shape):
    """Numbers of the standard normal distribution."""
    return normal(size=shape or None)


def randint(low, high=None, size=None):
    """Integers from low to high, without high; from 0 to low if there is no high."""
    first, end = (0, low) if high is None else (low, high)
    return _filled(size, lambda: _draw.randrange(first, end), int64)
