"""Functions of numbers where NumPy gives inf and nan and Python an error."""

import math


def divide(x, y):
    try:
        return x / y
    except ZeroDivisionError:
        return math.nan if x == 0 or x != x else math.copysign(math.inf, x) * math.copysign(1, y)


def floor_divide(x, y):
    try:
        return x // y
    except ZeroDivisionError:
        return 0 if isinstance(x, int) and isinstance(y, int) else divide(x, y)


def remainder(x, y):
    try:
        return x % y
    except ZeroDivisionError:
        return 0 if isinstance(x, int) and isinstance(y, int) else math.nan


def power(x, y):
    try:
        result = x ** y
    except OverflowError:
        return math.inf
    except ZeroDivisionError:
        return math.inf
    return math.nan if isinstance(result, complex) else result


def exp(x):
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def log(x):
    if x == 0:
        return -math.inf
    return math.log(x) if x > 0 else math.nan


def sqrt(x):
    return math.sqrt(x) if x >= 0 else math.nan
