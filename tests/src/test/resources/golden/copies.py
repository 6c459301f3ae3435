import array
import polyglot

cu = polyglot.eval(language="grcuda", string="CU")


def text(values):
    return ",".join("%g" % v for v in values)


x = cu.DeviceArray("float", 4)
x.copyFrom([1, 2.5, -3, 4])
print(text(x))

x.copyFrom(array.array("f", [8, 7, 6, 5]))
print(text(x))

y = cu.DeviceArray("float", 4)
y.copyFrom(x)
x[0] = 0
print(text(y))

y.copyFrom(array.array("f", [1, 1, 1, 1]), 2)
print(text(y))

back = array.array("f", [0, 0, 0, 0])
y.copyTo(back)
print(text(back))
values = [0, 0, 0]
y.copyTo(values, 3)
print(text(values))

x.slice(1, 3).copyTo(y.slice(2, 4))
print(text(y))

m = cu.DeviceArray("double", 2, 3)
m.copyFrom(array.array("d", [1, 2, 3, 4, 5, 6]))
m[0].copyFrom(m[1])
print(text(m[0]), text(m[1]))

b = cu.DeviceArray("uchar", 3)
b.copyFrom(bytes([1, 2, 255]))
print(text(b))
