"""CUDA kernels and device arrays for Python.

    import grcuda

    x = grcuda.array([1, 2, 3], dtype=grcuda.float32)
    square = grcuda.kernel(SOURCE, "square(x: inout pointer float, n: sint32)")
    square(1, 32)(x, len(x))
    print(x)

Whatever the root namespace CU holds is a member here too: grcuda.buildkernel, grcuda.DeviceArray, grcuda.BLAS.
"""

BaseTypeError = TypeError

from grcuda._errors import (  # noqa: F401
    cu, ArityError, CompilationError, DeviceError, ExpressionError, GrCudaError, IndexError, NotFoundError, StateError,
    TypeError, UnsupportedError, ValueError, _member, _missing)
from grcuda._arrays import Complex, DeviceArray, _type_name  # noqa: F401
from grcuda._objects import ConfiguredKernel, Device, Kernel, Stream  # noqa: F401

__all__ = [
    "array", "arange", "asarray", "buildkernel", "cu", "device", "devices", "empty", "empty_like", "eye", "fromfile",
    "DistributedArray", "Link", "Router", "Surface", "Texture", "arrivals", "endpoints", "full", "full_like", "host", "kernel", "linspace", "load", "loadtxt", "ones", "ones_like", "save", "savetxt", "synchronize",
    "zeros", "zeros_like", "GrCudaError", "DeviceArray", "Kernel",
    "bool_", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
    "float16", "float32", "float64", "complex64", "complex128"]

bool_ = "boolean"
int8 = "byte"
uint8 = "uchar"
int16 = "short"
uint16 = "ushort"
int32 = "int"
uint32 = "uint"
int64 = "long"
uint64 = "ulong"
float16 = "half"
float32 = "float"
float64 = "double"
complex64 = "complex64"
complex128 = "complex128"

# Python's array module, "Efficient arrays of numeric values": its type codes.
_TYPE_CODES = {"b": int8, "B": uint8, "h": int16, "H": uint16, "i": int32, "I": uint32, "l": int64, "L": uint64,
               "q": int64, "Q": uint64, "f": float32, "d": float64}


# What reads and writes files, routers and images, are loaded when they are used.
_FILES = ("fromfile", "load", "loadtxt", "save", "savetxt")
_ROUTERS = ("Delivery", "Endpoint", "Link", "OutputSegment", "Receiver", "Router", "Segment", "Sender", "arrivals",
            "endpoints", "host")
_IMAGES = ("Surface", "Texture")


def __getattr__(name):
    if name in _FILES:
        import grcuda._files

        globals().update((each, getattr(grcuda._files, each)) for each in _FILES)
        return globals()[name]
    if name in _ROUTERS:
        import grcuda._routers

        globals().update((each, getattr(grcuda._routers, each)) for each in _ROUTERS)
        return globals()[name]
    if name in _IMAGES:
        import grcuda._images

        globals().update((each, getattr(grcuda._images, each)) for each in _IMAGES)
        return globals()[name]
    if name == "graph":
        import grcuda.graph

        return grcuda.graph
    if name == "__version__":
        return cu.types.version
    if name.startswith("__") or name not in dir(cu):
        raise _missing("module grcuda", name, [*globals(), *_FILES, *_ROUTERS, *_IMAGES, *dir(cu)])
    return getattr(cu, name)


# ---- arrays ----


def empty(shape, dtype=float64, order="C"):
    """A new array of this shape, an integer or a sequence of them; it holds what the memory held."""
    return cu.DeviceArray(_type_name(dtype), *_extents(shape), order)


def full(shape, value, dtype=None, order="C"):
    """A new array that holds value everywhere."""
    result = empty(shape, _type_of_number(value) if dtype is None else dtype, order)
    result.fill(value)
    return result


def zeros(shape, dtype=float64, order="C"):
    """A new array of zeros."""
    return full(shape, 0, dtype, order)


def ones(shape, dtype=float64, order="C"):
    """A new array of ones."""
    return full(shape, 1, dtype, order)


def empty_like(other):
    """A new array of the shape, element type and order of another."""
    return empty(other.shape, other.dtype, other.order)


def zeros_like(other):
    """A new array of zeros of the shape, element type and order of another."""
    return zeros(other.shape, other.dtype, other.order)


def ones_like(other):
    """A new array of ones of the shape, element type and order of another."""
    return ones(other.shape, other.dtype, other.order)


def full_like(other, value):
    """A new array of the shape, element type and order of another that holds value everywhere."""
    return full(other.shape, value, other.dtype, other.order)


def eye(n, dtype=float64):
    """A new n by n array of zeros, with ones on the diagonal."""
    result = zeros((n, n), dtype)
    result.reshape(-1)[::n + 1] = 1
    return result


def linspace(start, stop, num=50, endpoint=True, dtype=None):
    """num evenly spaced numbers from start to stop, which is the last one unless endpoint is false."""
    if num < 1:
        raise ValueError(f"linspace: num: expected at least 1, given {num}")
    steps = num - 1 if endpoint else num
    step = (stop - start) / steps if steps else 0.0
    numbers = [start + i * step for i in range(num)]
    if endpoint and num > 1:
        numbers[-1] = stop
    return array(numbers, float64 if dtype is None and step.__class__ is float else dtype)


