"""Routers, loaded when a program first uses one."""

import polyglot

from grcuda._arrays import DeviceArray, _Object, _type_name
from grcuda._errors import _member, cu
from grcuda._objects import _name_errors

host = cu.hostEndpoint


def Link(dtype, source, target, packet=None, columns=1, buffers=2):
    """A router from one endpoint to another, as its sender and its receiver."""
    router = Router(dtype, "direct", source, target, packet, columns)
    return router.sender(source), router.receiver(target, buffers)


def endpoints(n):
    """n endpoints, on the devices in turn."""
    return list(_member(cu, "endpoints", n))


def arrivals(*receivers):
    """The segments that arrive at receivers, until all senders are closed; each is released when the next is asked for."""
    return _member(cu, "arrivals", *receivers)


class Router(_Object):
    """Moves rows of arrays from endpoints to endpoints, in packets, while computations go on.

    policy: "broadcast", "scatter", "priority", "gather", "direct", "ring", "tree", or a function of source and tag that
    gives the positions of the targets. sources, targets: devices, host, endpoints of endpoints(n), or lists of them. packet:
    most rows of a packet, as many as make a megabyte by default. columns: elements of a row.
    """

    _what = "a router"

    def __new__(cls, dtype, policy, sources, targets, packet=None, columns=1):
        options = {"columns": columns}
        if packet is not None:
            options["packet"] = packet
        return _member(cu, "Router", _type_name(dtype), policy, sources, targets, options)

    def __init__(self, dtype, policy, sources, targets, packet=None, columns=1):
        pass

    def sender(self, endpoint=None, buffers=2, until=None):
        """The sending end at one of the sources. It closes itself when all that `until`, a receiver or a list of
        them, receives was received and released."""
        return _member(self, "sender", endpoint, {"buffers": buffers, "until": until})

    def receiver(self, endpoint=None, buffers=2, landed=False):
        """The receiving end at one of the targets, with room for so many packets that were not released."""
        return _member(self, "receiver", endpoint, {"buffers": buffers, "landed": landed})


    def reduce(self, arrays, operation="sum", out=None):
        """Combines arrays, one of each endpoint of a router of policy "tree", element by element, in pairs of endpoints,
        always in the same order. Returns the result at once, as a launch does: a new array, or `out`.

        operation: "sum", "prod", "min", "max", or a kernel (x: inout pointer T, y: in pointer T, n: sint64), which
        combines n elements of y into those of x. The arrays have one shape and are not changed.
        """
        return _member(self, "reduce", list(arrays), operation, {"out": out})


class Sender(_Object):
    """The sending end of a router."""

    _what = "a sender"

    def send(self, array, count=None, tag=0, last=False):
        """Sends the rows of an array, or the first `count` of them: a number, or a device array of one integer."""
        if not tag and not last:
            return _member(self, "send", array) if count is None else _member(self, "send", array, count)
        return _member(self, "send", array, count, {"tag": tag, "last": last})

    def buffer(self):
        """An output segment: a device array with room for a packet, and `counter`, a device array that holds 0."""
        return _member(self, "buffer")

    def close(self):
        """Says that nothing more will be sent."""
        _member(self, "close")

    def abort(self):
        """Drops the packets that have not left, and closes."""
        _member(self, "abort")


class Receiver(_Object):
    """The receiving end of a router."""

    _what = "a receiver"

    def receive(self):
        """Waits for the next segment; None if there will be none."""
        return _member(self, "receive")

    def __iter__(self):
        return iter(arrivals(self))


class Segment(DeviceArray):
    """The rows of a packet that was received, until it is released."""

    _what = "a segment"

    def release(self):
        """Gives the buffer back, once the computations that use it have ended."""
        _member(self, "release")

    def keep(self):
        """A loop over arrivals does not release it."""
        _member(self, "keep")


class OutputSegment(DeviceArray):
    """A buffer in which a computation makes a packet."""

    _what = "an output segment"


class Delivery(_Object):
    """What one call has sent."""

    _what = "a delivery"

    def wait(self):
        """Waits until every target has it."""
        _member(self, "wait")


class Endpoint(_Object):
    """An endpoint."""

    _what = "an endpoint"


for _python in (Router, Sender, Receiver, Segment, OutputSegment, Delivery, Endpoint):
    _python.__module__ = "grcuda"
    polyglot.register_interop_type(getattr(cu.types, _python.__name__), _python)
_name_errors()
