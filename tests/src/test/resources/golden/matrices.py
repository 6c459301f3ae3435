import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")


def text(values):
    return ",".join(str(v) for v in values)


m = polyglot.eval(language="grcuda", string="int[3][4]")
for i in range(3):
    for j in range(4):
        m[i][j] = 10 * i + j
print(m.length, text(m.shape), m.nbytes, text(m[1]), m[2][3])

row = m[1]
row[2] = 99
print(m[1][2], row.length, text(row.shape))
print(text(m.slice(1, 3).shape), text(m.slice(1, 3)[1]))

lift = cu.buildkernel(source, "raise(x: inout pointer sint32, amount: sint32, n: sint32)")
lift(1, 32)(m[1], 1000, 4)
lift(1, 32)(m.slice(1, 3), 100, 8)
for i in range(3):
    print(text(m[i]))

turned = cu.DeviceArray("int", 4, 3)
transpose = cu.buildkernel(
    source,
    "transpose(a: in pointer sint32, b: out pointer sint32, rows: sint32, columns: sint32)",
)
transpose([1, 1], [8, 8])(m, turned, 3, 4)
print(text(turned[0]), text(turned[3]))

f = cu.DeviceArray("int", 2, 3, "F")
for i in range(2):
    for j in range(3):
        f[i][j] = 10 * i + j
print(f.order, text(f[1]), f[1].nbytes)
flat = [0] * 6
f.copyTo(flat)
print(text(flat))

cube = polyglot.eval(language="grcuda", string="int[2][2][2]")
cube.fill(1)
cube[1].fill(2)
cube[1][1][1] = 3
cells = [cube[i][j][k] for i in range(2) for j in range(2) for k in range(2)]
print(text(cells))
