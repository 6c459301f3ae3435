import polyglot


def grcuda(text):
    return polyglot.eval(language="grcuda", string=text)


def join(array):
    return ",".join("%g" % v for v in array)


print(join(grcuda("int[5]")), len(grcuda("double[(2 + 3) * 4]")))
doubles = grcuda("double[5]")
doubles[2] = 1.0
floats = grcuda("float[28][28]")
floats[4][3] = 42.0
print(join(doubles), "%g" % floats[4][3], len(floats), len(floats[27]))
print(len(grcuda('DeviceArray("float", 1000)')), len(grcuda("int[1000] // a comment")))

create = grcuda("DeviceArray")
ints = create("int", 4)
typed = create("long")
print(len(typed(3, 2)), len(grcuda("::DeviceArray")("short", 7)))
print(len(grcuda("CU::DeviceArray")("char", 2)), len(grcuda("CU").CU.DeviceArray("int", 3)))

columns = create("int", 3, 4, "F")
rows = create("int", 3, 4, "C")
for i in range(3):
    for j in range(4):
        columns[i][j] = rows[i][j] = 10 * i + j
columns[1].copyTo(columns[2], 4)
rows[0].copyFrom(rows[1], 4)
ints.copyFrom(columns[2])
print(join(columns[2]), join(rows[0]), join(ints))
print(len(create("int", 2, 2, "f")), len(create("int", 2, 2, "c")))

values = [0] * 4
ints.copyTo(values, 4)
back = create("int", 4)
back.copyFrom([1, 2, 3, 4], 2)
back.copyFrom(ints, 1)
print(join(values), join(back))
same = create("int", 3, 4, "F")
same.copyFrom(columns, 12)
print(join(same[2]), str(columns.isMemoryFreed).lower())
columns.free()
print(str(columns.isMemoryFreed).lower(), "number" if isinstance(rows.pointer, int) else "?")
