import struct

import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")


def show(values):
    print(*[f"{value:g}" for value in values])


line = cu.buildkernel(
    source, "line(l: struct {slope: float, start: float, n: sint32}, y: out pointer float)"
)
x = cu.DeviceArray("float", 6)
y = cu.DeviceArray("float", 6)
line(1, 32)({"slope": 2, "start": 1, "n": 6}, x)
show(x)
line(1, 32)([-1, 0.5, 3], x)
show(x)
line(1, 32)(struct.pack("ffi", 3, 10, 2), x)
show(x)


class Line:
    def __init__(self, slope, start, n):
        self.slope = slope
        self.start = start
        self.n = n


line(1, 32)(Line(1, 0, 6), x)
combine = cu.buildkernel(
    source,
    "combine(s: struct {to: struct {y: out pointer float, x: in pointer float},"
    " negative: char, n: sint16, factors: float[2]})",
)
combine(1, 32)({"to": {"y": y, "x": x}, "negative": 0, "n": 6, "factors": [2, 5]})
combine(1, 32)({"to": [x, y], "negative": 1, "n": 4, "factors": [1, 0]})
show(y)
show(x)

plain = cu.buildkernel(source, "combine")
print(plain.signature)
plain(1, 32)(struct.pack("QQbxhff4x", y.pointer, x.pointer, 0, 6, 0.5, 1))
show(y)

n = 20000
turn = cu.buildkernel(source, "turn(step: struct, x: inout pointer sint32, n: sint32)")
many = cu.DeviceArray("int", n)
many.copyFrom(range(n))
turn(1, 256, 4 * n)(struct.pack("4i", 7, 0, 0, 5), many, n)
turn(1, 256, 4 * n)(bytearray([1, 0, 0, 0] + [0] * 8 + [2, 0, 0, 0]), many, n)
print(many[0] - 12, many[n - 1] - 12)
