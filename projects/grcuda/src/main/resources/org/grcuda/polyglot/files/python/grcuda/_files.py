"""Arrays in files: text in columns, NumPy's .npy, and bare elements."""

from os import fspath

from grcuda._arrays import DeviceArray, _type_name
from grcuda._errors import TypeError, _member, cu


def loadtxt(path, dtype="double", comments="#", delimiter=None, skiprows=0, usecols=None, unpack=False, ndmin=0,
            max_rows=None):
    """The numbers of a text file in columns, a row for each line; one column or one row is an array of one dimension.

    delimiter: one character between the fields, such as ","; else white space. comments: what begins a comment, ""
    for none. usecols: the columns to take, from 0. unpack=True gives the columns: x, y = loadtxt(...). What is no number
    is a ValueError that says in which line and column.
    """
    options = {"dtype": _type_name(dtype), "comments": "" if comments is None else comments, "delimiter": delimiter,
               "skiprows": skiprows, "usecols": usecols, "ndmin": 2 if unpack else ndmin, "maxrows": max_rows,
               "order": "F" if unpack else "C"}
    result = _member(cu, "loadtxt", _path("loadtxt", path),
                     {name: value for name, value in options.items() if value is not None})
    return result.T if unpack else result


def savetxt(path, array, fmt=None, delimiter=" ", header="", footer="", comments="# "):
    """Writes an array of one or two dimensions as text, a line for each row.

    fmt: a format such as "%.6f", "%d" or "%g", or one for each column; "%.18e", or "%d" of integers, by default.
    """
    options = {"delimiter": delimiter, "header": header, "footer": footer, "comments": comments}
    if fmt is not None:
        options["fmt"] = fmt
    _member(cu, "savetxt", _path("savetxt", path), _device_array(array), options)


def load(path):
    """The array in a .npy file, of NumPy's or of save."""
    return _member(cu, "load", _path("load", path))


def save(path, array):
    """Writes an array as a .npy file, which NumPy reads; .npy is added to the path if it ends otherwise."""
    path = _path("save", path)
    _member(cu, "save", path if path.endswith(".npy") else path + ".npy", _device_array(array))


def fromfile(path, dtype="double", count=-1, offset=0):
    """The elements of a file that holds nothing else, from byte offset on, as an array of one dimension."""
    return _member(cu, "fromfile", _path("fromfile", path), _type_name(dtype), count, offset)


def tofile(path, array):
    _member(cu, "tofile", _path("tofile", path), array)


def _device_array(data):
    if isinstance(data, DeviceArray):
        return data
    from grcuda import array

    return array(data)


def _path(function, path):
    try:
        return fspath(path)
    except Exception:
        raise TypeError(f"{function}: expected a path, given {type(path).__name__}") from None
