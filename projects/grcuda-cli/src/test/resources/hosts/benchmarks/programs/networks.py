# Classifiers, pictures and a small network: grids and blocks of two and three dimensions.
import math
from random import random, seed

import numpy as np
import polyglot

from harness import Program, array, build, timed

CLASSIFIERS = """
extern "C" __global__ void scale(const int *x, float *z, int rows, int features) {
  for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < features; j += blockDim.x * gridDim.x) {
    float mean = 0, squares = 0;
    for (int i = 0; i < rows; i++) {
      mean += x[i * features + j];
      squares += x[i * features + j] * x[i * features + j];
    }
    mean /= rows;
    float deviation = sqrtf(squares / rows - mean * mean);
    for (int i = 0; i < rows; i++) z[i * features + j] = (x[i * features + j] - mean) / deviation;
  }
}
template <typename T> __global__ void scores(const T *x, const float *w, float *y, int rows, int features, int classes) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += blockDim.x * gridDim.x)
    for (int c = 0; c < classes; c++)
      for (int f = 0; f < features; f++) y[i * classes + c] += x[i * features + f] * w[c * features + f];
}
extern "C" __global__ void softmax(float *y, int rows, int classes) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += blockDim.x * gridDim.x) {
    float most = y[i * classes], sum = 0;
    for (int c = 1; c < classes; c++) most = fmaxf(most, y[i * classes + c]);
    for (int c = 0; c < classes; c++) sum += expf(y[i * classes + c] - most);
    for (int c = 0; c < classes; c++) y[i * classes + c] = expf(y[i * classes + c] - most) / sum;
  }
}
extern "C" __global__ void best(const float *x, const float *y, int *z, int rows, int classes) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += blockDim.x * gridDim.x) {
    z[i] = 0;
    for (int c = 1; c < classes; c++)
      if (x[i * classes + c] + y[i * classes + c] > x[i * classes + z[i]] + y[i * classes + z[i]]) z[i] = c;
  }
}
"""
PICTURES = """
extern "C" __global__ void blur(const float *image, float *result, int rows, int columns, const float *kernel, int side) {
  extern __shared__ float local[];
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < side * side; i += blockDim.x * blockDim.y) local[i] = kernel[i];
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += blockDim.x * gridDim.x)
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; j < columns; j += blockDim.y * gridDim.y) {
      float sum = 0;
      for (int a = 0; a < side; a++)
        for (int b = 0; b < side; b++) {
          int x = min(max(i + a - side / 2, 0), rows - 1), y = min(max(j + b - side / 2, 0), columns - 1);
          sum += local[a * side + b] * image[x * columns + y];
        }
      result[i * columns + j] = sum;
    }
}
extern "C" __global__ void largest(const float *x, float *most, int n) {
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) value = fmaxf(value, x[i]);
  atomicMax((int *)most, __float_as_int(value));
}
extern "C" __global__ void extend(float *x, const float *most, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) x[i] = fminf(1, 5 * x[i] / *most);
}
extern "C" __global__ void combine(const float *x, const float *y, const float *mask, float *result, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    result[i] = x[i] * mask[i] + y[i] * (1 - mask[i]);
}
"""
NETWORK = """
extern "C" __global__ void convolve(float *out, const float *x, const float *kernels, int side, int stride, int width,
                                    int maps) {
  int reduced = (side - width) / stride + 1;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < reduced; i += blockDim.x * gridDim.x)
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; j < reduced; j += blockDim.y * gridDim.y)
      for (int m = blockIdx.z * blockDim.z + threadIdx.z; m < maps; m += blockDim.z * gridDim.z) {
        float sum = 0;
        for (int a = 0; a < width; a++)
          for (int b = 0; b < width; b++)
            sum += kernels[(m * width + a) * width + b] * x[(i * stride + a) * side + j * stride + b];
        out[(i * reduced + j) * maps + m] = fmaxf(0, sum);
      }
}
extern "C" __global__ void pool(float *means, const float *x, int places, int maps) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < places * maps; i += blockDim.x * gridDim.x)
    atomicAdd(means + i % maps, x[i] / places);
}
extern "C" __global__ void concatenate(float *z, const float *x, const float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    z[i] = x[i];
    z[i + n] = y[i];
  }
}
extern "C" __global__ void dot(const float *x, const float *y, float *result, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(result, x[i] * y[i]);
}
"""


