"""The errors of grcuda in Python, and calls that raise them."""

import polyglot

cu = polyglot.eval(language="grcuda", string="CU")

_nearest = cu.types.nearest
_execute = polyglot.__execute__
_invoke = polyglot.__invoke__
_NoIndex, _NoType, _NoValue = IndexError, TypeError, ValueError


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


def _member(receiver, name, *arguments):
    """Calls a method of a foreign object."""
    try:
        return _invoke(receiver, name, *arguments)
    except GrCudaError as error:
        raise _python(error) from None


def _method(name):
    def method(self, *arguments):
        return _member(self, name, *arguments)

    method.__name__ = method.__qualname__ = name
    return method


def _call(self, *arguments, **keywords):
    if keywords:
        raise _refused_keywords("it", keywords)
    try:
        return _execute(self, *arguments)
    except GrCudaError as error:
        raise _python(error) from None


def _refused_keywords(subject, keywords):
    """The error for arguments by name."""
    given = ", ".join(f"{name}={value!r}" for name, value in keywords.items())
    return TypeError(f"{subject} takes its arguments by position, not by name: given {given}")


def _missing(what, name, names):
    """The error for a name that does not exist."""
    near = None if name.startswith("_") else _nearest(name, [n for n in names if not n.startswith("_")])
    return AttributeError(f"{what} has no member '{name}'" + (f"; did you mean '{near}'?" if near else ""))
