"""Graphs, and algorithms on them over all devices.

    from grcuda import graph

    g = graph.rmat(scale=16, edges=16).symmetric()
    levels = g.bfs(0)

Results are device arrays with one element for each vertex.
"""

import polyglot

from grcuda import asarray
from grcuda._arrays import DeviceArray, _Object
from grcuda._errors import TypeError, _member, cu
from grcuda._objects import _name_errors

# The level or distance, without sign, of vertices that are not reached.
MAX = 0xFFFFFFFF

_graph = cu.graph


def read(path, format=None):
    """The graph of a file: .gr (DIMACS), .mtx (Matrix Market), .graph (METIS), .txt (edges), .gcsr; perhaps with .gz
    after it. format: "dimacs", "matrix-market", "metis", "edge-list" or "binary", for a file with another name."""
    return _member(_graph, "read", str(path), format)


def rmat(scale, edges=16, seed=1):
    """A random graph of 2 ** scale vertices, of which few have many edges, and so many edges for each vertex."""
    return _member(_graph, "rmat", scale, edges, seed)


def road(rows, columns, seed=1):
    """A random grid like a network of roads, with weights."""
    return _member(_graph, "road", rows, columns, seed)


def uniform(vertices, edges, seed=1):
    """A graph of so many edges between vertices that are drawn."""
    return _member(_graph, "uniform", vertices, edges, seed)


def chain(n):
    """Vertices in a row."""
    return _member(_graph, "chain", n)


def star(n):
    """Vertices around vertex 0."""
    return _member(_graph, "star", n)


def clique(n):
    """Vertices with all edges between them."""
    return _member(_graph, "clique", n)


def from_edges(vertices, sources, targets, weights=None):
    """A graph of edges from sources[i] to targets[i]: sequences, or device arrays. weights: integers of at least 0,
    or floats."""
    ends = [each if isinstance(each, (list, DeviceArray)) else asarray(each, "int") for each in (sources, targets)]
    if weights is not None and not isinstance(weights, (list, DeviceArray)):
        weights = list(weights)
    return _member(_graph, "fromEdges", vertices, *ends, weights)


class reference:
    """The same algorithms, sequential and simple, on the host."""

    @staticmethod
    def bfs(graph, root):
        return _member(_graph.reference, "bfs", graph, root)

    @staticmethod
    def sssp(graph, root):
        return _member(_graph.reference, "sssp", graph, root)

    @staticmethod
    def pagerank(graph, damping=0.85, tolerance=1e-9):
        return _member(_graph.reference, "pagerank", graph, damping, tolerance)

    @staticmethod
    def components(graph):
        return _member(_graph.reference, "components", graph)


# The settings of worklists, and what the language calls them.
_SETTINGS = {
    "schedule": "schedule", "delta": "delta", "strict": "strict", "fused_limit": "fusedLimit",
    "fused_rounds": "fusedRounds", "packet": "packet"}


def _run(receiver, name, arguments, settings, named=None):
    """Calls a method with arguments by name, and the settings of a worklist."""
    for setting in settings:
        if setting not in _SETTINGS:
            raise TypeError(f"{name}: no setting '{setting}'; there are {', '.join(_SETTINGS)}")
    settings = {_SETTINGS[key]: value for key, value in settings.items()}
    return _member(receiver, name, *arguments, {**(named or {}), **settings})


class _Algorithms(_Object):
    """Settings: schedule ("auto", "asynchronous", "bulk-synchronous"), delta, strict, fused_limit, fused_rounds, packet."""

    def bfs(self, root, **settings):
        """The number of edges on the shortest path from root to each vertex; MAX where none leads."""
        return _run(self, "bfs", (root,), settings)

    def sssp(self, root, **settings):
        """The least sum of weights on a path from root to each vertex; MAX, or infinity, where none leads."""
        return _run(self, "sssp", (root,), settings)

    def pagerank(self, damping=0.85, epsilon=1e-4, **settings):
        """The rank of each vertex; divided by the number of vertices, a probability. Settings: schedule, packet."""
        return _run(self, "pagerank", (damping, epsilon), settings)

    def components(self):
        """For each vertex the smallest one that is connected to it."""
        return _member(self, "components")


class Graph(_Algorithms):
    """A directed graph in host memory."""

    _what = "a graph"

    def degree(self, vertex):
        """How many edges leave vertex."""
        return _member(self, "degree", vertex)

    def neighbors(self, vertex):
        """Where the edges of vertex lead."""
        return list(_member(self, "neighbors", vertex))

    def symmetric(self):
        """The graph with each edge in both directions; of parallel edges the one with the smallest weight stays."""
        return _member(self, "symmetric")

    def with_random_weights(self, largest, seed=1):
        """The same edges with weights from 1 to largest."""
        return _member(self, "withRandomWeights", largest, seed)

    def partition(self, parts=None, owners=None):
        """The graph in parts over all devices: blocks of about as many edges each, or as owners says, which has the
        part of each vertex."""
        return _member(self, "partition", parts, owners)

    def write(self, path, format=None):
        """Writes the graph to a file, in the format of its extension."""
        _member(self, "write", str(path), format)

    def __eq__(self, other):
        return isinstance(other, Graph) and _member(self, "equals", other)

    __hash__ = None


class Partition(_Algorithms):
    """A graph in parts, each on an endpoint of its own."""

    _what = "a partition"

    def worklist(self, operator, source, state, value, combine="min", **settings):
        """A program of one's own.

        operator: the name of a struct that source, CUDA C++, declares, with begin, along and improves. state: a
        dictionary of (type, initial value) by name; each is an array with an element for each vertex. value: which
        of them is sent between parts. combine: "min" or "add", what becomes of two values for one vertex.
        """
        named = {
            "operator": operator, "source": source, "value": value, "combine": combine,
            "state": {each: list(pair) for each, pair in state.items()}}
        return _run(self, "worklist", (), settings, named)


class Worklist(_Object):
    """Takes vertices whose value was improved, follows their edges, and goes on with those that improve."""

    _what = "a worklist"

    def push(self, vertex, value):
        """The vertex is to be taken with this value, if it improves its own."""
        _member(self, "push", vertex, value)

    def push_all(self, value):
        """All vertices are to be taken with this value, where it improves their own."""
        _member(self, "pushAll", value)

    def run(self):
        """Works until no work and no packet is left."""
        _member(self, "run")

    def reset(self):
        """All is as at first."""
        _member(self, "reset")

    def gather(self, name):
        """A state array, by the vertices of the graph."""
        return _member(self, "gather", name)


for _python in (Graph, Partition, Worklist):
    _python.__module__ = "grcuda.graph"
    polyglot.register_interop_type(getattr(_graph, _python.__name__), _python)
_name_errors()