class Ensemble(Program):
    """Two classifiers of the same rows, whose scores are added; JavaScript makes the rows."""

    rows, features, classes = 40, 9, 5

    @timed("allocation")
    def alloc(self):
        self.x, self.z = array("int", self.rows * self.features), array("float", self.rows * self.features)
        self.w1, self.w2 = [array("float", self.classes * self.features) for _ in range(2)]
        self.y1, self.y2 = [array("float", self.rows * self.classes) for _ in range(2)]
        self.found = array("int", self.rows)
        self.scale = build(CLASSIFIERS, "scale", "const pointer, pointer, sint32, sint32")
        scores = "const pointer, const pointer, pointer, sint32, sint32, sint32"
        self.of_counts, self.of_scaled = [build(CLASSIFIERS, f"scores<{t}>", scores) for t in ("int", "float")]
        self.softmax = build(CLASSIFIERS, "softmax", "pointer, sint32, sint32")
        self.best = build(CLASSIFIERS, "best", "const pointer, const pointer, pointer, sint32, sint32")
        self.fill = polyglot.eval(language="js", string="""
            (x, most) => { for (let i = 0; i < x.length; i++) x[i] = (i * 2654435761 % 4294967296) % most; }""")

    @timed("initialization")
    def init(self):
        self.fill(self.x, 10)
        self.weights = [np.random.random_sample((self.classes, self.features)).astype(dtype=np.float32)
                        for _ in range(2)]
        for w, weights in zip((self.w1, self.w2), self.weights):
            w.copyFrom(int(np.int64(weights.ctypes.data)), len(w))

    def reset(self):
        for i in range(self.rows * self.classes):
            self.y1[i] = self.y2[i] = 0

    def execute(self):
        launch, shape = (self.blocks, self.threads), (self.rows, self.features, self.classes)
        self.phase("scale", self.scale(*launch), self.x, self.z, self.rows, self.features)
        self.phase("scores_1", self.of_counts(*launch), self.x, self.w1, self.y1, *shape)
        self.phase("scores_2", self.of_scaled(*launch), self.z, self.w2, self.y2, *shape)
        self.phase("softmax_1", self.softmax(*launch), self.y1, self.rows, self.classes)
        self.phase("softmax_2", self.softmax(*launch), self.y2, self.rows, self.classes)
        self.phase("best", self.best(*launch), self.y1, self.y2, self.found, self.rows, self.classes)
        return [value for value in self.found] + [y for y in self.y1] + [y for y in self.y2]

    def expected(self):
        def softmax(x):
            powers = np.exp(x - np.amax(x, axis=1).reshape(x.shape[0], 1))
            return powers / np.sum(powers, axis=1).reshape(x.shape[0], 1)

        x = np.zeros((self.rows, self.features), dtype=np.int32)
        for i in range(self.rows):
            for j in range(self.features):
                x[i, j] = self.x[i * self.features + j]
        scaled = (x - np.mean(x, axis=0)) / np.std(x, axis=0)
        y1, y2 = softmax(np.dot(x, self.weights[0].T)), softmax(np.dot(scaled, self.weights[1].T))
        return [*np.argmax(y1 + y2, axis=1), *y1.flatten(), *y2.flatten()]


