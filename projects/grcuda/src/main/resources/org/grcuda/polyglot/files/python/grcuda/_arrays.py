"""Device arrays as Python sequences."""

import sys
from array import array as _array

import polyglot

from grcuda._errors import GrCudaError, IndexError, TypeError, ValueError, _member, _method, _missing, _python, cu
from grcuda._errors import _NoType

_display = cu.types.display
_read = polyglot.__read__
_write = polyglot.__write__
_slice = slice

# Type codes of Python's array module for the element types that it has.
_ARRAY_CODES = {"byte": "b", "char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I",
                "long": "q", "ulong": "Q", "float": "f", "double": "d"}


class _Object:
    """What every object of grcuda has."""

    def __repr__(self):
        return f"<{_display(self)}>"

    __str__ = __repr__

    def __getattr__(self, name):
        raise _missing(self._what, name, dir(self))


def _no_arithmetic(self, other):
    raise TypeError("device arrays have no arithmetic: launch a kernel, or take list(a)")


def _no_resizing(self, *arguments):
    raise TypeError("a device array does not grow or shrink: allocate another")


class _Map:
    """cu.DeviceArray.map, as a member of the class and not of arrays."""

    def __get__(self, array, owner):
        if array is not None:
            raise AttributeError("map")  # which __getattr__ tells
        return cu.DeviceArray.map


class DeviceArray(_Object):
    """An array, or a view of one, in the memory of the devices: DeviceArray("float", 100), or what array() gives.

    Reading an element waits for what writes it, and for nothing else. Slices and rows are views, which share
    the memory; they can be passed to kernels if they are contiguous.
    """

    _what = "a device array"
    map = _Map()

    def __new__(cls, dtype=None, *extents):
        return cu.DeviceArray(*([] if dtype is None else [_type_name(dtype)]), *extents)

    def __init__(self, *arguments):
        pass  # instead of that of list, of which arrays are instances, too

    def __repr__(self):
        return self.toString()

    __str__ = __repr__

    def __getattr__(self, name):
        if name in ("sum", "min", "max"):
            reduction = f"grcuda.CUB.DeviceReduce{name.capitalize()}"
            raise AttributeError(f"a device array has no member '{name}': take {name}(array), or {reduction}")
        raise _missing(self._what, name, set(dir(self)) - {name})

    shape = property(lambda self: tuple(_read(self, "shape")), doc="Elements along each dimension.")
    ndim = property(lambda self: _read(self, "ndim"), doc="Number of dimensions.")
    size = property(lambda self: _read(self, "size"), doc="Elements in all.")
    itemsize = property(lambda self: _read(self, "itemsize"), doc="Bytes of an element.")
    nbytes = property(lambda self: _read(self, "nbytes"), doc="Bytes of all elements.")
    dtype = property(lambda self: _read(self, "dtype"), doc="The name of the element type: 'float', 'int'.")
    T = property(lambda self: _read(self, "T"), doc="The view with the dimensions in reverse order.")

    def __getitem__(self, index):
        if index.__class__ is int:
            if index < 0 and index + len(self) >= 0:
                index += len(self)
            try:
                return _read(self, index)
            except GrCudaError as error:
                raise _python(error) from None
            except AttributeError:
                raise _beyond(self, index) from None
        if isinstance(index, (_slice, tuple)):
            return _view(self, index)
        return self[_integer(index)]

    def __setitem__(self, index, value):
        if index.__class__ is int:
            if index < 0 and index + len(self) >= 0:
                index += len(self)
            try:
                _write(self, index, value)
            except GrCudaError as error:
                if self.ndim == 1 or not isinstance(error, _NoType):
                    raise _python(error) from None
                _assign(self[index], value)
            except AttributeError:
                raise _beyond(self, index) from None
        elif isinstance(index, _slice):
            _assign(self[index], value)
        elif isinstance(index, tuple):
            _assign_at(self, index, value)
        else:
            self[_integer(index)] = value

    def __iter__(self):
        for i in range(len(self)):
            yield _read(self, i)

    def __reversed__(self):
        for i in range(len(self) - 1, -1, -1):
            yield _read(self, i)

    def __contains__(self, value):
        for element in self:
            if element == value:
                return True
        return False

    def tolist(self):
        """The elements as a Python list, of lists where there are several dimensions."""
        if self.ndim > 1:
            return [row.tolist() for row in self]
        if self.dtype.startswith("complex"):
            return [complex(element) for element in self]
        code = _ARRAY_CODES.get(self.dtype)
        if code is None:
            return list(self)
        host = _array(code, bytes(self.nbytes))  # one bulk copy: eight times as fast as list(self)
        self.copyTo(host)
        return host.tolist()

    def tobytes(self):
        """The bytes of the elements, row-major."""
        host = bytearray(self.nbytes)
        _member(self.reshape(-1), "copyTo", host)
        return bytes(host)

    def item(self, *index):
        """One element as a number: the only one, the one at a position counted row-major, or at m.item(i, j)."""
        if not index:
            if self.size != 1:
                raise ValueError(f"item() of {self.size} elements: say which")
            index = (0,)
        element = self[index] if len(index) > 1 else self.reshape(-1)[index[0]]
        return complex(element) if isinstance(element, Complex) else element

    # ---- shapes and types ----

    def reshape(self, *shape, order="C"):
        """The same elements under another shape, one extent of which may be -1: a view where that is possible."""
        return _member(self, "reshape", *shape, order)

    def ravel(self):
        """All elements as one row, a view where that is possible."""
        return _member(self, "reshape", -1)

    def flatten(self):
        """A new array of all elements as one row."""
        return self.copy("C").reshape(-1)

    def transpose(self, *axes):
        """The view with the dimensions in this order; in reverse order by default."""
        return _member(self, "transpose", *axes)

    def astype(self, dtype, order=None):
        """A new array with the elements converted to another type, by a kernel.

        Integers keep their low bits; floats to integers are rounded towards 0, and undefined out of range.
        """
        return _member(self, "astype", _type_name(dtype), *([] if order is None else [order]))

    def copy(self, order=None):
        """A new array with the same elements and shape."""
        return _member(self, "copy", *([] if order is None else [order]))

    def tofile(self, path):
        """Writes the elements, row-major, and nothing else; grcuda.fromfile reads them."""
        from grcuda._files import tofile

        tofile(path, self)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce_ex__(self, protocol):
        return _from_bytes, (self.tobytes(), self.dtype, self.shape)

    def __int__(self):
        return int(self.item())

    def __float__(self):
        return float(self.item())

    def __complex__(self):
        return complex(self.item())

    slice = _method("slice")
    view = _method("view")
    copyFrom = _method("copyFrom")
    copyTo = _method("copyTo")
    fill = _method("fill")
    free = _method("free")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _no_arithmetic
    __iadd__ = __isub__ = __imul__ = __itruediv__ = __matmul__ = _no_arithmetic
    append = extend = insert = pop = remove = clear = __delitem__ = _no_resizing


