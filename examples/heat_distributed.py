"""Heat spreads over a plate in parts, on all devices of all ranks: the result does not depend on the parts.

    scripts/grcuda run --grcuda.CpuDevices=2 examples/heat_distributed.py [N [STEPS]]
    scripts/grcuda mpirun -n 2 examples/heat_distributed.py [N [STEPS]]
"""

import struct
import sys

from grcuda import cu, kernel

N = int(sys.argv[1]) if len(sys.argv) > 1 else 512
STEPS = int(sys.argv[2]) if len(sys.argv) > 2 else 200

w = cu.world()  # one rank, unless mpirun has started several
step = kernel("""
  __global__ void step(const float *u, float *v, int rows, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (y >= rows || x >= n) return;
    const float *c = u + (y + 1) * n + x;  // u has a halo row above and below
    bool edge = x == 0 || x == n - 1;
    v[y * n + x] = edge ? *c : .25f * (c[-1] + c[1] + c[-n] + c[n]);
  }""", "step(u: in pointer float, v: out pointer float, rows: sint32, n: sint32)")


def heat(n, steps, parts):
    """The plate after some steps, as an array of all its points, and the sum of them."""
    u, v = [cu.DistributedArray("float", n, n, {"parts": parts, "halo": 1}) for _ in "uv"]
    for p in [*u.parts, *v.parts]:  # those of this rank; all is 0 at first
        if p.index == 0:
            p.padded[0].fill(1)  # above the plate it is hot
    for _ in range(steps):
        u.exchange()  # returns at once
        for a, b in zip(u.parts, v.parts):
            step([(n + 255) // 256, a.rows], 256)(a.padded, b.inner, a.rows, n)
        u, v = v, u
    return u.gather(), u.sum()


def single(x):
    """A number rounded to single precision."""
    return struct.unpack("f", struct.pack("f", x))[0]


def plain(n, steps):
    """The same in plain Python, bit for bit."""
    u = [[1.0] * n] + [[0.0] * n for _ in range(n + 1)]
    for _ in range(steps):
        v = [row[:] for row in u]
        for y in range(1, n + 1):
            for x in range(1, n - 1):
                beside = single(u[y][x - 1] + u[y][x + 1])
                v[y][x] = single(0.25 * single(single(beside + u[y - 1][x]) + u[y + 1][x]))
        u = v
    return u[1:-1]


plate, total = heat(N, STEPS, 2 * w.size)
others, _ = heat(N, STEPS, 3 * w.size)
if plate.tolist() != others.tolist():
    sys.exit(f"rank {w.rank}: {3 * w.size} parts give another plate than {2 * w.size}")
small, _ = heat(24, 30, 5 * w.size)
if small.tolist() != plain(24, 30):
    sys.exit(f"rank {w.rank}: the plate differs from that of plain Python")
print(f"rank {w.rank} of {w.size}: {STEPS} steps on {N} x {N} points, {total:.3f} in all: validated")
