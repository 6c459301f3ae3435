"""Finds the clusters of points in the plane (k-means), and checks every label against Python.

    scripts/grcuda run examples/kmeans.py [N]
"""

import sys
from time import perf_counter

import grcuda

N = int(sys.argv[1]) if len(sys.argv) > 1 else 90_000
ROUNDS = 10
CENTRES = [(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)]
START_X, START_Y = [1.0, 5.0, 2.0], [1.0, 2.0, 6.0]
K = len(CENTRES)
TOLERANCE = 0.01  # of a centre; sums are in single precision and in any order

SOURCE = """
__global__ void assign(const float *x, const float *y, int n, const float *cx, const float *cy, int k,
                       int *label, float *sum_x, float *sum_y, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int nearest = 0;
  float least = 1e30f;
  for (int c = 0; c < k; c++) {
    float dx = x[i] - cx[c], dy = y[i] - cy[c], distance = dx * dx + dy * dy;
    if (distance < least) least = distance, nearest = c;
  }
  label[i] = nearest;
  atomicAdd(&sum_x[nearest], x[i]);
  atomicAdd(&sum_y[nearest], y[i]);
  atomicAdd(&count[nearest], 1);
}

__global__ void move(float *centre, const float *sum, const int *count) {
  int c = threadIdx.x;
  if (count[c] > 0) centre[c] = sum[c] / count[c];
}
"""


def points():
    """N points in squares around the centres, in turn."""
    state, xs, ys = 1, [], []
    for i in range(N):
        state = (1103515245 * state + 12345) % 2**31  # random enough; import random costs seconds
        x, y = CENTRES[i % K]
        xs.append(x + state / 2**31 - 0.5)
        ys.append(y + (state >> 8) % 1000 / 1000 - 0.5)
    return xs, ys


def cluster(xs, ys):
    """The label of each point, and the centres."""
    assign = grcuda.kernel(SOURCE, "assign")  # what they read and write is found in their code
    move = grcuda.kernel(SOURCE, "move")

    x, y = grcuda.array(xs, grcuda.float32), grcuda.array(ys, grcuda.float32)
    cx, cy = grcuda.array(START_X, grcuda.float32), grcuda.array(START_Y, grcuda.float32)
    label, count = grcuda.empty(N, grcuda.int32), grcuda.empty(K, grcuda.int32)
    sum_x, sum_y = grcuda.empty_like(cx), grcuda.empty_like(cy)

    for _ in range(ROUNDS):
        for total in (sum_x, sum_y, count):
            total.fill(0)
        assign.forall(N)(x, y, N, cx, cy, K, label, sum_x, sum_y, count)
        move(1, K)(cx, sum_x, count)  # beside the next line: they share what they only read
        move(1, K)(cy, sum_y, count)
    return label.tolist(), list(zip(cx, cy))  # waits


xs, ys = points()
start = perf_counter()
labels, centres = cluster(xs, ys)
millis = 1000 * (perf_counter() - start)

print(*grcuda.devices(), sep="\n")
print(f"k-means of {N:,} points, {ROUNDS} rounds: {millis:.0f} ms")
for (x, y), (true_x, true_y) in zip(centres, CENTRES):
    print(f"centre at {x:.3f}, {y:.3f}")
    if not abs(x - true_x) + abs(y - true_y) < TOLERANCE * 10:
        sys.exit(f"validation failed: not near {true_x}, {true_y}")
wrong = sum(label != i % K for i, label in enumerate(labels))
if wrong:
    sys.exit(f"validation failed: {wrong} labels")
print("all labels validated")