class Complex(DeviceArray):
    """A complex element: a number with Python's arithmetic, and the view [real, imaginary] of its two parts."""

    _what = "a complex element"

    real = property(lambda self: _read(self, 0), doc="The real part.")
    imag = property(lambda self: _read(self, 1), doc="The imaginary part.")

    def __complex__(self):
        return complex(_read(self, 0), _read(self, 1))

    def __repr__(self):
        return repr(complex(self))

    __str__ = __repr__

    def __format__(self, spec):
        return format(complex(self), spec)

    def __abs__(self):
        return abs(complex(self))

    def __eq__(self, other):
        return list(self) == other if isinstance(other, (list, tuple)) else complex(self) == _plain(other)

    def __hash__(self):
        return hash(complex(self))

    def conjugate(self):
        return complex(self).conjugate()


def _operator(name):
    def operator(self, *other):
        return getattr(complex(self), name)(*[complex(_plain(value)) for value in other])

    operator.__name__ = operator.__qualname__ = name
    return operator


for _name in ("add", "sub", "mul", "truediv", "pow"):
    setattr(Complex, f"__{_name}__", _operator(f"__{_name}__"))
    setattr(Complex, f"__r{_name}__", _operator(f"__r{_name}__"))
for _name in ("neg", "pos", "bool"):
    setattr(Complex, f"__{_name}__", _operator(f"__{_name}__"))


