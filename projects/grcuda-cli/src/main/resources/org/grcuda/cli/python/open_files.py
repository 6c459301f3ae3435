"""Streams that are open for writing.

CPython writes out a stream when its last reference goes, and all of them at the end. GraalPy does neither: what is in
the buffer of a stream that nobody closes is lost. So each is kept here, and written out at the end.
"""

import _io
import _thread
import abc
import sys

LIMIT = 500  # of streams that are kept: well below the usual limit of open files

kept = []
lock = _thread.RLock()
native_classes = (_io.TextIOWrapper, _io.BufferedWriter, _io.BufferedRandom)


def keep(stream):
    """Keeps `stream` until it is closed, and returns it."""
    with lock:
        kept.append(stream)
        if len(kept) > LIMIT:
            sweep()
    return stream


def sweep():
    """Forgets what is closed; leaves room by releasing the oldest streams."""
    kept[:] = [stream for stream in kept if is_open(stream)]
    excess = max(0, len(kept) - LIMIT // 2)
    kept[:excess] = [stream for stream in kept[:excess] if not release(stream)]


def is_open(stream):
    """Whether something can be written to `stream`, or was."""
    try:
        return not stream.closed and stream.writable()
    except (AttributeError, ValueError):  # never initialised, or detached from what is below
        return False


def release(stream):
    """Writes `stream` out and keeps it no longer, until it is written to again; False if that cannot be."""
    write = stream.write

    def first_write(data):
        del stream.write
        keep(stream)
        return write(data)

    try:
        stream.flush()
        stream.write = first_write
        return True
    except (AttributeError, OSError):  # no attributes; what cannot be written now is tried again at the end
        return False


def kept_class(native):
    """A class like the class `native` of _io, whose instances, made by calling it, are kept."""

    def __new__(cls, *arguments, **keywords):
        made = native.__new__(cls, *arguments, **keywords) if native in native_classes else native.__new__(cls)
        return keep(made)

    def __subclasshook__(cls, other):
        return issubclass(other, native) if cls is made_class else NotImplemented

    body = {
        "__new__": __new__,
        "__subclasshook__": classmethod(__subclasshook__),  # what open() returns is an instance too
        "__module__": native.__module__,
        "__doc__": native.__doc__,
    }
    made_class = abc.ABCMeta(native.__name__, (native,), body)
    return made_class


def write_all():
    """Writes out what is kept, and closes the streams that are written in Python; False if that failed somewhere.

    Those may have to add an end, as gzip's do. The others need no more than that their buffers are empty.
    """
    with lock:
        streams = [stream for stream in kept if is_open(stream)]
    is_written = True
    for stream in outermost_first(streams):
        if is_open(stream):
            try:
                stream.flush() if isinstance(stream, native_classes) else stream.close()
            except Exception as e:
                is_written = False
                sys.stderr.write(f"Exception ignored in: {stream!r}\n{type(e).__name__}: {e}\n")
    return is_written


def outermost_first(streams):
    """`streams`, each before those that it writes to; where two hold each other, in the order of their making."""
    rest = {id(stream): stream for stream in streams}
    order = []

    def visit(stream):
        if rest.pop(id(stream), None) is not None:
            held = [getattr(stream, name, None) for name in ("buffer", "raw")]
            for part in held + list(getattr(stream, "__dict__", {}).values()):
                visit(part)
            order.append(stream)

    for stream in streams:
        visit(stream)
    return reversed(order)
