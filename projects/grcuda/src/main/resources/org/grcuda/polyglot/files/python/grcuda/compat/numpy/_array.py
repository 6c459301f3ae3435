"""Arrays of numbers in Python lists, with NumPy's shapes, views, broadcasting and types."""

import itertools
import math
import operator
from array import array as _typed

from ._numbers import divide, floor_divide, power, remainder


class dtype:
    """A type of elements. Called, it converts a number."""

    def __init__(self, name, code, kind, itemsize):
        self.name, self.code, self.kind, self.itemsize = name, code, kind, itemsize

    def __call__(self, value=0):
        return self.converted([value])[0]

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __str__(self):
        return self.name

    def __eq__(self, other):
        return self is other or isinstance(other, (str, type)) and _TYPES.get(other) is self

    def __hash__(self):
        return hash(self.name)

    def converted(self, values):
        """The numbers as this type holds them: truncated to integers, rounded to float32."""
        if self.kind == "b":
            return [bool(value) for value in values]
        if self.kind == "f":
            return [float(value) for value in values] if self.itemsize == 8 else _typed("f", values).tolist()
        bits = 8 * self.itemsize
        half = 1 << bits - 1 if self.kind == "i" else 0
        return [(int(value) + half) % (1 << bits) - half for value in values]


float64 = dtype("float64", "d", "f", 8)
float32 = dtype("float32", "f", "f", 4)
bool_ = dtype("bool", "b", "b", 1)
int8, int16, int32, int64 = (dtype(f"int{8 * size}", code, "i", size) for code, size in zip("bhiq", (1, 2, 4, 8)))
uint8, uint16, uint32, uint64 = (dtype(f"uint{8 * size}", code, "u", size) for code, size in zip("BHIQ", (1, 2, 4, 8)))

_TYPES = {each.name: each for each in (float64, float32, bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64)}
_TYPES.update({float: float64, int: int64, bool: bool_, "float": float64, "int": int64, "f4": float32, "f8": float64,
               "i4": int32, "i8": int64, "u1": uint8})


def named_type(name):
    if isinstance(name, dtype):
        return name
    try:
        return _TYPES[name]
    except (KeyError, TypeError):
        names = ", ".join(each for each in _TYPES if isinstance(each, str))
        raise TypeError(f"grcuda's stand-in for NumPy has no element type {name!r}; there are {names}") from None


def _common(a, b):
    if a is b:
        return a
    if "f" in (a.kind, b.kind):
        small = all(each is float32 or each.itemsize <= 2 for each in (a, b))
        return float32 if small else float64
    if a.kind == b.kind:
        return a if a.itemsize >= b.itemsize else b
    if "b" in (a.kind, b.kind):
        return a if b.kind == "b" else b
    signed, unsigned = (a, b) if a.kind == "i" else (b, a)
    if signed.itemsize > unsigned.itemsize:
        return signed
    return {1: int16, 2: int32, 4: int64}.get(unsigned.itemsize, float64)


