# Sparse and dense linear algebra: hubs and authorities of a graph, conjugate gradients.
from random import random, sample, seed

import numpy as np

from harness import Program, array, build, timed

LANES = 4

SPMV = """
extern "C" __global__ void spmv(int *next, const int *ptr, const int *idx, const int *val, const float *x, float *y,
                                int n) {
  const int lanes = %d;
  extern __shared__ volatile int bounds[];
  int lane = threadIdx.x %% lanes, vector = threadIdx.x / lanes, row;
  if ((threadIdx.x & 31) == 0) row = atomicAdd(next, 32 / lanes);
  row = __shfl_sync(0xFFFFFFFF, row, 0) + (threadIdx.x & 31) / lanes;
  for (; __any_sync(0xFFFFFFFF, row < n);) {
    float sum = 0;
    if (lane < 2 && row < n) bounds[2 * vector + lane] = ptr[row + lane];
    __syncwarp();
    if (row < n)
      for (int i = bounds[2 * vector] + lane; i < bounds[2 * vector + 1]; i += lanes) sum += val[i] * x[idx[i]];
    for (int offset = lanes / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, offset);
    if (lane == 0 && row < n) y[row] = sum;
    if ((threadIdx.x & 31) == 0) row = atomicAdd(next, 32 / lanes);
    row = __shfl_sync(0xFFFFFFFF, row, 0) + (threadIdx.x & 31) / lanes;
  }
}
""" % LANES
VECTORS = """
extern "C" __global__ void sum(const float *x, float *result, int n) {
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) value += x[i];
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xFFFFFFFF, value, offset);
  if ((threadIdx.x & 31) == 0) atomicAdd(result, value);
}
extern "C" __global__ void divide(const float *x, float *y, const float *by, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = x[i] / by[0];
}
extern "C" __global__ void dot(const float *x, const float *y, float *result, int n) {
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) value += x[i] * y[i];
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xFFFFFFFF, value, offset);
  if ((threadIdx.x & 31) == 0) atomicAdd(result, value);
}
extern "C" __global__ void matvec(const float *a, const float *x, float *y, int n, int m) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    float value = 0;
    for (int j = 0; j < m; j++) value += a[i * m + j] * x[j];
    y[i] = value;
  }
}
extern "C" __global__ void saxpy(float *y, const float *x, const float *p, const float *a, const float *b, float sign,
                                 int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = x[i] + sign * a[0] / b[0] * p[i];
}
"""


class Hits(Program):
    """Hubs and authorities: products with a sparse matrix and its transpose, sums, quotients; counters set by the host."""

    n, degree, rounds = 50, 3, 4

    @timed("allocation")
    def alloc(self):
        edges = self.n * self.degree
        self.ptr, self.ptr2 = array("int", self.n + 1), array("int", self.n + 1)
        self.idx, self.idx2, self.val = array("int", edges), array("int", edges), array("int", edges)
        self.auth, self.auth2, self.hub, self.hub2 = [array("float", self.n) for _ in range(4)]
        self.norms = [array("float", 1), array("float", 1)]
        self.rows = [array("int", 1), array("int", 1)]
        self.spmv = build(SPMV, "spmv",
                          "pointer, const pointer, const pointer, const pointer, const pointer, pointer, sint32")
        self.sum = build(VECTORS, "sum", "const pointer, pointer, sint32")
        self.divide = build(VECTORS, "divide", "const pointer, pointer, const pointer, sint32")

    @timed("initialization")
    def init(self):
        seed(3)
        self.out = [sample(range(self.n), self.degree) for _ in range(self.n)]
        self.into = [[i for i in range(self.n) if j in self.out[i]] for j in range(self.n)]
        for ptr, idx, neighbours in ((self.ptr, self.idx, self.out), (self.ptr2, self.idx2, self.into)):
            at = 0
            for i, those in enumerate(neighbours):
                ptr[i] = at
                for each in those:
                    idx[at] = each
                    at += 1
            ptr[self.n] = at
        for i in range(len(self.val)):
            self.val[i] = 1

    def reset(self):
        for i in range(self.n):
            self.auth[i] = self.hub[i] = 1.0
        self.clear()

    def clear(self):
        for i in range(2):
            self.norms[i][0] = 0.0
            self.rows[i][0] = 0.0

    def execute(self):
        blocks = int(np.ceil(self.n / self.threads))
        shared = 8 * self.threads // LANES
        launch = (self.blocks, self.threads)
        for i in range(self.rounds):
            self.phase(f"spmv_a_{i}", self.spmv(blocks, self.threads, shared), self.rows[0], self.ptr2, self.idx2,
                       self.val, self.hub, self.auth2, self.n)
            self.phase(f"spmv_h_{i}", self.spmv(blocks, self.threads, shared), self.rows[1], self.ptr, self.idx,
                       self.val, self.auth, self.hub2, self.n)
            self.phase(f"sum_a_{i}", self.sum(*launch), self.auth2, self.norms[0], self.n)
            self.phase(f"sum_h_{i}", self.sum(*launch), self.hub2, self.norms[1], self.n)
            self.phase(f"divide_a_{i}", self.divide(*launch), self.auth2, self.auth, self.norms[0], self.n)
            self.phase(f"divide_h_{i}", self.divide(*launch), self.hub2, self.hub, self.norms[1], self.n)
            self.clear()
        return [self.auth[i] for i in range(self.n)] + [self.hub[i] for i in range(self.n)]

    def expected(self):
        auth, hub = [1.0] * self.n, [1.0] * self.n
        for _ in range(self.rounds):
            auth, hub = ([sum(hub[i] for i in those) for those in self.into],
                         [sum(auth[i] for i in those) for those in self.out])
            auth, hub = [a / sum(auth) for a in auth], [h / sum(hub) for h in hub]
        return auth + hub