class Images(Program):
    """A picture, sharp where its blurred brightness is high: blurs of two widths, a maximum, a combination."""

    rows, columns = 20, 28

    @timed("allocation")
    def alloc(self):
        size = self.rows * self.columns
        self.image, self.near, self.far, self.result = [array("float", size) for _ in range(4)]
        self.kernels = [array("float", side * side) for side in (3, 7)]
        self.most = array("float", 1)
        self.blur = build(PICTURES, "blur", "const pointer, pointer, sint32, sint32, const pointer, sint32")
        self.largest = build(PICTURES, "largest", "const pointer, pointer, sint32")
        self.extend = build(PICTURES, "extend", "pointer, const pointer, sint32")
        self.combine = build(PICTURES, "combine", "const pointer, const pointer, const pointer, pointer, sint32")

    @timed("initialization")
    def init(self):
        seed(5)
        self.picture = [[random() for _ in range(self.columns)] for _ in range(self.rows)]
        for i in range(self.rows):
            for j in range(self.columns):
                self.image[i * self.columns + j] = self.picture[i][j]
        self.weights = []
        for kernel, side in zip(self.kernels, (3, 7)):
            weights = [math.exp(-((a - side // 2) ** 2 + (b - side // 2) ** 2) / side)
                       for a in range(side) for b in range(side)]
            self.weights.append([w / sum(weights) for w in weights])
            for i, weight in enumerate(self.weights[-1]):
                kernel[i] = weight

    def reset(self):
        self.most[0] = 0.0

    def execute(self):
        grid, block, size = (2, 2), (8, 4), self.rows * self.columns
        for name, kernel, blurred, side in (("near", self.kernels[0], self.near, 3), ("far", self.kernels[1], self.far, 7)):
            self.phase(f"blur_{name}", self.blur(grid, block, 4 * side * side), self.image, blurred, self.rows,
                       self.columns, kernel, side)
        self.phase("largest", self.largest(self.blocks, self.threads), self.far, self.most, size)
        self.phase("extend", self.extend(self.blocks, self.threads), self.far, self.most, size)
        self.phase("combine", self.combine(self.blocks, self.threads), self.image, self.near, self.far, self.result, size)
        return [self.result[i] for i in range(size)]

    def blurred(self, weights, side):
        def pixel(i, j):
            return self.picture[min(max(i, 0), self.rows - 1)][min(max(j, 0), self.columns - 1)]

        return [sum(weights[a * side + b] * pixel(i + a - side // 2, j + b - side // 2)
                    for a in range(side) for b in range(side)) for i in range(self.rows) for j in range(self.columns)]

    def expected(self):
        near, far = self.blurred(self.weights[0], 3), self.blurred(self.weights[1], 7)
        masks = [min(1, 5 * value / max(far)) for value in far]
        pixels = [value for row in self.picture for value in row]
        return [x * m + y * (1 - m) for x, y, m in zip(pixels, near, masks)]


class Network(Program):
    """Two branches of a convolution, a rectifier and a mean each; both are concatenated and weighted."""

    side, width, stride, maps = 14, 3, 2, 4

    @timed("allocation")
    def alloc(self):
        self.reduced = (self.side - self.width) // self.stride + 1
        inner = self.reduced * self.reduced * self.maps
        self.x, self.kernels, self.out, self.means = [
            [array("float", length) for _ in range(2)]
            for length in (self.side * self.side, self.maps * self.width * self.width, inner, self.maps)]
        self.both, self.weights, self.result = array("float", 2 * self.maps), array("float", 2 * self.maps), array("float", 1)
        self.convolve = build(NETWORK, "convolve", "pointer, const pointer, const pointer, sint32, sint32, sint32, sint32")
        self.pool = build(NETWORK, "pool", "pointer, const pointer, sint32, sint32")
        self.concatenate = build(NETWORK, "concatenate", "pointer, const pointer, const pointer, sint32")
        self.dot = build(NETWORK, "dot", "const pointer, const pointer, pointer, sint32")

    @timed("initialization")
    def init(self):
        seed(13)
        self.data = {}
        for name, devices in (("x", self.x), ("kernels", self.kernels), ("weights", [self.weights])):
            self.data[name] = [[random() - 0.3 for _ in range(len(device))] for device in devices]
            for device, values in zip(devices, self.data[name]):
                for i in range(len(device)):
                    device[i] = values[i]

    def reset(self):
        self.result[0] = 0.0
        for means in self.means:
            for i in range(self.maps):
                means[i] = 0.0

    def execute(self):
        a, block = 4, 4
        for i in range(2):
            self.phase(f"convolve_{i}", self.convolve((a / 2, a / 2, a / 2), (block, block, block / 2)), self.out[i],
                       self.x[i], self.kernels[i], self.side, self.stride, self.width, self.maps)
            self.phase(f"pool_{i}", self.pool(self.blocks, self.threads), self.means[i], self.out[i],
                       self.reduced * self.reduced, self.maps)
        self.phase("concatenate", self.concatenate(self.blocks, self.threads), self.both, self.means[0], self.means[1],
                   self.maps)
        self.phase("dot", self.dot(self.blocks, self.threads), self.both, self.weights, self.result, 2 * self.maps)
        return [self.result[0]] + list(self.both)

    def mean(self, x, kernel):
        total, width = 0, self.width
        for i in range(self.reduced):
            for j in range(self.reduced):
                total += max(0, sum(kernel[a * width + b] * x[(i * self.stride + a) * self.side + j * self.stride + b]
                                    for a in range(width) for b in range(width)))
        return total / self.reduced ** 2

    def expected(self):
        size = self.width * self.width
        both = [self.mean(self.data["x"][branch], self.data["kernels"][branch][m * size:(m + 1) * size])
                for branch in range(2) for m in range(self.maps)]
        return [sum(x * w for x, w in zip(both, self.data["weights"][0]))] + both