class ndarray:
    """An array, or a view of one. Made by array(), zeros() and so on."""

    def __init__(self, data, shape, dtype, strides=None, offset=0):
        self._data, self.shape, self.dtype, self._offset = data, tuple(shape), dtype, offset
        self._strides = _dense(self.shape) if strides is None else strides

    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: math.prod(self.shape))
    itemsize = property(lambda self: self.dtype.itemsize)
    nbytes = property(lambda self: self.size * self.itemsize)
    flat = property(lambda self: iter(self._flat()))
    ctypes = property(lambda self: _Memory(self))

    def _positions(self):
        positions = [self._offset]
        for extent, stride in zip(self.shape, self._strides):
            positions = [position + i * stride for position in positions for i in range(extent)]
        return positions

    def _flat(self):
        """The elements in a list, row-major."""
        if self._strides == _dense(self.shape):
            return self._data[self._offset:self._offset + self.size]
        data = self._data
        return [data[position] for position in self._positions()]

    # ---- elements ----

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of an array without dimensions")
        return self.shape[0]

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def _view(self, index):
        """The view at an index; its elements are numbers where the shape is empty."""
        index = index if isinstance(index, tuple) else (index,)
        if Ellipsis in index:
            at = index.index(Ellipsis)
            missing = self.ndim - sum(1 for each in index if each is not None) + 1
            index = index[:at] + (slice(None),) * missing + index[at + 1:]
        shape, strides, offset, dimension = [], [], self._offset, 0
        for place in index:
            if place is None:
                shape.append(1)
                strides.append(0)
                continue
            if dimension == self.ndim:
                raise IndexError(f"too many indices: an array of {self.ndim} dimensions, given {len(index)}")
            extent, stride = self.shape[dimension], self._strides[dimension]
            dimension += 1
            if isinstance(place, slice):
                start, stop, step = place.indices(extent)
                shape.append(len(range(start, stop, step)))
                strides.append(stride * step)
                offset += start * stride
            else:
                at = operator.index(place)
                if not -extent <= at < extent:
                    raise IndexError(f"index {at} is out of bounds for axis {dimension - 1} with size {extent}")
                offset += (at % extent) * stride
        shape.extend(self.shape[dimension:])
        strides.extend(self._strides[dimension:])
        return ndarray(self._data, shape, self.dtype, tuple(strides), offset)

    def __getitem__(self, index):
        if isinstance(index, (ndarray, list)):
            return self._chosen(asarray(index))
        view = self._view(index)
        return view if view.shape else self._data[view._offset]

    def _chosen(self, index):
        if index.dtype is bool_:
            if index.shape != self.shape:
                raise IndexError(f"a mask of shape {index.shape} for an array of shape {self.shape}")
            return array([value for value, keep in zip(self._flat(), index._flat()) if keep], self.dtype)
        return stack([asarray(self[i]) for i in index._flat()], index.shape, self.dtype)

    def __setitem__(self, index, value):
        if isinstance(index, (ndarray, list)):
            positions = self._chosen_positions(asarray(index))
            shape = (len(positions),)
        else:
            view = self._view(index)
            positions, shape = view._positions(), view.shape
        values = self.dtype.converted(_spread(asarray(value), shape)._flat())
        for position, number in zip(positions, values):
            self._data[position] = number

    def _chosen_positions(self, index):
        """Where the elements are that a mask or, in one dimension, a list of indices chooses."""
        if index.dtype is bool_ and index.shape == self.shape:
            return list(itertools.compress(self._positions(), index._flat()))
        if index.dtype.kind == "i" and self.ndim == 1:
            return [self._view(i)._offset for i in index._flat()]
        raise TypeError("grcuda's stand-in for NumPy assigns to integers, slices, masks, and lists in one dimension")

    def tolist(self):
        if self.ndim == 0:
            return self._data[self._offset]
        return self._flat() if self.ndim == 1 else [row.tolist() for row in self]

    def item(self, *index):
        return self.reshape(-1)[index[0] if index else 0] if len(index) < 2 else self[index]

    def fill(self, value):
        self[...] = value

    def __repr__(self):
        kind = "" if self.dtype in (float64, int64, bool_) else f", dtype={self.dtype}"
        return f"array({self.tolist()}{kind})"

    def __str__(self):
        return str(self.tolist())

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __bool__(self):
        if self.size != 1:
            raise ValueError("the truth value of an array of several elements is ambiguous: use all() or any()")
        return bool(self.item())

    # ---- shapes and types ----

    def copy(self):
        return ndarray(list(self._flat()), self.shape, self.dtype)

    def astype(self, dtype):
        dtype = named_type(dtype)
        return ndarray(dtype.converted(self._flat()), self.shape, dtype)

    def reshape(self, *shape):
        shape = list(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else list(shape)
        if -1 in shape:
            shape[shape.index(-1)] = self.size // -math.prod(shape)
        if math.prod(shape) != self.size:
            raise ValueError(f"cannot reshape an array of {self.size} elements to {tuple(shape)}")
        if self._strides == _dense(self.shape):
            return ndarray(self._data, shape, self.dtype, None, self._offset)
        return ndarray(self._flat(), shape, self.dtype)

    def ravel(self):
        return self.reshape(-1)

    def flatten(self):
        return self.copy().reshape(-1)

    T = property(lambda self: ndarray(self._data, self.shape[::-1], self.dtype, self._strides[::-1], self._offset))

    # ---- reductions ----

    def _reduce(self, function, axis, dtype):
        if axis is None:
            return function(self._flat())
        axis = axis % self.ndim
        rest = self.shape[:axis] + self.shape[axis + 1:]
        moved = [i for i in range(self.ndim) if i != axis] + [axis]
        last = ndarray(self._data, [self.shape[i] for i in moved], self.dtype,
                       tuple(self._strides[i] for i in moved), self._offset)._flat()
        length = self.shape[axis]
        return ndarray([function(last[i:i + length]) for i in range(0, len(last), length)], rest, dtype)

    def sum(self, axis=None):
        exact = self.dtype.kind == "f"
        return self._reduce(_sum if exact else sum, axis, self.dtype if exact else int64)

    def mean(self, axis=None):
        return self._reduce(_mean, axis, float64)

    def var(self, axis=None):
        return self._reduce(_variance, axis, float64)

    def std(self, axis=None):
        return self._reduce(lambda values: math.sqrt(_variance(values)), axis, float64)

    def median(self, axis=None):
        return self._reduce(_median, axis, float64)

    def min(self, axis=None):
        return self._reduce(_smallest, axis, self.dtype)

    def max(self, axis=None):
        return self._reduce(_largest, axis, self.dtype)

    def argmin(self, axis=None):
        return self._reduce(lambda values: values.index(_smallest(values)), axis, int64)

    def argmax(self, axis=None):
        return self._reduce(lambda values: values.index(_largest(values)), axis, int64)

    def all(self, axis=None):
        return self._reduce(all, axis, bool_)

    def any(self, axis=None):
        return self._reduce(any, axis, bool_)

    # ---- products ----

    def dot(self, other):
        other = asarray(other)
        if not self.shape or not other.shape:
            return self * other
        if self.ndim > 2 or other.ndim > 2 or self.shape[-1] != other.shape[0]:
            raise ValueError(f"the product of shapes {self.shape} and {other.shape} is not defined")
        rows = [self._flat()] if self.ndim == 1 else [row._flat() for row in self]
        columns = [other._flat()] if other.ndim == 1 else [column._flat() for column in other.T]
        products = [sum(map(operator.mul, row, column)) for row in rows for column in columns]
        dtype = _common(self.dtype, other.dtype)
        shape = self.shape[:-1] + other.shape[1:]
        products = dtype.converted(products)
        return ndarray(products, shape, dtype) if shape else products[0]

    __matmul__ = dot

    def __rmatmul__(self, other):
        return asarray(other).dot(self)

    def __neg__(self):
        return elementwise(operator.neg, self, None)

    def __abs__(self):
        return elementwise(abs, self, None)

    def __invert__(self):
        return elementwise(operator.not_ if self.dtype is bool_ else operator.invert, self, None)


class _Memory:
    """The elements in memory that has an address: a copy, which lives as long as the array it was made of."""

    def __init__(self, source):
        import grcuda

        source._memory = grcuda.array(_typed(source.dtype.code, source._flat()))
        self.data = source._memory.pointer


def _dense(shape):
    strides, stride = [], 1
    for extent in reversed(shape):
        strides.append(stride)
        stride *= extent
    return tuple(reversed(strides))


def array(data, dtype=None):
    """A new array of the numbers in nested sequences."""
    if isinstance(data, ndarray):
        return data.copy() if dtype is None else data.astype(dtype)
    shape, level = [], [data]
    while level and hasattr(level[0], "__len__"):
        shape.append(len(level[0]))
        if any(not hasattr(each, "__len__") or len(each) != shape[-1] for each in level):
            raise ValueError("array: the nested sequences are not of one shape")
        level = list(itertools.chain.from_iterable(level))
    if dtype is None:
        kinds = set(map(type, level))
        dtype = bool_ if kinds == {bool} else int64 if kinds and kinds <= {int, bool} else float64
    else:
        dtype = named_type(dtype)
    return ndarray(dtype.converted(level), shape, dtype)


def asarray(data, dtype=None):
    """data itself if it is an array of that type, else a new one."""
    return data if isinstance(data, ndarray) and dtype in (None, data.dtype) else array(data, dtype)


def stack(parts, shape, dtype):
    inner = parts[0].shape if parts else ()
    return ndarray(list(itertools.chain.from_iterable(part._flat() for part in parts)), shape + inner, dtype)


def elementwise(function, x, dtype):
    """The function of each element, as elements of dtype, by default as they are; of a number a number."""
    if not isinstance(x, ndarray) and not hasattr(x, "__len__"):
        return function(x)
    x = asarray(x)
    if dtype is float64 and x.dtype is float32:
        dtype = float32
    dtype = dtype or x.dtype
    return ndarray(dtype.converted(map(function, x._flat())), x.shape, dtype)


def _spread(x, shape):
    """The view of an array as one of another shape, its extents of 1 repeated."""
    missing = len(shape) - x.ndim
    strides = [0] * missing
    for extent, stride, wanted in zip(x.shape, x._strides, shape[max(0, missing):]):
        if extent not in (1, wanted):
            raise ValueError(f"the shapes {x.shape} and {tuple(shape)} do not fit together")
        strides.append(stride if extent == wanted else 0)
    if missing < 0:
        raise ValueError(f"the shapes {x.shape} and {tuple(shape)} do not fit together")
    return ndarray(x._data, shape, x.dtype, tuple(strides), x._offset)


def broadcast(function, a, b, dtype=None):
    """The function of each two elements, as elements of dtype, by default of the type that holds both."""
    if not hasattr(a, "__len__") and not hasattr(b, "__len__"):
        return function(a, b)
    dtype = dtype or _result_type(a, b)
    a, b = asarray(a), asarray(b)
    ndim = max(a.ndim, b.ndim)
    shapes = [(1,) * (ndim - each.ndim) + each.shape for each in (a, b)]
    shape = tuple(y if x == 1 else x for x, y in zip(*shapes))
    values = map(function, _spread(a, shape)._flat(), _spread(b, shape)._flat())
    return ndarray(dtype.converted(values), shape, dtype)


def _result_type(a, b):
    """As in NumPy 2: a number of Python takes the type of an array of its kind or a higher one."""
    is_number = [not hasattr(each, "__len__") for each in (a, b)]
    a, b = asarray(a).dtype, asarray(b).dtype
    if is_number[0] == is_number[1]:
        return _common(a, b)
    typed, number = (b, a) if is_number[0] else (a, b)
    return typed if "biuf".index(typed.kind) >= "biuf".index(number.kind) else number


def _quotient_type(a, b):
    dtype = _result_type(a, b)
    return dtype if dtype.kind == "f" else float64


def _install_operators():
    def define(name, function, type_of=_result_type):
        def method(self, other):
            return broadcast(function, self, other, type_of(self, other))

        def reflected(self, other):
            return broadcast(function, other, self, type_of(other, self))

        def in_place(self, other):
            self[...] = method(self, other)
            return self

        setattr(ndarray, f"__{name}__", method)
        if type_of is not _truth_type:
            setattr(ndarray, f"__r{name}__", reflected)
            setattr(ndarray, f"__i{name}__", in_place)

    for name in ("add", "sub", "mul"):
        define(name, getattr(operator, name))
    for name, function in (("and", operator.and_), ("or", operator.or_), ("xor", operator.xor)):
        define(name, function)
    define("truediv", divide, _quotient_type)
    define("floordiv", floor_divide)
    define("mod", remainder)
    define("pow", power)
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        define(name, getattr(operator, name), _truth_type)
    ndarray.__hash__ = None


def _truth_type(a, b):
    return bool_

_install_operators()


def _sum(values):
    try:
        return math.fsum(values)
    except (OverflowError, ValueError):  # infinities of both signs, or on the way
        return sum(values)


def _mean(values):
    return _sum(values) / len(values)


def _variance(values):
    mean = _mean(values)
    return _sum([(value - mean) ** 2 for value in values]) / len(values)


def _smallest(values):
    return next((value for value in values if value != value), None) or min(values)


def _largest(values):
    return next((value for value in values if value != value), None) or max(values)


def _median(values):
    ordered, middle = sorted(values), len(values) // 2
    return float(ordered[middle]) if len(values) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
