import array
import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")
library = polyglot.import_value("library")

# Scalars, in NIDL and in NFI notation.
negated = cu.bind(library, "negated(x: sint8): sint8")
following = cu.bind(library, "next", "(uint8): uint8")
largest = cu.bind(library, "largest(x: uint64): uint64")
both = cu.bind(library, "both(x: bool, y: bool): bool")
print(negated(-127), following(254), following(255), largest(0))
print("yes" if both(True, True) else "no", "yes" if both(True, 0) else "no")
print(negated.name, negated.signature)

# Strings and null.
letters = cu.bind(library, "letters(text: string): uint64")
rest = cu.bind(library, "rest(text: string, from: sint32): string")
is_null = cu.bind(library, "is_null(x: in pointer void): bool")
print(letters("four"), letters(""), letters(None), rest("grün", 2), rest("x", -1) is None)

# Between kernels: each waits for what it uses.
n = 100
x, y = cu.DeviceArray("float", n), cu.DeviceArray("float", n)
square = cu.buildkernel(source, "square(x: in pointer float, y: out pointer float, n: sint32)")
ramp = cu.bind(library, "ramp(x: out pointer float, step: float, n: sint32): void")
total = cu.bind(library, "sum(x: in pointer float, n: sint32): double")
for step in range(1, 4):
    ramp(x, step, n)
    square(1, 128)(x, y, n)
    print("%d %d" % (total(x, n), total(y, n)))
square(1, 128)(x, y, n)
ramp(x.slice(50, 60), 0.5, 10)
print("%.1f %.1f %.1f %d" % (x[49], x[59], x[60], total(y, n)))
print(ramp(x.pointer, 0, n) is None, "%d" % total(x.pointer, n))
print("yes" if is_null(None) else "no", "yes" if is_null(x) else "no")

# Rows of a matrix, and functions of C++.
m = cu.DeviceArray("int", 2, 3)
for i in range(3):
    m[0][i], m[1][i] = i + 1, 10 * (i + 1)
dot = cu.bind(
    library,
    "cxx numbers::dot(x: in pointer sint32, y: in pointer sint32, n: sint32): sint64")
reverse = cu.bind(library, "cxx numbers::reverse(x: inout pointer sint32, n: sint32): void")
reverse(m[1], 3)
print(dot(m[0], m[1], 3), m[1][0], m[1][2])
for kind in ["double", "float"]:
    print("%.2f" % cu.bind(library, "cxx numbers::half(x: %s): %s" % (kind, kind))(6))

# Memory of the host.
mine = array.array("i", [1, 2, 3])
reverse(mine, 3)
print(mine[0], mine[2], dot(mine, m[0], 3))
