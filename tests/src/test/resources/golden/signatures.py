import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")

n = 100
x = cu.DeviceArray("float", n)
for i in range(n):
    x[i] = i

nidl = cu.buildkernel(source, "scale(x: inout pointer float, factor: float, n: sint32)")
nfi = cu.buildkernel(source, "scale", "pointer, float, sint32")
bare = cu.buildkernel(source, "scale")
for kernel in [nidl, nfi, bare]:
    kernel(4, 32)(x, 0.5, n)
print("%s %.3f %.3f" % (nidl.name, x[1], x[99]))
print(nidl.signature)

total = cu.DeviceArray("float", n)
add = cu.buildkernel(source, "add", "const pointer, const pointer, pointer, sint32")
launch = add(4, 32)
launch(x, x, total, n)
launch(x, total, total, n)
print("%.3f %d" % (total[99], add.launchCount))

counter = cu.DeviceArray("int", 1)
counter.fill(0)
count = cu.buildkernel(source, "count(counter: inout pointer sint32)")
count([2, 3], [4, 5, 2])(counter)
print(counter[0])

y = cu.DeviceArray("int", n)
y.fill(7)
times = cu.buildkernel(source, "times<int, 6>(x: inout pointer sint32, n: sint32)")
times(1, 128)(y, n - 1)
print(y[0], y[98], y[99])
