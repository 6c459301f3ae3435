# A harness as GrCUDA's Python benchmarks have: options, phases, results in a file, checks with NumPy on the host.
import argparse
import json
import os
from distutils.util import strtobool
from random import randint, seed

import numpy as np
import polyglot
from java.lang import System

SOURCE = """
extern "C" __global__ void scores(const int *x, const float *weights, float *y, int rows, int features, int classes) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * classes; i += blockDim.x * gridDim.x) {
    float sum = 0;
    for (int f = 0; f < features; f++) sum += x[i / classes * features + f] * weights[i % classes * features + f];
    y[i] = sum;
  }
}
extern "C" __global__ void normalize(float *y, int rows, int classes) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += blockDim.x * gridDim.x) {
    float largest = y[i * classes], sum = 0;
    for (int c = 1; c < classes; c++) largest = max(largest, y[i * classes + c]);
    for (int c = 0; c < classes; c++) sum += expf(y[i * classes + c] - largest);
    for (int c = 0; c < classes; c++) y[i * classes + c] = expf(y[i * classes + c] - largest) / sum;
  }
}
"""

parser = argparse.ArgumentParser()
parser.add_argument("-i", "--num_iter", type=int, default=3)
parser.add_argument("-n", "--size", type=int, default=20)
parser.add_argument("-o", "--output_path")
parser.add_argument("--reinit", type=lambda x: bool(strtobool(x)), default=False)
args = parser.parse_args()

FEATURES, CLASSES = 7, 4
seed(42)
weights_cpu = np.random.random_sample((CLASSES, FEATURES)).astype(dtype=np.float32)
x = polyglot.eval(language="grcuda", string=f"int[{args.size * FEATURES}]")
y = polyglot.eval(language="grcuda", string=f"float[{args.size * CLASSES}]")
weights = polyglot.eval(language="grcuda", string=f"float[{CLASSES * FEATURES}]")
weights.copyFrom(int(np.int64(weights_cpu.ctypes.data)), len(weights))
build = polyglot.eval(language="grcuda", string="buildkernel")
scores = build(SOURCE, "scores", "const pointer, const pointer, pointer, sint32, sint32, sint32")
normalize = build(SOURCE, "normalize", "pointer, sint32, sint32")

phases = []
for iteration in range(args.num_iter):
    if iteration == 0 or args.reinit:
        for i in range(len(x)):
            x[i] = randint(0, 3)
    start = System.nanoTime()
    scores(4, 32)(x, weights, y, args.size, FEATURES, CLASSES)
    normalize(4, 32)(y, args.size, CLASSES)
    best = [max(range(CLASSES), key=lambda c: y[i * CLASSES + c]) for i in range(args.size)]
    phases.append({"name": f"iteration {iteration}", "time_sec": (System.nanoTime() - start) / 1_000_000_000})


def softmax(values):
    return np.exp(values) / np.sum(np.exp(values), axis=1).reshape(values.shape[0], 1)


x_cpu = np.zeros((args.size, FEATURES), dtype=np.int32)
for i in range(args.size):
    for j in range(FEATURES):
        x_cpu[i, j] = x[i * FEATURES + j]
expected = softmax(np.dot(x_cpu, weights_cpu.T))
difference = np.sum(np.abs(expected.flatten() - np.array([float(value) for value in y])))
print(f"difference={difference:.3f}", np.argmax(expected, axis=1).tolist() == best)
with open(args.output_path, "w+") as file:
    file.write(json.dumps({"phases": phases, "mean": np.mean([p["time_sec"] for p in phases])}, indent=4))
with open(args.output_path) as file:
    result = json.load(file)
print(len(result["phases"]), result["mean"] > 0, np.std([1, 2, 3]) > 0.8, os.path.exists(args.output_path))
try:
    np.fft
except AttributeError as e:
    print(str(e).split(":")[0])
try:
    strtobool("perhaps")
except ValueError as e:
    print(str(e).split(":")[0])
print(np.__version__, "|", np.__doc__.splitlines()[0])
