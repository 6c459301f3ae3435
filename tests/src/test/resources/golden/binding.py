import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
folder = polyglot.import_value("folder")
file = folder + "/binding.ptx"

n = 100
x = cu.DeviceArray("int", n)
y = cu.DeviceArray("int", n)
result = cu.DeviceArray("int", 1)
x.copyFrom(list(range(n)))

# NIDL, with a C++ name; name and NFI; name alone; one of two kernels of a name by its types.
add = cu.bindkernel(file, "cxx tools::ints::add(x: inout pointer sint32, amount: sint32, n: sint32)")
total = cu.bindkernel(file, "sum", "const pointer, pointer, sint32")
bare = cu.bindkernel(file, "sum")
scale = cu.bindkernel(
    file, "cxx tools::scale(x: in pointer sint32, y: out pointer sint32, factor: sint32, n: sint32)"
)
add.forall(n)(x, 1, n)
result.fill(0)
total(1, 32)(x, result, n)
bare(1, 32)(x, result, n)
print(add.name, total.name, result[0])
scale(4, 32)(x, y, -2, n)
print(y[0], y[99])
print(bare.signature)

# A file is one module.
other = cu.bindkernel(file, "tools::ints::add")
other(4, 32)(x, 1, n)
print(add.global_("calls")[0], other.launchCount)

# All that a NIDL file declares, in a namespace of one's own.
cu.bindall("my::tools", file, folder + "/binding.nidl")
a = cu.DeviceArray("float", n)
b = cu.DeviceArray("float", n)
a.fill(1.5)
cu.my.tools.scale(4, 32)(a, b, 3, n)
cu.my.tools.add(4, 32)(x, 1, n)
result.fill(0)
polyglot.eval(language="grcuda", string="CU::my::tools::sum")(1, 32)(x, result, n)
print("%.1f %d %d" % (b[99], result[0], add.global_("calls")[0]))