def arange(*bounds, dtype=None):
    """arange(stop) or arange(start, stop [, step]): evenly spaced numbers, without stop."""
    if not 1 <= len(bounds) <= 3:
        raise TypeError(f"arange takes 1 to 3 numbers, given {len(bounds)}")
    start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    if step == 0:
        raise ValueError("arange: a step of 0")
    length = -int(-(stop - start) // step)
    if length < 1:
        raise ValueError(f"arange from {start} to {stop} by {step} is empty: an array has at least one element")
    return array([start + i * step for i in range(length)], dtype)


def array(data, dtype=None, order="C"):
    """A new array with the elements of data.

    data: numbers in nested lists or tuples, an iterable of numbers, bytes, an array.array, a device array, NumPy's arrays.
    Without dtype the elements say it: float64, int64, bool_ or complex128; typed data keeps its type.
    """
    if isinstance(data, DeviceArray):
        if dtype is None or cu.types.elementType(_type_name(dtype)) == data.dtype:
            return data.copy()
        data, shape = data.tolist(), data.shape
    elif isinstance(data, (bytes, bytearray)):
        dtype, shape = uint8 if dtype is None else dtype, (len(data),)
    elif hasattr(data, "typecode"):
        dtype, shape = _TYPE_CODES[data.typecode] if dtype is None else dtype, (len(data),)
    elif hasattr(data, "dtype") and hasattr(data, "tolist") and data.shape:
        dtype, shape, data = data.dtype if dtype is None else dtype, data.shape, data.tolist()
    else:
        if not isinstance(data, (list, tuple)):
            data = _listed(data)
        if data and isinstance(data[0], DeviceArray):
            dtype = data[0].dtype if dtype is None else dtype
            data = [row.tolist() if isinstance(row, DeviceArray) else row for row in data]
        shape = _shape(data)
    if dtype is None:
        dtype = _type_of_numbers(data)
    result = empty(shape, dtype, order)
    if hasattr(data, "typecode") and _TYPE_CODES[data.typecode] != result.dtype:
        data = data.tolist()
    result.copyFrom(data)
    return result


def asarray(data, dtype=None):
    """data itself if it is a device array of this type, else a new array of its elements."""
    if isinstance(data, DeviceArray) and (dtype is None or cu.types.elementType(_type_name(dtype)) == data.dtype):
        return data
    return array(data, dtype)


def DistributedArray(dtype, *shape, parts=None, axes=None, halo=0, corners=False, periodic=False):
    """An array of zeros in parts, over the devices of all ranks of the program; all ranks make the same ones.

    parts: how many in all, or a list of how many along each of the first axes; by default one for each device. axes: how
    many axes are cut, from the first on; 1 by default. halo: how many cells around each part exchange() fills from its
    neighbors. corners: also the cells that are diagonal to a part. periodic: the last part is a neighbor of the first.
    """
    options = {"parts": parts, "axes": axes, "halo": halo, "corners": corners, "periodic": periodic}
    return _member(cu, "DistributedArray", _type_name(dtype), *shape, options)


def _extents(shape):
    return shape if isinstance(shape, (list, tuple)) else (shape,)


def _listed(data):
    try:
        return list(data)
    except BaseTypeError:
        raise TypeError(f"array: expected numbers, given {type(data).__name__}") from None


def _shape(data):
    """The shape of nested sequences, by the first of each; copyFrom checks the others."""
    shape = []
    while isinstance(data, (list, tuple, DeviceArray)):
        shape.append(len(data))
        if not data:
            raise ValueError("array: an array has at least one element in every dimension")
        data = data[0]
    return shape


def _type_of_number(value):
    if isinstance(value, bool):
        return bool_
    if isinstance(value, int):
        return int64
    return complex128 if isinstance(value, complex) else float64


def _type_of_numbers(data):
    """The type that holds all numbers of nested sequences."""
    kinds = set()
    rows = [data]
    while rows:
        for element in rows.pop():
            if isinstance(element, (list, tuple, DeviceArray)):
                rows.append(element)
            else:
                kinds.add(element.__class__)
    for kind, dtype in ((complex, complex128), (float, float64), (int, int64), (bool, bool_)):
        if kind in kinds:
            return dtype
    kind = kinds.pop().__name__
    raise TypeError(f"array: expected numbers, given {kind}")


# ---- kernels ----


def kernel(source, signature, types=None, options=None):
    """Compiles CUDA C++ and gives a kernel: kernel(...)(grid, block)(arguments...).

    signature: "square(x: inout pointer float, n: sint32)", or a name alone: then the compiled code tells the
    types, or types does: "pointer, sint32". options: a dictionary of compile options.
    """
    arguments = [argument for argument in (types, options) if argument is not None]
    return cu.buildkernel(source, signature, *arguments)


buildkernel = kernel


# ---- devices ----


def synchronize():
    """Waits for everything submitted so far, on every device; raises the first failure that nobody read."""
    cu.cudaDeviceSynchronize()


def devices():
    """The devices in use."""
    return list(cu.getdevices())


class device:
    """Makes a device the current one, for good or inside a with statement.

        with grcuda.device(1):
            x = grcuda.zeros(1000)
    """

    def __init__(self, ordinal):
        self._previous = cu.cudaGetDevice()
        cu.cudaSetDevice(ordinal)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        cu.cudaSetDevice(self._previous)
