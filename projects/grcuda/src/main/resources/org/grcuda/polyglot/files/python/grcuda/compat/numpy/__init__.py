"""grcuda's small stand-in for NumPy, which is not installed.

It has what GrCUDA's Python benchmarks use to check results on the host: arrays of numbers as Python lists, element
by element, tens to hundreds of times slower than NumPy. What it has means what it means in NumPy; random numbers are
others. It is used only where NumPy itself cannot be imported.
"""

import math as _math

from ._array import dtype, ndarray
from ._array import (  # noqa: F401
    bool_, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64)
from ._array import array, asarray, broadcast as _broadcast, elementwise as _elementwise
from ._numbers import exp as _exp, log as _log, sqrt as _sqrt
from . import random

__version__ = "0.0 (grcuda's stand-in for NumPy)"

nan = _math.nan
inf = _math.inf
pi = _math.pi
e = _math.e
newaxis = None


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    names = ", ".join(sorted(each for each in globals() if not each.startswith("_")))
    raise AttributeError(f"numpy.{name} is not there: NumPy is not installed, and grcuda's stand-in has only {names}")


# ---- arrays ----


def full(shape, fill_value, dtype=None):
    """A new array that holds fill_value everywhere."""
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    result = array([fill_value], dtype)
    return ndarray(result.tolist() * _math.prod(shape), shape, result.dtype)


def zeros(shape, dtype=float64):
    """A new array of zeros."""
    return full(shape, 0, dtype)


def ones(shape, dtype=float64):
    """A new array of ones."""
    return full(shape, 1, dtype)


empty = zeros


def zeros_like(a, dtype=None):
    """A new array of zeros of the shape and type of another."""
    return zeros(shape(a), dtype or asarray(a).dtype)


def ones_like(a, dtype=None):
    """A new array of ones of the shape and type of another."""
    return ones(shape(a), dtype or asarray(a).dtype)


def arange(*bounds, dtype=None):
    """arange(stop) or arange(start, stop [, step]): evenly spaced numbers, without stop."""
    start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    values = [start + i * step for i in range(-int(-(stop - start) // step))]
    return array(values, dtype)


def linspace(start, stop, num=50, endpoint=True, dtype=None):
    """num evenly spaced numbers from start to stop, which is the last one unless endpoint is false."""
    steps = num - 1 if endpoint else num
    step = (stop - start) / steps if steps else 0.0
    values = [start + i * step for i in range(num)]
    if endpoint and num > 1:
        values[-1] = stop
    return array(values, dtype or float64)


def shape(a):
    """Elements along each dimension."""
    return asarray(a).shape


def reshape(a, shape):
    """The same elements under another shape."""
    return asarray(a).reshape(shape)


def transpose(a):
    """The view with the dimensions in reverse order."""
    return asarray(a).T


def atleast_2d(a):
    """The array itself, or a matrix of one row."""
    a = asarray(a)
    return a if a.ndim > 1 else a.reshape(1, a.size)


# ---- element by element ----


def _function(name, of_number, result_type=float64):
    def function(x):
        return _elementwise(of_number, x, result_type)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{name} of each element."
    return function


def _rounded(of_number):
    return lambda x: float(of_number(x)) if _math.isfinite(x) else x


exp = _function("exp", _exp)
log = _function("log", _log)
sqrt = _function("sqrt", _sqrt)
sin = _function("sin", _math.sin)
cos = _function("cos", _math.cos)
tanh = _function("tanh", _math.tanh)
floor = _function("floor", _rounded(_math.floor))
ceil = _function("ceil", _rounded(_math.ceil))
isnan = _function("isnan", _math.isnan, bool_)
isfinite = _function("isfinite", _math.isfinite, bool_)
abs = absolute = _function("abs", abs, None)


def maximum(x1, x2):
    """The larger of two elements; nan if one is."""
    return _broadcast(lambda a, b: a if a > b or a != a else b, x1, x2)


def minimum(x1, x2):
    """The smaller of two elements; nan if one is."""
    return _broadcast(lambda a, b: a if a < b or a != a else b, x1, x2)


def isclose(a, b, rtol=1e-05, atol=1e-08):
    """Whether two elements differ by no more than atol + rtol * |b|."""
    return _broadcast(lambda x, y: x == y or _distance(x, y) <= atol + rtol * _distance(y, 0), a, b, bool_)


def _distance(x, y):
    return x - y if x > y else y - x


def allclose(a, b, rtol=1e-05, atol=1e-08):
    """Whether isclose holds of all elements."""
    return isclose(a, b, rtol, atol).all()


# ---- of many elements, one ----


def _reduction(name, doc):
    def function(a, axis=None):
        return getattr(asarray(a), name)(axis)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


sum = _reduction("sum", "The sum, of all elements or along an axis.")
mean = _reduction("mean", "The mean, of all elements or along an axis.")
std = _reduction("std", "The standard deviation, of all elements or along an axis.")
var = _reduction("var", "The variance, of all elements or along an axis.")
median = _reduction("median", "The median, of all elements or along an axis.")
min = amin = _reduction("min", "The smallest, of all elements or along an axis.")
max = amax = _reduction("max", "The largest, of all elements or along an axis.")
argmin = _reduction("argmin", "The position of the smallest, of all elements or along an axis.")
argmax = _reduction("argmax", "The position of the largest, of all elements or along an axis.")
all = _reduction("all", "Whether all are true, of all elements or along an axis.")
any = _reduction("any", "Whether one is true, of all elements or along an axis.")


def dot(a, b):
    """The product of vectors or matrices."""
    return asarray(a).dot(b)


matmul = dot