class Gradients(Program):
    """Conjugate gradients; the matrix lies in parts by rows."""

    n, parts, rounds = 24, 2, 6

    @timed("allocation")
    def alloc(self):
        self.rows = self.n // self.parts
        self.a = [array("float", self.rows * self.n) for _ in range(self.parts)]
        self.products = [array("float", self.rows) for _ in range(self.parts)]
        self.b, self.x, self.r, self.p, self.y = [array("float", self.n) for _ in range(5)]
        self.old, self.new, self.curvature = [array("float", 1) for _ in range(3)]
        self.matvec = build(VECTORS, "matvec", "const pointer, const pointer, pointer, sint32, sint32")
        self.dot = build(VECTORS, "dot", "const pointer, const pointer, pointer, sint32")
        self.saxpy = build(VECTORS, "saxpy",
                           "pointer, const pointer, const pointer, const pointer, const pointer, float, sint32")

    @timed("initialization")
    def init(self):
        seed(11)
        self.matrix = np.zeros((self.n, self.n))
        for i in range(self.n):
            for j in range(i + 1):
                self.matrix[i, j] = self.matrix[j, i] = random() / self.n + (2 if i == j else 0)
        for p in range(self.parts):
            for i in range(self.rows):
                for j in range(self.n):
                    self.a[p][i * self.n + j] = self.matrix[p * self.rows + i, j]
        self.right = [random() for _ in range(self.n)]
        for i in range(self.n):
            self.b[i] = self.right[i]

    def reset(self):
        for i in range(self.n):
            self.x[i] = 0.0
        self.r.copyFrom(self.b)
        self.p.copyFrom(self.b, self.n)
        for scalar in (self.old, self.new, self.curvature):
            scalar[0] = 0.0

    def execute(self):
        launch, n = (self.blocks, self.threads), self.n
        self.phase("norm", self.dot(*launch), self.r, self.r, self.old, n)
        for i in range(self.rounds):
            for p in range(self.parts):
                self.phase(f"matvec_{p}_{i}", self.matvec(*launch), self.a[p], self.p, self.products[p], self.rows, n)
                for j in range(self.rows):
                    self.y[p * self.rows + j] = self.products[p][j]
            self.phase(f"curvature_{i}", self.dot(*launch), self.p, self.y, self.curvature, n)
            self.phase(f"x_{i}", self.saxpy(*launch), self.x, self.x, self.p, self.old, self.curvature, 1.0, n)
            self.phase(f"r_{i}", self.saxpy(*launch), self.r, self.r, self.y, self.old, self.curvature, -1.0, n)
            self.phase(f"norm_{i}", self.dot(*launch), self.r, self.r, self.new, n)
            self.phase(f"p_{i}", self.saxpy(*launch), self.p, self.r, self.p, self.new, self.old, 1.0, n)
            self.old[0] = self.new[0]
            self.new[0] = self.curvature[0] = 0.0
        product = np.dot(self.matrix, np.array([value for value in self.x]))
        return [float(value) for value in product]

    def expected(self):
        return self.right
