# Device arrays as Python sequences; the package grcuda.
import array as arrays

import grcuda
from grcuda import *

x = array([1, 2, 3, 4, 5], dtype=float32)
m = array([[1, 2, 3], [4, 5, 6]], dtype=int32)


def show(*expressions):
    for expression in expressions:
        print(expression, "->", eval(expression))


print("-- sequences")
show("x", "repr(x)", "len(x)", "x[0]", "x[-1]", "x[True]", "list(x)", "tuple(x)", "[*x]", "sum(x)", "max(x)",
     "sorted(x, reverse=True)", "list(reversed(x))", "list(zip(x, m))", "3.0 in x", "9 in x", "bool(x)",
     "x.index(3.0)", "x.count(3.0)", "x == [1, 2, 3, 4, 5]", "isinstance(x, list)",
     "isinstance(x, grcuda.DeviceArray)", "grcuda.DeviceArray(int32, 2, 2)", "grcuda.DeviceArray(float, 2)",
     "grcuda.DeviceArray.map")

print("-- views")
show("x[1:3]", "x[-2:]", "x[::2]", "list(x[1::2])", "x[3:3]", "x[:]", "m[1]", "m[-1, -1]", "m[:, 1]", "m[0, 1:]",
     "m[:, 1:].tolist()", "m[..., 0].tolist()", "m[1][0:2]", "m.view(1, [0, 2])")
row = m[1]
row[0] = 40
print("a view shares the memory:", m)

print("-- what NumPy's users look for")
show("x.shape", "m.shape", "m.ndim", "m.size", "m.dtype == int32", "m.nbytes", "x.tolist()", "m.tolist()", "x.copy()",
     "m[:, 1].copy()")

print("-- assignment")
x[0] = 10
x[-1] = 50
x[1:3] = [20, 30]
print(x)
x[:2] = 7
x[::4] = (1, 2)
print(x)
x[1:] = x[:-1]  # overlapping
x[:2] = (i * i for i in range(2, 4))
print(x)
m[0] = [7, 8, 9]
m[1] = 5
print(m)
m[:, 1] = [1, 2]
m[1, 2] = 66
m[0, :2] = -1
m[1:, :2] = [[3, 4]]
print(m)

print("-- constructors")
show("array([1, 2])", "array([1, 2.5])", "array([True, False])", "array((1j, 2))", "array([[1 + 2j], [3]], complex64)",
     "array(range(3))", "array(i / 2 for i in range(3))", "array(b'ab')", "array(arrays.array('f', [1, 2]))",
     "array(arrays.array('h', [1, 2]), float64)", "array(x, int32)", "array([x[:2], x[2:4]])",
     "array([[1, 2], [3, 4]], order='F')", "zeros(2)", "zeros((2, 2), int)", "ones(2, bool)", "full(2, 7)",
     "full((1, 2), 1.5, float32)", "full(2, 1j)", "arange(3)", "arange(1, 2, 0.5)", "arange(5, 0, -2, dtype=int8)",
     "empty((3, 4), uint8).shape", "zeros_like(m)", "empty_like(m).dtype", "asarray(x) is x", "float16")

print("-- copies")
m.copyFrom([[1, 2, 3], [4, 5, 6]])
nested = [[0] * 3, [0] * 3]
m.copyTo(nested)
print(nested)
x.copyFrom({1, 2, 3, 4, 5})
print(x)
complex_numbers = empty((1, 2), complex64)
complex_numbers.copyFrom([[[1, 2], [3, 4]]])
print(complex_numbers, complex_numbers.tolist())

print("-- other objects")
square = kernel("""
    extern "C" __global__ void square(float *x, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) x[i] *= x[i];
    }""", "square(x: inout pointer float, n: sint32)")
square(1, 32)(x, len(x))
synchronize()
print(x.tolist())
show("square", "square(2, (32, 4))", "x.fill", "cu", "cu.getdevices", "grcuda.getdevices", "cu.BLAS",
     "grcuda.getdevice(0).id", "len(devices())", "grcuda.cudaGetDeviceCount()")
