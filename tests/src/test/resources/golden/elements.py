import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")


def show(name, values):
    print(name, " ".join(str(value) for value in values))


def decimals(values):
    return ["%.2f" % value for value in values]


def parts(values):
    return ["%.2f,%.2f" % (value[0], value[1]) for value in values]


unsigned = [cu.DeviceArray(type, 2) for type in ("uchar", "ushort", "uint", "ulong")]
for x in unsigned:
    x.fill(0)
    x[1] = 100
count_down = cu.buildkernel(
    source,
    "countDown(bytes: inout pointer uint8, shorts: inout pointer uint16,"
    " ints: inout pointer uint32, longs: inout pointer uint64)",
)
count_down(1, 2)(*unsigned)
for x in unsigned:
    show(x.dtype, x)

half = cu.DeviceArray("half", 4)
half.copyFrom([1.5, -0.1, 40000, 1e-8])
show("half", decimals(half))
cu.buildkernel(source, "twice(x: inout pointer half)")(1, 2)(half)
show("half", decimals(half))

flags = cu.DeviceArray("boolean", 3)
inverted = cu.DeviceArray("boolean", 3)
flags.copyFrom([True, False, True])
cu.buildkernel(source, "invert(x: in pointer bool, y: out pointer bool)")(1, 3)(flags, inverted)
show("boolean", ["yes" if flag else "no" for flag in inverted])

x = cu.DeviceArray("complex64", 3)
y = cu.DeviceArray("complex128", 3)
z = cu.DeviceArray("complex128", 3)
x.copyFrom([[1, 2], 3, [0, -1]])
y.fill([0.5, 1])
y[2] = [4, 4]
y[2][1] = -4
multiply = cu.buildkernel(
    source, "multiply(x: in pointer float, y: in pointer double, z: out pointer double)"
)
multiply(1, 3)(x, y, z)
show("complex64", parts(x))
show("complex128", parts(z))
z.slice(0, 2).copyFrom(y.slice(1, 3))
show("complex128", parts(z))

columns = cu.DeviceArray("complex64", 2, 2, "F")
for i in range(2):
    for j in range(2):
        columns[i][j] = [i, j]
pairs = [None] * 4
columns.copyTo(pairs)
show("memory", parts(pairs))
