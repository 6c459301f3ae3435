"""What grcuda's objects and errors are in Python.

Importing this module registers Python classes for them (polyglot.register_interop_type), so that a
device array prints, slices and iterates as a Python sequence does, and an error is an IndexError, a
TypeError or a ValueError where Python has a word for it. Nothing else is imported here: start-up time is
what a small program consists of.
"""

from array import array as _array

import polyglot

cu = polyglot.eval(language="grcuda", string="CU")

_types = cu.types
_display = _types.display
_nearest = _types.nearest
_read = polyglot.__read__
_write = polyglot.__write__
_execute = polyglot.__execute__
_invoke = polyglot.__invoke__
_NoIndex, _NoType, _NoValue = IndexError, TypeError, ValueError
_slice = slice

# Type codes of Python's array module for the element types that it has.
_ARRAY_CODES = {"byte": "b", "char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I",
                "long": "q", "ulong": "Q", "float": "f", "double": "d"}


# ---- errors ----


class GrCudaError(Exception):
    """Any error of grcuda; the message is for people."""

    def __str__(self):
        text = Exception.__str__(self)
        # GraalPy puts the class of a foreign error before its message.
        return text.partition(": ")[2] if text.startswith("grcuda.") else text

    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"


class TypeError(GrCudaError, _NoType):
    """An argument of the wrong type."""


class ArityError(TypeError):
    """The wrong number of arguments."""


class ValueError(GrCudaError, _NoValue):
    """An argument of the right type with an impossible value."""


class ExpressionError(ValueError):
    """An expression that does not parse."""


class IndexError(GrCudaError, _NoIndex):
    """An index outside an array's bounds."""


class NotFoundError(GrCudaError, LookupError):
    """Something that is not there: a kernel, a file, a function."""


class StateError(GrCudaError, RuntimeError):
    """A use that the object's state forbids: a freed array, a closed context."""


class CompilationError(GrCudaError):
    """A kernel source that does not compile; the message is the compiler's log."""


class DeviceError(GrCudaError, RuntimeError):
    """The driver or a computation failed."""


class UnsupportedError(GrCudaError, NotImplementedError):
    """Something that this version does not offer."""


def _python(error):
    """A foreign error as a Python one of the same class: only those have tracebacks with lines."""
    return globals()[type(error).__name__](str(error))


def _method(name):
    def method(self, *arguments):
        try:
            return _invoke(self, name, *arguments)
        except GrCudaError as error:
            raise _python(error) from None

    method.__name__ = method.__qualname__ = name
    return method


def _call(self, *arguments):
    try:
        return _execute(self, *arguments)
    except GrCudaError as error:
        raise _python(error) from None


# ---- objects ----


def _missing(what, name, names):
    """The error for a name that does not exist."""
    near = None if name.startswith("_") else _nearest(name, [n for n in names if not n.startswith("_")])
    return AttributeError(f"{what} has no member '{name}'" + (f"; did you mean '{near}'?" if near else ""))


class _Object:
    """What every object of grcuda has."""

    def __repr__(self):
        return f"<{_display(self)}>"

    __str__ = __repr__

    def __getattr__(self, name):
        raise _missing(self._what, name, dir(self))


# ---- arrays ----


def _no_arithmetic(self, other):
    raise TypeError("device arrays have no arithmetic: launch a kernel, or take list(a)")


def _no_resizing(self, *arguments):
    raise TypeError("a device array does not grow or shrink: allocate another")


