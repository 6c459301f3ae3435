import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
n = 10
values = cu.DeviceArray("int", n)

add_one = cu.bind("libincrement.so",
    """cxx outer::inner::add_one(values: inout pointer sint32, n: sint32,
                                 blocks: sint32, threads: sint32): sint32""")
add_ten = cu.bind("libincrement.so",
    "add_ten(values: inout pointer sint32, n: sint32, blocks: sint32, threads: sint32): sint32")
print(add_one(values, n, 32, 256), add_ten(values, n, 32, 256), values[0], values[9])

cu.bindall("host", "libincrement.so", "host.nidl")
print(cu.host.add_one(values, n, 2, 3), cu.host.add_ten(values, n, 2, 3), values[9])

kernel_one = cu.bindkernel("increment.ptx",
    "cxx outer::inner::add_one(values: inout pointer sint32, n: sint32)")
kernel_ten = cu.bindkernel("increment.ptx", "add_ten(values: inout pointer sint32, n: sint32)")
kernel_one(32, 256)(values, n)
kernel_ten(32, 256)(values, n)
print(values[0], values[9])

cu.bindall("device", "increment.ptx", "kernels.nidl")
cu.device.add_one(32, 256)(values, n)
cu.device.add_ten(32, 256)(values, n)
first = values[0]
none = polyglot.eval(language="grcuda", string="device::add_ten")(1, 32)(values, n)
print(first, str(none is None).lower(), values[9])

bind = polyglot.eval(language="grcuda", string="bind")
saxpy = bind("libincrement.so",
    "saxpy(n: sint32, alpha: float, xs: in pointer float, ys: inout pointer float): void")
xs = cu.DeviceArray("float", 3)
ys = cu.DeviceArray("float", 3)
xs.copyFrom([1, 2, 3])
ys.copyFrom([10, 20, 30])
saxpy(3, 0.5, xs, ys)
print(",".join("%g" % y for y in ys))
nfi = bind("libincrement.so", "add_ten", "(pointer, sint32, sint32, sint32): sint32")
print(nfi(values, n, 1, 1), values[0])
