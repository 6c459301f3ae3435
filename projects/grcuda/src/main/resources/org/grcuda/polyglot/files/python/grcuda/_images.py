"""Textures and surfaces, loaded when a program first uses one."""

import polyglot

from grcuda._arrays import _Object
from grcuda._errors import _member, cu
from grcuda._objects import _name_errors


class Texture(_Object):
    """Shows an array to kernels that read it with tex1D, tex2D and so on: an argument for a cudaTextureObject_t.

    x: a device array, row-major, the slowest dimension first. kind: "plain" (1 to 3 dimensions), "layered" or "cube".
    channels: elements of a texel, the last dimension of x. address: "clamp", "wrap", "mirror" or "border", one for all
    axes or one each for x, y, z. filter: "point" or "linear". read: "element", or "normalized" for integers as floats.
    normalized: whether coordinates are from 0 to 1. border: a number, or one for each channel. srgb: whether values
    are sRGB. shape: texels along each dimension, if not those of x. levels: of a mipmap, one after another in x; mip:
    "point" or "linear" between them; bias, minLevel, maxLevel: what is done to the level that a kernel asks for.
    """

    _what = "a texture"

    def __new__(cls, x, *, kind="plain", channels=None, address="clamp", filter="point", read="element",
                normalized=False, border=0, srgb=False, shape=None, levels=1, mip="point", bias=0, minLevel=0,
                maxLevel=None):
        return _member(cu, "Texture", x, {
            "kind": kind, "channels": channels, "address": address, "filter": filter, "read": read,
            "normalized": normalized, "border": border, "srgb": srgb, "shape": shape, "levels": levels, "mip": mip,
            "bias": bias, "minLevel": minLevel, "maxLevel": maxLevel})

    def __init__(self, x, *, kind="plain", channels=None, address="clamp", filter="point", read="element",
                 normalized=False, border=0, srgb=False, shape=None, levels=1, mip="point", bias=0, minLevel=0,
                maxLevel=None):
        pass


class Surface(_Object):
    """Shows an array to kernels that read and write it with surf2Dread, surf2Dwrite and so on: an argument for a
    cudaSurfaceObject_t.

    x: a device array, row-major, the slowest dimension first. kind, channels, shape, levels: as for textures.
    """

    _what = "a surface"

    def __new__(cls, x, *, kind="plain", channels=None, shape=None, levels=1):
        return _member(cu, "Surface", x, {"kind": kind, "channels": channels, "shape": shape, "levels": levels})

    def __init__(self, x, *, kind="plain", channels=None, shape=None, levels=1):
        pass


for _python in (Texture, Surface):
    _python.__module__ = "grcuda"
    polyglot.register_interop_type(getattr(cu.types, _python.__name__), _python)
_name_errors()