class DeviceArray(_Object):
    """An array, or a view of one, in the memory of the devices.

    Reading an element waits for what writes it, and for nothing else. Slices and rows are views, which share
    the memory; they can be passed to kernels if they are contiguous.
    """

    _what = "a device array"

    def __repr__(self):
        return self.toString()

    __str__ = __repr__

    shape = property(lambda self: tuple(_read(self, "shape")), doc="Elements along each dimension.")
    ndim = property(lambda self: len(_read(self, "shape")), doc="Number of dimensions.")

    @property
    def size(self):
        """Elements in all."""
        size = 1
        for extent in _read(self, "shape"):
            size *= extent
        return size

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
            return [complex(part[0], part[1]) for part in self]
        code = _ARRAY_CODES.get(self.dtype)
        if code is None:
            return list(self)
        host = _array(code, bytes(self.nbytes))  # one bulk copy: eight times as fast as list(self)
        self.copyTo(host)
        return host.tolist()

    def copy(self):
        """A new array with the same elements, shape and order."""
        other = cu.DeviceArray(self.dtype, *self.shape, self.order)
        if self.isContiguous:
            other.copyFrom(self)
        else:
            other.copyFrom(self.tolist())
        return other

    slice = _method("slice")
    view = _method("view")
    copyFrom = _method("copyFrom")
    copyTo = _method("copyTo")
    fill = _method("fill")
    free = _method("free")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _no_arithmetic
    __iadd__ = __isub__ = __imul__ = __itruediv__ = __matmul__ = _no_arithmetic
    append = extend = insert = pop = remove = clear = __delitem__ = _no_resizing


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
    if isinstance(value, (int, float, bool)):
        if len(view) == 0:
            return
        if view.isContiguous:
            view.fill(value)
        else:
            for i in range(len(view)):
                view[i] = value
        return
    if not hasattr(value, "__len__"):
        value = list(value)
    if len(value) != len(view):
        raise ValueError(f"cannot assign {len(value)} elements to {len(view)}")
    if len(view) == 0:
        return
    if isinstance(value, DeviceArray):
        value = value.copy()  # it may overlap the view
    if view.isContiguous:
        view.copyFrom(value)
    else:
        for i, element in enumerate(value):
            view[i] = element


# ---- the other objects ----


class Kernel(_Object):
    """A kernel: kernel(grid, block) gives what can be launched."""

    _what = "a kernel"
    __call__ = _call


class ConfiguredKernel(_Object):
    """A kernel with grid and block: each call is a launch."""

    _what = "a configured kernel"
    __call__ = _call


class HostFunction(_Object):
    """A function of a shared library."""

    _what = "a host function"
    __call__ = _call


class Device(_Object):
    """A device."""

    _what = "a device"


class Stream(_Object):
    """A stream of the program."""

    _what = "a stream"


class Event(_Object):
    """An event of the program."""

    _what = "an event"


class Pointer(_Object):
    """An address in device memory."""

    _what = "a pointer"


class Record(_Object):
    """Named values."""

    _what = "a record"

    def __repr__(self):
        return _display(self)

    __str__ = __repr__


class Options(Record):
    """The options in effect."""


class Namespace(_Object):
    """Functions and namespaces by name."""

    def __repr__(self):
        return _display(self)

    __str__ = __repr__

    _what = property(lambda self: _display(self)[1:-1])


class Root(Namespace):
    """The root namespace CU."""


class Function:
    """A function of the language."""

    __call__ = _call

    def __repr__(self):
        return _display(self)

    __str__ = __repr__


class Method(Function):
    """A method, read without being called."""


class List:
    """A list that does not change."""

    def __repr__(self):
        return _display(self)

    __str__ = __repr__


def _register():
    for name in dir(cu):
        if name.startswith(("DeviceArray", "bind", "build", "cuda", "get")):
            setattr(Root, name, _method(name))
    for name in dir(_types):
        python = globals().get(name)
        if isinstance(python, type):
            polyglot.register_interop_type(getattr(_types, name), python)
    for error in (TypeError, ArityError, ValueError, ExpressionError, IndexError, NotFoundError,
                  StateError, CompilationError, DeviceError, UnsupportedError):
        # The class that GraalPy makes of both has a name of GraalPy's own.
        made = type(getattr(_types, error.__name__)(""))
        made.__name__ = made.__qualname__ = error.__name__
        made.__module__ = error.__module__ = "grcuda"


_register()
