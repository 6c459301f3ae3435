import polyglot

cu = polyglot.eval(language="grcuda", string="CU")


def text(a):
    return ",".join(str(int(a[i])) for i in range(a.length))


x = cu.DeviceArray("int", 6)
x.copyFrom([0, 1, 2, 3, 4, 5])
print("slice(-2):", text(x.slice(-2)))
print("slice(1, -1):", text(x.slice(1, -1)))
print("slice(1, 6, 2):", text(x.slice(1, 6, 2)), x.slice(1, 6, 2).isContiguous)
print("step of a step:", text(x.slice(0, 6, 2).slice(0, 3, 2)))
for order in ["C", "F"]:
    m = cu.DeviceArray("int", 3, 4, order)
    m.copyFrom([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])
    print(order, "row 1:", text(m[1]))
    print(order, "column 2:", text(m.view([0, 3], 2)))
    print(order, "block:", text(m.view([1, 3], [0, -1])[1]), m.view(2, -1))
    m.view([0, 3, 2], 0)[1] = 90
    back = [[0] * 4 for _ in range(3)]
    m.copyTo(back)
    print(order, "back:", " ".join(",".join(map(str, row)) for row in back))

cube = cu.DeviceArray("short", 2, 2, 2)
cube.copyFrom([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
print("cube:", text(cube[1][0]), text(cube.view([0, 2], 1, 1)))
z = cu.DeviceArray("complex64", 1, 2)
z.copyFrom([[[1, 2], [3, 4]]])
print("complex:", text(z[0][1]))
x.copyFrom({7: 1, 8: 1}.keys(), 2)
x.slice(2, 4).copyFrom(i * i for i in range(10))
print("iterables:", text(x))
