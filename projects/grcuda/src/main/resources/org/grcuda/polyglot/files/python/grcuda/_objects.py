"""What grcuda's objects and errors are in Python.

Importing this module registers Python classes for them (polyglot.register_interop_type), so that a
device array prints, slices and iterates as a Python sequence does, and an error is an IndexError, a
TypeError or a ValueError where Python has a word for it. Little else is imported here: start-up time is
what a small program consists of.
"""

import polyglot

from grcuda._arrays import DeviceArray, Complex, _Object  # noqa: F401
from grcuda._errors import *
from grcuda._errors import _call, _execute, _method, _python, _refused_keywords

_types = cu.types
_display = _types.display


class Kernel(_Object):
    """A kernel: kernel(grid, block [, shared [, stream]]) gives what can be launched.

    kernel[grid, block], kernel[grid, block, stream] and kernel[grid, block, stream, shared] are the same, as Numba
    writes it. Grid and block are integers, or tuples of up to three.
    """

    _what = "a kernel"

    def __call__(self, *arguments, **keywords):
        try:
            return _execute(self, *(_configuration(self, arguments, keywords) if keywords else arguments))
        except GrCudaError as error:
            raise _python(error) from None

    def __getitem__(self, configuration):
        if not isinstance(configuration, tuple) or not 2 <= len(configuration) <= 4:
            raise TypeError(f"kernel '{self.name}': expected [grid, block], [grid, block, stream]"
                            f" or [grid, block, stream, shared], given [{configuration}]")
        grid, block, stream, shared = (*configuration, 0, 0)[:4]
        return self(grid, block, shared, 0 if stream is None else stream)


def _configuration(kernel, arguments, keywords):
    """Grid, block, shared memory and stream, some of them by name, in their order."""
    names = ("grid", "block", "shared", "stream")
    values = dict(zip(names, arguments))
    for name, value in keywords.items():
        if name not in names or name in values:
            problem = "is given twice" if name in values else "is none of " + ", ".join(names)
            raise TypeError(f"kernel '{kernel.name}', before its arguments: {name} {problem}")
        values[name] = value
    for name in names[:2]:
        if name not in values:
            raise ArityError(f"kernel '{kernel.name}', before its arguments: {name} is missing")
    stream = values.get("stream")
    return values["grid"], values["block"], values.get("shared", 0), 0 if stream is None else stream


class ConfiguredKernel(_Object):
    """A kernel with grid and block: each call is a launch."""

    _what = "a configured kernel"

    def __call__(self, *arguments, **keywords):
        if keywords:
            raise _refused_keywords(f"kernel '{self.name}'", keywords)
        try:
            return _execute(self, *arguments)
        except GrCudaError as error:
            raise _python(error) from None


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
        if name.startswith(("bind", "build", "cuda", "get")):
            setattr(Root, name, _method(name))
    for name in dir(_types):
        python = globals().get(name)
        if isinstance(python, type):
            polyglot.register_interop_type(getattr(_types, name), python)
    _name_errors()


def _name_errors():
    """To be called whenever a class was registered: GraalPy makes the classes of errors anew."""
    for error in (TypeError, ArityError, ValueError, ExpressionError, IndexError, NotFoundError,
                  StateError, CompilationError, DeviceError, UnsupportedError):
        # The class that GraalPy makes of both has a name of GraalPy's own.
        made = type(getattr(_types, error.__name__)(""))
        made.__name__ = made.__qualname__ = error.__name__
        made.__module__ = error.__module__ = "grcuda"


_register()
