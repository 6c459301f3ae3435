import polyglot

cu = polyglot.eval(language="grcuda", string="CU")

types = "boolean char short int long float double byte uchar ushort uint half".split()
for name in types:
    a = cu.DeviceArray(name, 3)
    a[0] = 0
    a[1] = 1
    a[2] = a[1]
    print(name, a.length, a.nbytes, a.dtype, int(a[0]), int(a[2]))

limits = [
    ("char", -128, 127),
    ("uchar", 0, 255),
    ("short", -32768, 32767),
    ("ushort", 0, 65535),
    ("int", -2147483648, 2147483647),
    ("uint", 0, 4294967295),
    ("long", -9007199254740991, 9007199254740991),
]
for name, least, most in limits:
    a = cu.DeviceArray(name)(2)
    a[0] = least
    a[1] = most
    print(name, a[0], a[1])

x = polyglot.eval(language="grcuda", string="int[5]")
for i in range(x.length):
    x[i] = i * i
print(",".join(str(v) for v in x), sum(x))

part = x.slice(1, 4)
part[0] = 10
part[2] = x[4] + 1
print(part.length, ",".join(str(v) for v in x), part.nbytes)
print(x.order, x.shape[0], x.slice(3).length)

z = cu.DeviceArray("complex64", 2)
z[0][0] = 1.5
z[0][1] = -2
z[1].copyFrom([3, 4])
print("%.1f %.1f %.1f %.1f" % (z[0][0], z[0][1], z[1][0], z[1][1]))

h = cu.DeviceArray("half", 1)
h[0] = 0.1
print("%.6f" % h[0])
