# Shapes, element types, copies and kernels as users of NumPy, CuPy and Numba write them.
import copy
import pickle

import grcuda

import json

x = grcuda.linspace(0, 1, 5).reshape(5, 1)
m = grcuda.arange(6).reshape(2, 3)
z = grcuda.zeros(3, "c8")
z[0] = 1 + 2j
z[1:] = 1j
kernel = grcuda.kernel("""
    extern "C" __global__ void fill(int *x, int value, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) x[i] = value;
    }""", "fill(x: out pointer sint32, value: sint32, n: sint32)")
ints = grcuda.zeros(4, "int32")


def show(*expressions):
    for expression in expressions:
        try:
            print(expression, "->", eval(expression))
        except Exception as e:
            print(expression, "->", type(e).__name__ + ":", e)


print("-- shapes")
show("m.T.tolist()", "m.T.isContiguous", "m.reshape(3, 2)", "m.reshape((-1, 2)).shape", "m.reshape(3, -1, order='F').tolist()",
     "m.T.reshape(6)", "m.T.reshape(3, 2, order='F').tolist()", "m.ravel()", "m.T.ravel()", "m.T.flatten()",
     "grcuda.arange(24).reshape(2, 3, 4).transpose(1, 0, 2).shape", "m[:, ::2].reshape(4)", "m.T.copy()", "m.copy('F').order",
     "m.reshape(4)", "m.reshape(-1, -1)", "m.reshape(-1, 4)", "m.reshape(0, -1)", "m.reshape('a')", "m.transpose(0, 0)", "m.transpose(1)")
view = m.T.reshape(3, 2)
view[0, 1] = 30
print("a view shares the memory:", m)
m.reshape(-1)[5] = 50
print("so does a reshaped one:", m)
show("m.nbytes, m.ndim, m.size, m.itemsize, m.dtype, m.shape", "m.item(3)", "m.item(1, 2)", "m.item()", "x[1].item()",
     "float(x[1])", "m.tobytes()[:9]", "grcuda.eye(2).tolist()", "grcuda.linspace(0, 1, 4, endpoint=False)",
     "grcuda.linspace(1, 2, 1)", "grcuda.full_like(ints, 3)", "grcuda.ones_like(z)")

print("-- types")
show("x.astype('f4').reshape(-1)", "x.astype(grcuda.float16).dtype", "m.astype(float)", "m.astype(bool)",
     "grcuda.array([-1.9, 1.9, 2.5]).astype(int)", "grcuda.array([300, -1]).astype('u1')", "m.T.astype('c16')",
     "z.astype('c16')", "z.astype('f8')", "m.astype('flaot')", "m.astype(5)", "m.astype('F')", "grcuda.zeros(1, '>f8')",
     "[grcuda.zeros(1, t).dtype for t in ('f4', '<f8', 'i8', 'u1', 'bool', '?', 'c8', 'float64', 'sint32', 'd', 'int')]")
for source in "boolean char byte uchar short ushort int uint long ulong half float double complex64 complex128".split():
    a = grcuda.array([0, 1, 100]).astype(source)
    b = [a.astype(target).tolist() for target in ("double", "half", "uchar", "long", "boolean", "complex128")
         if target == "complex128" or not source.startswith("complex")]
    print(source, b)

many = grcuda.arange(5000)
show("many.astype('f4').tolist() == [float(i) for i in range(5000)]", "many[7:].astype('i2').tolist() == list(range(7, 5000))",
     "many[::3].astype('c8')[-1]", "many.reshape(50, 100).astype('f2', 'F')[49, 99]")

print("-- complex numbers")
show("z", "z[0]", "z[0] * 2, 2 - z[0], z[0] / 1j, -z[0]", "abs(grcuda.array([3 + 4j])[0])", "z[0] == 1 + 2j", "z[1] == z[2]",
     "z[0].real, z[0].imag, z[0][1], list(z[0])", "z.real.tolist(), z.imag.tolist()", "z.tolist()", "f'{z[0]:.1f}'",
     "sum(z)", "1j in z", "isinstance(z[0], grcuda.Complex)", "m.imag")
z[0][1] = 5
z.imag[1] = 7
z.real[:] = [10, 20, 30]
print(z)

print("-- copies")
show("copy.copy(m)", "copy.deepcopy([m])[0]", "pickle.loads(pickle.dumps(m.T)).tolist()", "pickle.loads(pickle.dumps(z))",
     "pickle.loads(pickle.dumps(grcuda.array([True, False])))",
     "json.dumps({'m': m})", "json.dumps(m.tolist())", "json.dumps(m, default=list)", "json.dumps(1j)")
m[:, 1] = [7, 8]
m[:, ::2] = [[1, 2], [3, 4]]
m[0, 1:] = 5
print(m)

print("-- kernels")
kernel[1, 32](ints, 1, 4)
print(ints)
kernel[(1, 1), (32,), None, 64](ints, 2, 3)
print(ints)
kernel(grid=1, block=32, stream=None)(ints, 3, 2)
kernel(1, 32, shared=16)(ints, 4, 1)
print(ints)
show("kernel", "kernel[2, (32, 4)]", "kernel(1, 32)(ints, value=1, n=4)", "kernel(ints, value=1)", "kernel(1, block=2, grid=3)",
     "kernel(grid=1)", "kernel[1]", "kernel[1, 2, 3, 4, 5]", "kernel[1, 0]", "grcuda.cu.getdevice(ordinal=0)")
show("grcuda.__version__.count('.')", "grcuda.lodtxt", "m.reshap")

print("-- complex arguments")
source = """
    __global__ void first(float2 a, float2 *x) { x[0] = a; }
    __global__ void second(double2 a, double2 *x) { x[0] = a; }"""
w = grcuda.zeros(1, "c16")
grcuda.kernel(source, "first")(1, 1)(3 - 1j, z)
grcuda.kernel(source, "first(a: struct {x: float, y: float}, x: out pointer float)")(1, 1)(z[1], z[1:])
grcuda.kernel(source, "second")(1, 1)(z[0], w)
print(z, w)
