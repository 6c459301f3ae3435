import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")
shift = cu.buildkernel(source, "shift(x: in pointer sint32, y: out pointer sint32)")
pairs = cu.buildkernel(source, "pairs(y: out pointer sint32)")

x, y = cu.DeviceArray("int", 256), cu.DeviceArray("int", 8)
for i in range(256):
    x[i] = i // 32

# The launch gives the size of the clusters: blocks of a cluster reach each other's shared memory.
for blocks in (1, 2, 4, [8]):
    shift(8, 32).clusters(blocks)(x, y)
    print(*y)
print(shift(8, 32).clusters([4, 1, 1]).toString())

# Or the kernel declares them.
pairs(8, 1)(y)
print(*y)