def _plain(number):
    return complex(number) if isinstance(number, Complex) else number


def _from_bytes(data, dtype, shape):
    """What pickle makes an array of."""
    array = cu.DeviceArray(dtype, *shape)
    array.copyFrom(data)
    return array


def _type_name(dtype):
    names = {float: "double", int: "long", bool: "boolean", complex: "complex128"}
    if isinstance(dtype, str):
        return dtype
    if isinstance(dtype, type) and dtype in names:
        return names[dtype]
    name = getattr(dtype, "name", None) or getattr(dtype, "__name__", None)  # as NumPy's types have
    if isinstance(name, str):
        return name
    raise TypeError(f"dtype: expected a name such as grcuda.float32 or 'f4', given {dtype!r}")


def _beyond(array, index):
    """The error for an integer of more than 64 bits, which GraalPy takes for the name of a member."""
    return IndexError(f"index {index} is out of range: legal are 0 to {len(array) - 1}")


def _integer(index):
    try:
        return index.__index__()
    except AttributeError:
        kind = type(index).__name__
        raise TypeError(f"a device array takes integers, slices and tuples of them, given {kind}") from None


def _bounds(index, length):
    """[from, to, step] of a slice; None of an empty one."""
    start, stop, step = index.indices(length)
    if step < 0:
        raise ValueError(f"a view has no negative step: list(a)[::{step}] is a copy")
    return [start, stop, step] if start < stop else None


def _view(array, index):
    if index.__class__ is not tuple:
        index = (index,)
    if Ellipsis in index:
        at = index.index(Ellipsis)
        index = index[:at] + (slice(None),) * (array.ndim - len(index) + 1) + index[at + 1:]
    places = []
    for dimension, place in enumerate(index):
        if isinstance(place, slice):
            if dimension < array.ndim:
                place = _bounds(place, array.shape[dimension])
                if place is None:
                    return []
        else:
            place = _integer(place)
        places.append(place)
    return array.view(*places) if places else array


def _assign_at(array, index, value):
    places = tuple(_integer(place) for place in index if not isinstance(place, slice) and place is not Ellipsis)
    if len(places) == len(index) == array.ndim:
        row = _view(array, places[:-1])
        row[places[-1]] = value
    else:
        _assign(_view(array, index), value)


def _assign(view, value):
    """Stores a number everywhere in a view, or a sequence of the same shape in it."""
    if len(view) == 0:
        if hasattr(value, "__len__") and len(value) > 0:
            raise ValueError(f"cannot assign {len(value)} elements to 0")
        return
    if isinstance(value, (int, float, bool, complex, Complex)):
        _fill(view, value)
        return
    if not hasattr(value, "__len__"):
        value = list(value)
    if len(value) != len(view):
        raise ValueError(f"cannot assign {len(value)} elements to {len(view)}")
    if isinstance(value, DeviceArray):
        value = value.copy()  # it may overlap the view
    if view.isContiguous or view.ndim == 1:
        view.copyFrom(value)
    else:
        for i, element in enumerate(value):
            view[i] = element


def _fill(view, value):
    if view.isContiguous:
        view.fill(complex(value) if isinstance(value, Complex) else value)
    elif view.ndim == 1:
        view.copyFrom([value] * len(view))
    else:
        for row in view:
            _fill(row, value)


# ---- JSON ----


def _explain_json(encoder):
    """What json.dumps says of a device array, besides that it takes none."""
    default = encoder.JSONEncoder.default

    def explained(self, o):
        if isinstance(o, DeviceArray):
            raise TypeError("a device array is not JSON: give json.dumps a.tolist(), or default=list")
        return default(self, o)

    encoder.JSONEncoder.default = explained


class _JsonFinder:
    """Waits for the program to import json: most do not, and start-up counts."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name != "json.encoder":
            return None
        sys.meta_path.remove(cls)
        from importlib.util import find_spec

        spec = find_spec(name)
        execute = spec.loader.exec_module

        def execute_and_explain(module):
            execute(module)
            _explain_json(module)

        spec.loader.exec_module = execute_and_explain
        return spec


if "json.encoder" in sys.modules:
    _explain_json(sys.modules["json.encoder"])
else:
    sys.meta_path.insert(0, _JsonFinder)
