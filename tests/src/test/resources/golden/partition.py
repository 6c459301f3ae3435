import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")
produce = cu.buildkernel(source, "produce(y: out pointer sint32, part: sint32, n: sint32)")
mirror = cu.buildkernel(source, "mirror(x: in pointer sint32, y: out pointer sint32, n: sint32)")

parts, size = 8, 500
x = cu.DeviceArray("int", parts * size)
y = cu.DeviceArray("int", parts * size)
slices = [x.slice(p * size, (p + 1) * size) for p in range(parts)]
# Each writes its own slice: nothing orders them but the reader of all.
for p in range(parts):
    produce(2, 64)(slices[p], p, size)
mirror(4, 64)(x, y, parts * size)
for p in range(parts):
    print(p, slices[p][0], x[p * size + 499], y[p * size])

# The halves of y are overwritten apart; x is read as a whole afterwards.
for p in range(2):
    produce(2, 64)(y.slice(p * 2000, (p + 1) * 2000), p + 100, 2000)
x.copyFrom(y)
print(sum(x), x[1999], x[2000])
