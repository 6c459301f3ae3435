"""Squares ten numbers on the device.

    scripts/grcuda run examples/hello.py
"""

import polyglot

SQUARE = """
extern "C" __global__ void square(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * x[i];
}
"""

cu = polyglot.eval(language="grcuda", string="CU")
square = cu.buildkernel(SQUARE, "square(x: inout pointer float, n: sint32)")

n = 10
x = cu.DeviceArray("float", n)
for i in range(n):
    x[i] = i
square(1, 32)(x, n)

device = cu.getdevice(0).properties.deviceName
print(f"square of {n} floats on {device}: {list(x)}")
assert list(x) == [i * i for i in range(n)], "validation failed"
print("validated")
