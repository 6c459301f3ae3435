"""Finds the shortest ways from one corner of a network of roads to all its crossings, on all devices.

    scripts/grcuda run --grcuda.CpuDevices=2 examples/shortest_paths.py [SIDE [FILE]]

SIDE: crossings along a side of the drawn network. FILE: a graph with weights instead, such as a .gr file of DIMACS.
"""

import sys
import time

import grcuda
from grcuda import graph

side = int(sys.argv[1]) if len(sys.argv) > 1 else 300
roads = graph.read(sys.argv[2]) if len(sys.argv) > 2 else graph.road(side, side, seed=3)
parts = roads.partition(len(grcuda.devices()))
root = max(range(roads.vertices), key=roads.degree)

parts.sssp(root)  # compiles
began = time.time()
distances = parts.sssp(root)
taken = time.time() - began
print(f"{roads.vertices:,} crossings, {roads.edges:,} roads, {parts.parts} devices: {taken * 1000:.0f} ms")
print(parts.statistics)

reached = [d for d in distances.tolist() if d != graph.MAX]
print(f"{len(reached):,} crossings are reached; the farthest is {max(reached):,} away")
assert distances.tolist() == graph.reference.sssp(roads, root).tolist(), "validation failed"
print("validated")
