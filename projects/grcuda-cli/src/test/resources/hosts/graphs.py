import array
import os
import tempfile

import grcuda
from grcuda import graph

g = graph.rmat(8, edges=4, seed=3).symmetric()
print(g, g.vertices, g.edges, g.weights, g.degree(1), g.neighbors(1)[:4])
print(isinstance(g, graph.Graph), type(g).__name__.startswith("Graph"), grcuda.graph is graph)

# Every algorithm, by itself and in parts, against the references.
levels = g.bfs(0)
print(levels.dtype, levels.shape, levels.tolist() == graph.reference.bfs(g, 0).tolist())
p = g.partition(parts=5)
print(p, p.parts, p.cut > 0, p.graph == g, p.statistics)
print(p.bfs(0, delta=1, strict=True, fused_limit=0, packet=3).tolist() == levels.tolist())
print(p.statistics.edges == g.edges or p.statistics.edges > 0, p.statistics.packets > 0)
print(g.bfs(0, schedule="bulk-synchronous").tolist() == levels.tolist())
w = g.with_random_weights(9, seed=2)
print(w, w == g.with_random_weights(9, seed=2), w == g, w.partition(3).sssp(0).tolist() == graph.reference.sssp(w, 0).tolist())
error = [abs(a - b) for a, b in zip(p.pagerank(epsilon=1e-6), graph.reference.pagerank(g))]
print(sum(error) < 1e-2, p.components().tolist() == graph.reference.components(g).tolist())

# Graphs of edges: lists, arrays, device arrays.
f = graph.from_edges(4, [0, 1, 2], [1, 2, 3], [0.5, 1, 2])
print(f, f.sssp(0).tolist(), f.partition(2, owners=[1, 0, 1, 0]).sssp(1).tolist())
print(graph.from_edges(4, array.array("h", [0, 1]), grcuda.array([1, 3], dtype=grcuda.uint32), range(2)))
print([each.edges for each in (graph.chain(3), graph.star(3), graph.clique(3), graph.uniform(5, 7), graph.road(1, 1))])

# Files.
folder = tempfile.mkdtemp()
for name in ("a.gr", "a.mtx.gz", "a.gcsr"):
    path = os.path.join(folder, name)
    w.write(path)
    print(name, graph.read(path) == w)
w.write(os.path.join(folder, "b.data"), format="edge-list")
print(graph.read(os.path.join(folder, "b.data"), "el").edges == w.edges)

# An algorithm of one's own.
SOURCE = """
  struct Least {
    static __device__ unsigned begin(State s, int v) { return s.least[v]; }
    static __device__ unsigned along(State s, unsigned least, int v, int e) { return least; }
    static __device__ bool improves(State s, int u, unsigned least) { return least < atomicMin(&s.least[u], least); }
  };"""
own = p.worklist("Least", SOURCE, state={"least": ("uint", graph.MAX)}, value="least")
own.push_all(7)
own.push(3, 2)
own.run()
print(own, sorted(set(own.gather("least").tolist())), own.statistics.steps > 0)
own.reset()
print(set(own.gather("least").tolist()))


def refused(action):
    try:
        action()
        print("not refused")
    except grcuda.GrCudaError as error:
        print(type(error).__name__, str(error).splitlines()[0])


refused(lambda: g.bfs(-1))
refused(lambda: g.bfs(256))
refused(lambda: g.bfs(0, detla=1))
refused(lambda: g.bfs("a"))
refused(lambda: graph.reference.bfs(g, 256))
refused(lambda: g.partition(1 << 20))
refused(lambda: g.bfs(0, schedule="bulk"))
refused(lambda: g.bfs(0, delta=-1))
refused(lambda: g.sssp(0))
refused(lambda: g.pagerank(2))
refused(lambda: g.partition(0))
refused(lambda: g.partition(2, [0, 1]))
refused(lambda: graph.rmat(40))
refused(lambda: graph.read("missing.gr"))
refused(lambda: graph.read("missing.foo", "foo"))
refused(lambda: graph.from_edges(2, [0, 5], [1, 1]))
refused(lambda: graph.from_edges(2, [0], [1, 1]))
refused(lambda: graph.from_edges(2, [0, 0], [1, 1], [1, -1]))
refused(lambda: graph.from_edges(2, "ab", [1, 1]))
refused(lambda: graph.reference.bfs(3, 0))
refused(lambda: own.gather("most"))
refused(lambda: own.push(256, 1))
refused(lambda: own.push(0, -1))
refused(lambda: g.bfs(0, delta=0.5))
refused(lambda: graph.from_edges(2, [0], [1], [float("nan")]))
refused(lambda: p.worklist("Bfs", SOURCE, state={"least": ("uint", 0)}, value="least"))
refused(lambda: p.worklist("Least", SOURCE, state={"least": ("uit", 0)}, value="least"))
refused(lambda: p.worklist("Least", SOURCE, state={"least": ("double", 0)}, value="least"))
refused(lambda: p.worklist("Least", SOURCE, state={"own": ("uint", 0)}, value="own"))
refused(lambda: p.worklist("Least", SOURCE, state={"least": "ui"}, value="least"))
refused(lambda: p.worklist("Least", SOURCE, state={"least": ("uint", 0)}, value="most"))
refused(lambda: p.worklist("Least", SOURCE, state={"least": ("uint", 0)}, value="least", combine="max"))
try:
    g.bsf(0)
except AttributeError as error:
    print(error)
